#include "output/json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace torsor::cli {
namespace {

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};

/// ["name", value]
bool is_pair(const Json& json) {
  const auto* entries = std::get_if<Json::Array>(&json.value());
  return entries != nullptr && entries->size() == 2 && std::holds_alternative<std::string>((*entries)[0].value());
}

nlohmann::ordered_json converted(const Json& json) {
  using Result = nlohmann::ordered_json;
  return std::visit(Overloaded{[](const auto& plain) { return Result(plain); },
                               [](const Json::Array& entries) {
                                 Result list = Result::array();
                                 for (const Json& entry : entries) list.push_back(converted(entry));
                                 return list;
                               },
                               [](const Json::Object& members) {
                                 Result object = Result::object();
                                 for (const auto& [name, member] : members) object[name] = converted(member);
                                 return object;
                               }},
                    json.value());
}

std::string on_one_line(const Json& json) {
  return converted(json).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

bool is_nested(const Json& json) {
  return std::holds_alternative<Json::Array>(json.value()) || std::holds_alternative<Json::Object>(json.value());
}

/// "[1.0, 2.0]": a list of numbers however long, and of texts where it is not too long to be read.
std::string listed(const Json::Array& entries) {
  constexpr std::size_t longest = 100;
  std::string text;
  bool texts = false;
  for (const Json& entry : entries) {
    if (is_nested(entry)) return "";
    texts |= std::holds_alternative<std::string>(entry.value());
    text += (text.empty() ? "" : ", ") + on_one_line(entry);
  }
  return texts && text.size() > longest ? "" : "[" + text + "]";
}

void lay_out(const Json& json, const std::string& start, std::string& text) {
  const std::string inside = start + "  ";
  bool first = true;
  const auto next = [&] { text += (first ? "\n" : ",\n") + inside, first = false; };
  const auto* entries = std::get_if<Json::Array>(&json.value());
  const auto* members = std::get_if<Json::Object>(&json.value());
  const std::string flat = entries != nullptr ? listed(*entries) : "";
  if (!flat.empty() || json.empty() || !is_nested(json)) {
    text += flat.empty() ? on_one_line(json) : flat;
  } else if (entries != nullptr) {
    text += '[';
    for (const Json& entry : *entries) next(), lay_out(entry, inside, text);
    text += "\n" + start + "]";
  } else {
    text += '{';
    for (const auto& [name, member] : *members) next(), text += on_one_line(name) + ": ", lay_out(member, inside, text);
    text += "\n" + start + "}";
  }
}

}  // namespace

Json::Json() noexcept = default;
Json::Json(std::nullptr_t) noexcept {}
Json::Json(double number) : value_(number) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(std::string_view text) : value_(std::string(text)) {}
Json::Json(const char* text) : value_(std::string(text)) {}

Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json Json::of_truth(bool truth) {
  Json json;
  json.value_ = truth;
  return json;
}

Json Json::of_whole_number(std::int64_t number) {
  Json json;
  json.value_ = number;
  return json;
}

Json Json::of_natural_number(std::uint64_t number) {
  Json json;
  json.value_ = number;
  return json;
}

Json::Json(std::initializer_list<Json> entries) {
  if (!std::all_of(entries.begin(), entries.end(), is_pair)) {
    value_ = Array(entries);
    return;
  }
  value_ = Object();
  for (const Json& entry : entries) {
    const Array& pair = std::get<Array>(entry.value_);
    (*this)[std::get<std::string>(pair[0].value_)] = pair[1];
  }
}

Json Json::array(std::initializer_list<Json> entries) {
  Json json;
  json.value_ = Array(entries);
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Object();
  return json;
}

Json& Json::operator[](std::string_view name) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Object();
  Object& members = std::get<Object>(value_);
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const auto& member) { return member.first == name; });
  return found != members.end() ? found->second : members.emplace_back(name, Json()).second;
}

void Json::push_back(Json entry) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Array();
  std::get<Array>(value_).push_back(std::move(entry));
}

void Json::update(const Json& other) {
  for (const auto& [name, member] : std::get<Object>(other.value_)) (*this)[name] = member;
}

bool Json::empty() const {
  if (const auto* entries = std::get_if<Array>(&value_)) return entries->empty();
  if (const auto* members = std::get_if<Object>(&value_)) return members->empty();
  return std::holds_alternative<std::nullptr_t>(value_);
}

std::string Json::line() const { return on_one_line(*this); }

std::string Json::text() const {
  std::string text;
  lay_out(*this, "", text);
  return text;
}

namespace {

/// Puts the path together on the way back.
bool find_not_finite(const Json& json, std::string& path) {
  if (const auto* number = std::get_if<double>(&json.value())) return !std::isfinite(*number);
  if (const auto* entries = std::get_if<Json::Array>(&json.value())) {
    for (std::size_t k = 0; k < entries->size(); ++k)
      if (find_not_finite((*entries)[k], path)) {
        path.insert(0, "/" + std::to_string(k));
        return true;
      }
  } else if (const auto* members = std::get_if<Json::Object>(&json.value())) {
    for (const auto& [name, member] : *members)
      if (find_not_finite(member, path)) {
        path.insert(0, "/" + name);
        return true;
      }
  }
  return false;
}

}  // namespace

std::string path_to_not_finite(const Json& json) {
  std::string path;
  find_not_finite(json, path);
  return path;
}

}  // namespace torsor::cli
