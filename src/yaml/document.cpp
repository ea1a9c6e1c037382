#include "yaml/document.hpp"

#include <yaml-cpp/eventhandler.h>

#include <sstream>

#include "torsor/core/error.hpp"

namespace torsor {
namespace {

/// Where the documents of a text start, and whether the last one holds anything.
class DocumentWatch : public YAML::EventHandler {
 public:
  YAML::Mark start, content;
  bool empty = true;

  void OnDocumentStart(const YAML::Mark& mark) override {
    start = mark;
    empty = true;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { hold(mark); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string&) override { hold(mark); }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    hold(mark);
  }
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    hold(mark);
  }
  void OnMapEnd() override {}

 private:
  void hold(const YAML::Mark& mark) {
    if (empty) content = mark;
    empty = false;
  }
};

[[noreturn]] void fail(const std::string& file_name, const YAML::Mark& mark, const std::string& message) {
  throw FileError(file_name, {mark.line + 1, mark.column + 1}, message);
}

}  // namespace

YAML::Node load_one_document(const std::string& text, const std::string& file_name) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  DocumentWatch watch;
  YAML::Mark last;
  for (int documents = 0; parser.HandleNextDocument(watch); ++documents) {
    if (documents > 0 && !watch.empty)
      fail(file_name, watch.content, "expected one robot in a file, found a second document");
    if (documents > 0 && watch.start.pos == last.pos)  // the parser stands before what it cannot read
      fail(file_name, watch.start, "expected a key of a robot file or the end of the file");
    last = watch.start;
  }
  return YAML::Load(text);
}

}  // namespace torsor
