#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/urdf/read_urdf.hpp"

// Whatever the text, reading it ends with a robot or with an error that has a place.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const bool free : {false, true}) {
    const torsor::Reading reading = torsor::read_urdf(text, "robot.urdf", {.free_mimic = free});
    for (const torsor::Finding& finding : reading.findings)
      if (finding.code.empty() || finding.where.line < 1 || finding.where.column < 1) std::abort();
    if (reading.sound()) torsor::build_model<double>(reading.robot);
  }
  return 0;
}
