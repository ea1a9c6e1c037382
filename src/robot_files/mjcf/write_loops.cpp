#include "robot_files/mjcf/write_loops.hpp"

#include <set>

#include "torsor/model/evaluator.hpp"

namespace torsor::mjcf {
namespace {

constexpr double same_place = 1e-12;  // m: MuJoCo finds the second point with rounding only

class LoopMaker {
 public:
  LoopMaker(const Description& described, const PlainRobot& plain, Robot& robot)
      : values_(described), plain_(plain), robot_(robot) {
    for (const WrittenBody& body : robot.bodies) names_.insert(body.name);
    place_bodies();
  }

  void add(const described::Loop& loop) {
    End ends[2] = {end(loop, 0), end(loop, 1)};
    if (!ends[0].body) std::swap(ends[0], ends[1]);  // the world comes second in MJCF
    WrittenLoop written;
    written.name = loop.name;
    for (int side = 0; side < 2; ++side)
      written.body[side] = ends[side].body ? robot_.bodies[*ends[side].body].name : "world";
    written.anchor = ends[0].point;
    if (!(length(in_world(ends[0]) - in_world(ends[1])) <= same_place))
      for (int side = 0; side < 2; ++side) written.site[side] = add_site(ends[side]);
    robot_.loops.push_back(std::move(written));
  }

 private:
  /// A point in the frame of a body, or of the world.
  struct End {
    std::optional<std::size_t> body;
    Vector3<double> point;
  };

  /// Where bodies stand in the pose that the file shows.
  void place_bodies() {
    std::vector<Transform<double>> open;
    for (const WrittenBody& body : robot_.bodies) {
      open.resize(body.depth);
      open.push_back((open.empty() ? Transform<double>{} : open.back()) * transform(body.pose));
      poses_.push_back(open.back());
    }
  }
  Vector3<double> in_world(const End& end) const { return end.body ? poses_[*end.body] * end.point : end.point; }

  End end(const described::Loop& loop, int side) const {
    End result{{}, values_.vector(loop.point[side])};
    for (const PlainLink& link : plain_.links)
      if (link.name == loop.link[side]) result.point = transform(link.own_frame) * result.point;
    for (std::size_t k = 0; k < robot_.bodies.size(); ++k) {
      const PlainLink* link = robot_.bodies[k].link;
      if ((link != nullptr ? link->name : plain_.base_name) == loop.link[side]) result.body = k;
    }
    return result;
  }

  std::string add_site(const End& end) {
    std::string name =
        "loop" + std::to_string(robot_.loops.size() + 1) + "_" + (end.body ? robot_.bodies[*end.body].name : "world");
    name = unused_name(std::move(name), names_);
    names_.insert(name);
    robot_.sites.push_back({end.body, name, end.point});
    return name;
  }

  Evaluator<double> values_;
  const PlainRobot& plain_;
  Robot& robot_;
  std::vector<Transform<double>> poses_;  // by body, in the world
  std::set<std::string, std::less<>> names_;
};

}  // namespace

void add_loops(const Description& described, const PlainRobot& plain, Robot& robot) {
  if (described.loops.empty()) return;
  LoopMaker maker(described, plain, robot);
  for (const described::Loop& loop : described.loops) maker.add(loop);
}

}  // namespace torsor::mjcf
