#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/mesh_paths.hpp"
#include "torsor/robot_files/urdf/read_urdf.hpp"

// Whatever the text, reading it ends with a robot or with an error that has a place.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const bool free : {false, true}) {
    torsor::Reading reading =
        torsor::read_urdf(text, "robot.urdf", {.free_mimic = free, .free_base = free, .visuals = true});
    for (const torsor::Finding& finding : reading.findings)
      if (finding.code.empty() || finding.where.line < 1 || finding.where.column < 1) std::abort();
    if (!reading.sound()) continue;
    torsor::build_model<double>(reading.robot);
    torsor::move_mesh_paths(reading.robot, "from", "to");
  }
  return 0;
}
