#include "derivation/math_tree.hpp"

namespace torsor {
namespace {

using MathKind = MathNode::Kind;

std::string element(const std::string& name, const std::string& inside) {
  return "<" + name + ">" + inside + "</" + name + ">";
}

/// One element: what a script or a fraction wants for each of its parts.
std::string single(const MathNode& node) {
  if (node.kind != MathKind::row) return mathml_of(node);
  return node.children.size() == 1 ? mathml_of(node.children[0]) : element("mrow", mathml_of(node));
}

constexpr const char* minus = "&#x2212;";

/// Whether a minus after it is a sign, as after = and (.
bool opens(const MathNode& node) {
  return node.kind == MathKind::operation || (node.kind == MathKind::fence && node.text != ")" && node.text != "]");
}

bool is_empty(const MathNode& node) { return node.kind == MathKind::row && node.children.empty(); }

std::string scripts(const MathNode& node) {
  if (!is_empty(node.children[3])) {  // what stands before a letter hangs on nothing: browsers space that best
    MathNode rest = node;
    rest.children[3] = {};
    return "<mrow><msup><mrow></mrow>" + single(node.children[3]) + "</msup>" + scripts(rest) + "</mrow>";
  }
  const MathNode &base = node.children[0], &below = node.children[1], &above = node.children[2];
  const std::string low = is_empty(below) ? "" : single(below), high = is_empty(above) ? "" : single(above);
  if (low.empty() && high.empty()) return single(base);
  const bool limits = base.text == "&#x2211;";  // those of a sum stand below and above it
  if (high.empty()) return element(limits ? "munder" : "msub", single(base) + low);
  if (low.empty()) return element(limits ? "mover" : "msup", single(base) + high);
  return element(limits ? "munderover" : "msubsup", single(base) + low + high);
}

/// Brackets are drawn by the page's style, since not every font has brackets that grow.
std::string matrix(const MathNode& node) {
  std::string rows;
  for (std::size_t k = 0; k < node.children.size(); ++k) {
    const bool first = k % static_cast<std::size_t>(node.columns) == 0;
    if (first) rows += k == 0 ? "<mtr>" : "</mtr><mtr>";
    rows += element("mtd", mathml_of(node.children[k]));
  }
  return "<mtable class=\"" + node.text + "\">" + rows + "</mtr></mtable>";
}

}  // namespace

std::string mathml_of(const MathNode& node) {
  switch (node.kind) {
    case MathKind::identifier:
      return element("mi", node.text);
    case MathKind::upright:
      return "<mi mathvariant=\"normal\">" + node.text + "</mi>";
    case MathKind::number:
      return element("mn", node.text);
    case MathKind::operation:
      return element("mo", node.text);
    case MathKind::fence:
      return "<mo stretchy=\"false\">" + node.text + "</mo>";
    case MathKind::space:
      return "<mspace width=\"" + std::to_string(node.width).substr(0, 4) + "em\"></mspace>";
    case MathKind::fraction:
      return element("mfrac", single(node.children[0]) + single(node.children[1]));
    case MathKind::root:
      return element("msqrt", mathml_of(node.children[0]));
    case MathKind::accent:  // not accent="true", which browsers set into the letter; so it is as small as an index
      return "<mover>" + single(node.children[0]) + "<mo stretchy=\"false\" mathsize=\"130%\">" + node.text +
             "</mo></mover>";
    case MathKind::scripts:
      return scripts(node);
    case MathKind::matrix:
      return matrix(node);
    case MathKind::row:
      break;
  }
  std::string text;
  for (std::size_t k = 0; k < node.children.size(); ++k) {
    const bool sign = node.children[k].text == minus && (k == 0 || opens(node.children[k - 1]));
    text += sign ? std::string("<mo form=\"prefix\" lspace=\"0\" rspace=\"0\">") + minus + "</mo>"
                 : mathml_of(node.children[k]);
    const bool function = node.children[k].kind == MathKind::upright && node.children[k].text.size() == 3;
    if (function && k + 1 < node.children.size() && node.children[k + 1].kind != MathKind::fence)
      text += "<mspace width=\"0.17em\"></mspace>";  // sin x
  }
  return text;
}

}  // namespace torsor
