#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace torsor::test {

/// JSON that was read, with what the tests ask of it. The parser behind it, nlohmann's, takes seconds to compile for
/// every file that sees it: only json.cpp does.
class Json {
 public:
  struct Discarded {  // what is not JSON
    bool operator==(const Discarded&) const = default;
  };
  using array_t = std::vector<Json>;
  using Members = std::vector<std::pair<std::string, Json>>;  // by name
  using Value = std::variant<std::nullptr_t, Discarded, bool, double, std::string, array_t, Members>;

  Json() = default;  // null
  Json(std::nullptr_t) {}
  template <class T>
    requires std::is_arithmetic_v<T>
  Json(T number) : value_(static_cast<std::conditional_t<std::same_as<T, bool>, bool, double>>(number)) {}
  Json(std::string text) : value_(std::move(text)) {}
  Json(const char* text) : value_(std::string(text)) {}
  template <class T>
  Json(const std::vector<T>& list) : value_(array_t(list.begin(), list.end())) {}
  /// An object where every entry is a pair of a name and a value, and an array otherwise.
  Json(std::initializer_list<Json> entries);
  static Json array() { return array_t{}; }
  static Json of(Value value);

  static Json parse(const std::string& text);

  bool is_discarded() const { return is<Discarded>(); }
  bool is_null() const { return is<std::nullptr_t>(); }
  bool is_string() const { return is<std::string>(); }
  bool is_array() const { return is<array_t>(); }
  bool is_object() const { return is<Members>(); }

  /// Of an array or an object; 0 of all else.
  std::size_t size() const;
  bool empty() const { return size() == 0; }
  bool contains(const std::string& name) const;
  /// The entry or the member; null where there is none.
  template <std::integral T>
  const Json& operator[](T index) const {
    return entry(static_cast<std::size_t>(index));
  }
  const Json& operator[](const char* name) const { return member(name); }
  const Json& operator[](const std::string& name) const { return member(name); }
  const Json& at(const std::string& name) const { return member(name); }
  const Json& back() const { return entry(size() - 1); }
  const Json* begin() const { return entries().data(); }
  const Json* end() const { return begin() + entries().size(); }
  const Members& items() const;

  /// A number, a truth, a text, or a list of these. Throws std::bad_variant_access where it is another.
  template <class T>
  T get() const {
    if constexpr (std::same_as<T, bool> || std::same_as<T, std::string>)
      return std::get<T>(value_);
    else if constexpr (std::is_arithmetic_v<T>)
      return static_cast<T>(std::get<double>(value_));
    else
      return T(entries_or_throw().begin(), entries_or_throw().end());
  }
  template <class T>
    requires((std::is_arithmetic_v<T> && !std::same_as<T, char>) || std::same_as<T, std::string> ||
             std::same_as<T, std::vector<double>> || std::same_as<T, std::vector<std::string>>)
  operator T() const {
    return get<T>();
  }

  bool operator==(const Json& other) const { return value_ == other.value_; }
  template <class T>
    requires(!std::same_as<T, Json> && std::constructible_from<Json, const T&>)
  bool operator==(const T& other) const {
    return *this == Json(other);
  }

  /// Of numbers.
  std::partial_ordering operator<=>(const Json& other) const { return get<double>() <=> other.get<double>(); }
  template <class T>
    requires std::is_arithmetic_v<T>
  std::partial_ordering operator<=>(T other) const {
    return get<double>() <=> static_cast<double>(other);
  }

  const Value& value() const { return value_; }
  /// On one line.
  std::string dump() const;

 private:
  template <class T>
  bool is() const {
    return std::holds_alternative<T>(value_);
  }
  const array_t& entries() const;
  const array_t& entries_or_throw() const { return std::get<array_t>(value_); }
  const Json& entry(std::size_t index) const;
  const Json& member(const std::string& name) const;

  Value value_ = nullptr;
};

std::ostream& operator<<(std::ostream& out, const Json& json);

}  // namespace torsor::test
