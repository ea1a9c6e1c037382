#include "codegen/expression_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ranges>
#include <span>

#include "torsor/core/text.hpp"

namespace torsor::codegen {
namespace {

/// A number that reads back to the same bits of its scalar.
std::string digits(double value, GeneratedScalar scalar) {
  if (scalar == GeneratedScalar::float64) return number_text(value);
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), static_cast<float>(value)).ptr;
  return {text.data(), end};
}

/// Infinity, or what is no number: where a robot's equations divide by a zero that is known.
std::string not_finite(bool infinite, Language language, GeneratedScalar scalar) {
  if (language == Language::python) return infinite ? "math.inf" : "math.nan";
  if (language == Language::matlab) return infinite ? "Inf" : "NaN";
  const char* name = infinite ? "INFINITY" : "NAN";  // both are of the type float
  if (scalar == GeneratedScalar::float32) return name;
  return language == Language::cpp ? std::string("static_cast<double>(") + name + ")" : std::string("(double)") + name;
}

}  // namespace

std::string number_literal(double value, Language language, GeneratedScalar scalar) {
  const bool overflows = scalar == GeneratedScalar::float32 && std::isinf(static_cast<float>(value));
  if (!std::isfinite(value) || overflows) return not_finite(!std::isnan(value), language, scalar);
  const std::string text = digits(value, scalar);
  const std::string whole = text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  return scalar == GeneratedScalar::float32 ? whole + "f" : whole;
}

ExpressionWriter::ExpressionWriter(Language language, GeneratedScalar scalar, const Kernel& kernel)
    : language_(language), scalar_(scalar), graph_(ExpressionGraph::current()) {
  for (const Kernel::Input& input : kernel.inputs)
    for (std::size_t k = 0; k < input.symbols.size(); ++k)
      text_[input.symbols[k].node()] = {input.name + element(static_cast<int>(k)), Strength::atom};
}

/// Brackets with the first index of the language.
std::string ExpressionWriter::element(int k) const {
  return language_ == Language::matlab ? "(" + std::to_string(k + 1) + ")" : "[" + std::to_string(k) + "]";
}

std::vector<std::string> ExpressionWriter::angles(const std::vector<Expr>& outputs) {
  using Operation = ExpressionGraph::Operation;
  constexpr std::size_t longest = 40;  // operations; an angle of more is no sum of joint positions
  std::vector<std::string> list;
  std::unordered_map<std::uint32_t, std::size_t> place;
  const auto inputs = text_;
  std::unordered_map<std::uint32_t, Written> found;
  const auto is_sine = [&](std::uint32_t k) {
    return graph_.node(k).operation == Operation::sine || graph_.node(k).operation == Operation::cosine;
  };
  for (const std::uint32_t k : graph_.needed(outputs)) {
    if (!is_sine(k)) continue;
    const Expr angle = graph_.node(k).a;
    const std::vector<std::uint32_t> parts = graph_.needed(std::span(&angle, 1));
    if (parts.size() > longest || std::ranges::any_of(parts, is_sine)) continue;
    for (const std::uint32_t part : parts)
      if (!text_.contains(part))
        text_[part] = graph_.node(part).operation == Operation::constant
                          ? Written{literal(graph_.node(part).value), Strength::atom}
                          : write(graph_.node(part));
    const auto [known, fresh] = place.emplace(angle.node(), list.size());
    if (fresh) list.push_back(value(angle.magnitude()));
    const bool sine = graph_.node(k).operation == Operation::sine;
    const std::string entry = (sine ? "sines[" : "cosines[") + std::to_string(known->second) + "]";
    found[k] = sine && angle.negative() ? Written{"-" + entry, Strength::sum} : Written{entry, Strength::atom};
  }
  text_ = inputs;
  for (auto& [k, written] : found) text_[k] = std::move(written);
  return list;
}

std::vector<std::string> ExpressionWriter::statements(const std::vector<Expr>& outputs) {
  std::vector<std::string> lines;
  const std::vector<std::uint32_t> needed = graph_.needed(outputs);
  std::unordered_map<std::uint32_t, int> uses;
  for (const Expr& output : outputs) ++uses[output.node()];
  for (const std::uint32_t k : std::views::reverse(needed))  // what is used comes before what uses it
    if (uses.contains(k) && !text_.contains(k))
      for (const Expr& operand : operands(graph_.node(k))) ++uses[operand.node()];
  for (const std::uint32_t k : needed) {
    if (text_.contains(k) || !uses.contains(k)) continue;
    const ExpressionGraph::Node& node = graph_.node(k);
    if (node.operation == ExpressionGraph::Operation::constant) {
      text_[k] = {literal(node.value), Strength::atom};
      continue;
    }
    Written written = write(node);
    if (uses[k] > 1 || written.text.size() > 90) {
      const std::string name = "t" + std::to_string(++temporaries_);
      lines.push_back(name + " = " + written.text);
      written = {name, Strength::atom};
    }
    text_[k] = std::move(written);
  }
  return lines;
}

std::string ExpressionWriter::value(const Expr& x) const {
  const Written& written = text_.at(x.node());
  if (!x.negative()) return written.text;
  return written.strength == Strength::sum ? "-(" + written.text + ")" : "-" + written.text;
}

std::string ExpressionWriter::operand(const Expr& x, Strength least) const {
  const Written& written = text_.at(x.node());
  if (x.negative()) return "(" + value(x) + ")";
  return written.strength < least ? "(" + written.text + ")" : written.text;
}

std::string ExpressionWriter::call(const char* function, const Expr& x) const {
  const std::string name = language_ == Language::python ? "math." : language_ == Language::cpp ? "std::" : "";
  const bool of_float = language_ == Language::c && scalar_ == GeneratedScalar::float32;
  return name + function + (of_float ? "f(" : "(") + value(x) + ")";
}

ExpressionWriter::Written ExpressionWriter::write(const ExpressionGraph::Node& node) const {
  using Operation = ExpressionGraph::Operation;
  switch (node.operation) {
    case Operation::add: {
      const std::string first = operand(node.a, Strength::sum);
      if (!node.b.negative()) return {first + " + " + operand(node.b, Strength::sum), Strength::sum};
      return {first + " - " + operand(node.b.magnitude(), Strength::product), Strength::sum};
    }
    case Operation::multiply:
      return {operand(node.a, Strength::product) + "*" + operand(node.b, Strength::product), Strength::product};
    case Operation::divide:
      return {operand(node.a, Strength::product) + "/" + operand(node.b, Strength::atom), Strength::product};
    case Operation::sine:
      return {call("sin", node.a)};
    case Operation::cosine:
      return {call("cos", node.a)};
    case Operation::square_root:
      return {call("sqrt", node.a)};
    case Operation::arc_tangent:
      return {call("atan", node.a)};
    case Operation::sign:
      return {sign(value(node.a))};
    default:
      return {selection(value(node.a), value(node.b), value(node.c))};
  }
}

/// -1, 0 or 1. In Python without a difference of truths, which NumPy does not have.
std::string ExpressionWriter::sign(const std::string& x) const {
  if (language_ == Language::matlab) return "sign(" + x + ")";
  if (language_ == Language::python) return "(1.0 if " + x + " > 0.0 else -1.0 if " + x + " < 0.0 else 0.0)";
  const std::string type = scalar_ == GeneratedScalar::float32 ? "float" : "double";
  const std::string cast = language_ == Language::cpp ? "static_cast<" + type + ">" : "(" + type + ")";
  return cast + "((" + x + " > " + zero() + ") - (" + x + " < " + zero() + "))";
}

std::string ExpressionWriter::selection(const std::string& x, const std::string& a, const std::string& b) const {
  if (language_ == Language::matlab) return "((" + x + " > 0)*(" + a + ") + (" + x + " <= 0)*(" + b + "))";
  if (language_ == Language::python) return "((" + a + ") if " + x + " > 0.0 else (" + b + "))";
  return "(" + x + " > " + zero() + " ? " + a + " : " + b + ")";
}

}  // namespace torsor::codegen
