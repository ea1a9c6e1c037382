#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "torsor/scalar/count.hpp"
#include "torsor/scalar/root_sum.hpp"
#include "torsor/scalar/scalar.hpp"

namespace torsor {

/// A number that is written down instead of computed: an edge to a node of the current ExpressionGraph, with its sign.
/// An algorithm on Expr is traced by calling it; equal expressions are the same edge, and 0, 1 and constants are folded
/// as they arise. Constants keep the roots of 2 and 3 apart, and a difference that is nothing but round-off is 0.
class Expr {
 public:
  Expr() = default;  // 0
  explicit Expr(double constant);
  explicit Expr(const RootSum& constant);
  static Expr symbol(std::string_view name);

  std::uint32_t node() const { return edge_ >> 1U; }
  bool negative() const { return (edge_ & 1U) != 0; }
  bool is_zero() const { return edge_ == 0; }
  Expr magnitude() const { return Expr(node(), false); }

  friend bool operator==(const Expr&, const Expr&) = default;
  friend Expr operator-(const Expr& x) { return x.is_zero() ? x : Expr(x.node(), !x.negative()); }
  friend Expr operator+(const Expr& x, const Expr& y);
  friend Expr operator-(const Expr& x, const Expr& y) { return x + (-y); }
  friend Expr operator*(const Expr& x, const Expr& y);
  friend Expr operator/(const Expr& x, const Expr& y);
  Expr& operator+=(const Expr& y) { return *this = *this + y; }
  Expr& operator-=(const Expr& y) { return *this = *this - y; }

  friend Expr sin(const Expr& x);
  friend Expr cos(const Expr& x);
  friend Expr sqrt(const Expr& x);
  friend Expr atan(const Expr& x);
  friend Expr sign(const Expr& x);
  friend Expr select(const Expr& x, const Expr& positive, const Expr& otherwise);
  friend std::optional<double> known_value(const Expr& x);

 private:
  friend class ExpressionGraph;
  Expr(std::uint32_t node, bool negative) : edge_(node << 1U | static_cast<std::uint32_t>(negative)) {}

  std::uint32_t edge_ = 0;
};

/// The nodes of expressions, each only once, operands before what uses them. Every thread has a graph of its own from
/// the start; a Use puts another in its place.
class ExpressionGraph {
 public:
  enum class Operation : std::uint8_t {
    constant,
    symbol,
    add,
    multiply,
    divide,
    sine,
    cosine,
    square_root,
    arc_tangent,
    sign,
    select
  };
  struct Node {
    Operation operation{};
    Expr a, b, c;        // operands; of a product without signs, of a sum the first without
    double value = 0;    // of a constant, never negative
    std::uint32_t name;  // of a symbol, in `names`; of a constant with roots, one more than its place in `roots`
  };

  ExpressionGraph();
  /// The graph of this thread.
  static ExpressionGraph& current();
  /// Makes a graph the current one while it lives.
  class Use {
   public:
    explicit Use(ExpressionGraph& graph);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    ExpressionGraph* before_;
  };

  const Node& operator[](const Expr& x) const { return nodes_[x.node()]; }
  const Node& node(std::uint32_t index) const { return nodes_[index]; }
  Expr expression(std::uint32_t index) const { return Expr(index, false); }
  const std::string& name(const Expr& symbol) const { return names_[nodes_[symbol.node()].name]; }
  /// A constant's value, sqrt(3)/2 as such.
  RootSum number(const Expr& constant) const;
  std::size_t size() const { return nodes_.size(); }

  Expr constant(const RootSum& value);
  Expr symbol(std::string_view name);
  /// The node for an operation on operands that are already in canonical form.
  Expr find(Operation operation, Expr a, Expr b = {}, Expr c = {});

  /// The nodes on which the outputs depend, operands first.
  std::vector<std::uint32_t> needed(std::span<const Expr> outputs) const;
  /// What the outputs cost when every node is computed once; signs are free.
  Operations operations(std::span<const Expr> outputs) const;
  /// Values of the outputs where symbols have those of `values`; 0 for a symbol that is not in it.
  std::vector<double> evaluate(std::span<const Expr> outputs,
                               const std::unordered_map<std::string, double>& values) const;

 private:
  struct Key {
    Operation operation;
    std::uint32_t a, b, c;
    double value;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  Expr insert(const Key& key, const Node& node);

  std::vector<Node> nodes_;
  std::vector<std::string> names_;
  std::vector<RootSum> roots_;
  std::map<std::array<double, 4>, std::uint32_t> root_index_;  // by parts: the node
  std::unordered_map<Key, std::uint32_t, Hash> index_;
  std::unordered_map<std::string, std::uint32_t> symbols_;
};

/// The operands of a node, as many as its operation has.
std::span<const Expr> operands(const ExpressionGraph::Node& node);

/// d output / d symbol for each output, in the current graph. sign and select are constant but for their jumps.
std::vector<Expr> derivatives(std::span<const Expr> outputs, const Expr& symbol);

/// The outputs with each symbol replaced by what `replacement` says, in the current graph.
std::vector<Expr> substituted(std::span<const Expr> outputs,
                              const std::unordered_map<std::uint32_t, Expr>& replacement);

static_assert(Scalar<Expr>);

}  // namespace torsor
