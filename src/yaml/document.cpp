#include "yaml/document.hpp"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>

#include "torsor/core/text.hpp"
#include "yaml/slip.hpp"

namespace torsor::yaml {
namespace {

Location place(const YAML::Mark& mark) { return {std::max(mark.line, 0) + 1, std::max(mark.column, 0) + 1}; }

/// Keeps the first document of a text, and where another one starts.
class Builder : public YAML::EventHandler {
 public:
  Document document;
  std::optional<YAML::Mark> second;         // what stands in another document
  std::optional<YAML::Mark> inside_itself;  // an alias of something that is around it
  YAML::Mark start;                         // of the last document

  void OnDocumentStart(const YAML::Mark& mark) override {
    start = mark;
    anchors_.clear();
    ++documents_;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(Node::Kind::nothing, mark, anchor); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    Node& node = add(Node::Kind::scalar, mark, anchor);
    node.text = text;
    node.quoted = tag == "!";
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto named = anchors_.find(anchor);
    if (named != anchors_.end() && std::find(open_.begin(), open_.end(), named->second) == open_.end())
      return hang(named->second, mark);
    if (!inside_itself) inside_itself = mark;
    add(Node::Kind::nothing, mark, 0);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open_.push_back(&add(Node::Kind::list, mark, anchor));
  }
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open_.push_back(&add(Node::Kind::map, mark, anchor));
  }
  void OnMapEnd() override { open_.pop_back(); }

 private:
  Node& add(Node::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    Node& node = document.nodes.emplace_back(Node{kind, place(mark)});
    if (anchor != 0) anchors_[anchor] = &node;
    hang(&node, mark);
    return node;
  }

  void hang(const Node* node, const YAML::Mark& mark) {
    if (documents_ > 1 && node->kind != Node::Kind::nothing && !second) second = mark;
    if (!open_.empty())
      open_.back()->children.push_back(node);
    else if (documents_ == 1)
      document.root = node;
  }

  int documents_ = 0;
  std::vector<Node*> open_;  // lists and maps around the next node
  std::unordered_map<YAML::anchor_t, const Node*> anchors_;
};

/// Tells where a text stops being UTF-8.
void check_utf8(std::string_view text, Report& report) {
  Location at{1, 1};
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t length = utf8_character(text, k);
    if (length == 0) return report.error(at, "expected UTF-8 text, found a byte that is not");
    at.column = text[k] == '\n' ? 1 : at.column + 1;
    at.line += text[k] == '\n';
    k += length;
  }
}

void build(std::string_view text, Builder& builder, Report& report) {
  std::istringstream stream{std::string(text)};
  YAML::Parser parser(stream);
  YAML::Mark last;
  for (int documents = 0; parser.HandleNextDocument(builder); ++documents) {
    if (builder.inside_itself)
      return report.error(place(*builder.inside_itself),
                          "expected an alias of something else, found what is around it");
    if (builder.second)
      return report.error(place(*builder.second), "expected one document in a file, found a second one");
    if (documents > 0 && builder.start.pos == last.pos)  // the parser stands before what it cannot read, forever
      return report.error(place(builder.start), "expected a key or the end of the file");
    last = builder.start;
  }
}

}  // namespace

std::optional<Document> parse(std::string_view text, Report& report) {
  const int before = report.errors();
  check_utf8(text, report);
  Builder builder;
  try {
    if (report.errors() == before) build(text, builder, report);
  } catch (const YAML::DeepRecursion& problem) {
    report.error(place(problem.mark), "lists and maps are nested too deeply");
  } catch (const YAML::Exception& problem) {
    const Location where = place(problem.mark);
    const std::optional<Slip> slip = find_slip(text, where.line);
    report.error(slip ? slip->where : where, slip ? slip->message : problem.msg);
  }
  if (report.errors() > before) return {};
  if (builder.document.root == nullptr) builder.document.root = &builder.document.nodes.emplace_back();
  return std::move(builder.document);
}

}  // namespace torsor::yaml
