#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace torsor {

/// Why a page is not well-formed, read as strictly as XML: every tag closed in order, attributes in quotes and not
/// twice, no bare < or &. Empty where it is.
inline std::string why_not_well_formed(std::string_view page) {
  std::vector<std::string> open;
  const auto near = [&](std::size_t at) { return " near '" + std::string(page.substr(at, 60)) + "'"; };
  const auto is_entity = [&](std::size_t at) {
    const std::string_view name = page.substr(at, page.find(';', at) - at);
    return name == "&amp" || name == "&lt" || name == "&gt" || name == "&quot" || name == "&#39";
  };
  for (std::size_t at = 0; at < page.size();) {
    if (page[at] == '&' && !is_entity(at)) return "a bare &" + near(at);
    if (page[at] != '<') {
      if (open.empty() && std::isspace(static_cast<unsigned char>(page[at])) == 0) return "text outside" + near(at);
      ++at;
      continue;
    }
    const std::size_t begin = at++;
    const bool closing = page[at] == '/';
    if (closing) ++at;
    std::string name;
    while (at < page.size() && (std::isalnum(static_cast<unsigned char>(page[at])) != 0 || page[at] == '!'))
      name += page[at++];
    if (name.empty()) return "a bare <" + near(begin);
    std::vector<std::string> attributes;
    bool empty = false;
    while (at < page.size() && page[at] != '>') {
      if (page[at] == ' ') {
        ++at;
      } else if (page[at] == '/') {
        empty = true, ++at;
      } else if (name == "!DOCTYPE") {
        ++at;
      } else {
        std::string attribute;
        while (at < page.size() && page[at] != '=' && page[at] != '>' && page[at] != ' ') attribute += page[at++];
        if (page.substr(at, 2) != "=\"") return "an attribute without quotes" + near(begin);
        for (const std::string& before : attributes)
          if (before == attribute) return "an attribute twice" + near(begin);
        attributes.push_back(attribute);
        for (at += 2; at < page.size() && page[at] != '"'; ++at)
          if (page[at] == '<' || (page[at] == '&' && !is_entity(at)))
            return "a bare character in an attribute" + near(begin);
        ++at;
        if (page[at] != ' ' && page[at] != '>' && page[at] != '/') return "text behind a quote" + near(begin);
      }
    }
    ++at;
    if (closing && (open.empty() || open.back() != name)) return "</" + name + "> closes another tag" + near(begin);
    if (closing) open.pop_back();
    if (!closing && !empty && name != "!DOCTYPE") open.push_back(name);
  }
  return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

}  // namespace torsor
