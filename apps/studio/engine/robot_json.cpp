#include "robot_json.hpp"

#include <cmath>
#include <set>

#include "output/evaluated_robot.hpp"
#include "torsor/model/joint_name.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/model/position.hpp"

namespace torsor::studio {
namespace {

using described::Link;
using described::Quantity;

Json triple(const Vector3<double>& v) { return Json::array({v.x, v.y, v.z}); }
Json triple(const std::array<double, 3>& v) { return Json::array({v[0], v[1], v[2]}); }
Json or_null(double number) { return std::isfinite(number) ? Json(number) : Json(); }
Json pose_json(const Transform<double>& pose) {
  Json rows = Json::array();
  for (const double x : {pose.R.xx, pose.R.xy, pose.R.xz, pose.R.yx, pose.R.yy, pose.R.yz, pose.R.zx, pose.R.zy,
                         pose.R.zz, pose.p.x, pose.p.y, pose.p.z})
    rows.push_back(x);
  return rows;
}

const char* name_of(described::Visual::Kind kind) {
  constexpr const char* names[]{"box", "ellipsoid", "cylinder", "capsule", "sphere", "mesh", "unknown"};
  return names[static_cast<int>(kind)];
}
const char* name_of(described::Shape::Kind kind) {
  constexpr const char* names[]{"box", "cylinder", "tube", "capsule", "cone", "sphere", "ellipsoid", "rod", "point"};
  return names[static_cast<int>(kind)];
}

/// Calls `use` for every number that a link is written with.
template <class Use>
void for_each_quantity(const Link& link, const Use& use) {
  if (link.dh)
    for (const Quantity* part : {&link.dh->theta, &link.dh->d, &link.dh->a, &link.dh->alpha, &link.dh->offset})
      use(*part);
  if (link.origin)
    for (const described::Triple* part : {&link.origin->xyz, &link.origin->rpy})
      for (const Quantity& number : *part) use(number);
  const described::MassProperties& mass = link.mass;
  use(mass.mass);
  for (const Quantity& number : mass.com) use(number);
  for (const Quantity& number : mass.inertia) use(number);
  for (const described::Shape& shape : mass.shapes) {
    for (const Quantity& number : shape.size) use(number);
    for (const Quantity& number : shape.pose.xyz) use(number);
    if (shape.mass) use(*shape.mass);
    if (shape.density) use(*shape.density);
  }
  if (link.friction)
    for (const Quantity& number : link.friction->viscous) use(number);
}

class RobotJson : cli::EvaluatedRobot {
 public:
  explicit RobotJson(Workbench& bench)
      : EvaluatedRobot(bench.description()), model_(bench.written()), limits_(bench.limits()) {}

  Json json() const {
    Json links = Json::array(), parameters = Json::array(), visuals = Json::array(), frames = Json::array();
    for (const Link& link : description_.links) links.push_back(link_json(link));
    for (const described::Parameter& parameter : description_.parameters)
      parameters.push_back({{"name", parameter.name},
                            {"text", parameter.value.expression.text()},
                            {"value", number(parameter.value)},
                            {"links", links_of(parameter.name)}});
    for (const described::Visual& visual : description_.visuals) visuals.push_back(visual_json(visual));
    for (const Frame<double>& frame : model_.frames)
      frames.push_back({{"name", frame.name}, {"body", frame.body}, {"pose", pose_json(frame.pose)}});
    Json gravity = Json::array();
    for (const Quantity& number : description_.gravity) gravity.push_back(number.expression.text());
    return {{"name", description_.name},
            {"description", description_.description},
            {"source", description_.source},
            {"dh", description_.dh == DhConvention::standard ? "standard" : "modified"},
            {"gravity", triple(model_.gravity)},
            {"gravity_text", gravity},
            {"nq", model_.nq},
            {"nv", model_.nv},
            {"tip", model_.tip},
            {"parameters", parameters},
            {"bodies", bodies()},
            {"joints", joints()},
            {"links", links},
            {"frames", frames},
            {"visuals", visuals},
            {"tool", tool()}};
  }

 private:
  Json tool() const {
    if (!description_.tool) return {};
    Json xyz = Json::array(), rpy = Json::array();
    for (const Quantity& number : description_.tool->pose.xyz) xyz.push_back(number.expression.text());
    for (const Quantity& number : description_.tool->pose.rpy) rpy.push_back(number.expression.text());
    return {{"link", description_.tool->link}, {"xyz", xyz}, {"rpy", rpy}};
  }

  Json bodies() const {
    Json list = Json::array();
    for (const Body<double>& body : model_.bodies)
      list.push_back({{"parent", body.parent}, {"frame", body.frame}, {"q", body.q}, {"v", body.v}});
    return list;
  }

  /// Of a velocity: torques of a free joint are three forces and three moments.
  static const char* torque_unit(const Body<double>& body, int v) {
    return body.joint == JointType::prismatic || (body.joint == JointType::free && v - body.v < 3) ? "N" : "Nm";
  }

  /// An entry for each velocity.
  Json joints() const {
    const std::vector<std::string> names = velocity_names(model_);
    Json list = Json::array();
    for (int v = 0; v < model_.nv; ++v) {
      const Body<double>& body = body_of_velocity(model_, v);
      const JointLimits& limit = limits_[static_cast<std::size_t>(v)];
      list.push_back({{"name", names[static_cast<std::size_t>(v)]},
                      {"type", torsor::name_of(body.joint)},
                      {"unit", torque_unit(body, v)},
                      {"q", position_count(body.joint) == 1 ? Json(body.q) : Json()},
                      {"low", or_null(limit.position_low)},
                      {"high", or_null(limit.position_high)},
                      {"velocity", or_null(limit.velocity)},
                      {"torque", or_null(limit.torque)}});
    }
    return list;
  }

  Json link_json(const Link& link) const {
    const Mass m = mass(link.mass);
    const auto& I = m.inertia;
    Json entry{{"name", link.name},
               {"parent", link.parent},
               {"joint", torsor::name_of(link.joint)},
               {"joint_name", link.joint_name},
               {"mass", m.mass},
               {"com", triple(m.com)},
               {"inertia", Json::array({I.xx, I.yy, I.zz, I.xy, I.xz, I.yz})},
               {"as_written", link.mass.shapes.empty() && link.mass.about == ReferencePoint::center_of_mass}};
    entry["texts"] = mass_texts(link.mass);
    if (link.dh)
      entry["dh"] = {{"theta", link.dh->theta.expression.text()},
                     {"d", link.dh->d.expression.text()},
                     {"a", link.dh->a.expression.text()},
                     {"alpha", link.dh->alpha.expression.text()},
                     {"offset", link.dh->offset.expression.text()}};
    Json shapes = Json::array();
    for (const described::Shape& shape : link.mass.shapes)
      shapes.push_back({{"kind", name_of(shape.kind)},
                        {"size", triple(vector(shape.size))},
                        {"pose", pose_json(values_.pose(shape.pose))}});
    entry["shapes"] = shapes;
    return entry;
  }

  /// Mass, centre and inertia (xx yy zz xy xz yz) as they are written; null where they follow from shapes.
  static Json mass_texts(const described::MassProperties& mass) {
    Json texts = Json::array();
    const bool one_shape = mass.shapes.size() == 1 && mass.shapes[0].mass;
    const bool as_written = mass.shapes.empty() && mass.about == ReferencePoint::center_of_mass;
    const auto add = [&](const Quantity& number, bool known) {
      texts.push_back(known ? Json(number.expression.text()) : Json());
    };
    add(one_shape ? *mass.shapes[0].mass : mass.mass, one_shape || mass.shapes.empty());
    for (const Quantity& number : mass.com) add(number, mass.shapes.empty());
    for (const std::size_t k : {0U, 3U, 5U, 1U, 2U, 4U}) add(mass.inertia[k], as_written);
    return texts;
  }

  Json visual_json(const described::Visual& visual) const {
    return {{"link", visual.link},
            {"collision", visual.collision},
            {"kind", name_of(visual.kind)},
            {"size", triple(visual.size)},
            {"file", visual.file},
            {"pose", pose_json({rotation_of_roll_pitch_yaw(visual.rpy[0], visual.rpy[1], visual.rpy[2]),
                                {visual.xyz[0], visual.xyz[1], visual.xyz[2]}})},
            {"color", visual.color}};
  }

  /// Links with a number in which the parameter stands, directly or through another parameter.
  Json links_of(const std::string& parameter) const {
    std::set<std::string> names{parameter};
    const auto mentions = [&](const Quantity& number) {
      for (const Expression::Step& step : number.expression.steps())
        if (names.contains(step.name)) return true;
      return false;
    };
    for (const described::Parameter& other : description_.parameters)  // each stands behind those it needs
      if (mentions(other.value)) names.insert(other.name);
    Json list = Json::array();
    for (const Link& link : description_.links) {
      bool found = false;
      for_each_quantity(link, [&](const Quantity& number) { found |= mentions(number); });
      if (found) list.push_back(link.name);
    }
    return list;
  }

  const Model<double>& model_;
  const std::vector<JointLimits>& limits_;
};

}  // namespace

Json to_json(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings)
    list.push_back({{"severity", finding.severity == Severity::error     ? "error"
                                 : finding.severity == Severity::warning ? "warning"
                                                                         : "note"},
                    {"line", finding.where.line},
                    {"column", finding.where.column},
                    {"element", finding.element},
                    {"message", finding.message},
                    {"fix", finding.fix}});
  return list;
}

Json to_json(Workbench& bench) { return RobotJson(bench).json(); }

Json base_parameters_json(Workbench& bench) {
  const BaseParameters& base = bench.base_parameters();
  const std::vector<std::string> names = parameter_names(bench.layout());
  const std::vector<double> values = base_values(base, parameters(bench.written(), bench.layout()));
  Json combinations = Json::array(), hidden = Json::array();
  for (int b = 0; b < base.count(); ++b)
    combinations.push_back(
        {{"value", values[static_cast<std::size_t>(b)]}, {"words", base_parameter_in_words(base, bench.layout(), b)}});
  for (std::size_t d = 0; d < base.dependent.size(); ++d) {
    Json parts = Json::array();
    for (int b = 0; b < base.count(); ++b)
      if (std::abs(base.coefficients(b, static_cast<int>(d))) > 1e-9)
        parts.push_back({{"name", names[static_cast<std::size_t>(base.independent[static_cast<std::size_t>(b)])]},
                         {"per_unit", -base.coefficients(b, static_cast<int>(d))}});
    hidden.push_back({{"name", names[static_cast<std::size_t>(base.dependent[d])]}, {"instead", parts}});
  }
  return {{"of", bench.layout().size()}, {"combinations", combinations}, {"hidden", hidden}};
}

}  // namespace torsor::studio
