#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/comment_line.hpp"
#include "codegen/control_kit.hpp"
#include "codegen/expression_writer.hpp"

namespace torsor::codegen {
namespace {

// 0: robot, 1: prefix, 2: scalar, 3: joints. The mark of generated files is not in it: nothing writes over what was
// put in.
constexpr const char* machine = R"(/* An example of a control loop of {0}, to begin with: it is yours. */
/* Compile it with {1}.c. The machine below is one that stands still: put your encoders, drives and clock in. */

#include "{1}.h"

enum {{ joints = {3}, rate = 1000 /* samples a second */, samples = 1000 /* until it ends */ }};

static void wait_for_sample(void) {{}}

static void read_joints({2} q[{3}], {2} qd[{3}]) {{
  int i;
  for (i = 0; i < joints; ++i) q[i] = 0, qd[i] = 0;
}}

static void write_torques(const {2} tau[{3}]) {{ (void)tau; }}
)";

// 0: scalar, 1: joints
constexpr const char* reference = R"(
static void read_reference({0} q_r[{1}], {0} qd_r[{1}], {0} qdd_r[{1}]) {{
  int i;
  for (i = 0; i < joints; ++i) q_r[i] = 0, qd_r[i] = 0, qdd_r[i] = 0;
}}
)";

/// The parts of the example that there are functions for.
class LoopWriter {
 public:
  LoopWriter(const std::vector<Kernel>& kernels, const GeneratedFile& file, const std::vector<double>& theta,
             int joints)
      : kernels_(kernels), file_(file), theta_(theta), scalar_(name_of(file.scalar)), n_(joints) {}

  std::string text() {
    observes_ = find("observer_start") != nullptr && find("observer_step") != nullptr;
    yields_ = (observes_ || find("jacobian") != nullptr) && find("gravity_torque") != nullptr;
    std::string text = fmt::format(fmt::runtime(machine), comment_line(file_.robot), file_.prefix, scalar_, n_);
    if (find("computed_torque") != nullptr) text += fmt::format(fmt::runtime(reference), scalar_, n_);
    if (find("forward_kinematics") != nullptr)
      text += fmt::format("\nstatic void tell_pose(const {0} R[9], const {0} p[3]) {{ (void)R, (void)p; }}\n", scalar_);
    return text + "\n" + constants() + "\nint main(void) {\n" + variables() + body() + "  return 0;\n}\n";
  }

 private:
  const Kernel* find(const char* name) const {
    const auto found = std::ranges::find(kernels_, name, &Kernel::name);
    return found == kernels_.end() ? nullptr : &*found;
  }
  std::string literal(double x) const { return number_literal(x, Language::c, file_.scalar); }

  /// panda_gravity_torque(q, tau);
  std::string call(const char* name, const std::string& results) const {
    std::string arguments;
    for (const Kernel::Input& input : find(name)->inputs) arguments += input.name + ", ";
    return fmt::format("{}_{}({}{});\n", file_.prefix, name, arguments, results);
  }
  std::string theta_argument() const { return theta_.empty() ? "" : "theta, "; }

  std::string constant(const char* name, double value, const char* meaning) const {
    const std::vector<std::string> list(static_cast<std::size_t>(n_), literal(value));
    return fmt::format("static const {} {}[{}] = {{{}}}; /* {} */\n", scalar_, name, n_, fmt::join(list, ", "),
                       meaning);
  }
  std::string constants() const {
    std::string text;
    if (!theta_.empty()) {
      std::vector<std::string> list;
      std::ranges::transform(theta_, std::back_inserter(list), [&](double x) { return literal(x); });
      text += fmt::format("static const {} theta[{}] = {{{}}};\n", scalar_, theta_.size(), fmt::join(list, ", "));
    }
    if (find("computed_torque") != nullptr)
      text += constant("stiffness", 400, "1/s^2: w^2 of 20 rad/s") + constant("damping", 40, "1/s: 2 w");
    if (observes_)
      text += constant("gain", 30, "1/s, of the observer") +
              fmt::format("static const {} felt = {}; /* N m from outside at which the robot gives way */\n", scalar_,
                          literal(20));
    if (find("jacobian") != nullptr)
      text += fmt::format("static const {} fast = {}; /* m/s of the tip at which it does */\n", scalar_, literal(1.5));
    return text;
  }

  std::string variables() const {
    std::string text = fmt::format("  {0} q[{1}], qd[{1}], tau[{1}];\n", scalar_, n_);
    if (find("computed_torque") != nullptr)
      text += fmt::format("  {0} q_r[{1}], qd_r[{1}], qdd_r[{1}];\n", scalar_, n_);
    if (find("forward_kinematics") != nullptr) text += fmt::format("  {} R[9], p[3];\n", scalar_);
    if (find("jacobian") != nullptr) text += fmt::format("  {} J[{}];\n", scalar_, 6 * n_);
    if (yields_ && find("friction_torque") != nullptr) text += fmt::format("  {} friction[{}];\n", scalar_, n_);
    if (observes_) text += fmt::format("  {}_observer observer;\n", file_.prefix);
    return text + "  int sample, i;\n";
  }

  std::string body() const {
    std::string text = "  for (i = 0; i < joints; ++i) tau[i] = 0;\n  read_joints(q, qd);\n";
    if (observes_) text += fmt::format("  {}_observer_begin(&observer, {}q, qd);\n", file_.prefix, theta_argument());
    text +=
        "  for (sample = 0; sample < samples; ++sample) {\n    int give_way = 0;\n    wait_for_sample();\n"
        "    read_joints(q, qd);\n";
    if (find("forward_kinematics") != nullptr)
      text += "    " + call("forward_kinematics", "R, p") + "    tell_pose(R, p);\n";
    if (find("jacobian") != nullptr) text += tip_speed();
    if (observes_)
      text += fmt::format("    {}_observer_update(&observer, {}q, qd, tau, gain, {} / ({})rate);\n", file_.prefix,
                          theta_argument(), literal(1), scalar_) +
              "    for (i = 0; i < joints; ++i) give_way |= observer.r[i] > felt || observer.r[i] < -felt;\n";
    return text + torque() + "    write_torques(tau);\n  }\n";
  }

  std::string tip_speed() const {
    return "    " + call("jacobian", "J") +
           fmt::format(
               "    {{\n      {0} v[3] = {{{1}, {1}, {1}}};\n      for (i = 0; i < 3 * joints; ++i) v[i / joints] += "
               "J[i] * qd[i % joints];\n      give_way |= v[0] * v[0] + v[1] * v[1] + v[2] * v[2] > fast * "
               "fast;\n    }}\n",
               scalar_, literal(0));
  }

  /// Towards the reference; where somebody is in the way, only what carries the robot.
  std::string torque() const {
    std::string text;
    if (find("computed_torque") != nullptr)
      text += "    read_reference(q_r, qd_r, qdd_r);\n    " + call("computed_torque", "tau");
    if (!yields_) return text + "    if (give_way) return 1; /* brakes */\n";
    text += "    if (give_way) {\n      " + call("gravity_torque", "tau");
    if (find("friction_torque") != nullptr)
      text += "      " + call("friction_torque", "friction") +
              "      for (i = 0; i < joints; ++i) tau[i] += friction[i] / 2; /* half of it: easier to push, and stable "
              "*/\n";
    return text + "    }\n";
  }

  const std::vector<Kernel>& kernels_;
  const GeneratedFile& file_;
  const std::vector<double>& theta_;
  std::string scalar_;
  int n_;
  bool observes_ = false, yields_ = false;
};

}  // namespace

std::string control_loop(const std::vector<Kernel>& kernels, const GeneratedFile& file,
                         const std::vector<double>& theta, int joints) {
  return LoopWriter(kernels, file, theta, joints).text();
}

}  // namespace torsor::codegen
