#include "codegen/native_source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <unordered_map>
#include <unordered_set>

#include "torsor/core/text.hpp"

namespace torsor::codegen {
namespace {

using Operation = ExpressionGraph::Operation;

/// What kernels call. A holds the angles whose sines are taken at a time; sincos_ is quick_sincos of
/// torsor/scalar/sincos.hpp, with fewer steps where a product and a sum are rounded once: x - k pi/2 is then exact in
/// the first of its three parts, and errors stay below 1.2 ulp. Beyond the angles it is made for come the sines of the
/// C library, entry by entry.
constexpr const char* helpers = R"(#include <math.h>
#include <stddef.h>
#include <string.h>

#if WIDTH == 1
typedef double V;
static inline V load_(const double* x) { return *x; }
static inline void store_(double* y, V x) { *y = x; }
static inline V all_(double x) { return x; }
static inline V sqrt_(V x) { return __builtin_sqrt(x); }
static inline V atan_(V x) { return atan(x); }
static inline V sign_(V x) { return (double)((x > 0.0) - (x < 0.0)); }
static inline V select_(V x, V a, V b) { return x > 0.0 ? a : b; }
static inline double total_(V x) { return x; }
#else
typedef double V __attribute__((vector_size(8 * WIDTH)));
typedef long long I __attribute__((vector_size(8 * WIDTH)));
static inline V load_(const double* x) { V v; memcpy(&v, x, sizeof v); return v; }
static inline void store_(double* y, V x) { memcpy(y, &x, sizeof x); }
static inline V all_(double x) { V v = {0}; return v + x; }
static inline V sqrt_(V x) { V y; for (int k = 0; k < WIDTH; ++k) y[k] = __builtin_sqrt(x[k]); return y; }
static inline V atan_(V x) { V y; for (int k = 0; k < WIDTH; ++k) y[k] = atan(x[k]); return y; }
static inline V select_(V x, V a, V b) { I m = x > all_(0.0); return (V)((m & (I)a) | (~m & (I)b)); }
static inline V sign_(V x) { return select_(x, all_(1.0), select_(-x, all_(-1.0), all_(0.0))); }
static inline double total_(V x) { double sum = 0; for (int k = 0; k < WIDTH; ++k) sum += x[k]; return sum; }
#endif

typedef double A __attribute__((vector_size(8 * LANES)));
typedef unsigned long long U __attribute__((vector_size(8 * LANES)));
typedef struct { A s, c; } SinCos;
static inline SinCos sincos_(A x) {
  const A shifted = x * 0.63661977236758134308 + 0x1.8p52, k = shifted - 0x1.8p52;
#ifdef __FMA__
  const A r = ((x - k * 0x1.921fb54442d18p0) - k * 0x1.1a62633145c07p-54) + k * 0x1.f1976b7ed8fbcp-110;
  const A z = r * r, w = 1.0 - z * 0.5;
  const A p = -1.66666666666666324348e-01 + z * (8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 +
              z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10))));
  const A e = 4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * (2.48015872894767294178e-05 +
              z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))));
  const A s = r + (r * z) * p, c = w + (((1.0 - w) - z * 0.5) + (z * z) * e);
#else
  const A a = x - k * 1.57079632673412561417e+00, b = k * 6.07710050630396597660e-11, r = a - b;
  const A tail = ((a - r) - b) - k * 2.02226624879595063154e-21;
  const A z = r * r, rz = r * z, half = z * 0.5, w = 1.0 - half;
  const A p = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * (2.75573137070700676789e-06 +
              z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
  const A s = r - ((z * (tail * 0.5 - rz * p) - tail) - rz * -1.66666666666666324348e-01);
  const A e = z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * (2.48015872894767294178e-05 +
              z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
  const A c = w + (((1.0 - w) - half) + (z * e - r * tail));
#endif
  const U quarter = (U)shifted, exchange = ((U)s ^ (U)c) & -(quarter & 1);
  const SinCos result = {(A)(((U)s ^ exchange) ^ ((quarter & 2) << 62)), (A)(((U)c ^ exchange) ^ (((quarter + 1) & 2) << 62))};
  return result;
}
static __attribute__((noinline, cold)) SinCos mended_(A x, SinCos quick) {
  for (int k = 0; k < LANES; ++k)
    if (!(fabs(x[k]) <= 1e5)) quick.s[k] = sin(x[k]), quick.c[k] = cos(x[k]);
  return quick;
}
)";

/// Statements of one kernel, a node of the graph each.
class SourceWriter {
 public:
  SourceWriter(const Kernel& kernel, int width, int lanes)
      : graph_(ExpressionGraph::current()), width_(width), lanes_(width == 1 ? lanes : 1),
        needed_(graph_.needed(kernel.entries())) {
    for (std::size_t i = 0; i < kernel.inputs.size(); ++i)
      for (std::size_t k = 0; k < kernel.inputs[i].symbols.size(); ++k)
        inputs_.emplace(kernel.inputs[i].symbols[k].node(), std::pair(i, k));
    for (const std::uint32_t k : needed_)  // 1/x, for x/y where both are needed
      if (const auto& node = graph_.node(k); node.operation == Operation::divide && known_value(node.a) == 1.0)
        reciprocals_.emplace(node.b.node(), graph_.expression(k));
    std::size_t at = 0;
    for (const Expr& entry : kernel.entries()) outputs_.emplace(entry.node(), std::pair(at++, entry));
  }

  std::string text() {
    text_ += width_ == 1 ? "\nvoid kernel(const double* restrict x0, const double* restrict x1, const double* restrict "
                           "x2, double* restrict y) {\n"
                         : "\nvoid kernel(const double* restrict x0, const double* restrict x1, const double* restrict "
                           "x2, size_t n, double* restrict y, size_t m) {\n";
    write_first_sines();
    for (const std::uint32_t k : needed_)
      if (!inputs_.contains(k) || outputs_.contains(k)) write(k);
    return std::move(text_) + "}\n";
  }

 private:
  static bool is_sine(const ExpressionGraph::Node& node) {
    return node.operation == Operation::sine || node.operation == Operation::cosine;
  }
  static std::string name(std::uint32_t node) { return fmt::format("t{}", node); }

  /// An operand; one that stands alone is a V, where arithmetic takes a number too.
  std::string operand(const Expr& x) const {
    if (const auto known = known_value(x)) return *known < 0 ? fmt::format("({})", literal(*known)) : literal(*known);
    return x.negative() ? "(-" + name(x.node()) + ")" : name(x.node());
  }
  static std::string literal(double value) {
    const std::string digits = number_text(value);
    return digits.find_first_of(".en") == std::string::npos ? digits + ".0" : digits;
  }
  std::string alone(const Expr& x) const { return known_value(x) ? "all_(" + operand(x) + ")" : operand(x); }

  /// The angles that need no sine themselves, and their sines: all at once, so that they overlap.
  void write_first_sines() {
    std::unordered_set<std::uint32_t> later;  // what depends on a sine
    std::vector<Expr> angles;
    for (const std::uint32_t k : needed_) {
      const auto& node = graph_.node(k);
      const auto operands_of = operands(node);
      if (std::ranges::any_of(operands_of, [&](const Expr& x) { return later.contains(x.node()); }) || is_sine(node))
        later.insert(k);
      if (is_sine(node) && !later.contains(node.a.node()) && std::ranges::find(angles, node.a) == angles.end())
        angles.push_back(node.a);
    }
    for (const Expr& angle : angles) write(angle.node());
    write_sines(angles);
  }

  /// Sines and cosines of angles: in wide code of one for all states, else of several at a time.
  void write_sines(const std::vector<Expr>& angles) {
    if (angles.empty()) return;
    std::string squares;
    for (const Expr& angle : angles)
      squares += fmt::format("{}{}*{}", squares.empty() ? "" : " + ", operand(angle), operand(angle));
    std::string mend;
    for (std::size_t first = 0; first < angles.size(); first += static_cast<std::size_t>(lanes_)) {
      const std::size_t last = std::min(first + static_cast<std::size_t>(lanes_), angles.size());
      std::vector<std::string> values;
      for (std::size_t k = first; k < last; ++k) values.push_back(operand(angles[k]));
      const int block = ++blocks_;
      const std::string list = fmt::format("{}", fmt::join(values, ", "));
      text_ += fmt::format("  const A a{} = {};\n", block, width_ == 1 ? "{" + list + "}" : list);
      text_ += fmt::format("  SinCos r{0} = sincos_(a{0});\n", block);
      mend += fmt::format(" r{0} = mended_(a{0}, r{0});", block);
    }
    const int last_block = blocks_,
              first_block = last_block - static_cast<int>((angles.size() - 1) / static_cast<std::size_t>(lanes_));
    text_ += fmt::format("  if (__builtin_expect(!(total_({}) <= 1e10), 0)) {{{} }}\n", squares, mend);
    for (std::size_t k = 0; k < angles.size(); ++k) {
      const int block = first_block + static_cast<int>(k) / lanes_;
      const std::string lane = width_ == 1 ? fmt::format("[{}]", static_cast<int>(k) % lanes_) : "";
      sines_[angles[k].node()] = {fmt::format("r{}.s{}", block, lane), fmt::format("r{}.c{}", block, lane)};
    }
  }

  std::string sine(const ExpressionGraph::Node& node) {
    if (!sines_.contains(node.a.node())) write_sines({node.a});
    const auto& [s, c] = sines_.at(node.a.node());
    return node.operation == Operation::sine ? s : c;
  }

  std::string value(std::uint32_t k) {
    const ExpressionGraph::Node& node = graph_.node(k);
    switch (node.operation) {
      case Operation::constant:
        break;
      case Operation::symbol: {
        const auto& [input, entry] = inputs_.at(k);
        return width_ == 1 ? fmt::format("load_(x{} + {})", input, entry)
                           : fmt::format("load_(x{} + {}*n)", input, entry);
      }
      case Operation::add:
        return node.b.negative() ? operand(node.a) + " - " + operand(node.b.magnitude())
                                 : operand(node.a) + " + " + operand(node.b);
      case Operation::multiply:
        return operand(node.a) + "*" + operand(node.b);
      case Operation::divide:
        if (const auto known = reciprocals_.find(node.b.node());
            known != reciprocals_.end() && known->second.node() < k)
          return operand(node.a) + "*" + operand(known->second);
        return operand(node.a) + "/" + operand(node.b);
      case Operation::sine:
      case Operation::cosine:
        return sine(node);
      case Operation::square_root:
        return "sqrt_(" + alone(node.a) + ")";
      case Operation::arc_tangent:
        return "atan_(" + alone(node.a) + ")";
      case Operation::sign:
        return "sign_(" + alone(node.a) + ")";
      case Operation::select:
        return fmt::format("select_({}, {}, {})", alone(node.a), alone(node.b), alone(node.c));
    }
    return {};
  }

  /// Names a node once, inputs where they are first needed, and stores it where it is a result.
  void write(std::uint32_t k) {
    const ExpressionGraph::Node& node = graph_.node(k);
    if (!written_.insert(k).second) return;
    if (node.operation != Operation::constant) {
      for (const Expr& x : operands(node)) write(x.node());
      const std::string text = value(k);
      text_ += fmt::format("  const V {} = {};\n", name(k), text);
    }
    const auto [first, last] = outputs_.equal_range(k);
    for (auto output = first; output != last; ++output) {
      const auto& [place, entry] = output->second;
      text_ += width_ == 1 ? fmt::format("  store_(y + {}, {});\n", place, alone(entry))
                           : fmt::format("  store_(y + {}*m, {});\n", place, alone(entry));
    }
  }

  const ExpressionGraph& graph_;
  int width_, lanes_, blocks_ = 0;
  std::vector<std::uint32_t> needed_;
  std::unordered_map<std::uint32_t, std::pair<std::size_t, std::size_t>> inputs_;
  std::unordered_map<std::uint32_t, Expr> reciprocals_;
  std::unordered_multimap<std::uint32_t, std::pair<std::size_t, Expr>> outputs_;
  std::unordered_map<std::uint32_t, std::pair<std::string, std::string>> sines_;
  std::unordered_set<std::uint32_t> written_;
  std::string text_;
};

}  // namespace

std::string native_source(const Kernel& kernel, int width, int lanes) {
  assert(kernel.inputs.size() <= 3);
  return fmt::format("#define WIDTH {}\n#define LANES {}\n", width, width == 1 ? lanes : width) + helpers +
         SourceWriter(kernel, width, lanes).text();
}

}  // namespace torsor::codegen
