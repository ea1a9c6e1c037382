#include "torsor/logs/table_rows.hpp"

#include <cctype>
#include <cstring>

#include "core/put_number.hpp"
#include "logs/npy_matrix.hpp"

namespace torsor {
namespace {

char* put(double value, char* at) {
  if (value == 0) return *at = '0', at + 1;  // many terms are zero throughout, and -0 is not written
  return put_number(value, at);
}

std::size_t width_of(const std::vector<TableBlock>& blocks) {
  std::size_t width = 0;
  for (const TableBlock& block : blocks) width += block.width;
  return width;
}

}  // namespace

TableFormat table_format(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  for (char& letter : ending) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return ending == ".npy" ? TableFormat::npy : TableFormat::csv;
}

std::string table_start(TableFormat format, const std::vector<std::string>& columns, std::size_t rows) {
  if (format == TableFormat::npy) return logs::npy_header(static_cast<long>(rows), columns.size());
  std::string text;
  for (const std::string& column : columns) text += (text.empty() ? "" : ",") + column;
  return text + "\n";
}

std::string_view TableRows::bytes(TableFormat format, std::size_t rows, const std::vector<TableBlock>& blocks) {
  return format == TableFormat::npy ? npy(rows, blocks) : csv(rows, blocks);
}

std::string_view TableRows::csv(std::size_t rows, const std::vector<TableBlock>& blocks) {
  const std::size_t most = rows * width_of(blocks) * (longest_number + 1) + number_room;
  if (buffer_.size() < most) buffer_.resize(most);
  char* at = buffer_.data();
  for (std::size_t r = 0; r < rows; ++r) {
    for (const auto& [numbers, width] : blocks)
      for (std::size_t k = 0; k < width; ++k) {
        at = put(numbers[r * width + k], at);
        *at++ = ',';
      }
    at[-1] = '\n';
  }
  return {buffer_.data(), static_cast<std::size_t>(at - buffer_.data())};
}

std::string_view TableRows::npy(std::size_t rows, const std::vector<TableBlock>& blocks) {
  const std::size_t bytes = rows * width_of(blocks) * sizeof(double);
  if (buffer_.size() < bytes) buffer_.resize(bytes);
  char* at = buffer_.data();
  for (std::size_t r = 0; r < rows; ++r)
    for (const auto& [numbers, width] : blocks) {
      std::memcpy(at, numbers + r * width, width * sizeof(double));
      at += width * sizeof(double);
    }
  return {buffer_.data(), bytes};
}

}  // namespace torsor
