#include "support/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

namespace torsor::test {
namespace {

bool is_pair(const Json& json) { return json.is_array() && json.size() == 2 && json[0].is_string(); }

Json::Value converted(const nlohmann::json& json) {
  if (json.is_discarded()) return Json::Discarded{};
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_array()) {
    Json::array_t entries;
    for (const nlohmann::json& entry : json) entries.push_back(Json::of(converted(entry)));
    return entries;
  }
  if (json.is_null()) return nullptr;
  Json::Members members;  // nlohmann's are sorted
  for (const auto& [name, member] : json.items()) members.emplace_back(name, Json::of(converted(member)));
  return members;
}

nlohmann::json converted(const Json& json) {
  return std::visit(
      []<class T>(const T& value) {
        nlohmann::json result;
        if constexpr (std::same_as<T, Json::array_t>) {
          result = nlohmann::json::array();
          for (const Json& entry : value) result.push_back(converted(entry));
        } else if constexpr (std::same_as<T, Json::Members>) {
          result = nlohmann::json::object();
          for (const auto& [name, member] : value) result[name] = converted(member);
        } else if constexpr (std::same_as<T, Json::Discarded>) {
          result = "not JSON";
        } else {
          result = value;
        }
        return result;
      },
      json.value());
}

}  // namespace

Json::Json(std::initializer_list<Json> entries) {
  if (!std::all_of(entries.begin(), entries.end(), is_pair)) {
    value_ = array_t(entries);
    return;
  }
  Members members;
  for (const Json& pair : entries) members.emplace_back(pair[0].get<std::string>(), pair[1]);
  std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  value_ = std::move(members);
}

Json Json::of(Value value) {
  Json json;
  json.value_ = std::move(value);
  return json;
}

Json Json::parse(const std::string& text) { return of(converted(nlohmann::json::parse(text, nullptr, false))); }

std::size_t Json::size() const { return is_object() ? items().size() : entries().size(); }

bool Json::contains(const std::string& name) const {
  return std::any_of(items().begin(), items().end(), [&](const auto& member) { return member.first == name; });
}

const Json::Members& Json::items() const {
  static const Members none;
  const auto* members = std::get_if<Members>(&value_);
  return members != nullptr ? *members : none;
}

const Json::array_t& Json::entries() const {
  static const array_t none;
  const auto* list = std::get_if<array_t>(&value_);
  return list != nullptr ? *list : none;
}

const Json& Json::entry(std::size_t index) const {
  static const Json none;
  return index < entries().size() ? entries()[index] : none;
}

const Json& Json::member(const std::string& name) const {
  static const Json none;
  for (const auto& [key, value] : items())
    if (key == name) return value;
  return none;
}

std::string Json::dump() const { return converted(*this).dump(); }

std::ostream& operator<<(std::ostream& out, const Json& json) { return out << json.dump(); }

}  // namespace torsor::test
