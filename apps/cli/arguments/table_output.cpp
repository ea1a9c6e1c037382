#include "arguments/table_output.hpp"

#include <iostream>

namespace torsor::cli {

TableTarget table_target(Outputs& outputs, const std::string& path) {
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
