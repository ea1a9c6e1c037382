#pragma once

#include <string>

namespace torsor::test {

/// A made-up humanoid with `joints` joints: four limbs that end in a frame, masses everywhere, shapes to skip, and
/// names and numbers as long as those that CAD programs write.
inline std::string humanoid_urdf(int joints) {
  const auto shape = [](const std::string& kind, const std::string& name) {
    return "    <" + kind +
           ">\n      <origin xyz=\"0.0012345 -0.0234567 0.0345678\" rpy=\"0 0 1.570796326794897\"/>\n" +
           "      <geometry>\n        <mesh filename=\"package://humanoid/meshes/" + name +
           ".STL\"/>\n      </geometry>\n    </" + kind + ">\n";
  };
  const auto link = [&](const std::string& name) {
    return "  <link name=\"" + name +
           "\">\n    <inertial>\n      <origin xyz=\"-0.0123456789 0.00234567891 0.0945678912\" rpy=\"0 0 0\"/>\n"
           "      <mass value=\"1.23456789\"/>\n      <inertia ixx=\"0.00512345678\" ixy=\"1.2345678E-05\" "
           "ixz=\"-2.3456789E-05\" iyy=\"0.00623456789\" iyz=\"3.4567891E-06\" izz=\"0.00434567891\"/>\n"
           "    </inertial>\n" +
           shape("visual", name) + shape("collision", name) + "  </link>\n";
  };
  std::string text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<robot name=\"humanoid\">\n" + link("pelvis_link");
  const std::string limbs[] = {"left_leg", "right_leg", "left_arm", "right_arm"};
  std::string last[] = {"pelvis_link", "pelvis_link", "pelvis_link", "pelvis_link"};
  for (int k = 0; k < joints; ++k) {
    const std::string name = limbs[k % 4] + "_" + std::to_string(k / 4) + "_rotation";
    text += link(name + "_link") + "  <joint name=\"" + name +
            "_joint\" type=\"revolute\">\n    <origin xyz=\"0.0123456789 0.0234567891 -0.234567891\" rpy=\"0 "
            "0.174532925 0\"/>\n    <parent link=\"" +
            last[k % 4] + "\"/>\n    <child link=\"" + name +
            "_link\"/>\n    <axis xyz=\"0 1 0\"/>\n    <limit lower=\"-2.5307\" upper=\"2.8798\" effort=\"88\" "
            "velocity=\"32\"/>\n    <dynamics damping=\"0.01\" friction=\"0.1\"/>\n  </joint>\n";
    last[k % 4] = name + "_link";
  }
  return text + "</robot>\n";
}

/// A chain of `links` links in as few words as URDF allows.
inline std::string chain_urdf(int links) {
  std::string text = "<robot name=\"chain\">\n<link name=\"l0\"/>\n";
  for (int k = 1; k < links; ++k) {
    const std::string here = std::to_string(k), before = std::to_string(k - 1);
    text += "<link name=\"l" + here + "\"/>\n<joint name=\"j" + here + "\" type=\"continuous\"><parent link=\"l" +
            before + "\"/><child link=\"l" + here + "\"/></joint>\n";
  }
  return text + "</robot>\n";
}

}  // namespace torsor::test
