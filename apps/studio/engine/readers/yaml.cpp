#include <unordered_map>

#include "yaml/document.hpp"
#include "yaml/slip.hpp"
#include "yaml_scalar.hpp"

/// YAML for WebAssembly, in place of src/yaml/document.cpp: yaml-cpp throws, and there are no exceptions
/// [docs/decisions/0046]. It reads what robot files use: maps and lists in lines or in brackets, words with and without
/// quotation marks, | and >, anchors and aliases, comments. Keys that are no words (`? `) and tags are not read.
namespace torsor::yaml {
namespace {

using studio::YamlCursor;

constexpr int deepest = 200;

class YamlParser {
 public:
  YamlParser(std::string_view text, Report& report) : text_(text), cursor_(text), report_(report) {}

  Document parse() {
    if (cursor_.starts_with("\xEF\xBB\xBF")) cursor_.advance(3);
    content();
    while (cursor_.column() == 0 && cursor_.peek() == '%') {
      while (!cursor_.at_line_end()) cursor_.advance();
      content();
    }
    if (document_mark("---")) {
      cursor_.advance(3);
      content();
    }
    document_.root =
        cursor_.at_end() || document_mark("---") || document_mark("...") ? nothing(cursor_.where()) : block(-1);
    content();
    if (document_mark("...")) {
      cursor_.advance(3);
      content();
    }
    if (document_mark("---")) {
      cursor_.advance(3);
      content();
      if (!cursor_.at_end()) fail("expected one document in a file, found a second one");
    }
    if (!cursor_.at_end()) fail("expected a key or the end of the file");
    return std::move(document_);
  }

 private:
  void fail(const std::string& message) { fail_at(cursor_.where(), message); }
  void fail_at(Location where, const std::string& message) {
    const std::optional<Slip> slip = failed_ ? std::optional<Slip>() : find_slip(text_, where.line);
    if (!failed_) report_.error(slip ? slip->where : where, slip ? slip->message : message);
    failed_ = true;
    while (!cursor_.at_end()) cursor_.advance();
  }
  void content() {
    if (!cursor_.skip_to_content()) fail("expected blanks to indent a line, found a tab");
  }
  bool document_mark(std::string_view mark) const {
    return cursor_.column() == 0 && cursor_.starts_with(mark) && cursor_.blank_at(3);
  }

  Node* add(Node::Kind kind, Location where) { return &document_.nodes.emplace_back(Node{kind, where}); }
  Node* nothing(Location where) { return add(Node::Kind::nothing, where); }
  Node* scalar(Location where, std::string text, bool quoted) {
    const bool none = !quoted && (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL");
    Node* node = add(none ? Node::Kind::nothing : Node::Kind::scalar, where);
    if (!none) node->text = std::move(text), node->quoted = quoted;
    return node;
  }

  /// What stands here, in a block whose lines are indented by more than `indent`.
  const Node* block(int indent) {
    if (++depth_ > deepest) fail("lists and maps are nested too deeply");
    const Node* node = failed_ ? nothing({1, 1}) : block_of(indent);
    --depth_;
    return node;
  }
  const Node* block_of(int indent) {
    const char c = cursor_.peek();
    if (c == '*') return alias();
    if (c == '&') return anchored(indent);
    if (c == '-' && cursor_.blank_at(1)) return list(cursor_.column());
    if (c == '|' || c == '>') {
      const Location where = cursor_.where();
      return scalar(where, studio::read_block(cursor_, indent), true);
    }
    if (starts_key()) return map(cursor_.column());
    if (c == '[' || c == '{') return brackets();
    return words(indent, false);
  }

  std::string anchor_name() {
    cursor_.advance();
    const std::size_t begin = cursor_.position();
    while (!cursor_.blank_at(0) && std::string_view(",[]{}").find(cursor_.peek()) == std::string_view::npos)
      cursor_.advance();
    return std::string(cursor_.since(begin));
  }
  const Node* alias() {
    const Location where = cursor_.where();
    const std::string name = anchor_name();
    const auto named = anchors_.find(name);
    if (named == anchors_.end() || named->second == nullptr)
      return fail_at(where, "expected an alias of something else, found " + name), nothing(where);
    return named->second;
  }
  const Node* anchored(int indent) {
    const int line = cursor_.line();
    const std::string name = anchor_name();
    anchors_[name] = nullptr;
    content();
    const bool there = !cursor_.at_end() && (cursor_.line() == line || cursor_.column() > indent);
    return anchors_[name] = there ? block(indent) : nothing(cursor_.where());
  }

  /// Whether words and a colon stand here.
  bool starts_key() const {
    YamlCursor ahead = cursor_;
    if (ahead.peek() == '"' || ahead.peek() == '\'') {
      if (!studio::read_quoted(ahead) || ahead.line() != cursor_.line()) return false;
    } else if (ahead.peek() == '[' || ahead.peek() == '{') {
      return false;
    } else {
      studio::read_plain(ahead, 0, false, true);
    }
    ahead.skip_blanks();
    return ahead.peek() == ':' && ahead.blank_at(1);
  }

  const Node* words(int indent, bool between_brackets, bool one_line = false) {
    const Location where = cursor_.where();
    const char c = cursor_.peek();
    if (c == '"' || c == '\'') {
      std::optional<std::string> text = studio::read_quoted(cursor_);
      if (!text) return fail_at(where, "expected the end of the quotation"), nothing(where);
      return scalar(where, std::move(*text), true);
    }
    if (std::string_view("@`%!?,]}").find(c) != std::string_view::npos && c != '\0' &&
        (c != '?' || cursor_.blank_at(1)))
      return fail(std::string("expected a value, found ") + c), nothing(where);
    return scalar(where, studio::read_plain(cursor_, indent, between_brackets, one_line), false);
  }

  const Node* list(int column) {
    Node* node = add(Node::Kind::list, cursor_.where());
    while (!failed_ && cursor_.column() == column && cursor_.peek() == '-' && cursor_.blank_at(1)) {
      const Location dash = cursor_.where();
      const int line = cursor_.line();
      cursor_.advance();
      content();
      const bool there = !cursor_.at_end() && (cursor_.line() == line || cursor_.column() > column);
      node->children.push_back(there ? block(column) : nothing(dash));
      content();
      if (!cursor_.at_end() && cursor_.column() > column) fail("expected the end of the list entry");
    }
    return node;
  }

  const Node* map(int column) {
    Node* node = add(Node::Kind::map, cursor_.where());
    while (!failed_ && !cursor_.at_end() && cursor_.column() == column) {
      if (document_mark("---") || document_mark("...")) break;
      if (cursor_.peek() == '-' && cursor_.blank_at(1)) break;
      if (!starts_key()) {
        fail("expected a key and a colon");
        break;
      }
      node->children.push_back(words(column, false, true));
      cursor_.skip_blanks();
      cursor_.advance();  // :
      node->children.push_back(map_value(column));
      content();
      if (!cursor_.at_end() && cursor_.column() > column) fail("expected a key in the column of the others");
    }
    return node;
  }
  const Node* map_value(int column) {
    const int line = cursor_.line();
    const Location colon = cursor_.where();
    content();
    if (cursor_.at_end()) return nothing(colon);
    if (cursor_.line() == line) {
      if (cursor_.peek() == '-' && cursor_.blank_at(1))
        return fail("expected a value, found a list entry"), nothing(colon);
      if (cursor_.peek() != '&' && starts_key()) return fail("expected one key in a line"), nothing(colon);
      return block(column);
    }
    const bool list_below = cursor_.column() == column && cursor_.peek() == '-' && cursor_.blank_at(1);
    return cursor_.column() > column || list_below ? block(list_below ? column - 1 : column) : nothing(colon);
  }

  void bracket_content() {
    content();
    if (cursor_.at_end()) fail("expected the end of the brackets");
  }
  const Node* bracket_value() {
    if (++depth_ > deepest) fail("lists and maps are nested too deeply");
    const char c = cursor_.peek();
    const Node* node = failed_                            ? nothing({1, 1})
                       : c == '[' || c == '{'             ? brackets()
                       : c == '*'                         ? alias()
                       : c == ',' || c == ']' || c == '}' ? nothing(cursor_.where())
                                                          : words(0, true);
    --depth_;
    return node;
  }
  /// {key: value, ...} or [value, ...]
  const Node* brackets() {
    const bool is_map = cursor_.peek() == '{';
    const char end = is_map ? '}' : ']';
    Node* node = add(is_map ? Node::Kind::map : Node::Kind::list, cursor_.where());
    cursor_.advance();
    for (bracket_content(); !failed_ && cursor_.peek() != end; bracket_content()) {
      node->children.push_back(bracket_value());
      bracket_content();
      if (is_map) {
        const Location where = cursor_.where();
        const bool has_value = cursor_.peek() == ':';
        if (has_value) cursor_.advance();
        bracket_content();
        node->children.push_back(has_value ? bracket_value() : nothing(where));
        bracket_content();
      }
      if (cursor_.peek() == ',')
        cursor_.advance();
      else if (cursor_.peek() != end)
        fail(std::string("expected , or ") + end);
    }
    cursor_.advance();
    return node;
  }

  std::string_view text_;
  YamlCursor cursor_;
  Report& report_;
  Document document_;
  std::unordered_map<std::string, const Node*> anchors_;
  int depth_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<Document> parse(std::string_view text, Report& report) {
  const int before = report.errors();
  Document document = YamlParser(text, report).parse();
  if (report.errors() > before) return {};
  return document;
}

}  // namespace torsor::yaml
