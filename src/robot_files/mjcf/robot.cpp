#include "robot_files/mjcf/robot.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "model/clearly_positive.hpp"
#include "robot_files/mjcf/write_loops.hpp"
#include "robot_files/write_losses.hpp"
#include "robot_files/xml/text.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/linear_algebra.hpp"

namespace torsor::mjcf {
namespace {

constexpr double least = 1e-15;       // of a moving body's mass and moments in MuJoCo
constexpr double least_full = 1e-14;  // of the principal moments of a matrix there

bool is_diagonal(const PlainMass& mass) { return mass.inertia[1] == 0 && mass.inertia[2] == 0 && mass.inertia[4] == 0; }

Vector3<double> plain_vector(const Vector3<double>& v) {
  const auto plain = [](double x) { return x == 0 ? 0.0 : x; };
  return {plain(v.x), plain(v.y), plain(v.z)};
}
PlainPose plain_pose(const Transform<double>& X) { return {plain_vector(X.p), roll_pitch_yaw(X.R)}; }

Eigen::Vector3d principal_moments(const PlainMass& mass) {
  const auto& I = mass.inertia;
  Eigen::Matrix3d matrix;
  matrix << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
  return linear_algebra::symmetric_eigenvalues_3(matrix);
}

class RobotMaker {
 public:
  explicit RobotMaker(const Description& robot)
      : described_(robot), plain_(std::make_unique<PlainRobot>(plain_robot(robot))) {
    add_shared_losses(robot, *plain_, RobotFormat::mjcf, result_.losses);
  }

  Robot run() {
    result_.name = plain_->name;
    result_.gravity = plain_->gravity;
    place();
    const std::size_t depth = add_base();
    add_links(depth);
    check_order();
    for (const PlainLink& link : links()) check_joint(link);
    check_masses();
    add_loops(described_, *plain_, result_);
    result_.plain = std::move(plain_);
    return std::move(result_);
  }

 private:
  void lose(const std::string& element, const std::string& what, const std::string& why, bool changes_motion = true) {
    result_.losses.push_back({element, what, why, changes_motion});
  }
  const std::vector<PlainLink>& links() const { return plain_->links; }

  /// Who carries whom, and the pose in the world of what does not move.
  void place() {
    children_.resize(links().size() + 1);
    std::map<std::string, std::size_t, std::less<>> index{{plain_->base_name, 0}};
    ground_.resize(links().size() + 1);
    ground_[0] = transform(plain_->base);
    parent_.resize(links().size() + 1);
    for (std::size_t k = 0; k < links().size(); ++k) {
      const std::size_t parent = index.find(links()[k].parent)->second, own = k + 1;
      parent_[own] = parent;
      index.emplace(links()[k].name, own);
      if (!links()[k].moves() && ground_[parent]) ground_[own] = *ground_[parent] * transform(links()[k].origin);
      if (links()[k].joint == JointType::free)
        check_free(links()[k], parent), floating_.push_back(own);
      else
        children_[parent].push_back(own);
    }
  }

  /// In MuJoCo a free joint counts from the world's origin, and only a body of the world has one.
  void check_free(const PlainLink& link, std::size_t parent) {
    if (!ground_[parent])
      raise(ComputationError("joint " + link.joint_name +
                             ": MJCF has free joints in bodies of the world only, not on a link that moves"));
    const Transform<double> at = *ground_[parent] * transform(link.origin);
    if (at.p.x != 0 || at.p.y != 0 || at.p.z != 0 || at.R.xx != 1 || at.R.yy != 1 || at.R.zz != 1)
      lose("joint " + link.joint_name, "origin " + xml::vector_text(at.p),
           "MJCF counts the positions of a free joint from the origin of the world");
  }

  std::string body_name(const std::string& name) {
    if (names_.empty()) {
      names_.insert("world");
      for (const PlainLink& link : links()) names_.insert(link.name);
    }
    if (name != "world") return name;
    const std::string other = unused_name("world_", names_);
    names_.insert(other);
    lose("link world", "name", "MJCF has a world of its own; written is " + other, false);
    return other;
  }

  /// What the links of the base stand in: a body, unless the base is the world and nothing else.
  std::size_t add_base() {
    if (plain_->base_name == "world" && plain_->base.is_identity() && plain_->base_mass.is_weightless()) {
      result_.base_is_world = true;
      return 0;
    }
    WrittenBody base;
    base.name = body_name(plain_->base_name);
    base.pose = plain_->base;
    base.mass = plain_->base_mass;
    result_.bodies.push_back(base);
    return 1;
  }

  /// Depth first, children in their order; what floats stands in the world itself.
  void add_links(std::size_t depth) {
    struct Item {
      std::size_t link, depth;
    };
    std::vector<Item> stack;
    stack.reserve(children_[0].size() + floating_.size());
    for (const std::size_t link : children_[0]) stack.push_back({link, depth});
    for (const std::size_t link : floating_) stack.push_back({link, 0});
    if (depth == 0) std::sort(stack.begin(), stack.end(), [](const Item& a, const Item& b) { return a.link < b.link; });
    std::reverse(stack.begin(), stack.end());
    while (!stack.empty()) {
      const Item item = stack.back();
      stack.pop_back();
      const std::vector<std::size_t> chain = chain_from(item.link);
      add_body(chain, item.depth);
      const std::vector<std::size_t>& children = children_[chain.back()];
      for (auto child = children.rbegin(); child != children.rend(); ++child) stack.push_back({*child, item.depth + 1});
    }
  }

  /// The link and those after it that make one body. MuJoCo has no body that moves and weighs nothing, but one with
  /// several joints, of which the reader makes links named body/joint; only the last link has mass.
  std::vector<std::size_t> chain_from(std::size_t first) const {
    std::vector<std::size_t> chain{first};
    while (is_only_a_joint(chain.back())) chain.push_back(children_[chain.back()][0]);
    const std::string body = links()[chain.back() - 1].name + "/";
    for (std::size_t k = 0; k + 1 < chain.size(); ++k)
      if (!links()[chain[k] - 1].name.starts_with(body)) return {first};
    return chain;
  }
  bool is_only_a_joint(std::size_t index) const {
    const PlainLink& link = links()[index - 1];
    for (const described::Loop& loop : described_.loops)  // a point needs a body that has it
      if (loop.link[0] == link.name || loop.link[1] == link.name) return false;
    if (!link.single() || !link.mass.is_weightless() || !link.own_frame.is_identity()) return false;
    return children_[index].size() == 1 && links()[children_[index][0] - 1].written != nullptr;
  }

  void add_body(const std::vector<std::size_t>& chain, std::size_t depth) {
    const PlainLink& link = links()[chain.back() - 1];
    WrittenBody body;
    body.name = body_name(link.name);
    body.depth = depth;
    body.pose = link.origin;
    body.mass = link.mass;
    body.link = &link;
    if (link.moves()) body.joints.push_back({&link, {}, link.axis});
    if (link.joint == JointType::free)
      body.pose = plain_pose(*ground_[parent_[chain[0]]] * transform(link.origin) * start_of(link));
    if (chain.size() > 1) add_chain(chain, body);
    const bool tip = link.written == nullptr && link.mass.is_weightless();
    if (tip || !link.own_frame.is_identity()) body.frame = link.own_frame;
    index_.insert(index_.end(), chain.begin(), chain.end());
    result_.bodies.push_back(std::move(body));
  }

  /// Where a body that floats is shown: there its spring rests.
  static Transform<double> start_of(const PlainLink& link) {
    if (link.pose_at_rest.empty()) return {};
    const std::vector<double>& at = link.pose_at_rest;
    return {rotation_of_quaternion(at[3], at[4], at[5], at[6]), {at[0], at[1], at[2]}};
  }

  /// The joints of the links before the last, as they stand in its frame.
  void add_chain(const std::vector<std::size_t>& chain, WrittenBody& body) const {
    Transform<double> after = transform(body.link->origin);  // from the link to the body
    for (std::size_t k = chain.size() - 1; k-- > 0;) {
      const PlainLink& link = links()[chain[k] - 1];
      const Transform<double> at = inverse(after);
      body.joints.insert(body.joints.begin(), {&link, plain_vector(at.p), plain_vector(at.R * link.axis)});
      after = transform(link.origin) * after;
    }
    body.pose = plain_pose(after);
  }

  /// Bodies stand inside each other, which leaves no choice of their order.
  void check_order() {
    std::vector<std::size_t> moving;
    for (const std::size_t index : index_)
      if (links()[index - 1].moves()) moving.push_back(index);
    if (std::is_sorted(moving.begin(), moving.end())) return;
    std::string order;
    for (const std::size_t index : moving) order += (order.empty() ? "" : ", ") + links()[index - 1].joint_name;
    lose("robot", "order of the joints", "MJCF has a body's joints before those of the next branch: " + order);
  }

  void check_joint(const PlainLink& link) {
    if (!link.single()) return;
    const std::string element = "joint " + link.joint_name;
    if (link.velocity) lose(element, "velocity limit", "MJCF has none", false);
    if (link.acceleration) lose(element, "acceleration limit", "MJCF has none", false);
    if (link.position && !((*link.position)[0] < (*link.position)[1]))
      lose(element, "position limits", "MJCF has no range of a single point", false);
    if (link.armature == 0) return;
    const described::Rotor& rotor = *link.written->rotor;
    const bool turns = described_.rotor_model == RotorModel::gyroscopic && !ground_of(link.parent);
    if (turns || rotor.ratio.expression.text() != "1")
      lose(element, turns ? "rotor" : "gear ratio",
           "MJCF has the reflected inertia only, " + number_text(link.armature), turns);
  }
  bool ground_of(const std::string& name) const {
    if (name == plain_->base_name) return true;
    for (std::size_t k = 0; k < links().size(); ++k)
      if (links()[k].name == name) return ground_[k + 1].has_value();
    return false;
  }

  /// What MuJoCo does not take: negative moments, and bodies that move and weigh nothing.
  void check_masses() {
    for (std::size_t k = 0; k < result_.bodies.size(); ++k) {
      WrittenBody& body = result_.bodies[k];
      const std::string element = "link " + body.name;
      const bool moves = body.link != nullptr && !ground_of(body.link->name);
      if (!body.joints.empty() && !is_carried(k))
        lose(element, body.mass.mass < least ? "no mass" : "a moment of inertia of 0",
             "MuJoCo refuses it in a body that moves; it is written", false);
      if (body.mass.is_weightless()) continue;
      const Eigen::Vector3d moments = principal_moments(body.mass);
      const double size = moments.cwiseAbs().maxCoeff();
      if (is_negative_moment(moments[0], size)) {
        const std::string found = xml::vector_text({moments[0], moments[1], moments[2]});
        if (moves)
          raise(ComputationError(element + ": MJCF has no negative moments of inertia; its principal moments are " +
                                 found));
        lose(element, "mass", "MJCF has no negative moments of inertia, such as " + found + ", also of what is fixed",
             false);
        body.mass = {};
      } else if (moments[0] < least_full && !is_diagonal(body.mass)) {
        lose(element, "inertia", "MuJoCo refuses a matrix with a principal moment of 0; it is written", false);
      } else if (moments[0] + moments[1] < moments[2] * (1 - 1e-6)) {
        lose(element, "inertia", "MuJoCo refuses a moment above the sum of the two others; it is written", false);
      }
    }
  }
  /// Whether the body, or one that is fixed to it, has mass and inertia.
  bool is_carried(std::size_t k) const {
    const auto weighs = [](const WrittenBody& body) {
      return body.mass.mass >= least && principal_moments(body.mass).minCoeff() >= least;
    };
    const std::size_t depth = result_.bodies[k].depth;
    if (weighs(result_.bodies[k])) return true;
    for (std::size_t i = k + 1; i < result_.bodies.size() && result_.bodies[i].depth > depth; ++i)
      if (result_.bodies[i].depth == depth + 1 && result_.bodies[i].joints.empty() && weighs(result_.bodies[i]))
        return true;
    return false;
  }

  const Description& described_;
  std::unique_ptr<PlainRobot> plain_;
  Robot result_;
  std::vector<std::vector<std::size_t>> children_;  // 0 is the base, k + 1 the link k
  std::vector<std::size_t> parent_, floating_;
  std::vector<std::optional<Transform<double>>> ground_;
  std::vector<std::size_t> index_;  // the links in the order of the file
  std::set<std::string, std::less<>> names_;
};

}  // namespace

Robot make_robot(const Description& robot) { return RobotMaker(robot).run(); }

}  // namespace torsor::mjcf
