#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "torsor/model/description.hpp"
#include "yaml/document.hpp"

namespace torsor::yaml {

/// A node with the way in which it is read. What is wrong with it goes to the report, and a default comes back: the
/// reader goes on. `what` names the value in messages: "mass of link1".
class Value {
 public:
  Value(const Node& node, Report& report) : node_(&node), report_(&report), where_(node.where) {}
  /// The value of a key; where there is nothing, it is complained of where its key stands.
  Value(const Node& node, const Value& key) : Value(node, *key.report_) {
    if (node.kind == Node::Kind::nothing) where_ = key.where_;
  }
  /// The value of a key that is missing. It gives defaults and says nothing: the key is what is told.
  explicit Value(Report& report) : report_(&report) {}

  Location where() const { return where_; }
  Report& report() const { return *report_; }
  bool is_missing() const { return node_ == nullptr; }
  bool is_scalar() const { return is(Node::Kind::scalar); }
  bool is_list() const { return is(Node::Kind::list); }
  bool is_map() const { return is(Node::Kind::map); }
  /// As it was written; nothing where it is no scalar.
  std::string_view scalar() const { return is_scalar() ? std::string_view(node_->text) : std::string_view(); }
  const std::vector<const Node*>& children() const;

  void fail(const std::string& message) const { fail_at(where_, message); }
  void fail_at(Location place, const std::string& message) const {
    if (!is_missing()) report_->error(place, message);
  }
  /// What stands there, for the "found ..." of a message.
  std::string found() const;

  std::string text(const std::string& what) const;
  bool flag(const std::string& what) const;
  described::Quantity quantity(const std::string& what) const;
  described::Triple triple(const std::string& what) const;
  std::array<described::Quantity, 2> pair(const std::string& what) const;
  /// One number for both, or [positive, negative].
  std::array<described::Quantity, 2> pair_or_one(const std::string& what) const;
  /// The entries of a list. With `entry`, which names one, at least one is expected.
  std::vector<Value> list(const std::string& what, const char* entry = nullptr) const;

  /// The choice whose name stands there.
  template <class T>
  T choice(const std::string& what, const std::map<std::string, T>& choices) const {
    if (const auto chosen = choices.find(std::string(scalar())); is_scalar() && chosen != choices.end())
      return chosen->second;
    std::string names;
    for (const auto& [name, value] : choices) names += (names.empty() ? "" : ", ") + name;
    fail(what + ": expected one of " + names + "; found " + found());
    return {};
  }

 private:
  bool is(Node::Kind kind) const { return node_ != nullptr && node_->kind == kind; }
  template <std::size_t n>
  std::array<described::Quantity, n> numbers(const std::string& what) const;

  const Node* node_ = nullptr;
  Report* report_;
  Location where_{};
};

}  // namespace torsor::yaml
