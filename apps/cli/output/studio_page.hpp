#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "torsor/model/description.hpp"
#include "torsor/smoothing/smoothing.hpp"
#include "torsor/trajectory/trajectory_torque.hpp"

/// The studio's page, which apps/studio builds, with a robot inside.
namespace torsor::cli {

/// What is put into the page. Texts may hold anything: they cannot get out of the place they are put in.
struct StudioContent {
  std::string robot_name;  // of its file
  std::string robot;       // its text, in YAML or URDF; empty: the page opens with a robot of its own
  std::vector<std::pair<std::string, std::string>> meshes;  // names as in the robot's text, and bytes of the files
  std::string log_name;
  std::string log;         // CSV with t, q1, ..., qd1, ..., qdd1, ..., tau1, ...; empty: none
  std::string log_origin;  // whose torques they are: "log", "simulation" or "motion"; empty: "log"
};

/// A moment of a motion.
struct StudioRow {
  double t = 0;
  std::vector<double> q, qd, qdd, tau;
};

/// Where the page without a robot may lie: what TORSOR_STUDIO_PAGE names, or else beside the program's folder as it is
/// installed, and in the build folder.
std::vector<std::filesystem::path> studio_page_places();

/// The page without a robot. Throws ComputationError, which says how to get it, where it is not built.
std::string built_studio_page();

/// The built page with this content. Throws ComputationError.
std::string filled_studio_page(const StudioContent& content);

/// A robot as YAML.
void put_robot(StudioContent& content, const Description& robot);
/// The robot of a file or a built-in one. A URDF stays as it is, with the meshes that are at hand; all else is written
/// as YAML. What is left out is remarked on.
void put_robot(StudioContent& content, const std::string& file_or_name, const Description& robot, bool json);
/// Rows of a motion, no more of them than a plot can show.
void put_rows(StudioContent& content, long count, const std::function<StudioRow(long)>& row);
/// Rows of a planned motion, with the torques that it needs.
void put_motion(StudioContent& content, const std::string& name, const Trajectory& motion,
                const TrajectoryTorque& torque);
/// Rows of a log, smoothed as an identification would have them; of `name` the file, without its folder.
void put_log(StudioContent& content, const LogSource& log, const std::string& name);

/// The page with this content. Nothing where `page` is not the studio's, or one of another version.
std::optional<std::string> studio_page(std::string_view page, const StudioContent& content);

/// Whether a text is such a page, and so may be written over by another one.
bool is_studio_page(std::string_view text);

}  // namespace torsor::cli
