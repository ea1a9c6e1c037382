#include "torsor/scalar/expr.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace torsor {
namespace {

using Operation = ExpressionGraph::Operation;
using Node = ExpressionGraph::Node;

thread_local ExpressionGraph* used = nullptr;

const Node& node_of(const Expr& x) { return ExpressionGraph::current()[x]; }
Expr with_sign(const Expr& x, bool negative) { return negative ? -x : x; }
bool is_constant(const Expr& x) { return node_of(x).operation == Operation::constant; }
RootSum number_of(const Expr& x) { return ExpressionGraph::current().number(x); }

/// The other operands where x and y are sums that share one with opposite signs, (a + b) - (a + c) = b - c: as many
/// additions as without, and one of the sums may not be needed any more.
std::optional<std::pair<Expr, Expr>> without_common_part(const Expr& x, const Expr& y) {
  const Node &u = node_of(x), &v = node_of(y);
  if (u.operation != Operation::add || v.operation != Operation::add) return {};
  const Expr of_x[] = {with_sign(u.a, x.negative()), with_sign(u.b, x.negative())};
  const Expr of_y[] = {with_sign(v.a, y.negative()), with_sign(v.b, y.negative())};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      if (of_x[i] == -of_y[j]) return {{of_x[1 - i], of_y[1 - j]}};
  return {};
}

/// x = factor * rest, with the constant that a product has for its first operand.
struct Scaled {
  RootSum factor;
  Expr rest;
};
Scaled scaled(const Expr& x) {
  const Node& node = node_of(x);
  if (node.operation == Operation::multiply && is_constant(node.a))
    return {number_of(with_sign(node.a, x.negative())), node.b};
  return {x.negative() ? -1.0 : 1.0, x.magnitude()};
}

}  // namespace

Expr::Expr(double constant) : Expr(ExpressionGraph::current().constant(constant)) {}
Expr::Expr(const RootSum& constant) : Expr(ExpressionGraph::current().constant(constant)) {}
Expr Expr::symbol(std::string_view name) { return ExpressionGraph::current().symbol(name); }

std::optional<double> known_value(const Expr& x) {
  const Node& node = node_of(x);
  if (node.operation != Operation::constant) return {};
  return x.negative() ? -node.value : node.value;
}

Expr operator+(const Expr& x, const Expr& y) {
  if (x.is_zero()) return y;
  if (y.is_zero() || x == -y) return y.is_zero() ? x : Expr();
  if (is_constant(x) && is_constant(y)) return Expr(number_of(x) + number_of(y));
  const Scaled u = scaled(x), v = scaled(y);
  if (u.rest == v.rest) return Expr(u.factor + v.factor) * u.rest;
  if (const auto parts = without_common_part(x, y)) return parts->first + parts->second;
  const auto [first, second] = std::minmax(x, y, [](const Expr& a, const Expr& b) { return a.node() < b.node(); });
  const bool negative = first.negative();
  return with_sign(ExpressionGraph::current().find(Operation::add, first.magnitude(), with_sign(second, negative)),
                   negative);
}

Expr operator*(const Expr& x, const Expr& y) {
  if (x.is_zero() || y.is_zero()) return {};
  const bool negative = x.negative() != y.negative();
  Expr a = x.magnitude(), b = y.magnitude();
  if (a.node() > b.node()) std::swap(a, b);
  if (is_constant(a) && is_constant(b)) return with_sign(Expr(number_of(a) * number_of(b)), negative);
  if (is_constant(b)) std::swap(a, b);
  if (is_constant(a)) {
    if (known_value(a) == 1.0) return with_sign(b, negative);
    const Scaled inner = scaled(b);
    if (inner.rest != b) return with_sign(Expr(number_of(a) * inner.factor) * inner.rest, negative);
  }
  return with_sign(ExpressionGraph::current().find(Operation::multiply, a, b), negative);
}

Expr operator/(const Expr& x, const Expr& y) {
  if (x.is_zero()) return x;
  const bool negative = x.negative() != y.negative();
  if (x.magnitude() == y.magnitude()) return with_sign(Expr(1.0), negative);
  if (is_constant(y)) return x * Expr(number_of(y).reciprocal());
  return with_sign(ExpressionGraph::current().find(Operation::divide, x.magnitude(), y.magnitude()), negative);
}

Expr sin(const Expr& x) {
  if (const auto known = known_value(x)) return Expr(exact_roots(*known).sin);
  return with_sign(ExpressionGraph::current().find(Operation::sine, x.magnitude()), x.negative());
}
Expr cos(const Expr& x) {
  if (const auto known = known_value(x)) return Expr(exact_roots(*known).cos);
  return ExpressionGraph::current().find(Operation::cosine, x.magnitude());
}
Expr sqrt(const Expr& x) {
  if (is_constant(x))
    return number_of(x).has_roots() ? Expr(std::sqrt(*known_value(x))) : Expr(square_root(*known_value(x)));
  return ExpressionGraph::current().find(Operation::square_root, x);
}
Expr atan(const Expr& x) {
  if (const auto known = known_value(x)) return Expr(std::atan(*known));
  return with_sign(ExpressionGraph::current().find(Operation::arc_tangent, x.magnitude()), x.negative());
}
Expr sign(const Expr& x) {
  if (const auto known = known_value(x)) return Expr(torsor::sign(*known));
  return with_sign(ExpressionGraph::current().find(Operation::sign, x.magnitude()), x.negative());
}
Expr select(const Expr& x, const Expr& positive, const Expr& otherwise) {
  if (positive == otherwise) return positive;
  if (const auto known = known_value(x)) return *known > 0 ? positive : otherwise;
  return ExpressionGraph::current().find(Operation::select, x, positive, otherwise);
}

ExpressionGraph::ExpressionGraph() {
  nodes_.push_back({Operation::constant, {}, {}, {}, 0.0, 0});
  index_.emplace(Key{Operation::constant, 0, 0, 0, 0.0}, 0);
}

ExpressionGraph& ExpressionGraph::current() {
  static thread_local ExpressionGraph own;
  return used == nullptr ? own : *used;
}

ExpressionGraph::Use::Use(ExpressionGraph& graph) : before_(used) { used = &graph; }
ExpressionGraph::Use::~Use() { used = before_; }

std::size_t ExpressionGraph::Hash::operator()(const Key& key) const {
  std::uint64_t h = (std::uint64_t(key.a) << 32U | key.b) * 0x9e3779b97f4a7c15U;
  h ^= (std::uint64_t(key.c) << 8U | std::uint64_t(key.operation)) * 0xbf58476d1ce4e5b9U;
  h ^= std::bit_cast<std::uint64_t>(key.value) * 0x94d049bb133111ebU;
  return static_cast<std::size_t>(h ^ (h >> 29U));
}

Expr ExpressionGraph::insert(const Key& key, const Node& node) {
  const auto [found, is_new] = index_.emplace(key, static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.push_back(node);
  return Expr(found->second, false);
}

RootSum ExpressionGraph::number(const Expr& constant) const {
  const Node& node = nodes_[constant.node()];
  const RootSum size = node.name == 0 ? RootSum(node.value) : roots_[node.name - 1];
  return constant.negative() ? -size : size;
}

Expr ExpressionGraph::constant(const RootSum& value) {
  const bool negative = value.value() < 0;
  const RootSum size = negative ? -value : value;
  Node node{Operation::constant, {}, {}, {}, size.value() + 0.0, 0};  // there is one zero: -0.0 + 0.0 is 0.0
  if (!size.has_roots()) return with_sign(insert({Operation::constant, 0, 0, 0, node.value}, node), negative);
  const auto [found, is_new] = root_index_.emplace(size.parts(), static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) {
    roots_.push_back(size);
    node.name = static_cast<std::uint32_t>(roots_.size());
    nodes_.push_back(node);
  }
  return Expr(found->second, negative);
}

Expr ExpressionGraph::symbol(std::string_view name) {
  const auto [found, is_new] = symbols_.emplace(std::string(name), static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) {
    nodes_.push_back({Operation::symbol, {}, {}, {}, 0.0, static_cast<std::uint32_t>(names_.size())});
    names_.emplace_back(name);
  }
  return Expr(found->second, false);
}

Expr ExpressionGraph::find(Operation operation, Expr a, Expr b, Expr c) {
  return insert({operation, a.edge_, b.edge_, c.edge_, 0.0}, {operation, a, b, c, 0.0, 0});
}

std::span<const Expr> operands(const Node& node) {
  constexpr std::size_t count[] = {0, 0, 2, 2, 2, 1, 1, 1, 1, 1, 3};
  static_assert(offsetof(Node, b) == offsetof(Node, a) + sizeof(Expr));
  return {&node.a, count[static_cast<std::size_t>(node.operation)]};
}

std::vector<std::uint32_t> ExpressionGraph::needed(std::span<const Expr> outputs) const {
  std::vector<bool> seen(nodes_.size());
  for (const Expr& output : outputs) seen[output.node()] = true;
  std::vector<std::uint32_t> result;
  for (std::size_t k = nodes_.size(); k-- > 0;) {  // operands have smaller numbers
    if (!seen[k]) continue;
    result.push_back(static_cast<std::uint32_t>(k));
    for (const Expr& operand : operands(nodes_[k])) seen[operand.node()] = true;
  }
  std::reverse(result.begin(), result.end());
  return result;
}

Operations ExpressionGraph::operations(std::span<const Expr> outputs) const {
  Operations sum;
  for (const std::uint32_t k : needed(outputs)) {
    const Operation operation = nodes_[k].operation;
    sum.additions += operation == Operation::add;
    sum.multiplications += operation == Operation::multiply;
    sum.divisions += operation == Operation::divide;
    sum.square_roots += operation == Operation::square_root;
    sum.trigonometric +=
        operation == Operation::sine || operation == Operation::cosine || operation == Operation::arc_tangent;
  }
  return sum;
}

std::vector<double> ExpressionGraph::evaluate(std::span<const Expr> outputs,
                                              const std::unordered_map<std::string, double>& values) const {
  std::vector<double> result(nodes_.size());
  const auto value = [&](const Expr& x) { return x.negative() ? -result[x.node()] : result[x.node()]; };
  for (const std::uint32_t k : needed(outputs)) {
    const Node& node = nodes_[k];
    const double a = value(node.a), b = value(node.b);
    switch (node.operation) {
      case Operation::constant:
        result[k] = node.value;
        break;
      case Operation::symbol:
        result[k] = values.contains(names_[node.name]) ? values.at(names_[node.name]) : 0.0;
        break;
      case Operation::add:
        result[k] = a + b;
        break;
      case Operation::multiply:
        result[k] = a * b;
        break;
      case Operation::divide:
        result[k] = a / b;
        break;
      case Operation::sine:
        result[k] = std::sin(a);
        break;
      case Operation::cosine:
        result[k] = std::cos(a);
        break;
      case Operation::square_root:
        result[k] = std::sqrt(a);
        break;
      case Operation::arc_tangent:
        result[k] = std::atan(a);
        break;
      case Operation::sign:
        result[k] = torsor::sign(a);
        break;
      case Operation::select:
        result[k] = a > 0 ? b : value(node.c);
        break;
    }
  }
  std::vector<double> list;
  list.reserve(outputs.size());
  for (const Expr& output : outputs) list.push_back(value(output));
  return list;
}

namespace {

/// What an operation gives for new operands, folded again.
Expr apply(Operation operation, const Expr& a, const Expr& b, const Expr& c) {
  switch (operation) {
    case Operation::add:
      return a + b;
    case Operation::multiply:
      return a * b;
    case Operation::divide:
      return a / b;
    case Operation::sine:
      return sin(a);
    case Operation::cosine:
      return cos(a);
    case Operation::square_root:
      return sqrt(a);
    case Operation::arc_tangent:
      return atan(a);
    case Operation::sign:
      return sign(a);
    default:
      return select(a, b, c);
  }
}

/// The derivative of a node from those of its operands.
Expr derivative(const Node& node, const Expr& self, const Expr& da, const Expr& db, const Expr& dc) {
  switch (node.operation) {
    case Operation::add:
      return da + db;
    case Operation::multiply:
      return da * node.b + node.a * db;
    case Operation::divide:
      return (da - self * db) / node.b;
    case Operation::sine:
      return cos(node.a) * da;
    case Operation::cosine:
      return -(sin(node.a) * da);
    case Operation::square_root:
      return da / (Expr(2.0) * self);
    case Operation::arc_tangent:
      return da / (Expr(1.0) + node.a * node.a);
    case Operation::select:
      return select(node.a, db, dc);
    default:
      return {};
  }
}

}  // namespace

std::vector<Expr> derivatives(std::span<const Expr> outputs, const Expr& symbol) {
  ExpressionGraph& graph = ExpressionGraph::current();
  std::unordered_map<std::uint32_t, Expr> d;  // by node
  d.emplace(symbol.node(), Expr(1.0));
  const auto of = [&](const Expr& x) {
    const auto found = d.find(x.node());
    return found == d.end() ? Expr() : with_sign(found->second, x.negative());
  };
  for (const std::uint32_t k : graph.needed(outputs)) {
    const Node node = graph.node(k);  // the graph grows meanwhile
    const Expr da = of(node.a), db = of(node.b), dc = of(node.c);
    if (da.is_zero() && db.is_zero() && dc.is_zero()) continue;
    d.emplace(k, derivative(node, graph.expression(k), da, db, dc));
  }
  std::vector<Expr> result;
  result.reserve(outputs.size());
  for (const Expr& output : outputs) result.push_back(of(output));
  return result;
}

std::vector<Expr> substituted(std::span<const Expr> outputs,
                              const std::unordered_map<std::uint32_t, Expr>& replacement) {
  ExpressionGraph& graph = ExpressionGraph::current();
  std::unordered_map<std::uint32_t, Expr> now = replacement;
  const auto of = [&](const Expr& x) { return with_sign(now.at(x.node()), x.negative()); };
  for (const std::uint32_t k : graph.needed(outputs)) {
    if (now.contains(k)) continue;
    const Node node = graph.node(k);
    const bool leaf = operands(node).empty();
    const std::size_t count = operands(node).size();
    now.emplace(
        k, leaf ? graph.expression(k)
                : apply(node.operation, of(node.a), count > 1 ? of(node.b) : Expr(), count > 2 ? of(node.c) : Expr()));
  }
  std::vector<Expr> result;
  result.reserve(outputs.size());
  for (const Expr& output : outputs) result.push_back(of(output));
  return result;
}

}  // namespace torsor
