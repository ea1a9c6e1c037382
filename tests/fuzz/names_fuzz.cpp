#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>

#include "torsor/codegen/generate_code.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace {

/// The text of a program without its comments, as a compiler of that language sees it.
std::string without_comments(const std::string& text, torsor::Language language) {
  const bool c = language == torsor::Language::c || language == torsor::Language::cpp;
  const char line = language == torsor::Language::python ? '#' : '%';
  std::string result;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (c && text.compare(k, 2, "/*") == 0) {
      const std::size_t end = text.find("*/", k + 2);
      if (end == std::string::npos) return "a comment without an end";
      k = end + 1;
    } else if (c ? text.compare(k, 2, "//") == 0 : text[k] == line) {
      while (k < text.size() && text[k] != '\n') k += c && text.compare(k, 2, "\\\n") == 0 ? 2 : 1;
      result += '\n';
    } else {
      result += text[k];
    }
  }
  return result;
}

}  // namespace

/// Whatever the names of a robot and of its joints are, they do not get out of the comments of generated code, and the
/// name of files and functions is an identifier.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const torsor::Description plain = torsor::read_builtin_robot("two-rods");
  torsor::Description robot = plain;
  robot.name = std::string(data, data + size);
  for (std::size_t k = 0; k < robot.links.size(); ++k) robot.links[k].joint_name = robot.name + std::to_string(k);
  const auto found_model = torsor::build_model<double>(robot);
  using enum torsor::Language;
  static std::map<torsor::Language, std::string> expected_sources;
  for (const torsor::Language language : {c, cpp, python, matlab}) {
    torsor::GenerateOptions options{.functions = {"gravity-torque"}, .language = language, .name = "plain"};
    std::string& expected = expected_sources[language];
    if (expected.empty())
      expected = without_comments(torsor::generate_code(torsor::build_model<double>(plain), options).source, language);
    const torsor::GeneratedCode found = torsor::generate_code(found_model, options);
    if (without_comments(found.source, language) != expected) std::abort();
    options.name.clear();
    const std::string prefix = torsor::generate_code(found_model, options).prefix;
    if (prefix.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") !=
        std::string::npos)
      std::abort();
  }
  return 0;
}
