#include <algorithm>
#include <unordered_map>

#include "robot_files/urdf/tree.hpp"

namespace torsor::urdf {
namespace {

enum class State { untouched, on_the_way, done };

/// Walks from each joint to what it follows, and back again with the products.
class MimicResolver {
 public:
  MimicResolver(Log& log, Parts& parts) : log_(log), parts_(parts), state_(parts.joints.size()) {
    for (std::size_t k = 0; k < parts.joints.size(); ++k) index_.emplace(parts.joints[k].name, k);
  }

  void run() {
    for (std::size_t k = 0; k < parts_.joints.size(); ++k) {
      std::vector<std::size_t> way;
      for (std::size_t at = k; state_[at] == State::untouched;) {
        state_[at] = State::on_the_way;
        way.push_back(at);
        if (!parts_.joints[at].mimic) break;
        const std::optional<std::size_t> next = source(parts_.joints[at]);
        if (!next) break;
        at = *next;
      }
      for (auto at = way.rbegin(); at != way.rend(); ++at) {
        follow(parts_.joints[*at]);
        state_[*at] = State::done;
      }
    }
  }

 private:
  void refuse(Joint& joint, const char* code, const std::string& message, const char* fix = "") {
    log_.error(code, joint.mimic->where, "joint " + joint.name, message, fix);
    joint.mimic.reset();
  }

  /// What the joint follows, or nothing after an error, which takes its mimic away.
  std::optional<std::size_t> source(Joint& joint) {
    const std::string name = joint.mimic->joint;
    const auto found = index_.find(name);
    if (found == index_.end() || !parts_.joints[found->second].single()) {
      const bool known = found != index_.end();
      refuse(joint, "mimic-unknown",
             "mimic: expected the name of a joint with one axis, found " + in_quotes(name) +
                 (known ? ", which is of another kind" : ""));
    } else if (name == joint.name) {
      refuse(joint, "mimic-self", "mimic: expected another joint, found the joint itself", "take <mimic> out");
    } else if (state_[found->second] == State::on_the_way) {
      refuse(joint, "mimic-cycle",
             "mimic: expected a joint that moves by itself in the end, found that " + in_quotes(name) +
                 " follows this one");
    } else {
      return found->second;
    }
    return {};
  }

  /// q = k (k' q' + o') + o, where what the joint follows is itself a follower.
  void follow(Joint& joint) {
    if (!joint.mimic) return;
    const auto& above = parts_.joints[index_.at(joint.mimic->joint)].mimic;
    if (!above) return;
    const auto value = [](const described::Quantity& quantity) {
      return evaluate<double>(quantity.expression, [](const std::string&) { return 0.0; });
    };
    const double k = value(joint.mimic->multiplier), o = value(joint.mimic->offset);
    joint.mimic->offset = {k * value(above->offset) + o, joint.mimic->offset.where};
    joint.mimic->multiplier = {k * value(above->multiplier), joint.mimic->multiplier.where};
    joint.mimic->joint = above->joint;
  }

  Log& log_;
  Parts& parts_;
  std::vector<State> state_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace

void resolve_mimics(Log& log, Parts& parts) {
  const auto follows = [](const Joint& joint) { return joint.mimic.has_value(); };
  if (std::any_of(parts.joints.begin(), parts.joints.end(), follows)) MimicResolver(log, parts).run();
}

}  // namespace torsor::urdf
