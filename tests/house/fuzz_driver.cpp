// Runs a fuzz target on every file of a folder, and then on damaged copies of them until the time is over.
// Usage: torsor_fuzz_<stem> SECONDS FOLDER [SEED]. An input that ends the program is left in <program>.crash.
#include <sanitizer/common_interface_defs.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::string input;
std::string crash_file;
std::terminate_handler print_exception_and_abort;

void keep_input() {
  std::ofstream(crash_file, std::ios::binary) << input;
  std::fprintf(stderr, "the input is in %s\n", crash_file.c_str());
}

// Called for an exception that the target does not catch.
[[noreturn]] void keep_input_and_abort() {
  keep_input();
  print_exception_and_abort();
  std::abort();
}

void run() { LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size()); }

std::vector<std::string> read_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts{""};
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

class Mutator {
 public:
  Mutator(std::vector<std::string> texts, unsigned seed) : texts_(std::move(texts)), random_(seed) {}

  std::string next() {
    std::string text = texts_[below(texts_.size())];
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }

  std::string piece(const std::string& text) {
    const std::size_t start = below(text.size());
    return text.substr(start, 1 + below(40));
  }

  void change(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    switch (below(6)) {
      case 0:
        text.insert(at, 1, static_cast<char>(random_()));
        break;
      case 1:
        text.insert(at, piece(texts_[below(texts_.size())]));
        break;
      case 2:
        text.erase(at, 1 + below(20));
        break;
      case 3:
        if (at < text.size()) text[at] = static_cast<char>(random_());
        break;
      case 4:
        text.insert(at, words_[below(std::size(words_))]);
        break;
      default:
        if (below(8) == 0) text.resize(at);
        break;
    }
  }

  static constexpr const char* words_[] = {"-", ":",     "0",  "1e999", "nan", "[", "]",  "{",  "}", "1/0",
                                           "(", "90deg", "&a", "*a",    "#",   "<", "/>", "\"", "${"};
  std::vector<std::string> texts_;
  std::mt19937 random_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s SECONDS FOLDER [SEED]\n", argv[0]);
    return 2;
  }
  __sanitizer_set_death_callback(keep_input);
  crash_file = std::string(argv[0]) + ".crash";
  print_exception_and_abort = std::set_terminate(keep_input_and_abort);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(argv[1]));
  const std::vector<std::string> texts = read_files(argv[2]);
  for (const std::string& text : texts) {
    input = text;
    run();
  }
  Mutator mutator(texts, argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 1U);
  std::size_t count = 0;
  for (; std::chrono::steady_clock::now() < end; ++count) {
    input = mutator.next();
    run();
  }
  std::printf("%zu files and %zu damaged copies\n", texts.size(), count);
}
