#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace torsor::cli {

/// A JSON value that is written, never read: objects keep the order in which their members were added.
///
///     Json json{{"name", "elbow"}, {"limits", {-1.5, 1.5}}};
///     json["torque"] = std::vector<double>{1, 2};
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;
  using Value = std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object>;

  Json() noexcept;  // null
  Json(std::nullptr_t) noexcept;
  Json(double number);
  Json(std::string text);
  Json(std::string_view text);
  Json(const char* text);
  template <std::same_as<bool> T>  // not what merely converts to it
  Json(T truth) : Json(of_truth(truth)) {}
  template <std::signed_integral T>
  Json(T number) : Json(of_whole_number(number)) {}
  template <std::unsigned_integral T>
    requires(!std::same_as<T, bool>)
  Json(T number) : Json(of_natural_number(number)) {}
  template <class T>
  Json(const std::vector<T>& list) : Json(array()) {
    for (const T& entry : list) push_back(entry);
  }
  /// An object where every entry is a pair of a name and a value, and an array otherwise.
  Json(std::initializer_list<Json> entries);

  // The many files that build values leave it to json.cpp to compile what all of them need.
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  static Json array(std::initializer_list<Json> entries = {});
  static Json object();

  /// The member of that name, added where there is none; null becomes an object.
  Json& operator[](std::string_view name);
  /// Null becomes an array.
  void push_back(Json entry);
  /// Adds the members of another object, or puts them in the place of those of the same name.
  void update(const Json& other);
  /// Whether there is no entry and no member.
  bool empty() const;

  const Value& value() const { return value_; }

  /// On one line.
  std::string line() const;
  /// With a line for each member and entry, indented by two spaces; a list of numbers is on one line, and so is a short
  /// list of texts. Numbers read back to the same bits; what is not UTF-8 is replaced.
  std::string text() const;

 private:
  static Json of_truth(bool truth);
  static Json of_whole_number(std::int64_t number);
  static Json of_natural_number(std::uint64_t number);

  Value value_;
};

/// The way to the first number that is not finite, such as /links/2/mass; empty where all are.
std::string path_to_not_finite(const Json& json);

}  // namespace torsor::cli
