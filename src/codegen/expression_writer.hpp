#pragma once

#include <unordered_map>

#include "torsor/codegen/write_kernel.hpp"

namespace torsor::codegen {

/// A constant, as a floating-point number of the language that reads back to the same bits.
std::string number_literal(double value, Language language, GeneratedScalar scalar);

/// How the expressions of a kernel are written in one language.
class ExpressionWriter {
 public:
  ExpressionWriter(Language language, GeneratedScalar scalar, const Kernel& kernel);

  /// Sines and cosines of all angles that follow from the inputs alone, each angle once: names the angles, and the
  /// entries of the arrays `sines` and `cosines` that have theirs. Before `statements`.
  std::vector<std::string> angles(const std::vector<Expr>& outputs);
  /// The statements that give a name to everything needed more than once, or too long to stand in line.
  std::vector<std::string> statements(const std::vector<Expr>& outputs);
  /// An output, with its sign.
  std::string value(const Expr& x) const;

 private:
  enum class Strength { sum, product, atom };
  struct Written {
    std::string text;
    Strength strength = Strength::atom;
  };

  std::string element(int k) const;
  std::string literal(double value) const { return number_literal(value, language_, scalar_); }
  std::string zero() const { return scalar_ == GeneratedScalar::float32 ? "0.0f" : "0.0"; }
  std::string operand(const Expr& x, Strength least) const;
  std::string call(const char* function, const Expr& x) const;
  Written write(const ExpressionGraph::Node& node) const;
  std::string sign(const std::string& x) const;
  std::string selection(const std::string& x, const std::string& a, const std::string& b) const;

  Language language_;
  GeneratedScalar scalar_;
  const ExpressionGraph& graph_;
  std::unordered_map<std::uint32_t, Written> text_;
  int temporaries_ = 0;
};

}  // namespace torsor::codegen
