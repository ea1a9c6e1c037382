#include "codegen/generated_interface.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "codegen/comment_line.hpp"
#include "codegen/generated_marks.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/limits.hpp"
#include "torsor/core/read_file.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/position.hpp"

namespace torsor::codegen {
namespace {

constexpr int interface_version = 1;  // grows with every change that a caller has to follow
constexpr const char *version_mark = "Interface: ", *prefix_mark = "Prefix: ", *scalar_mark = "Scalar: ",
                     *joints_mark = "Joints: ", *parameters_mark = "theta: ", *function_mark = "Function: ",
                     *robot_mark = "Dynamics of ";

/// 2 (shoulder, elbow)
std::string counted(const std::vector<std::string>& names) {
  return comment_line(fmt::format("{} ({})", names.size(), fmt::join(names, ", ")));
}

std::string signature_text(const Kernel& kernel, const std::string& tip) {
  std::vector<std::string> inputs, outputs;
  for (const Kernel::Input& input : kernel.inputs)
    inputs.push_back(fmt::format("{}[{}]", input.name, input.symbols.size()));
  for (const Kernel::Output& output : kernel.outputs)
    outputs.push_back(fmt::format("{}[{}]", output.name, output.entries.size()));
  const bool of_tip = kernel.name == "forward_kinematics" || kernel.name == "jacobian";
  return comment_line(fmt::format("{}({}) -> {}{}", kernel.name, fmt::join(inputs, ", "), fmt::join(outputs, ", "),
                                  of_tip ? " of " + tip : ""));
}

/// The text of a line of comment in any of the languages; nothing for other lines.
std::optional<std::string> comment_text(std::string line) {
  while (line.ends_with('\r')) line.pop_back();
  for (const std::string_view start : {"/* ", "// ", "# ", "% "}) {
    if (!line.starts_with(start)) continue;
    line.erase(0, start.size());
    if (start == "/* " && line.ends_with(" */")) line.erase(line.size() - 3);
    return line;
  }
  return {};
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& message) {
  raise(FileError(file.string(), {1, 1}, message));
}

/// Of the files that generate writes, only one has the functions: an example or a test names its header.
std::string meant_instead(std::string_view text, const std::filesystem::path& file) {
  const std::string stem = file.stem().string();
  for (const std::string_view ending : {"_loop", "_test"}) {
    if (!stem.ends_with(ending)) continue;
    const std::string prefix = stem.substr(0, stem.size() - ending.size());
    if (text.find("#include \"" + prefix + ".h\"") != std::string_view::npos)
      return ", found a program that calls it; is " + in_quotes(prefix + file.extension().string()) + " meant?";
  }
  return {};
}

}  // namespace

GeneratedInterface::GeneratedInterface(const std::vector<std::string>& velocities) : joints(counted(velocities)) {}

GeneratedInterface::GeneratedInterface(const Model<double>& model, const KernelTracer& tracer,
                                       const std::vector<Kernel>& kernels)
    : GeneratedInterface(velocity_names(model)) {
  robot = comment_line(model.name);
  if (!tracer.parameters().empty()) parameters = counted(parameter_names(tracer.layout()));
  for (const Kernel& kernel : kernels) functions.push_back(signature_text(kernel, model.frames[tracer.frame()].name));
}

std::vector<std::string> GeneratedInterface::lines() const {
  std::vector<std::string> list{version_mark + std::to_string(interface_version), prefix_mark + prefix,
                                scalar_line(scalar), joints_mark + joints};
  if (!parameters.empty()) list.push_back(parameters_mark + parameters);
  for (const std::string& function : functions) list.push_back(function_mark + function);
  return list;
}

std::string scalar_line(GeneratedScalar scalar) { return scalar_mark + name_of(scalar); }

std::string read_generated(const std::filesystem::path& path) {
  return read_file(path, "generated code", limits::generated_file_bytes, "generated-code");
}

GeneratedInterface read_interface(std::string_view text, const std::filesystem::path& file) {
  GeneratedInterface found;
  std::string version, scalar, first;
  const std::pair<const char*, std::string*> marks[] = {
      {version_mark, &version},     {prefix_mark, &found.prefix},         {scalar_mark, &scalar},
      {joints_mark, &found.joints}, {parameters_mark, &found.parameters}, {robot_mark, &first}};
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const std::optional<std::string> remark = comment_text(line);
    if (!remark) break;
    if (remark->starts_with(function_mark))
      found.functions.push_back(remark->substr(std::string(function_mark).size()));
    for (const auto& [mark, value] : marks)
      if (value->empty() && remark->starts_with(mark)) *value = remark->substr(std::string(mark).size());
  }
  const std::size_t end = first.rfind(std::string(", ") + generated_mark);
  if (end == std::string::npos) refuse(file, "expected a file with generated code" + meant_instead(text, file));
  found.robot = first.substr(0, end);
  if (version != std::to_string(interface_version))
    refuse(file, fmt::format("expected generated code with interface {}, found {}; generate it again",
                             interface_version, version.empty() ? "one without a number" : in_quotes(version)));
  found.scalar = scalar == name_of(GeneratedScalar::float32) ? GeneratedScalar::float32 : GeneratedScalar::float64;
  if (found.prefix.empty() || found.functions.empty() || scalar != name_of(found.scalar))
    refuse(file, "expected a prefix, a scalar and functions in the head of the file");
  if (identifier(found.prefix) != found.prefix)
    refuse(file, "expected a prefix that is a name, found " + in_quotes(found.prefix));
  return found;
}

void require_interface(const GeneratedInterface& expected, const GeneratedInterface& found,
                       const std::filesystem::path& file) {
  const std::string robot = in_quotes(expected.robot), code = "code of " + in_quotes(found.robot);
  const auto compare = [&](const char* what, const std::string& wanted, const std::string& written) {
    if (wanted != written)
      refuse(file, fmt::format("expected {} of {}: {}; found {}: {}", what, robot, wanted, code, written));
  };
  compare("the joints", expected.joints, found.joints);
  compare("theta", expected.parameters, found.parameters);
  std::map<std::string, std::string> known;
  for (const std::string& signature : expected.functions) known[function_name(signature)] = signature;
  for (const std::string& signature : found.functions) {
    const auto one = known.find(function_name(signature));
    if (one == known.end())
      refuse(file, fmt::format("expected functions that torsor generates, found {}", in_quotes(signature)));
    compare("the function", one->second, signature);
  }
}

std::string function_name(const std::string& signature) { return signature.substr(0, signature.find('(')); }

}  // namespace torsor::codegen
