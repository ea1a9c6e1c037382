#include <gtest/gtest.h>

#include <cstdio>
#include <memory>

#include "robot_files/temporary_file.hpp"
#include "torsor/core/text.hpp"
#include "torsor/derivation/write_equations.hpp"
#include "torsor/dynamics/coriolis.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::write_sympy_test {

std::string printed_by(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::string text;
  for (int c = 0; pipe && (c = std::fgetc(pipe.get())) != EOF;) text += static_cast<char>(c);
  return text;
}

bool has_sympy() { return printed_by("python3 -c 'import sympy; print(1)' 2>/dev/null").starts_with("1"); }

/// What a Python program prints, as numbers.
std::vector<double> numbers_of(const std::string& program) {
  const TemporaryFile file(program, ".py");
  const std::string text = printed_by("python3 " + file.path() + " 2>&1");
  std::vector<double> numbers;
  std::istringstream stream(text);
  for (double number = 0; stream >> number;) numbers.push_back(number);
  EXPECT_TRUE(stream.eof()) << text << program;
  return numbers;
}

struct State {
  std::vector<double> q, qd, qdd, tau;
  explicit State(int n) {
    for (int k = 0; k < n; ++k)
      q.push_back(0.3 + 0.4 * k), qd.push_back(0.7 - 0.5 * k), qdd.push_back(-0.2 + 0.3 * k), tau.push_back(2 - k);
  }
  /// A dictionary of values of symbols.
  std::string python() const {
    std::string text = "state = {";
    for (const auto& [letter, list] : {std::pair{"q", &q}, {"qd", &qd}, {"qdd", &qdd}, {"tau", &tau}})
      for (std::size_t k = 0; k < list->size(); ++k)
        text += "sp.Symbol('" + (letter + std::to_string(k + 1)) + "', real=True): " + number_text((*list)[k]) + ", ";
    return text + "}\n";
  }
};

void expect_the_librarys_numbers(const Description& robot, EquationSymbols symbols) {
  const Model<double> model = build_model<double>(robot);
  std::vector<std::string> terms{"kinetic-energy", "inertia", "coriolis", "gravity", "torque"};
  if (model.nv <= 3) terms.emplace_back("forward-dynamics");
  const auto [q, qd, qdd, tau] = State(model.nv);
  std::vector<double> expected{kinetic_energy(model, q, qd)};
  const auto append = [&](const std::vector<double>& list) {
    expected.insert(expected.end(), list.begin(), list.end());
  };
  append(inertia_matrix(model, q).data);
  append(coriolis_torque(model, q, qd));
  append(gravity_torque(model, q));
  append(inverse_dynamics(model, q, qd, qdd));
  if (model.nv <= 3) append(forward_dynamics(model, q, qd, tau));
  const std::string program = write_sympy(derive(robot, terms, symbols), robot, symbols) + "\n" +
                              State(model.nv).python() +
                              "results = [sp.Matrix([kinetic_energy]), inertia, coriolis, gravity, torque" +
                              (model.nv <= 3 ? ", forward_dynamics" : "") +
                              "]\nfor result in results:\n    for entry in result.subs(values).subs(state):\n"
                              "        print(float(entry))\n";
  const std::vector<double> found = numbers_of(program);
  ASSERT_EQ(found.size(), expected.size()) << robot.name;
  for (std::size_t k = 0; k < found.size(); ++k)
    EXPECT_NEAR(found[k], expected[k], 1e-9 * (1 + std::abs(expected[k]))) << robot.name << ", number " << k;
}

TEST(WriteSympy, RunsAndGivesTheNumbersOfTheLibrary) {
  if (!has_sympy()) GTEST_SKIP() << "needs python3 with sympy";
  for (const char* name : {"one-link", "two-rods", "two-point-masses", "mass-spring-damper", "scara"})
    expect_the_librarys_numbers(load_robot(name), EquationSymbols::named);
  Description showcase = load_robot("showcase");  // friction that differs by direction, a spring, a turned-over joint
  showcase.links.resize(3);
  showcase.tool.reset(), showcase.payload.reset(), showcase.couplings.clear();
  expect_the_librarys_numbers(showcase, EquationSymbols::named);
  expect_the_librarys_numbers(load_robot("two-rods"), EquationSymbols::numbers);
  expect_the_librarys_numbers(load_robot("scara"), EquationSymbols::standard);
}

TEST(WriteSympy, TakesNamesThatPythonOrTheModuleUse) {
  if (!has_sympy()) GTEST_SKIP() << "needs python3 with sympy";
  const TemporaryFile file(
      "name: hostile\ndh: standard\ninertia_about: com\n"
      "parameters: {lambda: 2, sp: 0.5, inertia: 3, I: 0.1, values: 0.2}\n"
      "links: [{joint: revolute, dh: {a: sp}, mass: lambda, com: [values, 0, 0], inertia: {xx: I, yy: I, zz: I}},\n"
      "        {joint: revolute, dh: {a: 1, alpha: 90deg}, mass: inertia, com: [-0.5, 0, 0],\n"
      "         friction: {viscous: 1, coulomb: 2, width: 0.1}}]\n");
  expect_the_librarys_numbers(load_robot(file.path()), EquationSymbols::named);
}

}  // namespace torsor::test::write_sympy_test
