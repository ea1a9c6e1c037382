#include <nanobind/stl/vector.h>

#include <csignal>
#include <string>

#include "bindings.hpp"
#include "tool.hpp"
#include "torsor/core/output_file.hpp"

namespace torsor::python {

void bind_command_line(nb::module_& module) {
  module.def("_run_tool", [](const std::vector<nb::bytes>& given) {  // a word need not be UTF-8
    std::vector<std::string> words;
    words.reserve(given.size());
    for (const nb::bytes& word : given) words.emplace_back(word.c_str(), word.size());
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    // As in the tool's own main: signals end it, and a limit on the size of files is an error like a full disk.
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGPIPE, SIG_DFL);
    std::signal(SIGXFSZ, SIG_IGN);
    protect_files_that_are_read();
    const nb::gil_scoped_release unlocked;
    return cli::run_tool(static_cast<int>(words.size()), pointers.data());
  });
}

}  // namespace torsor::python
