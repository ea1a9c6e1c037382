#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "harness.hpp"

// The joints of a robot as Pinocchio's own reader of URDF saw them, written by read_urdf.py. Programs that compile
// Pinocchio's headers with flags of their own do not call its compiled library: vectors are aligned differently there.
namespace harness {

struct TableJoint {
  std::string name, type;  // type: R or P along an axis, or F for a free joint
  int parent = 0;          // 0: the world
  double R[9], p[3], axis[3], mass, c[3], I[9];
};

struct JointTable {
  std::vector<TableJoint> joints;
  int tip_parent = 0;
  double tip_R[9], tip_p[3];
};

inline JointTable read_joint_table(const std::string& path) {
  std::ifstream file(path);
  JointTable table;
  const auto read = [&file](double* x, int n) {
    std::string word;  // hexadecimal, so that no digit is lost
    for (int i = 0; i < n && file >> word; ++i) x[i] = std::strtod(word.c_str(), nullptr);
  };
  for (std::string kind; file >> kind;) {
    if (kind == "joint") {
      TableJoint& joint = table.joints.emplace_back();
      file >> joint.name >> joint.type >> joint.parent;
      read(joint.R, 9), read(joint.p, 3), read(joint.axis, 3), read(&joint.mass, 1), read(joint.c, 3), read(joint.I, 9);
    } else {
      file >> table.tip_parent;
      read(table.tip_R, 9), read(table.tip_p, 3);
    }
  }
  if (table.joints.empty()) throw std::runtime_error("expected joints in " + path);
  return table;
}

/// In the table's order, with the coordinates of Pinocchio: the quaternion's w is last.
inline std::vector<Joint> joints_of(const JointTable& table) {
  std::vector<Joint> joints;
  int q = 0, v = 0;
  for (const TableJoint& joint : table.joints) {
    const bool free = joint.type == "F";
    joints.push_back({joint.name, q, v, free, true});
    q += free ? 7 : 1, v += free ? 6 : 1;
  }
  return joints;
}

}  // namespace harness
