#include "derivation/math_tree.hpp"

#include <algorithm>
#include <cctype>
#include <map>

namespace torsor {
namespace {

using MathKind = MathNode::Kind;

struct Sign {
  MathKind kind;
  const char* text;
  double width;
};
/// The commands that stand for one sign.
const std::map<std::string_view, Sign>& signs() {
  static const std::map<std::string_view, Sign> table{{"alpha", {MathKind::identifier, "&#x3B1;", .64}},
                                                      {"beta", {MathKind::identifier, "&#x3B2;", .57}},
                                                      {"gamma", {MathKind::identifier, "&#x3B3;", .54}},
                                                      {"delta", {MathKind::identifier, "&#x3B4;", .44}},
                                                      {"theta", {MathKind::identifier, "&#x3B8;", .47}},
                                                      {"lambda", {MathKind::identifier, "&#x3BB;", .58}},
                                                      {"mu", {MathKind::identifier, "&#x3BC;", .6}},
                                                      {"rho", {MathKind::identifier, "&#x3C1;", .52}},
                                                      {"phi", {MathKind::identifier, "&#x3D5;", .6}},
                                                      {"psi", {MathKind::identifier, "&#x3C8;", .65}},
                                                      {"omega", {MathKind::identifier, "&#x3C9;", .62}},
                                                      {"tau", {MathKind::identifier, "&#x3C4;", .44}},
                                                      {"Phi", {MathKind::upright, "&#x3A6;", .72}},
                                                      {"Delta", {MathKind::upright, "&#x394;", .83}},
                                                      {"partial", {MathKind::identifier, "&#x2202;", .53}},
                                                      {"circ", {MathKind::operation, "&#x2218;", .5}},
                                                      {"times", {MathKind::operation, "&#xD7;", 1.22}},
                                                      {"cdot", {MathKind::operation, "&#x22C5;", .72}},
                                                      {"le", {MathKind::operation, "&#x2264;", 1.33}},
                                                      {"ne", {MathKind::operation, "&#x2260;", 1.33}},
                                                      {"sum", {MathKind::operation, "&#x2211;", 1.5}},
                                                      {"int", {MathKind::operation, "&#x222B;", 1.0}},
                                                      {"ldots", {MathKind::fence, "&#x2026;", 1.2}},
                                                      {"quad", {MathKind::space, "", 1}},
                                                      {"sin", {MathKind::upright, "sin", 1.22}},
                                                      {"cos", {MathKind::upright, "cos", 1.34}},
                                                      {"max", {MathKind::upright, "max", 1.8}},
                                                      {"det", {MathKind::upright, "det", 1.4}}};
  return table;
}

double letter_width(char letter) {
  if (std::string_view("mwMW").find(letter) != std::string_view::npos) return .9;
  if (std::string_view("fijlt").find(letter) != std::string_view::npos) return .38;
  return std::isupper(static_cast<unsigned char>(letter)) != 0 ? .73 : .52;
}

/// Recursive descent over the text; a group that is not closed ends with it.
class MathParser {
 public:
  explicit MathParser(std::string_view text) : text_(text) {}

  MathNode row() {
    MathNode result;
    for (skip_blanks(); !at_end_of_row(); skip_blanks()) result.children.push_back(scripted());
    return result;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool starts(std::string_view word) const { return text_.substr(at_).starts_with(word); }
  bool take(std::string_view word) {
    if (!starts(word)) return false;
    at_ += word.size();
    return true;
  }
  bool at_end_of_row() const {
    return at_ >= text_.size() || text_[at_] == '}' || text_[at_] == '&' || starts("\\\\") || starts("\\end{");
  }

  MathNode group() {
    skip_blanks();
    if (!take("{")) return atom();
    MathNode inside = row();
    take("}");
    return inside;
  }
  std::string words() {
    skip_blanks();
    take("{");
    const std::size_t end = std::min(text_.find('}', at_), text_.size());
    std::string inside(text_.substr(at_, end - at_));
    at_ = std::min(end + 1, text_.size());
    std::erase(inside, '\\');
    return inside;
  }

  MathNode scripted() {
    MathNode before;
    if (take("{}^")) before = group();
    skip_blanks();
    MathNode base = at_end_of_row() ? MathNode{} : atom(), below, above;
    for (bool more = true; more;) {
      more = false;
      if (take("_")) below = group(), more = true;
      if (take("^")) above = group(), more = true;
    }
    const auto there = [](const MathNode& node) { return node.kind != MathKind::row || !node.children.empty(); };
    if (!there(below) && !there(above) && !there(before)) return base;
    return {MathKind::scripts, "", 0, {std::move(base), std::move(below), std::move(above), std::move(before)}};
  }

  MathNode atom() {
    const char c = text_[at_];
    if (c == '{') return group();
    if (c == '\\') return command();
    const auto is_digit = [&](std::size_t k) { return std::isdigit(static_cast<unsigned char>(text_[k])) != 0; };
    if (is_digit(at_)) {
      std::size_t end = at_;
      while (end < text_.size() && (is_digit(end) || text_[end] == '.')) ++end;
      MathNode number{MathKind::number, std::string(text_.substr(at_, end - at_)), .5 * double(end - at_), {}};
      at_ = end;
      return number;
    }
    ++at_;
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) return {MathKind::identifier, {c}, letter_width(c), {}};
    if (c == '-') return {MathKind::operation, "&#x2212;", 1.22, {}};
    if (std::string_view("()[],;.|!").find(c) != std::string_view::npos) return {MathKind::fence, {c}, .39, {}};
    if (c == '<' || c == '>') return {MathKind::operation, c == '<' ? "&lt;" : "&gt;", 1.33, {}};
    return {MathKind::operation, {c}, c == '/' ? .5 : 1.3, {}};
  }

  MathNode command() {
    ++at_;
    std::size_t end = at_;
    while (end < text_.size() && std::isalpha(static_cast<unsigned char>(text_[end])) != 0) ++end;
    if (end == at_) {  // \, and other single signs
      ++at_;
      return {MathKind::space, "", .17, {}};
    }
    const std::string_view name = text_.substr(at_, end - at_);
    at_ = end;
    if (const auto sign = signs().find(name); sign != signs().end())
      return {sign->second.kind, sign->second.text, sign->second.width, {}};
    if (name == "frac") {
      MathNode above = group();
      return {MathKind::fraction, "", 0, {std::move(above), group()}};
    }
    if (name == "sqrt") return {MathKind::root, "", 0, {group()}};
    if (name == "dot") return {MathKind::accent, "&#x2D9;", 0, {group()}};
    if (name == "ddot") return {MathKind::accent, "&#xA8;", 0, {group()}};
    if (name == "left" || name == "right") return atom();
    if (name == "begin") return matrix();
    if (name == "mathrm" || name == "text" || name == "operatorname") {
      std::string inside = words();
      const double width = .5 * static_cast<double>(inside.size());
      return {MathKind::upright, std::move(inside), width, {}};
    }
    return {MathKind::upright, std::string(name), .5 * static_cast<double>(name.size()), {}};
  }

  MathNode matrix() {
    const std::string environment = words();
    MathNode result{MathKind::matrix, environment, 0, {}};
    int rows = 1;
    while (true) {
      result.children.push_back(row());
      if (take("&")) continue;
      if (!take("\\\\")) break;
      ++rows;
    }
    result.columns = static_cast<int>(result.children.size()) / rows;
    if (take("\\end")) words();
    return result;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

double script_width(const MathNode& node) { return .72 * width_of(node) + .05; }

double matrix_width(const MathNode& matrix) {
  std::vector<double> widest(static_cast<std::size_t>(matrix.columns), 0.0);
  for (std::size_t k = 0; k < matrix.children.size(); ++k)
    widest[k % widest.size()] = std::max(widest[k % widest.size()], width_of(matrix.children[k]));
  double sum = 1.2;
  for (const double width : widest) sum += width + 1.0;
  return sum;
}

}  // namespace

MathNode parse_math(std::string_view latex) { return MathParser(latex).row(); }

double width_of(const MathNode& node) {
  double sum = node.width;
  switch (node.kind) {
    case MathKind::fraction:
      return std::max(width_of(node.children[0]), width_of(node.children[1])) + .24;
    case MathKind::scripts:
      sum = std::max(script_width(node.children[1]), script_width(node.children[2]));
      return sum + width_of(node.children[0]) + script_width(node.children[3]);
    case MathKind::matrix:
      return matrix_width(node);
    case MathKind::root:
      sum = .9;
      [[fallthrough]];
    default:
      for (const MathNode& child : node.children) sum += width_of(child);
      return sum;
  }
}

}  // namespace torsor
