#include <cstdint>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/robot_files/robot_file.hpp"

/// Any bytes are a robot in YAML with dynamics, or refused with a FileError.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    const torsor::Model<double> model = torsor::build_model<double>(torsor::read_robot(text, "fuzz.yaml"));
    if (model.nv > 50) return 0;
    const std::vector<double> rest(static_cast<std::size_t>(model.nv), 0.1);
    torsor::inverse_dynamics(model, torsor::zero_position(model), rest, rest);
  } catch (const torsor::FileError& error) {
    for (const torsor::Finding& finding : error.findings())
      if (finding.file != "fuzz.yaml" || finding.where.line < 1 || finding.where.column < 1) __builtin_trap();
  }
  return 0;
}
