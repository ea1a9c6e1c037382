#include "derivation/formula_symbol.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "derivation/spelt_out.hpp"

namespace torsor {
namespace {

const std::array<std::string, 14> greek{"alpha", "beta", "gamma", "delta", "theta", "lambda", "mu",
                                        "rho",   "phi",  "psi",   "omega", "tau",   "Phi",    "Delta"};

bool is_greek(const std::string& letter) { return std::find(greek.begin(), greek.end(), letter) != greek.end(); }

std::string upright(const std::string& word) {
  std::string text = "\\mathrm{";
  for (const char c : word) text += c == '_' ? std::string("\\_") : std::string(1, c);
  return text + "}";
}

const SpeltParts& latex_parts() {
  static const SpeltParts parts{
      .name = latex_of_symbol,
      .number = [](const std::string& digits) { return digits; },
      .quotient = [](const std::string& over,
                     const std::string& under) { return "\\frac{" + over + "}{" + under + "}"; },
      .call =
          [](const std::string& function, const std::vector<std::string>& arguments) {
            if (function == "sqrt") return "\\sqrt{" + arguments[0] + "}";
            std::string list;
            for (const std::string& argument : arguments) list += (list.empty() ? "" : ", ") + argument;
            const bool known = function == "sin" || function == "cos";
            return (known ? "\\" + function : "\\operatorname{" + function + "}") + "(" + list + ")";
          },
      .power = [](const std::string& base, const std::string& exponent) { return base + "^{" + exponent + "}"; },
      .product = " \\, "};
  return parts;
}

const SpeltParts& sympy_parts() {
  static const SpeltParts parts{
      .name = sympy_of_symbol,
      .number = [](const std::string& digits) { return digits; },
      .quotient =
          [](const std::string& over, const std::string& under) {
            const bool whole = under.find_first_not_of("0123456789") == std::string::npos;
            return whole ? "sp.Rational(" + over + ", " + under + ")" : over + "/(" + under + ")";
          },
      .call =
          [](const std::string& function, const std::vector<std::string>& arguments) {
            if (function == "select")
              return "sp.Piecewise((" + arguments[1] + ", " + arguments[0] + " > 0), (" + arguments[2] + ", True))";
            return "sp." + function + "(" + arguments[0] + ")";
          },
      .power = [](const std::string& base, const std::string& exponent) { return base + "**" + exponent; },
      .product = "*"};
  return parts;
}

}  // namespace

bool is_spelt_out(const std::string& name) { return name.find_first_of("(/ ") != std::string::npos; }

bool is_root_of_number(const std::string& name) {
  return name.starts_with("sqrt(") && name.find_first_not_of("0123456789", 5) == name.size() - 1;
}

std::string ten_digits(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.10g", value);
  return text.data();
}

int rank_of_symbol(const std::string& name) { return name.starts_with("qdd") ? 2 : name.starts_with("qd") ? 1 : 0; }

FormulaSymbol formula_symbol(const std::string& name) {
  const int dots = rank_of_symbol(name);
  const std::string rest = dots > 0 ? "q" + name.substr(static_cast<std::size_t>(dots) + 1) : name;
  if (is_spelt_out(rest)) return {rest, "", dots};
  const std::size_t word = std::min(rest.find_first_of("0123456789"), rest.size());
  std::size_t letters = word > 3 ? word : 1;  // lc1 and Ixx2 are letters with an index, reach2 is a word with one
  for (const std::string& name_of_letter : greek)
    if (rest.starts_with(name_of_letter)) letters = name_of_letter.size();
  std::string index = rest.substr(std::min(letters, rest.size()));
  if (index.starts_with('_')) index.erase(0, 1);
  return {rest.substr(0, letters), index, dots};
}

int place_of_parameter(const std::string& name) {
  if (name == "g") return 1;
  const std::string letter = formula_symbol(name).letter;
  return letter == "m" || letter == "M" || letter == "I" ? 0 : 2;
}

std::string python_name(const std::string& name) {
  static const std::set<std::string> taken{
      "and",    "as",      "assert", "async",   "await",    "break",       "class",      "continue", "def",
      "del",    "elif",    "else",   "except",  "finally",  "for",         "from",       "global",   "if",
      "import", "in",      "is",     "lambda",  "not",      "or",          "nonlocal",   "pass",     "raise",
      "return", "try",     "while",  "with",    "yield",    "None",        "True",       "False",    "sp",
      "values", "inertia", "torque", "gravity", "coriolis", "dissipation", "lagrangian", "match",    "regressor"};
  return taken.contains(name) ? name + "_" : name;
}

std::string latex_of_symbol(const std::string& name) {
  if (is_spelt_out(name)) return respelt(name, latex_parts()).value_or(upright(name));
  const auto [letter, index, dots] = formula_symbol(name);
  std::string base = is_greek(letter) ? "\\" + letter : letter.size() > 1 ? upright(letter) : letter;
  if (dots > 0) base = (dots == 1 ? "\\dot{" : "\\ddot{") + base + "}";
  return index.empty() ? base : base + "_{" + index + "}";
}

std::string sympy_of_symbol(const std::string& name) {
  return is_spelt_out(name) ? respelt(name, sympy_parts()).value_or(name) : python_name(name);
}

}  // namespace torsor
