#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace torsor::cli {

/// While it lives, what is written to a stream reaches it as printable text: names from files and arguments may hold
/// bytes that a terminal would obey, or that are no text at all. Colours pass; bad bytes and other control characters
/// become U+FFFD.
class PrintableStream : std::streambuf {
 public:
  explicit PrintableStream(std::ostream& stream) : stream_(&stream), target_(stream.rdbuf(this)) {}
  ~PrintableStream() override;
  PrintableStream(const PrintableStream&) = delete;
  PrintableStream& operator=(const PrintableStream&) = delete;

 private:
  int overflow(int letter) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;
  bool pass_on();

  std::ostream* stream_;
  std::streambuf* target_;
  std::string pending_;
};

}  // namespace torsor::cli
