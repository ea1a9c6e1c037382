#include "yaml/section.hpp"

#include <set>

namespace torsor {

using described::Quantity;

void YamlValue::fail_at(Location place, const std::string& message) const {
  throw FileError(*file_, place, message);
}

std::string YamlValue::found() const {
  if (node_.IsScalar()) return in_quotes(node_.Scalar());
  if (node_.IsSequence()) return "a list of " + std::to_string(node_.size());
  if (node_.IsMap()) return "a map";
  return "nothing";
}

std::string YamlValue::text(const std::string& what) const {
  if (!node_.IsScalar() || node_.Scalar().empty()) fail(what + ": expected a text, found " + found());
  return node_.Scalar();
}

bool YamlValue::flag(const std::string& what) const { return choice<bool>(what, {{"true", true}, {"false", false}}); }

Quantity YamlValue::quantity(const std::string& what) const {
  if (!node_.IsScalar()) fail(what + ": expected a number, found " + found());
  auto parsed = parse_expression(node_.Scalar());
  if (const auto* error = std::get_if<ExpressionError>(&parsed)) {
    Location place = where();
    place.column += static_cast<int>(error->position) + (node_.Tag() == "!" ? 1 : 0);  // a quotation mark
    fail_at(place, what + ": " + error->message + " in " + found());
  }
  return {std::get<Expression>(std::move(parsed)), where()};
}

described::Triple YamlValue::triple(const std::string& what) const {
  if (!node_.IsSequence() || node_.size() != 3) fail(what + ": expected a list of 3 numbers, found " + found());
  described::Triple result;
  for (std::size_t k = 0; k < 3; ++k) result[k] = YamlValue(node_[k], file_).quantity(what);
  return result;
}

std::array<Quantity, 2> YamlValue::pair(const std::string& what) const {
  if (!node_.IsSequence() || node_.size() != 2) fail(what + ": expected a list of 2 numbers, found " + found());
  return {YamlValue(node_[0], file_).quantity(what), YamlValue(node_[1], file_).quantity(what)};
}

std::array<Quantity, 2> YamlValue::pair_or_one(const std::string& what) const {
  if (node_.IsSequence()) return pair(what);
  const Quantity one = quantity(what);
  return {one, one};
}

std::vector<YamlValue> YamlValue::list(const std::string& what) const {
  if (!node_.IsSequence()) fail(what + ": expected a list, found " + found());
  std::vector<YamlValue> result;
  for (const YAML::Node& item : node_) result.emplace_back(item, file_);
  return result;
}

YamlSection::YamlSection(const YamlValue& value, std::string what) : value_(value), what_(std::move(what)) {
  if (!value.node().IsMap()) value.fail(what_ + ": expected a map of keys and values, found " + value.found());
  std::set<std::string> names;
  for (const auto& item : value.node()) {
    const YamlValue key(item.first, value.file());
    if (!item.first.IsScalar()) key.fail(what_ + ": expected a key, found " + key.found());
    if (!names.insert(item.first.Scalar()).second) key.fail(what_ + ": the key " + key.found() + " stands twice");
    entries_.push_back({key, YamlValue(item.second, key)});
  }
}

std::optional<YamlValue> YamlSection::take(const std::string& key) {
  asked_.push_back(key);
  for (Entry& entry : entries_) {
    if (entry.key.node().Scalar() != key) continue;
    entry.taken = true;
    return entry.value;
  }
  return {};
}

YamlValue YamlSection::require(const std::string& key) {
  if (auto found = take(key)) return *found;
  value_.fail(what_ + ": the key '" + key + "' is missing");
}

void YamlSection::finish() const {
  for (const Entry& entry : entries_) {
    if (entry.taken) continue;
    std::string expected;
    for (const std::string& key : asked_) expected += (expected.empty() ? "" : ", ") + key;
    entry.key.fail(what_ + ": unknown key " + entry.key.found() + "; expected one of " + expected);
  }
}

std::vector<std::pair<YamlValue, YamlValue>> YamlSection::take_all() {
  std::vector<std::pair<YamlValue, YamlValue>> result;
  for (Entry& entry : entries_) {
    entry.taken = true;
    result.emplace_back(entry.key, entry.value);
  }
  return result;
}

}  // namespace torsor
