#include "torsor/codegen/write_kernel.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "codegen/generated_marks.hpp"
#include "torsor/core/text.hpp"

namespace torsor {
namespace {

using Operation = ExpressionGraph::Operation;
using Node = ExpressionGraph::Node;

/// A number that reads back to the same bits, and is a floating-point number in every language.
std::string literal(double value) {
  const std::string result = number_text(value);
  return result.find_first_of(".en") == std::string::npos ? result + ".0" : result;
}

/// How an expression is written in one language.
class ExpressionWriter {
 public:
  ExpressionWriter(Language language, const Kernel& kernel) : language_(language), graph_(ExpressionGraph::current()) {
    for (const Kernel::Input& input : kernel.inputs)
      for (std::size_t k = 0; k < input.symbols.size(); ++k)
        text_[input.symbols[k].node()] = {input.name + element(static_cast<int>(k)), Strength::atom};
  }

  /// Brackets with the first index of the language.
  std::string element(int k) const {
    return language_ == Language::matlab ? "(" + std::to_string(k + 1) + ")" : "[" + std::to_string(k) + "]";
  }

  /// The statements that give a name to everything needed more than once, or too long to stand in line.
  std::vector<std::string> statements(const std::vector<Expr>& outputs) {
    std::vector<std::string> lines;
    const std::vector<std::uint32_t> needed = graph_.needed(outputs);
    std::unordered_map<std::uint32_t, int> uses;
    for (const std::uint32_t k : needed)
      for (const Expr& operand : operands(graph_.node(k))) ++uses[operand.node()];
    for (const Expr& output : outputs) ++uses[output.node()];
    for (const std::uint32_t k : needed) {
      if (text_.contains(k)) continue;
      const Node& node = graph_.node(k);
      if (node.operation == Operation::constant) {
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

  /// An output, with its sign.
  std::string value(const Expr& x) const {
    const Written& written = text_.at(x.node());
    if (!x.negative()) return written.text;
    return written.strength == Strength::sum ? "-(" + written.text + ")" : "-" + written.text;
  }

 private:
  enum class Strength { sum, product, atom };
  struct Written {
    std::string text;
    Strength strength = Strength::atom;
  };

  std::string operand(const Expr& x, Strength least) const {
    const Written& written = text_.at(x.node());
    if (x.negative()) return "(" + value(x) + ")";
    return written.strength < least ? "(" + written.text + ")" : written.text;
  }
  std::string call(const char* function, const Expr& x) const {
    const std::string prefix = language_ == Language::python ? "math." : language_ == Language::cpp ? "std::" : "";
    return prefix + function + "(" + value(x) + ")";
  }

  Written write(const Node& node) const {
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
      case Operation::sign:
        return {sign(value(node.a))};
      default:
        return {selection(value(node.a), value(node.b), value(node.c))};
    }
  }
  /// -1, 0 or 1 without a branch.
  std::string sign(const std::string& x) const {
    if (language_ == Language::matlab) return "sign(" + x + ")";
    if (language_ == Language::python) return "float((" + x + " > 0.0) - (" + x + " < 0.0))";
    const std::string cast = language_ == Language::cpp ? "static_cast<double>" : "(double)";
    return cast + "((" + x + " > 0.0) - (" + x + " < 0.0))";
  }
  std::string selection(const std::string& x, const std::string& a, const std::string& b) const {
    if (language_ == Language::matlab) return "((" + x + " > 0)*(" + a + ") + (" + x + " <= 0)*(" + b + "))";
    if (language_ == Language::python) return "((" + a + ") if " + x + " > 0.0 else (" + b + "))";
    return "(" + x + " > 0.0 ? " + a + " : " + b + ")";
  }

  Language language_;
  const ExpressionGraph& graph_;
  std::unordered_map<std::uint32_t, Written> text_;
  int temporaries_ = 0;
};

/// The parts of a file that differ between languages.
class FileWriter {
 public:
  FileWriter(const GeneratedFile& file, Language language) : file_(file), language_(language) {}

  std::string file(const std::vector<Kernel>& kernels) {
    write_head(kernels);
    if (language_ == Language::c) text_ += "#include <math.h>\n\n#include \"" + file_.prefix + ".h\"\n";
    if (language_ == Language::cpp)
      text_ += "#include \"" + file_.prefix + ".hpp\"\n\n#include <cmath>\n\nnamespace " + file_.prefix + " {\n";
    if (language_ == Language::python) text_ += "import math\n";
    if (language_ == Language::matlab) write_matlab_class(kernels);
    for (const Kernel& kernel : kernels) write(kernel);
    if (language_ == Language::cpp) text_ += "\n}  // namespace " + file_.prefix + "\n";
    if (language_ == Language::matlab) text_ += "  end\nend\n";
    return std::move(text_);
  }

  std::string header(const std::vector<Kernel>& kernels) {
    if (language_ != Language::c && language_ != Language::cpp) return {};
    write_head(kernels);
    std::string guard = file_.prefix + (language_ == Language::c ? "_h" : "_hpp");
    for (char& letter : guard) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    text_ += "#ifndef " + guard + "\n#define " + guard + "\n\n";
    if (language_ == Language::c) text_ += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
    if (language_ == Language::cpp) text_ += "namespace " + file_.prefix + " {\n\n";
    for (const Kernel& kernel : kernels) text_ += comment(kernel.meaning) + signature(kernel) + ";\n\n";
    if (language_ == Language::c) text_ += "#ifdef __cplusplus\n}\n#endif\n\n";
    if (language_ == Language::cpp) text_ += "}  // namespace " + file_.prefix + "\n\n";
    text_ += "#endif\n";
    return std::move(text_);
  }

 private:
  /// One line of comment, whatever the robot and its joints are named.
  std::string comment(std::string line) const {
    for (char& letter : line)
      if (letter == '\n' || letter == '\r' || letter == '\\') letter = ' ';
    for (std::size_t at = line.find("*/"); at != std::string::npos; at = line.find("*/")) line.replace(at, 2, "* /");
    if (language_ == Language::c) return "/* " + line + " */\n";
    return (language_ == Language::python ? "# " : language_ == Language::matlab ? "% " : "// ") + line + "\n";
  }

  void write_head(const std::vector<Kernel>& kernels) {
    text_ += comment("Dynamics of " + file_.robot + ", " + generated_mark + ". Do not edit.");
    for (const std::string& remark : file_.remarks) text_ += comment(remark);
    const ExpressionGraph& graph = ExpressionGraph::current();
    for (const Kernel& kernel : kernels) {
      const Operations cost = graph.operations(kernel.entries());
      text_ += comment(kernel.name + ": " + std::to_string(cost.multiplications) + " multiplications, " +
                       std::to_string(cost.additions) + " additions, " + std::to_string(cost.divisions) +
                       " divisions, " + std::to_string(cost.trigonometric) + " sines and cosines");
    }
    text_ += "\n";
  }

  static bool reads(const Kernel::Input& input, const Kernel& kernel) {
    const std::vector<std::uint32_t> needed = ExpressionGraph::current().needed(kernel.entries());
    for (const Expr& symbol : input.symbols)
      if (std::binary_search(needed.begin(), needed.end(), symbol.node())) return true;
    return false;
  }

  std::string signature(const Kernel& kernel) const {
    std::string arguments;
    for (const Kernel::Input& input : kernel.inputs)
      arguments += (arguments.empty() ? "const double " : ", const double ") + input.name + "[" +
                   std::to_string(input.symbols.size()) + "]";
    for (const Kernel::Output& output : kernel.outputs)
      arguments += ", double " + output.name + "[" + std::to_string(output.rows * output.columns) + "]";
    const std::string prefix = language_ == Language::c ? file_.prefix + "_" : "";
    return "void " + prefix + kernel.name + "(" + arguments + ")";
  }

  static std::string list(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
  }
  static std::vector<std::string> input_names(const Kernel& kernel) {
    std::vector<std::string> names;
    names.reserve(kernel.inputs.size());
    for (const Kernel::Input& input : kernel.inputs) names.push_back(input.name);
    return names;
  }
  static std::vector<std::string> output_names(const Kernel& kernel) {
    std::vector<std::string> names;
    names.reserve(kernel.outputs.size());
    for (const Kernel::Output& output : kernel.outputs) names.push_back(output.name);
    return names;
  }

  void write(const Kernel& kernel) {
    if (language_ == Language::python) return write_python(kernel);
    if (language_ == Language::matlab) return write_matlab(kernel);
    text_ += "\n" + signature(kernel) + " {\n";
    for (const Kernel::Input& input : kernel.inputs)
      if (!reads(input, kernel)) text_ += "  (void)" + input.name + ";\n";
    ExpressionWriter writer(language_, kernel);
    for (const std::string& line : writer.statements(kernel.entries())) text_ += "  const double " + line + ";\n";
    for (const Kernel::Output& output : kernel.outputs)
      for (std::size_t k = 0; k < output.entries.size(); ++k)
        text_ += "  " + output.name + "[" + std::to_string(k) + "] = " + writer.value(output.entries[k]) + ";\n";
    text_ += "}\n";
  }

  void write_python(const Kernel& kernel) {
    text_ += "\n\ndef " + kernel.name + "(" + list(input_names(kernel)) + "):\n";
    text_ += "    \"\"\"" + kernel.meaning + "\"\"\"\n";
    ExpressionWriter writer(language_, kernel);
    for (const std::string& line : writer.statements(kernel.entries())) text_ += "    " + line + "\n";
    for (const Kernel::Output& output : kernel.outputs) {
      text_ += "    " + output.name + " = [\n";
      std::size_t at = 0;
      for (int i = 0; i < output.rows; ++i) {
        std::string row;
        for (int j = 0; j < output.columns; ++j) row += (j == 0 ? "" : ", ") + writer.value(output.entries[at++]);
        text_ += "        " + (output.columns == 1 ? row : "[" + row + "]") + ",\n";
      }
      text_ += "    ]\n";
    }
    text_ += "    return " + list(output_names(kernel)) + "\n";
  }

  void write_matlab_class(const std::vector<Kernel>& kernels) {
    text_ += "classdef " + file_.prefix + "\n  % Call " + file_.prefix + "." + kernels.front().name +
             "(...): every function is static.\n  methods (Static)\n";
  }
  void write_matlab(const Kernel& kernel) {
    text_ +=
        "    function [" + list(output_names(kernel)) + "] = " + kernel.name + "(" + list(input_names(kernel)) + ")\n";
    text_ += "      % " + kernel.meaning + "\n";
    ExpressionWriter writer(language_, kernel);
    for (const std::string& line : writer.statements(kernel.entries())) text_ += "      " + line + ";\n";
    for (const Kernel::Output& output : kernel.outputs) {
      text_ += "      " + output.name + " = zeros(" + std::to_string(output.rows) + ", " +
               std::to_string(output.columns) + ");\n";
      for (std::size_t k = 0; k < output.entries.size(); ++k) {
        const int i = static_cast<int>(k) / output.columns + 1, j = static_cast<int>(k) % output.columns + 1;
        text_ += "      " + output.name + "(" + std::to_string(i) +
                 (output.columns > 1 ? "," + std::to_string(j) : "") + ") = " + writer.value(output.entries[k]) + ";\n";
      }
    }
    text_ += "    end\n";
  }

  const GeneratedFile& file_;
  Language language_;
  std::string text_;
};

}  // namespace

std::string identifier(const std::string& name) {
  std::string result;
  for (const char letter : name)
    result += std::isalnum(static_cast<unsigned char>(letter)) != 0 && static_cast<unsigned char>(letter) < 128 ? letter
                                                                                                                : '_';
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0])) != 0) result = "robot_" + result;
  return result;
}

std::string write_kernels(const std::vector<Kernel>& kernels, const GeneratedFile& file, Language language) {
  return FileWriter(file, language).file(kernels);
}
std::string write_header(const std::vector<Kernel>& kernels, const GeneratedFile& file, Language language) {
  return FileWriter(file, language).header(kernels);
}

}  // namespace torsor
