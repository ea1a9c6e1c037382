#pragma once

#include <string>
#include <vector>

#include "output/json.hpp"
#include "torsor/batches/state_stream.hpp"
#include "torsor/simulation/simulate.hpp"

/// A simulation as a table for people, as JSON, and as rows of a file.
namespace torsor::cli {

/// What --check goes by: how much of the energy nothing accounts for.
struct BalanceCheck {
  double defect = 0, time = 0;  // the largest
  double bound = 0;
  bool holds() const { return defect <= bound; }
};

/// What the defect may be. Where steps follow from a tolerance, the defect of sound runs is about that share of the
/// energy that moved about, and grows with the steps: a hundred times that is wrong. A fixed step promises nothing, and
/// a thousandth is what a check can ask of it.
BalanceCheck balance(const Simulation& run, bool adapts, double tolerance);
std::string in_words(const BalanceCheck& check);

Json to_json(const Model<double>& model, const Simulation& run, const std::string& method);
void print_simulation(const Model<double>& model, const Simulation& run, const std::string& method);

/// Writes samples as they come: t, q1.., qd1.., qdd1.., tau1.., and z2 of a joint whose contact bends, where samples
/// have one: planned motions do not. Some rows at a time, the last ones with finish().
class SampleTable {
 public:
  enum class Deflections { written, none };
  /// `more` names columns of numbers that come with each sample.
  SampleTable(const Model<double>& model, const TableTarget& target, Deflections deflections = Deflections::written,
              const std::vector<std::string>& more = {});
  void add(const SimulationSample& sample, const std::vector<double>& more = {});
  /// What is left, and once more the header of an array, which says how many rows there are.
  void finish();

 private:
  void pass_on();

  const TableTarget& target_;
  std::vector<std::string> columns_;
  std::vector<double> numbers_;
  std::size_t rows_ = 0;
  bool begun_ = false;
  TableRows table_;
};

}  // namespace torsor::cli
