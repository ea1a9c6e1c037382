#include "output/option_flag.hpp"

#include <algorithm>
#include <map>

namespace torsor::cli {

std::string flag_of(std::string_view option) {
  static const std::map<std::string_view, std::string> others{
      {"command", "--compiler"},    {"equation_rate", "--rate"},
      {"rotor", "--no-rotor"},      {"stribeck", "--friction viscous,coulomb,offset,stribeck"},
      {"validation", "--validate"}, {"widths", "--coulomb-width"}};
  if (const auto found = others.find(option); found != others.end()) return found->second;
  std::string flag = "--" + std::string(option);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

std::string flags_of(const std::vector<std::string>& options) {
  std::string text;
  for (const std::string& option : options) text += (text.empty() ? " (" : ", ") + flag_of(option);
  return text.empty() ? text : text + ")";
}

std::string in_words(const UsageError& error) {
  if (error.option().empty()) return error.what();
  if (error.option() == "robot") return error.message() + " (`torsor robots` lists the built-in ones)";
  return flag_of(error.option()) + ": " + error.message();
}

std::string in_words(const ComputationError& error) { return error.what() + flags_of(error.options()); }

}  // namespace torsor::cli
