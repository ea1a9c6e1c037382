#include "codegen/observer_struct.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace torsor::codegen {
namespace {

// 0: prefix, 1: scalar, 2: number of velocities, 3 and 4: the robot's positions, and theta before them where it is one
constexpr const char* declared =
    R"(/* What the observer keeps between samples. The caller owns it: one for each robot. */
typedef struct {{
  {1} integral[{2}]; /* of torques and of what was felt, with the momentum at the beginning, N m s */
  {1} known[{2}];    /* what is known of dp/dt at the last sample: C^T qd - g - friction - spring, N m */
  {1} r[{2}];        /* torque from outside at the joints, N m: the result */
}} {0}_observer;

/* Begins at a state, with nothing felt. */
void {0}_observer_begin({0}_observer *observer, {3});

/* At a sample, dt (s) after the last one: tau is what the motors exerted in between, gain is in 1/s. */
void {0}_observer_update({0}_observer *observer, {3}, const {1} tau[{2}], const {1} gain[{2}], {1} dt);

)";

constexpr const char* defined = R"(
void {0}_observer_begin({0}_observer *observer, {3}) {{
  int i;
  {0}_observer_start({4}, observer->integral, observer->known);
  for (i = 0; i < {2}; ++i) observer->r[i] = {5};
}}

void {0}_observer_update({0}_observer *observer, {3}, const {1} tau[{2}], const {1} gain[{2}], {1} dt) {{
  const {0}_observer last = *observer;
  {0}_observer_step({4}, tau, gain, &dt, last.integral, last.known, observer->r, observer->integral, observer->known);
}}
)";

}  // namespace

ObserverStruct::ObserverStruct(const std::vector<Kernel>& kernels, const GeneratedFile& file) {
  const auto has = [&](const char* name) {
    return std::ranges::any_of(kernels, [&](auto& k) { return k.name == name; });
  };
  const auto start = std::ranges::find(kernels, "observer_start", &Kernel::name);
  if (start == kernels.end() || !has("observer_step")) return;
  std::string parameters, arguments;
  for (const Kernel::Input& input : start->inputs) {
    const char* comma = parameters.empty() ? "" : ", ";
    parameters += fmt::format("{}const {} {}[{}]", comma, name_of(file.scalar), input.name, input.symbols.size());
    arguments += comma + input.name;
  }
  const auto text = [&](const char* pattern) {
    return fmt::format(fmt::runtime(pattern), file.prefix, name_of(file.scalar), start->outputs[0].rows, parameters,
                       arguments, file.scalar == GeneratedScalar::float32 ? "0.0f" : "0.0");
  };
  declarations = text(declared), definitions = text(defined);
}

}  // namespace torsor::codegen
