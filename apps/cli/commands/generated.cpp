#include "commands/generated.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/expression.hpp"

namespace torsor::cli {

Language language_named(const std::string& name, const std::string& what) {
  const std::map<std::string, Language> languages{
      {"c", Language::c}, {"cpp", Language::cpp}, {"python", Language::python}, {"matlab", Language::matlab}};
  const auto found = languages.find(name);
  if (found == languages.end())
    throw UsageError(what + ": expected c, cpp, python or matlab, found " + in_quotes(name));
  return found->second;
}

std::string suffix_of(Language language) {
  return language == Language::c        ? ".c"
         : language == Language::cpp    ? ".cpp"
         : language == Language::python ? ".py"
                                        : ".m";
}

std::vector<std::string> functions_named(const std::string& list) {
  const std::vector<std::string> known = kernel_names();
  std::vector<std::string> result;
  std::istringstream text(list);
  for (std::string name; std::getline(text, name, ',');) {
    if (name == "gravity") name = "gravity-torque";  // as `derive` and the literature call it
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw UsageError("--functions: expected some of " + joined(known) + "; found " + in_quotes(name));
    if (std::find(result.begin(), result.end(), name) != result.end())
      throw UsageError("--functions: " + name + " is named twice");
    result.push_back(name);
  }
  if (result.empty()) throw UsageError("--functions: expected at least one of " + joined(known));
  return result;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace torsor::cli
