#include "torsor/core/write_file.hpp"

namespace torsor {

void write_file(const std::filesystem::path& path, std::string_view text, Existing existing) {
  OutputFile file(path, existing);
  file.write(text);
  file.finish();
}

}  // namespace torsor
