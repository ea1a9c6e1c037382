#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "yaml/value.hpp"

namespace torsor::yaml {

/// A map whose keys are taken one by one; keys that nobody takes are errors. One mistake is told once: a section that
/// is no map is empty and says nothing more, and where a key is wrong none is said to be missing, for it may be that
/// one with another name.
class Section {
 public:
  Section(const Value& value, std::string what);

  std::optional<Value> take(const std::string& key);
  /// A key that has to be there; finish() tells where it is not.
  Value require(const std::string& key);
  /// Complains about the keys that are left and those that are missing. Call it after every key that may be there was
  /// asked for.
  void finish();
  /// Whether nothing was wrong with it and in it so far: then what its values mean together can be judged.
  bool sound() const { return value_.report().errors() == errors_before_; }

  const Value& value() const { return value_; }
  const std::string& what() const { return what_; }
  /// Key and value of every entry, for maps whose keys are names. Takes them all.
  std::vector<std::pair<Value, Value>> take_all();

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
    Value key;
    Value value;
    bool taken = false;
  };
  void read_entries();
  /// What may have been meant by a key that nobody takes.
  std::string advice(std::string_view key) const;

  Value value_;
  std::string what_;
  int errors_before_;
  bool keys_sound_ = true;
  std::vector<Entry> entries_;
  std::vector<std::string> asked_, missing_;
};

}  // namespace torsor::yaml
