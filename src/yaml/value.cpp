#include "yaml/value.hpp"

#include "torsor/core/text.hpp"

namespace torsor::yaml {

using described::Quantity;

const std::vector<const Node*>& Value::children() const {
  static const std::vector<const Node*> none;
  return is_missing() ? none : node_->children;
}

std::string Value::found() const {
  if (is_scalar()) return in_quotes(scalar());
  if (is_list()) return "a list of " + std::to_string(children().size());
  if (is_map()) return "a map";
  return "nothing";
}

std::string Value::text(const std::string& what) const {
  if (scalar().empty()) fail(what + ": expected a text, found " + found());
  return std::string(scalar());
}

bool Value::flag(const std::string& what) const { return choice<bool>(what, {{"true", true}, {"false", false}}); }

Quantity Value::quantity(const std::string& what) const {
  if (!is_scalar()) {
    fail(what + ": expected a number, found " + found());
    return {0.0, where_};
  }
  auto parsed = parse_expression(node_->text);
  if (const auto* error = std::get_if<ExpressionError>(&parsed)) {
    Location place = where_;
    place.column += static_cast<int>(error->position) + (node_->quoted ? 1 : 0);
    fail_at(place, what + ": " + error->message + " in " + found());
    return {0.0, where_};
  }
  return {std::get<Expression>(std::move(parsed)), where_};
}

template <std::size_t n>
std::array<Quantity, n> Value::numbers(const std::string& what) const {
  std::array<Quantity, n> result;
  if (!is_list() || children().size() != n)
    fail(what + ": expected a list of " + std::to_string(n) + " numbers, found " + found());
  else
    for (std::size_t k = 0; k < n; ++k) result[k] = Value(*children()[k], *report_).quantity(what);
  return result;
}

described::Triple Value::triple(const std::string& what) const { return numbers<3>(what); }

std::array<Quantity, 2> Value::pair(const std::string& what) const { return numbers<2>(what); }

std::array<Quantity, 2> Value::pair_or_one(const std::string& what) const {
  if (is_list()) return pair(what);
  const Quantity one = quantity(what);
  return {one, one};
}

std::vector<Value> Value::list(const std::string& what, const char* entry) const {
  std::vector<Value> result;
  if (!is_list()) {
    fail(what + ": expected a list, found " + found());
    return result;
  }
  for (const Node* item : children()) result.emplace_back(*item, *report_);
  if (entry != nullptr && result.empty()) fail(what + ": expected at least one " + entry + ", found none");
  return result;
}

}  // namespace torsor::yaml
