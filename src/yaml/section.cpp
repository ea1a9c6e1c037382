#include "yaml/section.hpp"

#include <set>

#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/text.hpp"
#include "yaml/slip.hpp"

namespace torsor::yaml {

Section::Section(const Value& value, std::string what)
    : value_(value), what_(std::move(what)), errors_before_(value.report().errors()), keys_sound_(value.is_map()) {
  if (keys_sound_)
    read_entries();
  else
    value_.fail(what_ + ": expected a map of keys and values, found " + value_.found() +
                (lacks_space(value_.scalar()) ? "; YAML needs a space after the colon" : ""));
}

void Section::read_entries() {
  const std::vector<const Node*>& nodes = value_.children();
  std::set<std::string_view> names;
  for (std::size_t k = 0; k + 1 < nodes.size(); k += 2) {
    const Value key(*nodes[k], value_.report());
    if (!key.is_scalar())
      key.fail(what_ + ": expected a key, found " + key.found());
    else if (!names.insert(key.scalar()).second)
      key.fail(what_ + ": the key " + key.found() + " appears twice");
    else
      entries_.push_back({key, Value(*nodes[k + 1], key)});
  }
  keys_sound_ = sound();
}

std::optional<Value> Section::take(const std::string& key) {
  asked_.push_back(key);
  for (Entry& entry : entries_) {
    if (entry.key.scalar() != key) continue;
    entry.taken = true;
    return entry.value;
  }
  return {};
}

Value Section::require(const std::string& key) {
  if (auto found = take(key)) return *found;
  missing_.push_back(key);
  return Value(value_.report());
}

void Section::finish() {
  for (const Entry& entry : entries_) {
    if (entry.taken) continue;
    std::string expected;
    for (const std::string& key : asked_) expected += (expected.empty() ? "" : ", ") + key;
    entry.key.fail(what_ + ": unknown key " + entry.key.found() + "; expected one of " + expected +
                   advice(entry.key.scalar()));
    keys_sound_ = false;
  }
  if (!keys_sound_) return;
  for (const std::string& key : missing_) value_.fail(what_ + ": the key '" + key + "' is missing");
}

std::string Section::advice(std::string_view key) const {
  if (!lacks_space(key)) return did_you_mean(key, asked_);
  const std::size_t colon = key.find(':');
  return "; YAML needs a space after the colon: " +
         in_quotes(std::string(key.substr(0, colon + 1)).append(" ").append(key.substr(colon + 1)));
}

std::vector<std::pair<Value, Value>> Section::take_all() {
  std::vector<std::pair<Value, Value>> result;
  for (Entry& entry : entries_) {
    entry.taken = true;
    result.emplace_back(entry.key, entry.value);
  }
  return result;
}

}  // namespace torsor::yaml
