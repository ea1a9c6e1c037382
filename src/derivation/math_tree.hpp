#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace torsor {

/// A formula in the part of LaTeX that this room writes, as a tree: what MathML and the widths of lines are made from.
struct MathNode {
  enum class Kind {
    row,         // children one after the other
    identifier,  // one letter, in italics
    upright,     // a word or name of a function
    number,
    operation,  // with space around it where it is binary
    fence,      // a bracket or comma
    space,
    fraction,  // above, below
    root,      // what is under it
    accent,    // what is under it; `text` is the mark
    scripts,   // base, below right, above right, above left; empty rows where there is none
    matrix     // entries row by row
  };
  Kind kind = Kind::row;
  std::string text;  // characters as numeric entities where they are not ASCII
  double width = 0;  // of a leaf, in em
  std::vector<MathNode> children;
  int columns = 0;  // of a matrix
};

/// Anything that is not understood becomes an upright word, so that nothing is lost.
MathNode parse_math(std::string_view latex);

/// What stands between <math> and </math>.
std::string mathml_of(const MathNode& node);

/// About how wide a displayed formula is, in em of its font: Computer Modern's figures.
double width_of(const MathNode& node);

}  // namespace torsor
