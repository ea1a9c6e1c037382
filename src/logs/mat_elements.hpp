#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace torsor::logs {

/// A numeric matrix of a MATLAB file, column after column. Fields of structs are named rec.q.
struct MatMatrix {
  std::string name;
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;
};

/// The numeric matrices of a level 5 file, those in structs (of size 1 x 1) among them. Everything else in it is passed
/// over. Throws FileError that starts with `file` where the bytes make no sense.
std::vector<MatMatrix> read_mat(std::string_view bytes, const std::string& file);

}  // namespace torsor::logs
