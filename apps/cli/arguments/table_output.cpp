#include "arguments/table_output.hpp"

#include <algorithm>
#include <cctype>
#include <iostream>

#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor::cli {
namespace {

void require_known_ending(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (!path.empty() && ending != ".csv" && ending != ".npy")
    throw UsageError("--output: expected a file that ends in .csv or .npy, found " + in_quotes(path));
}

}  // namespace

TableTarget table_target(Outputs& outputs, const std::string& path) {
  require_known_ending(path);
  TableTarget target;
  target.format = table_format(path);
  target.write = [&outputs, path, opened = false](std::string_view bytes) mutable {
    if (!opened) outputs.open(path);
    opened = true;
    outputs.append(bytes);
  };
  target.write_start = [&outputs](std::string_view bytes) { outputs.write_start(bytes); };
  return target;
}

TableTarget printed_table() {
  TableTarget target;
  target.write = [](std::string_view bytes) { std::cout << bytes; };
  return target;
}

}  // namespace torsor::cli
