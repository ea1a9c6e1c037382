#include "arguments/vector_argument.hpp"

#include <cmath>

#include "output/shown.hpp"
#include "torsor/core/error.hpp"
#include "torsor/model/number_list.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {

void VectorArgument::add_to(Command& command, const std::string& flag, const std::string& help, bool required) {
  flag_ = flag;
  option_ = command.option(flag, text_, help).value("LIST").required(required);
}

Vector VectorArgument::joint_values(const Model<double>& model, const std::vector<std::string>& entries) const {
  if (!given() || (entries.empty() && text_.empty())) return Vector(entries.size(), 0.0);
  const Vector values = parse_numbers(text_, flag_);
  if (values.size() == entries.size()) return values;
  std::string names;
  for (const std::string& name : entries) names += (names.empty() ? "" : ", ") + name;
  const std::string each =
      model.nv == model.axis_count && model.nv == model.body_count() - 1 ? ", one for each joint of " : " for ";
  throw UsageError(flag_ + ": expected " + std::to_string(entries.size()) + " numbers" + each + model.name + " (" +
                   names + "); found " + std::to_string(values.size()));
}

Vector VectorArgument::positions(const Model<double>& model) const {
  if (!given()) return zero_position(model);
  Vector q = joint_values(model, position_names(model));
  const Vector written = q;
  normalize_position<double>(model, q);
  for (std::size_t k = 0; k < q.size(); ++k)
    if (!(std::abs(q[k] - written[k]) < 1e-3))
      throw UsageError(flag_ + ": " + position_names(model)[k] + ": expected a quaternion w,x,y,z of length 1");
  return q;
}

Vector VectorArgument::velocities(const Model<double>& model) const {
  return joint_values(model, velocity_names(model));
}

Vector VectorArgument::list(const std::vector<std::size_t>& lengths, const std::string& meaning) const {
  Vector values = parse_numbers(text_, flag_);
  std::string expected;
  for (const std::size_t length : lengths) {
    if (values.size() == length) return values;
    expected += (expected.empty() ? "" : " or ") + std::to_string(length);
  }
  throw UsageError(flag_ + ": expected " + expected + " numbers (" + meaning + "), found " +
                   std::to_string(values.size()));
}

Vector3<double> VectorArgument::three() const {
  if (!given()) return {};
  const Vector v = list({3}, "x,y,z");
  return {v[0], v[1], v[2]};
}

Vector VectorArgument::by_joint(std::size_t joints) const {
  Vector values = list({joints, 1}, joints == 1 ? "for the joint" : "one for each joint, or one for all");
  if (values.size() == 1) values.assign(joints, values[0]);
  for (const double value : values)
    if (!(value > 0)) throw UsageError(flag_ + ": expected numbers above 0, found " + shown(value));
  return values;
}

}  // namespace torsor::cli
