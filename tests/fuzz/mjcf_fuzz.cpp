#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/mesh_paths.hpp"
#include "torsor/robot_files/mjcf/read_mjcf.hpp"

/// Any text is read without a crash, and every finding has a place. Includes lead nowhere but to the text itself and to
/// one small file: nothing is opened.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto source = [](const std::filesystem::path& path) -> std::optional<std::string> {
    if (path.filename() != "part.xml") return {};
    return "<mujoco><body name='part'><joint/><geom size='1'/></body></mujoco>";
  };
  for (const bool choice : {false, true}) {
    const torsor::XmlRobotOptions options{
        .free_mimic = choice, .free_base = choice, .ignore_geoms = choice, .visuals = true};
    torsor::Reading reading = torsor::read_mjcf(text, "robot.xml", options, source);
    for (const torsor::Finding& finding : reading.findings)
      if (finding.code.empty() || finding.message.empty() || finding.file.empty()) std::abort();
    if (!reading.sound()) continue;
    if (!torsor::check(reading.robot).empty()) std::abort();
    torsor::move_mesh_paths(reading.robot, "from", "to");
  }
  return 0;
}
