#include "torsor/io/write_log.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "torsor/io/error.hpp"

namespace torsor::io {
namespace {

constexpr long rows_a_piece = 4096;

struct Block {
  const char* name;
  const Eigen::MatrixXd* values;
};
std::vector<Block> blocks(const LogRows& rows, bool with_reference) {
  std::vector<Block> result{{"q", &rows.q}, {"qd", &rows.qd}, {"qdd", &rows.qdd}, {"tau", &rows.tau}};
  if (with_reference) result.push_back({"qref", &rows.q_reference});
  std::erase_if(result, [](const Block& block) { return block.values->rows() == 0; });
  return result;
}

std::string csv_header(const LogRows& rows) {
  std::string text = "t";
  for (const Block& block : blocks(rows, true))
    for (Eigen::Index j = 1; j <= block.values->cols(); ++j) text += fmt::format(",{}{}", block.name, j);
  return text + "\n";
}

std::string csv_rows(const LogRows& rows) {
  fmt::memory_buffer text;
  const std::vector<Block> all = blocks(rows, true);
  for (std::size_t r = 0; r < rows.time.size(); ++r) {
    fmt::format_to(fmt::appender(text), FMT_COMPILE("{}"), rows.time[r]);
    for (const Block& block : all)
      for (Eigen::Index j = 0; j < block.values->cols(); ++j)
        fmt::format_to(fmt::appender(text), FMT_COMPILE(",{}"), (*block.values)(static_cast<Eigen::Index>(r), j));
    text.push_back('\n');
  }
  return fmt::to_string(text);
}

/// Version 1.0: magic, length, and a dictionary padded to a multiple of 64 bytes.
std::string npy_header(const LogRows& rows, long count) {
  Eigen::Index columns = 1;
  for (const Block& block : blocks(rows, false)) columns += block.values->cols();
  std::string dictionary =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}", count, columns);
  dictionary.resize((10 + dictionary.size() + 1 + 63) / 64 * 64 - 11, ' ');
  dictionary += '\n';
  std::string text("\x93NUMPY\x01\x00", 8);
  text += static_cast<char>(dictionary.size() % 256);
  text += static_cast<char>(dictionary.size() / 256);
  return text + dictionary;
}

std::string npy_rows(const LogRows& rows) {
  std::vector<double> values;
  const std::vector<Block> all = blocks(rows, false);
  for (std::size_t r = 0; r < rows.time.size(); ++r) {
    values.push_back(rows.time[r]);
    for (const Block& block : all)
      for (Eigen::Index j = 0; j < block.values->cols(); ++j)
        values.push_back((*block.values)(static_cast<Eigen::Index>(r), j));
  }
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)};
}

}  // namespace

void write_log(const LogSource& log, const std::filesystem::path& path) {
  const bool npy = path.extension() == ".npy";
  if (!npy && path.extension() != ".csv")
    throw UsageError(path.string() + ": expected a name that ends in .csv or .npy");
  if (std::filesystem::is_directory(path)) throw UsageError(path.string() + ": expected a file, found a folder");
  std::filesystem::path unfinished = path;
  unfinished += ".unfinished" + std::to_string(::getpid());
  std::error_code problem;
  {
    std::ofstream file(unfinished, std::ios::binary);
    for (long first = 0; file && first < log.row_count(); first += rows_a_piece) {
      const LogRows rows = log.read(first, std::min(rows_a_piece, log.row_count() - first));
      if (first == 0) file << (npy ? npy_header(rows, log.row_count()) : csv_header(rows));
      file << (npy ? npy_rows(rows) : csv_rows(rows));
    }
    file.flush();
    if (!file) problem = std::make_error_code(std::errc::io_error);
  }
  if (!problem) std::filesystem::rename(unfinished, path, problem);
  if (!problem) return;
  std::error_code ignored;
  std::filesystem::remove(unfinished, ignored);
  throw UsageError(path.string() + ": the file cannot be written: " + problem.message());
}

}  // namespace torsor::io
