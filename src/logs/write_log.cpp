#include "torsor/logs/write_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <future>
#include <iterator>
#include <thread>

#include "logs/npy_matrix.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/write_file.hpp"

namespace torsor {
namespace {

/// The parts of a row that are recorded, in the order of the columns; the last has names of its own.
std::vector<std::pair<const char*, const Eigen::MatrixXd*>> parts_of(const LogRows& rows) {
  std::vector<std::pair<const char*, const Eigen::MatrixXd*>> parts;
  for (const auto& [name, part] :
       {std::pair{"q", &rows.q}, std::pair{"qd", &rows.qd}, std::pair{"qdd", &rows.qdd},
        std::pair{"qref", &rows.q_reference}, std::pair{"tau", &rows.tau}, std::pair{"", &rows.other}})
    if (part->rows() > 0) parts.emplace_back(name, part);
  return parts;
}

std::vector<std::string> column_names(const LogRows& rows, const std::vector<std::string>& others) {
  std::vector<std::string> names{"t"};
  for (const auto& [name, part] : parts_of(rows))
    for (int j = 1; j <= part->cols() && part != &rows.other; ++j) names.push_back(name + std::to_string(j));
  names.insert(names.end(), others.begin(), others.end());
  return names;
}

/// Adding 0 turns -0 into 0.
std::string csv_text(const LogRows& rows, int digits) {
  fmt::memory_buffer text;
  const auto parts = parts_of(rows);
  const auto out = std::back_inserter(text);
  for (std::size_t row = 0; row < rows.time.size(); ++row) {
    fmt::format_to(out, "{:.{}g}", rows.time[row], std::min(digits + 2, 17));
    for (const auto& [name, part] : parts)
      for (int j = 0; j < part->cols(); ++j)
        fmt::format_to(out, ",{:.{}g}", (*part)(static_cast<long>(row), j) + 0.0, digits);
    text.push_back('\n');
  }
  return to_string(text);
}

std::string npy_bytes(const LogRows& rows) {
  const auto parts = parts_of(rows);
  std::vector<double> numbers;
  std::size_t columns = 1;
  for (const auto& [name, part] : parts) columns += static_cast<std::size_t>(part->cols());
  numbers.reserve(rows.time.size() * columns);
  for (std::size_t row = 0; row < rows.time.size(); ++row) {
    numbers.push_back(rows.time[row]);
    for (const auto& [name, part] : parts)
      for (int j = 0; j < part->cols(); ++j) numbers.push_back((*part)(static_cast<long>(row), j));
  }
  std::string bytes(numbers.size() * sizeof(double), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

std::string header(const LogSource& source, bool npy) {
  const std::vector<std::string> names =
      column_names(source.read(0, std::min(1L, source.row_count())), source.other_names());
  if (npy) return logs::npy_header(source.row_count(), names.size());
  return fmt::format("{}\n", fmt::join(names, ","));
}

/// Some pieces at a time are computed side by side and written in their order.
void write_rows(const LogSource& source, const WriteLogOptions& options, bool npy, OutputFile& file) {
  const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int threads = options.threads > 0 ? options.threads : cores;
  const auto text_of = [&](long first) {
    const LogRows rows = source.read(first, std::min(options.piece, source.row_count() - first));
    return npy ? npy_bytes(rows) : csv_text(rows, options.digits);
  };
  for (long first = 0; first < source.row_count();) {
    std::vector<std::future<std::string>> pieces;
    for (int k = 0; k < threads && first < source.row_count(); ++k, first += options.piece)
      pieces.push_back(std::async(threads > 1 ? std::launch::async : std::launch::deferred, text_of, first));
    for (std::future<std::string>& piece : pieces) file.write(piece.get());
  }
}

}  // namespace

void write_log(const LogSource& source, const std::filesystem::path& path, const WriteLogOptions& options) {
  const bool npy = path.extension() == ".npy";
  if (!npy && path.extension() != ".csv")
    throw UsageError(path.string() + ": expected a name that ends in .csv or .npy");
  OutputFile file(path, options.existing);
  file.write(header(source, npy));
  write_rows(source, options, npy, file);
  file.finish();
}

}  // namespace torsor
