#include "torsor/core/error.hpp"
#include "torsor/core/read_file.hpp"

/// A page has no files: whoever asks for one is told so.
namespace torsor {

void require_readable(const std::filesystem::path& path, const std::string& what, Streams /*streams*/) {
  raise(UsageError(path.string() + ": expected " + what + ", found a page, which cannot open files"));
}

std::string read_file(const std::filesystem::path& path, const std::string& what, std::size_t /*most*/,
                      const char* /*code*/, Streams streams) {
  require_readable(path, what, streams);
  return {};
}

}  // namespace torsor

/// Of the one thread there is, nothing is left to be tidied up when the page goes.
extern "C" int __cxa_thread_atexit(void (* /*destroy*/)(void*), void* /*object*/, void* /*module*/) { return 0; }
