#pragma once

#include <string>

#include "logs/input_file.hpp"

namespace torsor::logs {

/// What the header of an NPY file says, and how many of its rows are there.
struct NpyMatrix {
  std::size_t data = 0;  // where the numbers start
  std::size_t size = 8;  // bytes a number
  long rows = 0, promised = 0;
  int columns = 0;
  bool by_column = false;
};

/// Throws FileError where it is not a matrix of <f8 or <f4, or where the file ends before its first row does.
NpyMatrix read_npy_header(const InputFile& input);

/// Numbers of the file as they lie there, from the one of that index on.
void read_npy_numbers(const InputFile& input, const NpyMatrix& matrix, std::size_t first, std::size_t count,
                      double* numbers);

/// [NumPy: numpy.lib.format, version 1.0] The header of a matrix of doubles, row by row: 128 bytes for any number of
/// rows, so that it can be written once more where that number is known in the end.
std::string npy_header(long rows, std::size_t columns);

}  // namespace torsor::logs
