#include "robot_files/xml/tags.hpp"

#include <algorithm>

namespace torsor::xml {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Goes through the text once, with a stack of its own for the elements that are open.
class TagScanner {
 public:
  TagScanner(std::string_view text, std::vector<Tag>& elements) : text_(text), elements_(elements) {}

  void scan() {
    while ((at_ = text_.find('<', at_)) != std::string_view::npos)
      if (!skip("<!--", "-->") && !skip("<![CDATA[", "]]>") && !skip("<?", "?>") && !skip_document_type()) read_tag();
  }

 private:
  bool skip(std::string_view opening, std::string_view closing) {
    if (text_.substr(at_, opening.size()) != opening) return false;
    const std::size_t end = text_.find(closing, at_ + opening.size());
    at_ = end == std::string_view::npos ? text_.size() : end + closing.size();
    return true;
  }

  /// <!DOCTYPE ...>, which may hold declarations with angle brackets of their own.
  bool skip_document_type() {
    if (text_.substr(at_, 2) != "<!") return false;
    for (int depth = 0; at_ < text_.size(); ++at_) {
      depth += text_[at_] == '<' ? 1 : text_[at_] == '>' ? -1 : 0;
      if (depth == 0) break;
    }
    return true;
  }

  void read_tag() {
    if (text_.substr(at_, 2) == "</") {
      if (!open_.empty()) {
        elements_[open_.back()].close = at_;
        open_.pop_back();
      }
      at_ += 2;
      return;
    }
    Tag tag;
    tag.begin = at_++;
    tag.name = at_;
    tag.name_end = at_ = name_end();
    while (read_attribute(tag)) {
    }
    tag.closes_itself = at_ < text_.size() && text_[at_] == '/';
    tag.end = tag.close = std::min(text_.find('>', at_), text_.size() - 1) + 1;
    tag.parent = open_.empty() ? Tag::none : open_.back();
    at_ = tag.end;
    if (!tag.closes_itself) open_.push_back(elements_.size());
    elements_.push_back(std::move(tag));
  }

  std::size_t name_end() const {
    std::size_t end = at_;
    while (end < text_.size() && !is_space(text_[end]) && text_[end] != '=' && text_[end] != '>' && text_[end] != '/')
      ++end;
    return end;
  }
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  /// The next attribute of the tag; false, in front of what ends the tag, where there is none.
  bool read_attribute(Tag& tag) {
    AttributePlace place{};
    place.space = at_;
    skip_space();
    place.name = at_;
    place.name_end = at_ = name_end();
    if (place.name == place.name_end) return false;
    skip_space();
    if (at_ >= text_.size() || text_[at_] != '=') return false;
    ++at_;
    skip_space();
    if (at_ >= text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) return false;
    place.value = at_ + 1;
    place.value_end = text_.find(text_[at_], place.value);
    if (place.value_end == std::string_view::npos) return false;
    at_ = place.value_end + 1;
    tag.attributes.push_back(place);
    return true;
  }

  std::string_view text_;
  std::vector<Tag>& elements_;
  std::size_t at_ = 0;
  std::vector<std::size_t> open_;
};

}  // namespace

Tags::Tags(std::string_view text) : lines{0} {
  for (std::size_t k = 0; k < text.size(); ++k)
    if (text[k] == '\n') lines.push_back(k + 1);
  TagScanner(text, elements).scan();
}

std::size_t Tags::offset(Location where) const {
  if (where.line < 1 || where.column < 1 || static_cast<std::size_t>(where.line) > lines.size()) return Tag::none;
  return lines[static_cast<std::size_t>(where.line) - 1] + static_cast<std::size_t>(where.column) - 1;
}

Location Tags::location(std::size_t offset) const {
  const auto next = std::upper_bound(lines.begin(), lines.end(), offset);
  return {static_cast<int>(next - lines.begin()), static_cast<int>(offset - *(next - 1)) + 1};
}

}  // namespace torsor::xml
