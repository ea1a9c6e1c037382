#include "torsor/codegen/write_kernel.hpp"

#include <algorithm>
#include <cctype>

#include "codegen/comment_line.hpp"
#include "codegen/expression_writer.hpp"
#include "codegen/generated_marks.hpp"
#include "codegen/inline_sines.hpp"
#include "codegen/observer_struct.hpp"
#include "torsor/core/counted.hpp"

namespace torsor {
namespace {

using codegen::ExpressionWriter;

/// The parts of a file that differ between languages.
class FileWriter {
 public:
  FileWriter(const GeneratedFile& file, Language language) : file_(file), language_(language) {}

  std::string file(const std::vector<Kernel>& kernels) {
    write_head(kernels);
    const bool own_sines = file_.sines == GeneratedSines::inside && takes_sines(kernels);
    if (language_ == Language::c)
      text_ += std::string("#include <math.h>\n") + (own_sines ? "#include <stdint.h>\n" : "") + "\n#include \"" +
               file_.prefix + ".h\"\n";
    if (language_ == Language::cpp)
      text_ += "#include \"" + file_.prefix + ".hpp\"\n\n#include <cmath>\n" +
               (own_sines ? "#include <cstdint>\n" : "") + "\nnamespace " + file_.prefix + " {\n";
    if (own_sines) text_ += codegen::inline_sines(sines_name(), language_);
    if (language_ == Language::python) text_ += "import math\n";
    if (language_ == Language::matlab) write_matlab_class(kernels);
    for (const Kernel& kernel : kernels) write(kernel);
    if (language_ == Language::c) text_ += codegen::ObserverStruct(kernels, file_).definitions;
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
    if (language_ == Language::c) text_ += codegen::ObserverStruct(kernels, file_).declarations;
    if (language_ == Language::c) text_ += "#ifdef __cplusplus\n}\n#endif\n\n";
    if (language_ == Language::cpp) text_ += "}  // namespace " + file_.prefix + "\n\n";
    text_ += "#endif\n";
    return std::move(text_);
  }

 private:
  std::string comment(const std::string& text) const {
    const std::string line = codegen::comment_line(text);
    if (language_ == Language::c) return "/* " + line + " */\n";
    return (language_ == Language::python ? "# " : language_ == Language::matlab ? "% " : "// ") + line + "\n";
  }

  void write_head(const std::vector<Kernel>& kernels) {
    text_ += comment("Dynamics of " + file_.robot + ", " + generated_mark + ". Do not edit.");
    for (const std::string& remark : file_.remarks) text_ += comment(remark);
    const ExpressionGraph& graph = ExpressionGraph::current();
    for (const Kernel& kernel : kernels) {
      const Operations cost = graph.operations(kernel.entries());
      text_ += comment(kernel.name + ": " + counted(cost.multiplications, "multiplication") + ", " +
                       counted(cost.additions, "addition") + ", " + counted(cost.divisions, "division") + ", " +
                       (cost.square_roots > 0 ? counted(cost.square_roots, "square root") + ", " : "") +
                       counted(cost.trigonometric, "sine or cosine", "sines and cosines"));
    }
    text_ += "\n";
  }

  static bool reads(const Kernel::Input& input, const Kernel& kernel) {
    const std::vector<std::uint32_t> needed = ExpressionGraph::current().needed(kernel.entries());
    for (const Expr& symbol : input.symbols)
      if (std::binary_search(needed.begin(), needed.end(), symbol.node())) return true;
    return false;
  }

  /// Whether some kernel has a sine of an angle that follows from its inputs alone.
  bool takes_sines(const std::vector<Kernel>& kernels) const {
    return std::ranges::any_of(kernels, [&](const Kernel& kernel) {
      return !ExpressionWriter(language_, file_.scalar, kernel).angles(kernel.entries()).empty();
    });
  }
  std::string sines_name() const {
    return (language_ == Language::c ? file_.prefix + "_" : std::string()) + "sines_and_cosines";
  }
  void write_sines(const std::vector<std::string>& angles) {
    if (angles.empty()) return;
    const std::string count = std::to_string(angles.size());
    text_ += "  double angles[" + count + "], sines[" + count + "], cosines[" + count + "];\n";
    for (std::size_t k = 0; k < angles.size(); ++k)
      text_ += "  angles[" + std::to_string(k) + "] = " + angles[k] + ";\n";
    text_ += "  " + sines_name() + "(" + count + ", angles, sines, cosines);\n";
  }

  std::string type() const { return name_of(file_.scalar) + " "; }

  std::string signature(const Kernel& kernel) const {
    std::string arguments;
    for (const Kernel::Input& input : kernel.inputs)
      arguments += (arguments.empty() ? "const " : ", const ") + type() + input.name + "[" +
                   std::to_string(input.symbols.size()) + "]";
    for (const Kernel::Output& output : kernel.outputs)
      arguments += ", " + type() + output.name + "[" + std::to_string(output.rows * output.columns) + "]";
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
    ExpressionWriter writer(language_, file_.scalar, kernel);
    if (file_.sines == GeneratedSines::inside) write_sines(writer.angles(kernel.entries()));
    for (const std::string& line : writer.statements(kernel.entries())) text_ += "  const " + type() + line + ";\n";
    for (const Kernel::Output& output : kernel.outputs)
      for (std::size_t k = 0; k < output.entries.size(); ++k)
        text_ += "  " + output.name + "[" + std::to_string(k) + "] = " + writer.value(output.entries[k]) + ";\n";
    text_ += "}\n";
  }

  void write_python(const Kernel& kernel) {
    text_ += "\n\ndef " + kernel.name + "(" + list(input_names(kernel)) + "):\n";
    text_ += "    \"\"\"" + kernel.meaning + "\"\"\"\n";
    ExpressionWriter writer(language_, file_.scalar, kernel);
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
    ExpressionWriter writer(language_, file_.scalar, kernel);
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

std::string name_of(GeneratedScalar scalar) { return scalar == GeneratedScalar::float32 ? "float" : "double"; }

std::string write_kernels(const std::vector<Kernel>& kernels, const GeneratedFile& file, Language language) {
  return FileWriter(file, language).file(kernels);
}
std::string write_header(const std::vector<Kernel>& kernels, const GeneratedFile& file, Language language) {
  return FileWriter(file, language).header(kernels);
}

}  // namespace torsor
