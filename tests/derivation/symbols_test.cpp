#include <gtest/gtest.h>

#include "derivation/form_value.hpp"
#include "robot_files/temporary_file.hpp"
#include "torsor/derivation/typeset.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::symbols_test {

/// Two links whose lengths, gear ratio and friction have the names that are given to them.
Description robot_with(const std::string& reach, const std::string& ratio, const std::string& shift) {
  const TemporaryFile file("name: a\ndh: standard\nparameters: {" + reach + ": 0.5, " + ratio + ": 3, " + shift +
                           ": 0.2}\ninertia_about: com\nlinks:\n"
                           "  - {joint: revolute, dh: {a: " +
                           reach +
                           ", alpha: 90deg}, mass: 1}\n"
                           "  - {joint: revolute, dh: {a: 0.4*" +
                           ratio + ", d: " + shift + "}, mass: 2}\n");
  return load_robot(file.path());
}

std::string equations(const Description& robot, EquationSymbols symbols) {
  const Derivation derivation = derive(robot, {"inertia", "gravity"}, symbols);
  std::string text;
  for (const EquationGroup& group : derivation.groups)
    for (const Equation& equation : group.equations) text += typeset(equation.right, Typesetting::text) + "\n";
  return text;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

TEST(Symbols, OfTheFileAreKeptApartFromStandardOnesOfTheSameName) {
  for (const EquationSymbols symbols : {EquationSymbols::standard, EquationSymbols::all}) {
    // file_m2 sorts like filea, so that the terms are in the same order
    std::string expected = equations(robot_with("file_a", "file_b", "file_c"), symbols);
    expected = replaced(replaced(replaced(expected, "file_a", "file_Izz1"), "file_b", "file_g"), "file_c", "file_m2");
    EXPECT_EQ(equations(robot_with("Izz1", "g", "m2"), symbols), expected);
  }
}

TEST(Symbols, ThatWereRenamedAreListed) {
  const Derivation derivation = derive(robot_with("Izz1", "g", "m2"), {"gravity"}, EquationSymbols::standard);
  EXPECT_EQ(derivation.renamed.at("file_g"), "g");
  EXPECT_FALSE(derivation.renamed.contains("file_m2")) << "no gravity torque depends on d";
  EXPECT_TRUE(derive(robot_with("Izz1", "g", "m2"), {"gravity"}).renamed.empty()) << "only names of the file";
  EXPECT_TRUE(derive(load_robot("two-rods"), {"torque"}, EquationSymbols::all).renamed.empty())
      << "m1 of the file stands only where m1 of the parameter vector does";
}

TEST(Symbols, OfLengthsHaveTheirNamesBesideParametersOfTheFile) {
  const TemporaryFile plain(
      "name: a\ndh: standard\nparameters: {a2: 0.5}\ninertia_about: com\nlinks:\n"
      "  - {joint: revolute, dh: {a: a2}, mass: 1}\n  - {joint: revolute, dh: {a: 0.4}, mass: 2}\n");
  const Derivation both = derive(load_robot(plain.path()), {"inertia"}, EquationSymbols::all);
  EXPECT_EQ(both.renamed, (std::map<std::string, std::string>{{"file_a2", "a2"}}));
  const TrigonometricForm B11 = both.groups[0].equations[0].right;  // frames at the far ends of the links
  EXPECT_TRUE(
      B11.equals(form_of("Izz1 + Izz2 + m1*file_a2^2 + 2*mx1*file_a2 + m2*a2^2 + 2*mx2*a2 + m2*file_a2^2 + "
                         "2*file_a2*((m2*a2 + mx2)*cos(q2) - my2*sin(q2))")))
      << typeset(B11, Typesetting::text);
}

}  // namespace torsor::test::symbols_test
