#include <cstdint>
#include <cstring>
#include <pugixml.hpp>
#include <string_view>

namespace pugi {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Whether a character can be part of a name. What is not ASCII can.
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' ||
         c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

char* put_utf8(char* to, std::uint32_t code) {
  if (code < 0x80) return *to++ = static_cast<char>(code), to;
  const int following = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr std::uint32_t first[]{0, 0xC0, 0xE0, 0xF0};
  *to++ = static_cast<char>(first[following] | (code >> (6 * following)));
  for (int k = following - 1; k >= 0; --k) *to++ = static_cast<char>(0x80 | ((code >> (6 * k)) & 0x3F));
  return to;
}

/// The character that a reference such as &amp; or &#x41; stands for, and its length; a length of 0: it is none.
std::pair<std::uint32_t, std::size_t> reference(std::string_view text) {
  constexpr std::pair<std::string_view, char> known[]{
      {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&apos;", '\''}, {"&quot;", '"'}};
  for (const auto& [name, character] : known)
    if (text.starts_with(name)) return {static_cast<std::uint32_t>(character), name.size()};
  if (!text.starts_with("&#")) return {0, 0};
  const bool hexadecimal = text.substr(2).starts_with("x");
  std::uint32_t code = 0;
  std::size_t at = hexadecimal ? 3 : 2;
  for (; at < text.size() && text[at] != ';'; ++at) {
    const char c = text[at];
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : 99;
    if (digit >= (hexadecimal ? 16 : 10) || code > 0x10FFFF) return {0, 0};
    code = code * (hexadecimal ? 16U : 10U) + static_cast<std::uint32_t>(digit);
  }
  return at >= text.size() || code == 0 || code > 0x10FFFF ? std::pair<std::uint32_t, std::size_t>{0, 0}
                                                           : std::pair{code, at + 1};
}

/// Replaces references in place: what they stand for is never longer than they are.
void expand(char* begin, char* end) {
  char* to = begin;
  for (const char* from = begin; from < end;) {
    const auto [code, length] = *from == '&' ? reference({from, static_cast<std::size_t>(end - from)})
                                             : std::pair<std::uint32_t, std::size_t>{0, 0};
    if (length > 0) {
      to = put_utf8(to, code);
      from += length;
    } else {
      *to++ = is_space(*from) ? ' ' : *from;
      ++from;
    }
  }
  *to = '\0';
}

}  // namespace

/// Reads a text once from its beginning to its end; open elements are linked by their parents, so that nothing
/// recurses.
class XmlParser {
 public:
  explicit XmlParser(xml_document& document) : document_(document), source_(document.source_) {}

  xml_parse_result parse() {
    NodeData* open = &document_.root_;
    if (source_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (problem_ == nullptr) {
      at_ = source_.find('<', at_);
      if (at_ == std::string_view::npos) break;
      const std::string_view rest = source_.substr(at_);
      if (rest.starts_with("<!--"))
        skip_to("-->", "Error parsing comment");
      else if (rest.starts_with("<![CDATA["))
        skip_to("]]>", "Error parsing CDATA section");
      else if (rest.starts_with("<?xml") && rest.size() > 5 && is_space(rest[5]))
        declaration(*open);
      else if (rest.starts_with("<?"))
        skip_to("?>", "Error parsing document declaration/processing instruction");
      else if (rest.starts_with("<!"))
        doctype();
      else if (rest.starts_with("</"))
        open = end_tag(open);
      else
        open = start_tag(*open);
    }
    if (problem_ == nullptr && open != &document_.root_) fail(source_.size(), "Start-end tags mismatch");
    return {problem_, static_cast<std::ptrdiff_t>(problem_at_)};
  }

 private:
  void fail(std::size_t where, const char* problem) {
    if (problem_ == nullptr) problem_ = problem, problem_at_ = where;
    at_ = source_.size();
  }
  void skip_to(std::string_view end, const char* problem) {
    const std::size_t found = source_.find(end, at_ + 2);
    if (found == std::string_view::npos) return fail(at_, problem);
    at_ = found + end.size();
  }
  void skip_space() {
    while (at_ < source_.size() && is_space(source_[at_])) ++at_;
  }
  bool next_is(char c) const { return at_ < source_.size() && source_[at_] == c; }

  /// <!DOCTYPE ...>, which may have brackets inside.
  void doctype() {
    int depth = 0;
    for (const std::size_t start = at_; ++at_ < source_.size();) {
      if (source_[at_] == '[' || source_[at_] == '<') ++depth;
      if (source_[at_] == ']') --depth;
      if (source_[at_] == '>' && depth-- <= 0) return void(++at_);
      if (at_ + 1 == source_.size()) fail(start, "Error parsing document type declaration");
    }
  }

  NodeData& add(NodeData& parent, xml_node_type type) {
    NodeData& node = document_.nodes_.emplace_back();
    node.type = type, node.parent = &parent, node.begin = at_, node.source = &document_.source_;
    (parent.last_child == nullptr ? parent.first_child : parent.last_child->next) = &node;
    parent.last_child = &node;
    return node;
  }

  /// A name from here on, ended in the copy of the text.
  const char* name(const char* problem) {
    const std::size_t begin = at_;
    while (at_ < source_.size() && is_name(source_[at_])) ++at_;
    if (at_ == begin || (source_[begin] >= '0' && source_[begin] <= '9')) return fail(begin, problem), "";
    if (at_ < document_.text_.size()) document_.text_[at_] = '\0';
    return document_.text_.data() + begin;
  }

  void attributes(NodeData& node, const char* problem) {
    while (problem_ == nullptr) {
      skip_space();
      if (at_ >= source_.size()) return fail(node.begin, problem);
      if (!is_name(source_[at_])) return;
      AttributeData& attribute = document_.attributes_.emplace_back();
      attribute.name = name("Error parsing element attribute");
      skip_space();
      if (!next_is('=')) return fail(at_, "Error parsing element attribute");
      ++at_;
      skip_space();
      if (!next_is('"') && !next_is('\'')) return fail(at_, "Error parsing element attribute");
      const std::size_t begin = at_ + 1, end = source_.find(source_[at_], begin);
      if (end == std::string_view::npos) return fail(at_, "Error parsing element attribute");
      attribute.value = document_.text_.data() + begin;
      expand(document_.text_.data() + begin, document_.text_.data() + end);
      (node.last_attribute == nullptr ? node.first_attribute : node.last_attribute->next) = &attribute;
      node.last_attribute = &attribute;
      at_ = end + 1;
    }
  }

  void declaration(NodeData& parent) {
    NodeData& node = add(parent, node_declaration);
    at_ += 2;
    node.name_at = at_;
    node.name = name("Error parsing document declaration/processing instruction");
    attributes(node, "Error parsing document declaration/processing instruction");
    if (!source_.substr(at_).starts_with("?>"))
      return fail(node.begin, "Error parsing document declaration/processing instruction");
    at_ += 2;
  }

  NodeData* start_tag(NodeData& parent) {
    NodeData& node = add(parent, node_element);
    node.name_at = ++at_;
    node.name = name("Error parsing start element tag");
    attributes(node, "Error parsing start element tag");
    if (problem_ != nullptr) return &parent;
    const bool empty = next_is('/');
    if (empty) ++at_;
    if (!next_is('>')) return fail(at_, "Error parsing start element tag"), &parent;
    node.end = ++at_;
    return empty ? &parent : &node;
  }

  NodeData* end_tag(NodeData* open) {
    const std::size_t start = at_;
    at_ += 2;
    const std::string_view closed = name("Error parsing end element tag");
    skip_space();
    if (!next_is('>')) return fail(start, "Error parsing end element tag"), open;
    ++at_;
    if (open->parent == nullptr || closed != open->name) return fail(start + 2, "Start-end tags mismatch"), open;
    open->end = at_;
    return open->parent;
  }

  xml_document& document_;
  std::string_view source_;
  std::size_t at_ = 0, problem_at_ = 0;
  const char* problem_ = nullptr;
};

xml_attribute xml_node::attribute(const char* name) const {
  for (const xml_attribute& attribute : attributes())
    if (std::strcmp(attribute.name(), name) == 0) return attribute;
  return {};
}

xml_node xml_node::child(const char* name) const {
  const Siblings<xml_node> found = children(name);
  return found.begin() == found.end() ? xml_node() : *found.begin();
}

xml_node xml_node::next_sibling(const char* name) const {
  const Siblings<xml_node> found(data_ == nullptr ? nullptr : data_->next, name);
  return found.begin() == found.end() ? xml_node() : *found.begin();
}

bool xml_node::traverse(xml_tree_walker& walker) {
  NodeData* node = data_ == nullptr ? nullptr : data_->first_child;
  for (walker.depth_ = 0; node != nullptr;) {
    xml_node handle(node);
    if (!walker.for_each(handle)) return false;
    if (node->first_child != nullptr) {
      node = node->first_child;
      ++walker.depth_;
      continue;
    }
    while (node->next == nullptr && node->parent != data_) node = node->parent, --walker.depth_;
    node = node->next;
  }
  return true;
}

void xml_node::print(std::ostream& stream, const char* /*indent*/, unsigned /*flags*/, xml_encoding /*encoding*/,
                     unsigned depth) const {
  if (data_ == nullptr) return;
  stream << std::string(2 * static_cast<std::size_t>(depth), ' ')
         << std::string_view(*data_->source).substr(data_->begin, data_->end - data_->begin) << '\n';
}

xml_parse_result xml_document::load_buffer(const void* bytes, std::size_t size, unsigned /*options*/,
                                           xml_encoding /*encoding*/) {
  reset();
  source_.assign(static_cast<const char*>(bytes), size);
  text_ = source_;
  return XmlParser(*this).parse();
}

void xml_document::reset() {
  nodes_.clear(), attributes_.clear(), source_.clear(), text_.clear();
  root_ = {.type = node_document};
}

xml_node xml_document::document_element() const {
  for (const xml_node& node : children())
    if (node.type() == node_element) return node;
  return {};
}

}  // namespace pugi
