#include "logs/mat_elements.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>

#include "logs/log_error.hpp"
#include "torsor/core/limits.hpp"

// The layout is that of "MAT-File Format" of The MathWorks: a header of 128 bytes, then elements of type, size, data.
namespace torsor::logs {
namespace {

enum ElementType : std::uint32_t {
  int8 = 1,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  single_ = 7,
  double_ = 9,
  int64 = 12,
  uint64,
  matrix,
  compressed
};
constexpr std::uint8_t struct_class = 2, first_numeric_class = 6, last_numeric_class = 15;

struct Element {
  std::uint32_t type = 0;
  std::string_view data;
};

class Bytes {
 public:
  Bytes(std::string_view bytes, const std::string& file) : bytes_(bytes), file_(&file) {}

  bool at_end() const { return bytes_.size() < 8; }

  Element next(bool padded = true) {
    if (at_end()) fail("the file ends too early");
    const auto first = number<std::uint32_t>(0), second = number<std::uint32_t>(4);
    if (first >> 16u != 0) {  // a small element: size and type in one word, data in the other
      const std::size_t size = first >> 16u;
      if (size > 4) fail("an element is larger than it can be");
      const Element element{first & 0xffffu, bytes_.substr(4, size)};
      bytes_.remove_prefix(8);
      return element;
    }
    if (second > bytes_.size() - 8) fail("the file ends too early");
    const Element element{first, bytes_.substr(8, second)};
    const std::size_t whole = padded ? (std::size_t{second} + 7) / 8 * 8 : second;
    bytes_.remove_prefix(std::min(bytes_.size(), 8 + whole));
    return element;
  }

  template <class T>
  T number(std::size_t at) const {
    T value{};
    if (at + sizeof value > bytes_.size()) fail("the file ends too early");
    std::memcpy(&value, bytes_.data() + at, sizeof value);
    return value;
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw log_error(*file_, {1, 1}, "expected a MATLAB file of level 5: " + message);
  }

 private:
  std::string_view bytes_;
  const std::string* file_;
};

template <class T>
void convert(std::string_view data, std::vector<double>& values) {
  values.reserve(data.size() / sizeof(T));
  for (std::size_t at = 0; at + sizeof(T) <= data.size(); at += sizeof(T)) {
    T value{};
    std::memcpy(&value, data.data() + at, sizeof value);
    values.push_back(static_cast<double>(value));
  }
}

std::vector<double> numbers(const Element& element) {
  std::vector<double> values;
  switch (element.type) {
    case int8:
      convert<std::int8_t>(element.data, values);
      break;
    case uint8:
      convert<std::uint8_t>(element.data, values);
      break;
    case int16:
      convert<std::int16_t>(element.data, values);
      break;
    case uint16:
      convert<std::uint16_t>(element.data, values);
      break;
    case int32:
      convert<std::int32_t>(element.data, values);
      break;
    case uint32:
      convert<std::uint32_t>(element.data, values);
      break;
    case single_:
      convert<float>(element.data, values);
      break;
    case double_:
      convert<double>(element.data, values);
      break;
    case int64:
      convert<std::int64_t>(element.data, values);
      break;
    case uint64:
      convert<std::uint64_t>(element.data, values);
      break;
    default:
      break;
  }
  return values;
}

class MatReader {
 public:
  explicit MatReader(const std::string& file) : file_(&file) {}

  void read_all(std::string_view bytes, int depth) {
    for (Bytes rest(bytes, *file_); !rest.at_end();) {
      const Element element = rest.next(rest.number<std::uint32_t>(0) != compressed);
      if (element.type == compressed && depth == 0)
        read_all(unpacked(element.data), depth + 1);
      else if (element.type == matrix)
        read_matrix(element.data, "", 0);
    }
  }

  std::vector<MatMatrix> found;

 private:
  std::string unpacked(std::string_view data) {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) Bytes({}, *file_).fail("zlib cannot be used");
    const std::unique_ptr<z_stream, int (*)(z_stream*)> ended(&stream, inflateEnd);  // also where memory runs out
    std::string text;
    std::vector<char> piece(1u << 16u);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));  // zlib only reads there
    stream.avail_in = static_cast<uInt>(data.size());
    int code = Z_OK;
    while (code == Z_OK && unpacked_ <= limits::mat_unpacked) {
      stream.next_out = reinterpret_cast<Bytef*>(piece.data());
      stream.avail_out = static_cast<uInt>(piece.size());
      code = inflate(&stream, Z_NO_FLUSH);
      text.append(piece.data(), piece.size() - stream.avail_out);
      unpacked_ += piece.size() - stream.avail_out;
    }
    if (unpacked_ > limits::mat_unpacked) Bytes({}, *file_).fail("its variables have more than 1 GB together");
    if (code != Z_STREAM_END) Bytes({}, *file_).fail("a compressed variable is damaged");
    return text;
  }

  void read_matrix(std::string_view data, const std::string& prefix, int depth) {
    Bytes rest(data, *file_);
    if (rest.at_end()) return;  // an empty field
    const Element flags = rest.next();
    if (flags.type != uint32 || flags.data.size() < 8) rest.fail("an array without flags");
    const auto kind = static_cast<std::uint8_t>(flags.data[0]);
    const bool complex = (static_cast<std::uint8_t>(flags.data[1]) & 8u) != 0;
    const std::vector<double> sizes = numbers(rest.next());
    const Element own_name = rest.next();
    const std::string name = prefix.empty() ? std::string(own_name.data) : prefix;
    if (sizes.size() != 2) return;  // of more dimensions than a log has
    if (kind == struct_class && sizes[0] * sizes[1] == 1 && depth < 8) return read_struct(rest, name, depth);
    if (kind < first_numeric_class || kind > last_numeric_class || complex) return;
    for (const double size : sizes)  // not a number and infinity too
      if (!(size >= 0 && size <= std::numeric_limits<std::int32_t>::max()))
        rest.fail("the variable " + name + " has a size that no variable has");
    numbers_ += static_cast<std::size_t>(sizes[0] * sizes[1]);
    if (numbers_ > limits::mat_numbers) rest.fail("its variables have more than 134 million numbers");
    MatMatrix read{name, static_cast<std::size_t>(sizes[0]), static_cast<std::size_t>(sizes[1]), numbers(rest.next())};
    if (sizes[0] * sizes[1] != static_cast<double>(read.values.size()))
      rest.fail("the variable " + name + " does not have as many numbers as its size says");
    found.push_back(std::move(read));
  }

  void read_struct(Bytes& rest, const std::string& name, int depth) {
    const std::vector<double> length = numbers(rest.next());
    if (length.size() != 1 || length[0] < 1 || length[0] > 1024) rest.fail("a struct with names of an odd length");
    const auto size = static_cast<std::size_t>(length[0]);
    const std::string_view names = rest.next().data;
    for (std::size_t at = 0; at + size <= names.size(); at += size) {
      const std::string_view field = names.substr(at, size);
      const Element element = rest.next();
      if (element.type == matrix)
        read_matrix(element.data, name + "." + std::string(field.substr(0, field.find('\0'))), depth + 1);
    }
  }

  const std::string* file_;
  std::size_t unpacked_ = 0, numbers_ = 0;  // bytes, and numbers that are held
};

}  // namespace

std::vector<MatMatrix> read_mat(std::string_view bytes, const std::string& file) {
  MatReader reader(file);
  if (bytes.size() < 128 || bytes.substr(126, 2) != "IM")
    Bytes({}, file).fail("it has no such header, or the order of bytes of another machine");
  reader.read_all(bytes.substr(128), 0);
  return std::move(reader.found);
}

}  // namespace torsor::logs
