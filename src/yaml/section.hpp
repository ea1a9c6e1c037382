#pragma once

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "torsor/core/error.hpp"
#include "torsor/model/description.hpp"

namespace torsor {

/// A node of a YAML file that knows the file's name, so that every complaint can say where it is.
class YamlValue {
 public:
  YamlValue(const YAML::Node& node, const std::string* file) : node_(node), file_(file) {
    const YAML::Mark mark = node_.Mark();
    where_ = {std::max(mark.line, 0) + 1, std::max(mark.column, 0) + 1};
  }
  /// The value of a key; one that is missing is complained of where its key stands.
  YamlValue(const YAML::Node& node, const YamlValue& key) : YamlValue(node, key.file_) {
    if (node_.IsNull()) where_ = key.where_;
  }

  Location where() const { return where_; }
  const YAML::Node& node() const { return node_; }
  const std::string* file() const { return file_; }
  [[noreturn]] void fail(const std::string& message) const { fail_at(where(), message); }
  [[noreturn]] void fail_at(Location place, const std::string& message) const;

  /// What stands there, for the "found ..." of a message.
  std::string found() const;

  std::string text(const std::string& what) const;
  bool flag(const std::string& what) const;
  described::Quantity quantity(const std::string& what) const;
  described::Triple triple(const std::string& what) const;
  /// One number for both, or [positive, negative].
  std::array<described::Quantity, 2> pair_or_one(const std::string& what) const;
  std::array<described::Quantity, 2> pair(const std::string& what) const;
  std::vector<YamlValue> list(const std::string& what) const;

  /// The choice whose name stands there.
  template <class T>
  T choice(const std::string& what, const std::map<std::string, T>& choices) const {
    if (node_.IsScalar())
      if (const auto found_choice = choices.find(node_.Scalar()); found_choice != choices.end())
        return found_choice->second;
    std::string names;
    for (const auto& [name, value] : choices) names += (names.empty() ? "" : ", ") + name;
    fail(what + ": expected one of " + names + "; found " + found());
  }

 private:
  YAML::Node node_;
  const std::string* file_;
  Location where_;
};

/// A map whose keys are taken one by one; keys that nobody takes are errors.
class YamlSection {
 public:
  YamlSection(const YamlValue& value, std::string what);

  std::optional<YamlValue> take(const std::string& key);
  YamlValue require(const std::string& key);
  /// Complains about the keys that are left. Call it after every key that may be there was asked for.
  void finish() const;

  const YamlValue& value() const { return value_; }
  const std::string& what() const { return what_; }
  /// Key and value of every entry, for maps whose keys are names. Takes them all.
  std::vector<std::pair<YamlValue, YamlValue>> take_all();

  void read(const std::string& key, described::Quantity& target) {
    if (const auto found = take(key)) target = found->quantity(key + " of " + what_);
  }
  void read(const std::string& key, std::optional<described::Quantity>& target) {
    if (const auto found = take(key)) target = found->quantity(key + " of " + what_);
  }
  void read(const std::string& key, described::Triple& target) {
    if (const auto found = take(key)) target = found->triple(key + " of " + what_);
  }
  void read(const std::string& key, std::array<described::Quantity, 2>& target) {
    if (const auto found = take(key)) target = found->pair_or_one(key + " of " + what_);
  }
  void read(const std::string& key, std::string& target) {
    if (const auto found = take(key)) target = found->text(key + " of " + what_);
  }
  void read(const std::string& key, bool& target) {
    if (const auto found = take(key)) target = found->flag(key + " of " + what_);
  }

 private:
  struct Entry {
    YamlValue key;
    YamlValue value;
    bool taken = false;
  };
  YamlValue value_;
  std::string what_;
  std::vector<Entry> entries_;
  std::vector<std::string> asked_;
};

}  // namespace torsor
