#include "robot_files/mjcf/settings.hpp"

#include <algorithm>

namespace torsor::mjcf {
namespace {

void read_euler_sequence(const Attributes& compiler, Settings& settings) {
  if (!compiler.has("eulerseq")) return;
  const std::string written = compiler.text("eulerseq");
  const auto is_axis = [](char c) { return std::string_view("xyzXYZ").find(c) != std::string_view::npos; };
  if (written.size() == 3 && std::all_of(written.begin(), written.end(), is_axis))
    settings.euler_sequence = written;
  else
    compiler.report().error("euler-sequence", compiler.place("eulerseq"),
                            "eulerseq: expected three of x y z X Y Z, found '" + written + "'");
}

void read_masses(const Attributes& compiler, Settings& settings) {
  settings.least_mass = compiler.magnitude("boundmass", settings.least_mass);
  settings.least_inertia = compiler.magnitude("boundinertia", settings.least_inertia);
  if (compiler.has("balanceinertia"))
    settings.balance_inertia = compiler.word("balanceinertia", {"false", "true"}) == "true";
  settings.total_mass = std::max(compiler.number("settotalmass", settings.total_mass), 0.0);
}

/// What changes frames and is not done here.
void name_unsupported(const Attributes& compiler) {
  if (compiler.word("alignfree", {"false", "true"}) == "true")
    compiler.report().warning("compiler-ignored", compiler.place("alignfree"),
                              "alignfree=\"true\" changes the robot in MuJoCo and is not applied here",
                              "let MuJoCo save the compiled model, and read that");
}

void read_compiler(const Attributes& compiler, Settings& settings) {
  using enum Settings::FromGeoms;
  if (compiler.has("angle"))
    settings.angle = compiler.word("angle", {"degree", "radian"}) == "radian" ? 1.0 : Settings{}.angle;
  read_euler_sequence(compiler, settings);
  if (compiler.has("inertiafromgeom")) {
    const std::string word = compiler.word("inertiafromgeom", {"auto", "true", "false"});
    settings.inertia_from_geoms = word == "true" ? always : word == "false" ? never : automatic;
  }
  if (const auto groups = compiler.numbers("inertiagrouprange", 2)) {
    settings.first_group = (*groups)[0];
    settings.last_group = (*groups)[1];
  }
  if (compiler.has("autolimits")) settings.limits_from_range = compiler.word("autolimits", {"true", "false"}) == "true";
  if (compiler.has("coordinate") && compiler.text("coordinate") != "local")
    compiler.report().error("coordinate", compiler.place("coordinate"),
                            "coordinate: expected local, found '" + compiler.text("coordinate") + "'",
                            "let an old MuJoCo save the model, which writes local coordinates");
  read_masses(compiler, settings);
  name_unsupported(compiler);
}

void read_flag(const Attributes& flag, Settings& settings) {
  if (flag.word("gravity", {"enable", "disable"}) == "disable") settings.gravity = {};
  for (const char* attribute : {"spring", "damper", "frictionloss"})
    if (flag.word(attribute, {"enable", "disable"}) == "disable")
      flag.report().warning("option-ignored", flag.place(attribute),
                            std::string(attribute) + "=\"disable\" is not applied here: the robot keeps it");
}

void read_option(const Element& element, Report& report, Settings& settings) {
  const Attributes option({&element}, report);
  settings.gravity = option.vector("gravity", settings.gravity);
  for (const char* attribute : {"density", "viscosity"})
    if (option.number(attribute, 0) != 0)
      report.warning("option-ignored", option.place(attribute),
                     std::string(attribute) + ": the forces of the medium are not modelled");
  for (const Element* child = element.first_child; child != nullptr; child = child->next)
    if (child->tag() == "flag") read_flag({{child}, report}, settings);
}

}  // namespace

Settings read_settings(const Element& root, Report& report) {
  Settings settings;
  for (const Element* section = root.first_child; section != nullptr; section = section->next) {
    if (section->tag() == "compiler") read_compiler({{section}, report}, settings);
    if (section->tag() == "option") read_option(*section, report, settings);
  }
  return settings;
}

}  // namespace torsor::mjcf
