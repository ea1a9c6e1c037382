#include "logs/npy_matrix.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <regex>
#include <vector>

#include "logs/log_error.hpp"
#include "torsor/core/text.hpp"

namespace torsor::logs {
namespace {

static_assert(std::endian::native == std::endian::little, "NPY files are read as they lie");

[[noreturn]] void fail(const InputFile& input, const std::string& message) {
  throw log_error(input.name(), {1, 1}, message);
}

/// The Python text that describes the matrix; `data` is where it ends.
std::string header_text(const InputFile& input, std::size_t& data) {
  unsigned char start[12] = {};
  const std::size_t got = input.read(0, reinterpret_cast<char*>(start), sizeof start);
  if (got < 10 || start[6] < 1 || start[6] > 3) fail(input, "expected an NPY file of version 1, 2 or 3");
  std::size_t length = start[8] + 256u * start[9];
  std::size_t at = 10;
  if (start[6] > 1) length += 65536u * (start[10] + 256u * start[11]), at = 12;
  if (length > 4096) fail(input, "expected an NPY header of at most 4 kB, found " + std::to_string(length) + " bytes");
  std::string header(length, ' ');
  if (input.read(at, header.data(), length) != length) fail(input, "the NPY header ends too early");
  data = at + length;
  return header;
}

void read_shape(const InputFile& input, const std::string& header, NpyMatrix& matrix) {
  std::smatch found;
  if (!std::regex_search(header, found, std::regex(R"('shape': *\(([0-9]{1,15}), *([0-9]{1,6})\))")))
    fail(input, "expected a matrix of rows and columns, found " + in_quotes(header));
  matrix.rows = matrix.promised = std::stol(found[1]);
  matrix.columns = std::stoi(found[2]);
  if (matrix.rows < 1 || matrix.columns < 1) fail(input, "expected at least one row and one column");
  const std::size_t there = (input.size() - std::min(matrix.data, input.size())) / matrix.size;
  const long whole = static_cast<long>(there / static_cast<std::size_t>(matrix.columns));
  if (whole >= matrix.rows) return;
  if (matrix.by_column || whole == 0)
    fail(input, "expected " + std::to_string(matrix.rows) + " x " + std::to_string(matrix.columns) +
                    " numbers, found " + std::to_string(there));
  matrix.rows = whole;
}

}  // namespace

NpyMatrix read_npy_header(const InputFile& input) {
  NpyMatrix matrix;
  const std::string header = header_text(input, matrix.data);
  std::smatch found;
  if (!std::regex_search(header, found, std::regex("'descr': *'([<|=>]?)([a-z][0-9]*)'")))
    fail(input, "expected an NPY matrix of one type, found " + in_quotes(header));
  if (found[1] == ">" || (found[2] != "f8" && found[2] != "f4"))
    fail(input, "expected numbers of the type <f8 or <f4, found " + in_quotes(found[1].str() + found[2].str()) +
                    "; convert with array.astype('<f8')");
  matrix.size = found[2] == "f8" ? 8 : 4;
  matrix.by_column = header.find("'fortran_order': True") != std::string::npos;
  read_shape(input, header, matrix);
  return matrix;
}

void read_npy_numbers(const InputFile& input, const NpyMatrix& matrix, std::size_t first, std::size_t count,
                      double* numbers) {
  const std::size_t bytes = count * matrix.size;
  char* const target = reinterpret_cast<char*>(numbers);
  if (input.read(matrix.data + first * matrix.size, target, bytes) != bytes) fail(input, "the file ends too early");
  if (matrix.size == sizeof(double)) return;
  for (std::size_t k = count; k-- > 0;) {  // from the end on, as the narrow numbers lie in the place of the wide ones
    float value = 0;
    std::memcpy(&value, target + k * sizeof value, sizeof value);
    numbers[k] = static_cast<double>(value);
  }
}

std::string npy_header(long rows, std::size_t columns) {
  constexpr std::size_t whole = 128, start = 10;
  std::string about = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                      std::to_string(columns) + "), }";
  about.resize(whole - start - 1, ' ');
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(whole - start) + '\0' + about + '\n';
}

}  // namespace torsor::logs
