#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <regex>

#include "logs/input_file.hpp"
#include "logs/log_error.hpp"
#include "logs/number_table.hpp"
#include "torsor/core/counted.hpp"

namespace torsor::logs {
namespace {

static_assert(std::endian::native == std::endian::little, "NPY files are read as they lie");

/// A matrix as numpy.save writes it: a header with type, order and shape, then the numbers.
class NpyTable : public NumberTable {
 public:
  explicit NpyTable(const std::filesystem::path& path) : NumberTable(path.string(), {}, 0), input_(path) {
    read_header();
  }

  void scan(const std::vector<int>& wanted, bool first_is_time) override {
    wanted_ = wanted;
    judge_numbers(wanted, first_is_time);
  }
  long row_count() const override { return rows_; }

  void read(long first, long count, double* values) const override {
    const auto bytes = static_cast<std::size_t>(count) * size_;
    if (by_column_) {
      std::vector<char> column(bytes);
      for (std::size_t k = 0; k < wanted_.size(); ++k) {
        get((static_cast<std::size_t>(wanted_[k]) * static_cast<std::size_t>(rows_) + static_cast<std::size_t>(first)) *
                size_,
            column);
        for (long r = 0; r < count; ++r)
          values[static_cast<long>(k) * count + r] = number(&column[static_cast<std::size_t>(r) * size_]);
      }
      return;
    }
    const std::size_t row_bytes = static_cast<std::size_t>(columns_) * size_;
    std::vector<char> rows(static_cast<std::size_t>(count) * row_bytes);
    get(static_cast<std::size_t>(first) * row_bytes, rows);
    for (long r = 0; r < count; ++r)
      for (std::size_t k = 0; k < wanted_.size(); ++k)
        values[static_cast<long>(k) * count + r] =
            number(&rows[static_cast<std::size_t>(r) * row_bytes + static_cast<std::size_t>(wanted_[k]) * size_]);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { throw log_error(file_, {1, 1}, message); }

  void get(std::size_t offset, std::vector<char>& bytes) const {
    if (input_.read(data_ + offset, bytes.data(), bytes.size()) != bytes.size()) fail("the file ends too early");
  }

  double number(const char* bytes) const {
    if (size_ == sizeof(double)) {
      double value = 0;
      std::memcpy(&value, bytes, sizeof value);
      return value;
    }
    float value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return static_cast<double>(value);
  }

  void read_header() {
    unsigned char start[12] = {};
    const std::size_t got = input_.read(0, reinterpret_cast<char*>(start), sizeof start);
    if (got < 10 || start[6] < 1 || start[6] > 3) fail("expected an NPY file of version 1, 2 or 3");
    std::size_t length = start[8] + 256u * start[9];
    std::size_t at = 10;
    if (start[6] > 1) length += 65536u * (start[10] + 256u * start[11]), at = 12;
    if (length > 4096) fail("expected an NPY header of at most 4 kB, found " + std::to_string(length) + " bytes");
    std::string header(length, ' ');
    if (input_.read(at, header.data(), length) != length) fail("the NPY header ends too early");
    data_ = at + length;
    std::smatch found;
    if (!std::regex_search(header, found, std::regex("'descr': *'([<|=>]?)([a-z][0-9]*)'")))
      fail("expected an NPY matrix of one type, found " + in_quotes(header));
    if (found[1] == ">" || (found[2] != "f8" && found[2] != "f4"))
      fail("expected numbers of the type <f8 or <f4, found " + in_quotes(found[1].str() + found[2].str()) +
           "; convert with array.astype('<f8')");
    size_ = found[2] == "f8" ? 8 : 4;
    by_column_ = header.find("'fortran_order': True") != std::string::npos;
    read_shape(header);
  }

  void read_shape(const std::string& header) {
    std::smatch found;
    if (!std::regex_search(header, found, std::regex(R"('shape': *\(([0-9]{1,15}), *([0-9]{1,6})\))")))
      fail("expected a matrix of rows and columns, found " + in_quotes(header));
    rows_ = std::stol(found[1]);
    columns_ = std::stoi(found[2]);
    if (rows_ < 1 || columns_ < 1) fail("expected at least one row and one column");
    const std::size_t there = (input_.size() - std::min(data_, input_.size())) / size_;
    const long whole = static_cast<long>(there / static_cast<std::size_t>(columns_));
    if (whole >= rows_) return;
    if (by_column_ || whole == 0)
      fail("expected " + std::to_string(rows_) + " x " + std::to_string(columns_) + " numbers, found " +
           std::to_string(there));
    findings_.push_back({"truncated-row",
                         Severity::warning,
                         file_,
                         {static_cast<int>(whole + 1), 1},
                         "rows " + std::to_string(whole + 1) + "-" + std::to_string(rows_),
                         "expected " + counted(rows_, "row") + ", found " + std::to_string(whole),
                         "the file ends too early: the rows that are there are used"});
    rows_ = whole;
  }

  InputFile input_;
  std::vector<int> wanted_;
  std::size_t data_ = 0, size_ = 8;
  long rows_ = 0;
  bool by_column_ = false;
};

}  // namespace

std::unique_ptr<NumberTable> open_npy(const std::filesystem::path& path) { return std::make_unique<NpyTable>(path); }

}  // namespace torsor::logs
