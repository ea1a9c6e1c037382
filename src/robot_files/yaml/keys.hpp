#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "torsor/model/description.hpp"

namespace torsor::yaml {

/// What is missing in a robot file is zero; -0 and 0*l are something else than that.
bool is_zero(const described::Quantity& quantity);
template <std::size_t n>
bool is_zero(const std::array<described::Quantity, n>& entries) {
  return std::all_of(entries.begin(), entries.end(), [](const described::Quantity& entry) { return is_zero(entry); });
}

/// The expression as it was written.
std::string scalar_text(const described::Quantity& quantity);
/// [a, b, c]
std::string list_text(const described::Triple& entries);
std::string list_text(const std::array<described::Quantity, 2>& entries);
std::string list_text(const std::vector<described::Quantity>& entries);

/// Keys of a YAML map with the texts of their values, in order. Numbers that are missing or zero are left out.
class Keys {
 public:
  void add(std::string key, std::string value) { keys_.emplace_back(std::move(key), std::move(value)); }
  void add(const char* key, const char* value) { add(std::string(key), std::string(value)); }
  void add(const char* key, const described::Quantity& value);
  void add(const char* key, const std::optional<described::Quantity>& value);
  void add(const char* key, const described::Triple& value);
  /// One number where both directions have the same.
  void add(const char* key, const std::array<described::Quantity, 2>& value);
  bool empty() const { return keys_.empty(); }

  /// {a: 1, b: 2}
  std::string flow() const;
  /// A line each, the first one behind `first` and the others behind `indent`.
  std::string block(const std::string& first, const std::string& indent) const;

 private:
  std::vector<std::pair<std::string, std::string>> keys_;
};

std::string flow_text(const described::Pose& pose);
std::string flow_text(const described::Shape& shape);
std::string flow_text(const described::Capsule& capsule);

}  // namespace torsor::yaml
