#pragma once

#include <memory>

#include "robot_files/plain_robot.hpp"
#include "torsor/robot_files/written_robot.hpp"

namespace torsor::mjcf {

/// A body as it stands in a file.
struct WrittenBody {
  struct Joint {
    const PlainLink* link;
    Vector3<double> pos, axis;  // in the frame of the body
  };
  std::string name;
  std::size_t depth = 0;  // how many bodies are around it
  PlainPose pose;
  PlainMass mass;
  const PlainLink* link = nullptr;  // nothing for the base
  std::vector<Joint> joints;        // one after the other
  std::optional<PlainPose> frame;   // a frame of its name that is to be marked with a site
};

/// A point that is fixed to a body: `bodies[body]`, or the world.
struct WrittenSite {
  std::optional<std::size_t> body;
  std::string name;
  Vector3<double> pos;
};

/// Two points that are held together: by the first one and the pose that the file shows, or else by their sites.
struct WrittenLoop {
  std::string name, body[2], site[2];
  Vector3<double> anchor;
};

/// A robot in the terms of MJCF: bodies in the order of the file, each after the body around it.
struct Robot {
  std::string name;
  Vector3<double> gravity;
  std::vector<WrittenBody> bodies;
  std::vector<WrittenSite> sites;
  std::vector<WrittenLoop> loops;
  std::vector<Loss> losses;
  bool base_is_world = false;               // it has no body of its own
  std::unique_ptr<const PlainRobot> plain;  // what `link` points into
};

Robot make_robot(const Description& robot);

}  // namespace torsor::mjcf
