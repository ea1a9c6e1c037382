#include "kinematics/dh_chain.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/joint_name.hpp"
#include "torsor/model/tip.hpp"

namespace torsor::dh {
namespace {

constexpr std::size_t names_shown = 8;

/// `a`, `b` and 3 more
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), names_shown); ++k)
    text += (k > 0 ? ", " : "") + in_quotes(names[k]);
  if (names.size() > names_shown) text += " and " + std::to_string(names.size() - names_shown) + " more";
  return text;
}

/// The model for its geometry: joints that follow others move alone, and elements on several joints are left out.
Model<double> geometry_of(Description description, const std::string& tip) {
  for (described::Link& link : description.links) link.mimic.reset();
  description.couplings.clear();
  description.loops.clear();
  const std::string own = description.tool ? "tool" : tip_names(description).back();
  if (description.payload && description.payload->at == (tip.empty() ? own : tip)) description.payload.reset();
  return build_model<double>(description);
}

class Finder {
 public:
  Finder(const Description& description, const DhOptions& options) : description_(description), options_(options) {}

  std::variant<Chain, Problem> run() {
    if (description_.links.empty()) return Problem{{}, "expected at least one link, found none"};
    chain_.model = geometry_of(description_, options_.tip);
    chain_.poses = forward_kinematics(chain_.model, zero_position(chain_.model));
    if (std::optional<Problem> problem = find_tip()) return *problem;
    find_bodies();
    if (std::optional<Problem> problem = check_joints()) return *problem;
    if (std::optional<Problem> problem = check_branches()) return *problem;
    if (description_.payload && find_frame(chain_.model, description_.payload->at) != chain_.tip)
      chain_.notes.emplace_back("the payload is part of the link that carries it");
    return std::move(chain_);
  }

 private:
  const Body<double>& body(int i) const { return chain_.model.bodies[i]; }
  const described::Link& link(int i) const { return description_.links[chain_.link[i]]; }

  std::optional<Problem> find_tip() {
    const Model<double>& model = chain_.model;
    if (const auto ends = tip_names(description_); options_.tip.empty() && !description_.tool && ends.size() > 1)
      return Problem{{}, "tip: expected a choice of " + listed(ends) + ", which are as far from the base; found none"};
    chain_.tip = options_.tip.empty() ? model.tip : find_frame(model, options_.tip);
    if (chain_.tip < 0) {
      std::vector<std::string> names;
      names.reserve(model.frames.size());
      for (const Frame<double>& frame : model.frames) names.push_back(frame.name);
      return Problem{{}, "tip: expected one of " + listed(names) + "; found " + in_quotes(options_.tip)};
    }
    const bool is_tool = description_.tool && chain_.tip + 1 == static_cast<int>(model.frames.size());
    chain_.tip_link = is_tool ? find_frame(model, description_.tool->link) : chain_.tip;
    return std::nullopt;
  }

  void find_bodies() {
    chain_.link.push_back(0);  // of the base, which is no link
    for (std::size_t k = 0; k < description_.links.size(); ++k)
      if (description_.links[k].joint != JointType::fixed) chain_.link.push_back(k);
    for (int i = chain_.model.frames[chain_.tip].body; i > 0; i = body(i).parent) chain_.bodies.push_back(i);
    std::reverse(chain_.bodies.begin(), chain_.bodies.end());
  }

  std::optional<Problem> check_joints() const {
    const std::string tip = in_quotes(chain_.model.frames[chain_.tip].name);
    if (chain_.bodies.empty()) return Problem{{}, "no joint moves between the base and " + tip + ": no table"};
    for (const int i : chain_.bodies)
      if (velocity_count(body(i).joint) != 1)
        return Problem{link(i).where, "joint " + in_quotes(link(i).joint_name) + ": expected a revolute or prismatic " +
                                          "joint, found a " + name_of(body(i).joint) + " one, which has no DH row"};
    return std::nullopt;
  }

  /// What else moves: beside the chain it is left out, on the chain it must weigh nothing.
  std::optional<Problem> check_branches() {
    const int count = chain_.model.body_count();
    std::vector<char> on_chain(count, 0), hangs(count, 0), is_parent(count, 0);
    for (const int i : chain_.bodies) on_chain[i] = 1;
    std::vector<std::string> left_out, heavy, leaves;
    for (int i = count - 1; i > 0; --i) {
      if (on_chain[i] == 0 && is_parent[i] == 0) leaves.push_back(link(i).name);
      is_parent[body(i).parent] = 1;
    }
    for (int i = 1; i < count; ++i) {
      if (on_chain[i] != 0) continue;
      hangs[i] = on_chain[body(i).parent] | hangs[body(i).parent];
      left_out.push_back(link(i).joint_name);
      if (hangs[i] != 0 && weighs(body(i).inertia)) heavy.push_back(link(i).name);
    }
    if (left_out.empty()) return std::nullopt;
    const std::string tip = chain_.model.frames[chain_.tip].name;
    std::reverse(leaves.begin(), leaves.end());
    if (options_.tip.empty())
      return Problem{{},
                     "expected a chain, found branches beside the way to " + in_quotes(tip) +
                         ": choose a tip (other ends: " + listed(leaves) + ")"};
    if (!heavy.empty() && !options_.kinematics_only)
      return Problem{{},
                     "the chain to " + in_quotes(tip) + " carries branches with mass: " + listed(heavy) +
                         "; a table of the chain alone has other torques, and can be had for kinematics only"};
    chain_.notes.push_back("left out, beside the chain: " + listed(left_out));
    return std::nullopt;
  }
  static bool weighs(const Inertia<double>& inertia) {
    const Symmetric3<double>& E = inertia.second_moment;
    return inertia.mass != 0 || E.xx != 0 || E.yy != 0 || E.zz != 0;
  }

  const Description& description_;
  const DhOptions& options_;
  Chain chain_;
};

}  // namespace

bool Chain::carries(std::string_view joint) const {
  return std::any_of(bodies.begin(), bodies.end(), [&](int i) { return model.joint_names[i - 1] == joint; });
}

DhDeviation deviation(const Pose& a, const Pose& b) {
  const Matrix3<double> D = a.R - b.R;  // of Frobenius norm 2 sqrt(2) sin(angle / 2)
  const double squares = dot(axis(D, 0), axis(D, 0)) + dot(axis(D, 1), axis(D, 1)) + dot(axis(D, 2), axis(D, 2));
  return {length(a.p - b.p), 2 * std::asin(std::min(1.0, std::sqrt(squares / 8)))};
}

std::variant<Chain, Problem> find_chain(const Description& description, const DhOptions& options) {
  return Finder(description, options).run();
}

}  // namespace torsor::dh
