#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/mjcf/read_mjcf.hpp"

/// Any text is read without a crash, and every finding has a place. Includes lead nowhere but to the text itself and to
/// one small file: nothing is opened.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto source = [](const std::filesystem::path& path) -> std::optional<std::string> {
    if (path.filename() != "part.xml") return {};
    return "<mujoco><body name='part'><joint/><geom size='1'/></body></mujoco>";
  };
  const bool odd = size % 2 == 1;
  const torsor::Reading reading = torsor::read_mjcf(text, "robot.xml", {odd, odd, odd}, source);
  for (const torsor::Finding& finding : reading.findings)
    if (finding.code.empty() || finding.message.empty() || finding.file.empty()) std::abort();
  if (reading.sound() && !torsor::check(reading.robot).empty()) std::abort();
  return 0;
}
