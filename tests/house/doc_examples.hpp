#pragma once

#include <cstdio>
#include <string>
#include <torsor/torsor.hpp>
#include <vector>

/// What a reader of the documentation has at hand, by the names that its examples use. Nothing here is ever run.
namespace reader {

extern const torsor::Description description, robot;
extern const torsor::Model<double> model;
extern const torsor::ParameterLayout layout;
extern const std::vector<double> q, qd, qdd, tau, qd_r, qdd_r, v;
extern std::vector<double> x, result;
extern const std::vector<std::vector<double>> configurations;
extern const Eigen::MatrixXd A;
extern const Eigen::VectorXd y;
extern const std::string text;
extern const torsor::SyntheticLog log;
extern const std::vector<double> time, samples;
extern const torsor::IdentifyOptions options;

template <class... Any>
void use(const Any&...);

}  // namespace reader

// In the function around a block; two of the names are functions of C too.
#define AT_HAND           \
  using namespace torsor; \
  using namespace reader; \
  using reader::log, reader::time;
