#include "robot_files/mjcf/equality.hpp"

namespace torsor::mjcf {
namespace {

constexpr const char* equality_ignored = "equality-ignored";

/// The joint that an attribute names: a hinge or a slide.
const Links::Joint* find(const Attributes& tie, const char* attribute, const Links& links, const Description& robot) {
  const auto found = links.joints().find(tie.text(attribute));
  if (found == links.joints().end() || robot.links[found->second.link].joint == JointType::ball) {
    tie.report().error(
        "joint-unknown", tie.has(attribute) ? tie.place(attribute) : Place(&tie.element()),
        std::string(attribute) + ": expected the name of a hinge or slide, found '" + tie.text(attribute) + "'");
    return nullptr;
  }
  return &found->second;
}

constexpr int longest_chain = 100;

/// Whether `follower` is among the joints that `leader` follows, or there are too many of those.
bool follows(const Links::Joint* leader, const Links::Joint* follower, const Links& links, const Description& robot) {
  for (int steps = 0; leader != follower && steps < longest_chain; ++steps) {
    const auto& mimic = robot.links[leader->link].mimic;
    if (!mimic) return false;
    leader = &links.joints().find(mimic->joint)->second;
  }
  return true;
}

/// y - y0 = a0 + a1 (x - x0), with y0 and x0 the joints' values in the pose that the file shows.
void read_joint_tie(const Attributes& tie, const Links& links, Description& robot) {
  const Links::Joint* follower = find(tie, "joint1", links, robot);
  if (follower == nullptr) return;
  if (!tie.has("joint2"))
    return tie.report().warning(equality_ignored, &tie.element(),
                                "a joint held at one value is not modelled: it stays free");
  const Links::Joint* leader = find(tie, "joint2", links, robot);
  if (leader == nullptr) return;
  std::vector<double> a{0, 1, 0, 0, 0};
  if (tie.has("polycoef")) {
    const auto written = xml::numbers(tie.text("polycoef"));
    if (!written || written->empty() || written->size() > 5)
      return tie.report().error("number", tie.place("polycoef"),
                                "polycoef: expected 1 to 5 numbers, found '" + tie.text("polycoef") + "'");
    std::copy(written->begin(), written->end(), a.begin());
  }
  if (a[2] != 0 || a[3] != 0 || a[4] != 0)
    return tie.report().warning(
        equality_ignored, tie.place("polycoef"),
        "expected a linear polycoef, found '" + tie.text("polycoef") + "': the joint stays free");
  described::Link& link = robot.links[follower->link];
  if (link.mimic || follows(leader, follower, links, robot))
    return tie.report().warning(equality_ignored, &tie.element(),
                                "the joints already follow each other, or joint1 another one: this tie is left out");
  const double offset = a[0] + follower->reference - a[1] * leader->reference;
  link.mimic = described::Mimic{tie.text("joint2"), a[1], offset, where(&tie.element())};
}

}  // namespace

void read_equalities(const Element& root, const Links& links, const Points& points, const Context& context,
                     Description& robot) {
  for (const Element* section = root.first_child; section != nullptr; section = section->next) {
    if (section->tag() != "equality") continue;
    for (const Element* child = section->first_child; child != nullptr; child = child->next) {
      const Attributes tie = context.defaults.attributes(*child, Defaults::main_class, "equality");
      if (tie.word("active", {"true", "false"}) == "false") continue;
      if (child->tag() == "joint" && !context.options.free_mimic)
        read_joint_tie(tie, links, robot);
      else if (child->tag() == "connect")
        read_connect(tie, points, context, robot);
      else if (child->tag() != "joint")
        context.report.warning(equality_ignored, child,
                               tag_text(*child) + " ties bodies together and is not modelled: the robot is without it");
    }
  }
}

void name_ignored_sections(const Element& root, Report& report) {
  for (const Element* section = root.first_child; section != nullptr; section = section->next) {
    int count = 0;
    for (const Element* child = section->first_child; child != nullptr; child = child->next) ++count;
    if (section->tag() == "tendon" && count > 0)
      report.warning("tendon-ignored", section,
                     std::to_string(count) + (count == 1 ? " tendon is" : " tendons are") + " not modelled");
    if (section->tag() == "deformable" && count > 0)
      report.error("element-unsupported", section, "<deformable> is not read here");
  }
}

}  // namespace torsor::mjcf
