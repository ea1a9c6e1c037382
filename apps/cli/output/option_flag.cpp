#include "output/option_flag.hpp"

#include <algorithm>

namespace torsor::cli {

std::string flag_of(std::string_view option) {
  std::string flag = "--" + std::string(option);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

std::string usage_message(const UsageError& error) {
  if (error.option().empty()) return error.what();
  if (error.option() == "robot") return error.message() + " (`torsor robots` lists the built-in ones)";
  return flag_of(error.option()) + ": " + error.message();
}

}  // namespace torsor::cli
