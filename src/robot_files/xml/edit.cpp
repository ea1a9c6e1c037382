#include "torsor/robot_files/xml/edit.hpp"

#include <algorithm>
#include <numeric>

#include "robot_files/xml/tags.hpp"

namespace torsor {
namespace {

/// A value as it is written between these quotes. Line ends and tabs would else be read back as blanks.
std::string escaped(const std::string& value, char quote) {
  std::string result;
  result.reserve(value.size());
  for (const char c : value) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == quote)
      result += quote == '"' ? "&quot;" : "&apos;";
    else if (c == '\n' || c == '\r' || c == '\t')
      result += "&#" + std::to_string(static_cast<int>(c)) + ";";
    else
      result += c;
  }
  return result;
}

std::string line_end(const std::string& text) {
  const std::size_t at = text.find('\n');
  return at != std::string::npos && at > 0 && text[at - 1] == '\r' ? "\r\n" : "\n";
}

/// What stands before the place on its line, where that is white space only.
std::optional<std::string> indentation(const std::string& text, std::size_t at) {
  const std::size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
  std::string before = text.substr(start, at - start);
  if (before.find_first_not_of(" \t") != std::string::npos) return {};
  return before;
}

/// One step of indentation: that of the first element in the file that has any.
std::string step_of(const std::string& text, const xml::Tags& tags) {
  for (const xml::Tag& tag : tags.elements)
    if (const auto before = indentation(text, tag.begin); before && !before->empty()) return *before;
  return "  ";
}

}  // namespace

/// Text that takes the place of what was between two places.
struct XmlEdit::Piece {
  std::size_t begin, end;
  std::string text;
};

XmlEdit::XmlEdit(std::string text) : text_(std::move(text)), tags_(std::make_shared<const xml::Tags>(text_)) {}

std::optional<std::size_t> XmlEdit::element(Location where) const {
  const std::size_t offset = tags_->offset(where);
  const auto next = std::upper_bound(tags_->elements.begin(), tags_->elements.end(), offset,
                                     [](std::size_t at, const xml::Tag& tag) { return at < tag.begin; });
  if (offset == xml::Tag::none || next == tags_->elements.begin() || offset >= (next - 1)->end) return {};
  return static_cast<std::size_t>(next - 1 - tags_->elements.begin());
}

bool XmlEdit::set(Location where, const std::string& attribute, const std::string& value) {
  const auto index = element(where);
  if (!index) return false;
  auto& changes = changes_[*index].attributes;
  std::erase_if(changes, [&](const auto& change) { return change.first == attribute; });
  changes.emplace_back(attribute, value);
  return true;
}

bool XmlEdit::set(Location where, const std::string& attribute, const std::vector<double>& numbers) {
  std::string value;
  for (const double number : numbers) {
    if (!value.empty()) value += ' ';
    value += number_text(number);
  }
  return set(where, attribute, value);
}

bool XmlEdit::remove(Location where, const std::string& attribute) {
  const auto index = element(where);
  if (!index) return false;
  const auto same = [&](const auto& change) { return change.first == attribute; };
  const bool there = written(where, attribute).has_value();
  const auto change = changes_.find(*index);
  const bool added = change != changes_.end() && std::erase_if(change->second.attributes, same) > 0;
  if (there) changes_[*index].attributes.emplace_back(attribute, std::nullopt);
  return there || added;
}

bool XmlEdit::insert_child(Location where, const std::string& name, const Attributes& attributes) {
  const auto index = element(where);
  if (!index) return false;
  std::string child = "<" + name;
  for (const auto& [key, value] : attributes) child += " " + key + "=\"" + escaped(value, '"') + "\"";
  changes_[*index].children.push_back(child + "/>");
  return true;
}

std::optional<std::string> XmlEdit::name(Location where) const {
  const auto index = element(where);
  if (!index) return {};
  const xml::Tag& tag = tags_->elements[*index];
  return text_.substr(tag.name, tag.name_end - tag.name);
}

std::optional<std::string> XmlEdit::written(Location where, const std::string& attribute) const {
  const auto index = element(where);
  if (!index) return {};
  for (const xml::AttributePlace& place : tags_->elements[*index].attributes)
    if (text_.compare(place.name, place.name_end - place.name, attribute) == 0)
      return text_.substr(place.value, place.value_end - place.value);
  return {};
}

std::optional<Location> XmlEdit::child(Location where, const std::string& name) const {
  const auto index = element(where);
  if (!index) return {};
  for (std::size_t k = *index + 1; k < tags_->elements.size(); ++k) {
    const xml::Tag& tag = tags_->elements[k];
    if (tag.begin >= tags_->elements[*index].close) break;
    if (tag.parent == *index && text_.compare(tag.name, tag.name_end - tag.name, name) == 0)
      return tags_->location(tag.name);
  }
  return {};
}

std::optional<Location> XmlEdit::parent(Location where) const {
  const auto index = element(where);
  if (!index || tags_->elements[*index].parent == xml::Tag::none) return {};
  return tags_->location(tags_->elements[tags_->elements[*index].parent].name);
}

void XmlEdit::add_attributes(std::size_t index, const Change& change, std::vector<Piece>& pieces) const {
  const xml::Tag& tag = tags_->elements[index];
  for (const auto& [name, value] : change.attributes) {
    const auto place = std::find_if(tag.attributes.begin(), tag.attributes.end(), [&](const xml::AttributePlace& each) {
      return text_.compare(each.name, each.name_end - each.name, name) == 0;
    });
    if (place != tag.attributes.end()) {
      const std::size_t behind = std::min(place->value_end + 1, text_.size());
      if (value)
        pieces.push_back({place->value, place->value_end, escaped(*value, text_[place->value - 1])});
      else
        pieces.push_back({place->space, behind, ""});
    } else if (tag.attributes.empty()) {
      pieces.push_back({tag.name_end, tag.name_end, " " + name + "=\"" + escaped(*value, '"') + "\""});
    } else {
      const xml::AttributePlace& last = tag.attributes.back();
      const char quote = text_[last.value - 1];
      pieces.push_back(
          {last.value_end + 1, last.value_end + 1,
           text_.substr(last.space, last.name - last.space) + name + "=" + quote + escaped(*value, quote) + quote});
    }
  }
}

void XmlEdit::add_children(std::size_t index, const Change& change, std::vector<Piece>& pieces) const {
  if (change.children.empty()) return;
  const xml::Tag& tag = tags_->elements[index];
  const std::optional<std::string> own = indentation(text_, tag.begin);
  const std::string name = text_.substr(tag.name, tag.name_end - tag.name);
  const bool empty = tag.closes_itself || tag.close == tag.end;
  const std::optional<std::string> before_close = empty ? own : indentation(text_, tag.close);
  std::string inner = own.value_or("") + step_of(text_, *tags_);
  if (index + 1 < tags_->elements.size() && tags_->elements[index + 1].parent == index)
    inner = indentation(text_, tags_->elements[index + 1].begin).value_or(inner);
  const std::string end = before_close ? line_end(text_) : "";
  std::string lines;
  for (const std::string& child : change.children) lines += (before_close ? inner : "") + child + end;
  const std::size_t last = tag.attributes.empty() ? tag.name_end : tag.attributes.back().value_end + 1;
  if (tag.closes_itself)
    pieces.push_back({last, tag.end, ">" + end + lines + own.value_or("") + "</" + name + ">"});
  else if (empty)
    pieces.push_back({tag.close, tag.close, end + lines + own.value_or("")});
  else
    pieces.push_back(
        {tag.close - before_close.value_or("").size(), tag.close - before_close.value_or("").size(), lines});
}

std::string XmlEdit::text() const {
  std::vector<Piece> pieces;
  for (const auto& [index, change] : changes_) {
    add_attributes(index, change, pieces);
    add_children(index, change, pieces);
  }
  // Additions at one place keep their order, and what is taken out there comes after them.
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(pieces[a].begin, a) < std::pair(pieces[b].begin, b);
  });
  std::string result;
  std::size_t at = 0;
  for (const std::size_t k : order) {
    const Piece& piece = pieces[k];
    result.append(text_, at, piece.begin - at);
    result += piece.text;
    at = piece.end;
  }
  return result.append(text_, at);
}

}  // namespace torsor
