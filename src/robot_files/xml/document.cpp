#include "robot_files/xml/document.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace torsor::xml {
namespace {

/// What keeps a text from being XML that is read here, before the parser sees it.
std::optional<std::pair<std::size_t, std::string>> unreadable(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return {{0, "expected UTF-8 text, found UTF-16"}};
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    return {{nul, "expected text, found a NUL byte"}};
  for (std::size_t at = text.find('!'); at != std::string_view::npos; at = text.find('!', at + 1))  // rarer than <
    if (at > 0 && text.substr(at - 1).starts_with("<!ENTITY"))
      return {{at - 1, "expected no entities of the file's own: they are not expanded"}};
  return {};
}

}  // namespace

Document::Document(std::string text, std::string file_name, std::vector<Finding>& findings)
    : text_(std::move(text)), file_name_(std::move(file_name)), line_starts_{0} {
  for (std::size_t end = text_.find('\n'); end != std::string::npos; end = text_.find('\n', end + 1))
    line_starts_.push_back(end + 1);
  const std::optional<std::pair<std::size_t, std::string>> problem = parse();
  if (!problem) return;
  document_.reset();
  findings.push_back({"xml", Severity::error, file_name_, where(static_cast<std::ptrdiff_t>(problem->first)), "",
                      problem->second, ""});
}

std::optional<std::pair<std::size_t, std::string>> Document::parse() {
  if (auto problem = unreadable(text_)) return problem;
  const std::size_t first = text_.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string::npos) return {{0, "expected XML, found nothing"}};
  if (text_[first] != '<') return {{first, "expected XML, which starts with '<', found other text"}};
  const pugi::xml_parse_result result =
      document_.load_buffer(text_.data(), text_.size(), pugi::parse_default | pugi::parse_declaration,
                            pugi::encoding_utf8);  // a declaration is read too, so that a wrong one is found
  if (!result) return {{static_cast<std::size_t>(result.offset), std::string("XML: ") + result.description()}};
  for (const pugi::xml_node& node : document_.children())
    if (node.type() == pugi::node_declaration && !std::string_view(node.attribute("version").value()).starts_with("1."))
      return {
          {static_cast<std::size_t>(node.offset_debug()),
           "expected <?xml version=\"1.0\"?>, found version '" + std::string(node.attribute("version").value()) + "'"}};
  if (!document_.document_element()) return {{0, "expected an element, found none"}};
  return {};
}

Location Document::where(std::ptrdiff_t offset) const {
  const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0));
  const auto holds = [&](std::size_t line) {
    return line_starts_[line] <= at && (line + 1 == line_starts_.size() || at < line_starts_[line + 1]);
  };
  if (last_line_ + 1 < line_starts_.size() && holds(last_line_ + 1)) ++last_line_;
  if (!holds(last_line_)) {
    const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), at);
    last_line_ = static_cast<std::size_t>(next - line_starts_.begin()) - 1;
  }
  return {static_cast<int>(last_line_) + 1, static_cast<int>(at - line_starts_[last_line_]) + 1};
}

Location Document::where(const pugi::xml_node& node, const pugi::xml_attribute& attribute) const {
  if (!attribute) return where(node);
  return where(node.offset_debug() + (attribute.name() - node.name()));  // both lie in pugixml's copy of the text
}

std::optional<std::size_t> read_numbers(std::string_view text, std::span<double> numbers) {
  std::size_t count = 0;
  const char *at = text.data(), *end = at + text.size();
  const auto skip_space = [&] {
    at = std::find_if(at, end, [](char c) { return c != ' ' && (c < '\t' || c > '\r'); });
  };
  for (skip_space(); at != end; skip_space()) {
    if (*at == '+' && end - at > 1 && at[1] != '-') ++at;
    double value = 0;
    const auto [rest, error] = std::from_chars(at, end, value);
    const bool separated = rest == end || *rest == ' ' || (*rest >= '\t' && *rest <= '\r');
    if (error != std::errc{} || !separated || !std::isfinite(value)) return {};
    if (count < numbers.size()) numbers[count] = value;
    ++count;
    at = rest;
  }
  return count;
}

std::optional<std::vector<double>> numbers(std::string_view text) {
  std::array<double, 8> few{};
  const std::optional<std::size_t> count = read_numbers(text, few);
  if (!count) return {};
  std::vector<double> numbers(few.begin(), few.begin() + static_cast<std::ptrdiff_t>(std::min(*count, few.size())));
  if (*count > few.size()) {
    numbers.resize(*count);
    read_numbers(text, numbers);
  }
  return numbers;
}

}  // namespace torsor::xml
