#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "robot_files/temporary_file.hpp"
#include "robot_files/urdf_text.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/build_model.hpp"

// Robots that nobody here wrote, with the torques that an independent program computed for them.
namespace torsor::test::urdf_shared_test {

using Json = nlohmann::json;
using Vector = std::vector<double>;

const std::string folder = TORSOR_SHARED_DIR "/robots/";

Json parsed(const std::string& file) {
  std::ifstream stream(folder + file);
  return Json::parse(stream);
}
double norm(const Vector& v) {
  double sum = 0;
  for (const double x : v) sum = std::hypot(sum, x);
  return sum;
}
/// |a - b| / |b|, or |a - b| where b is next to nothing.
double distance(const Vector& a, const Vector& b) {
  Vector difference = a;
  for (std::size_t k = 0; k < a.size(); ++k) difference[k] -= b.at(k);
  return norm(difference) / std::max(norm(b), 1e-10);
}

/// Where each joint of the reference stands in the vectors of the model.
std::vector<std::size_t> places(const Model<double>& model, const Json& order) {
  std::vector<std::size_t> result;
  for (const std::string name : order)
    result.push_back(static_cast<std::size_t>(std::find(model.joint_names.begin(), model.joint_names.end(), name) -
                                              model.joint_names.begin()));
  return result;
}

TEST(UrdfMimic, InertiaIsProjectedOnTheJointThatLeads) {
  const auto inertia = [](const std::string& name) {
    const Reading reading = read_urdf(text_of(folder + "awkward/made/" + name), name);
    const Model<double> model = build_model<double>(reading.robot);
    EXPECT_EQ(model.nv, 1);
    return inertia_matrix<double>(model, {0.3})(0, 0);
  };
  EXPECT_NEAR(inertia("mimic_ok.urdf"), 0.01 * (1 + 0.5 * 0.5), 1e-16);  // the second body turns 1 - 0.5 times as fast
  EXPECT_NEAR(inertia("mimic_chain.urdf"), 0.01 * (1 + 3 * 3 + 9 * 9), 1e-15);
}

class UrdfReference : public testing::TestWithParam<std::string> {};

TEST_P(UrdfReference, GivesTheSameTorquesGravityAndInertia) {
  const Json reference = parsed("urdf/urdf_reference.json")[GetParam()];
  const Reading reading = read_urdf(text_of(folder + GetParam()), GetParam(), {.free_mimic = true});
  ASSERT_TRUE(reading.sound()) << all(reading.findings);
  const Model<double> model = without_friction(build_model<double>(reading.robot));
  const std::vector<std::size_t> at = places(model, reference["joint_order"]);
  const std::size_t n = at.size();
  ASSERT_EQ(n, static_cast<std::size_t>(model.nv));
  const auto ours = [&](const char* key) {
    Vector result(n);
    for (std::size_t k = 0; k < n; ++k) result.at(at[k]) = reference[key][k];
    return result;
  };
  const Vector q = ours("q");
  EXPECT_EQ(reference["gravity"], Json({0, 0, -9.81}));
  EXPECT_LT(distance(inverse_dynamics(model, q, ours("qd"), ours("qdd")), ours("tau")), 1e-8);
  EXPECT_LT(distance(gravity_torque(model, q), ours("g")), 1e-8);
  const Matrix<double> B = inertia_matrix(model, q);
  Vector entries, expected, diagonal(n);
  for (std::size_t i = 0; i < n; ++i) diagonal[i] = B(static_cast<int>(i), static_cast<int>(i));
  EXPECT_LT(distance(diagonal, ours("M_diag")), 1e-8);
  if (!reference.contains("M_rowmajor")) return;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      entries.push_back(B(static_cast<int>(at[i]), static_cast<int>(at[j])));
      expected.push_back(reference["M_rowmajor"][n * i + j]);
    }
  EXPECT_LT(distance(entries, expected), 1e-8);
}

std::vector<std::string> reference_files() {
  std::vector<std::string> files;
  const Json references = parsed("urdf/urdf_reference.json");
  for (const auto& [file, reference] : references.items()) files.push_back(file);
  return files;
}
std::string stem(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Shared, UrdfReference, testing::ValuesIn(reference_files()),
                         [](const auto& file) { return stem(file.param); });

/// The files without a reference: those with no inertia, with no joint, and the two that count on Drake's implicit
/// link `world`, which their authors do not define.
TEST(UrdfShared, FilesWithoutAReferenceLoadToo) {
  for (const auto& entry : std::filesystem::directory_iterator(folder + "urdf")) {
    if (entry.path().extension() != ".urdf") continue;
    const std::string name = entry.path().stem().string();
    const Reading reading = read_urdf(text_of(entry.path()), name, {.free_mimic = true});
    if (name != "joint_parsing_drake" && name != "pr2_drake") {
      EXPECT_TRUE(reading.sound()) << all(reading.findings);
      continue;
    }
    ASSERT_FALSE(reading.sound());
    for (const Finding& finding : reading.findings)
      if (finding.severity == Severity::error) {
        EXPECT_EQ(finding.code, "link-undefined") << to_string(finding);
        EXPECT_NE(finding.message.find("'world'"), std::string::npos);
      }
  }
}

/// What becomes of the awkward files: the code of an error, of a warning, or "" where they load without either.
const std::map<std::string, std::string> outcomes{
    {"real/diff_ring", ""},  // a blank line before <?xml?> does no harm
    {"real/ur3_empty_robot", "no-links"},
    {"real/not_xml_hello", "xml"},
    {"real/zero_dof_robot", ""},
    {"real/acrobot_unicode_comment", "link-undefined"},
    {"real/drake_tag_mismatch_1", "several-roots"},
    {"real/office_scene_0dof", ""},
    {"real/link_joint_same_name", ""},
    {"real/sphere_zero_inertia", "inertia-zero"},
    {"real/forearm_left_valkyrie", ""},
    {"real/scara_ros2_control_fragment", "no-links"},  // which mentions xacro
    {"real/scara_materials_fragment", "no-links"},
    {"real/kitchen_furniture", ""},
    {"made/missing_inertial_moving", ""},
    {"made/missing_inertial_tip_fixed", ""},
    {"made/massless_chain", ""},
    {"made/negative_mass", "mass-negative"},
    {"made/negative_inertia", "inertia-not-positive"},
    {"made/talos_gripper_inertia", "inertia-triangle"},
    {"made/fetch_finger_inertia", "inertia-triangle"},
    {"made/swapped_off_diagonal", "inertia-not-positive"},
    {"made/mass_missing", "mass-missing"},
    {"made/inertia_missing", "inertia-missing"},
    {"made/inertia_attr_missing", "inertia-incomplete"},
    {"made/inertial_rpy_rotated", ""},
    {"made/inertial_rpy_and_xyz", ""},
    {"made/root_with_inertia", ""},
    {"made/locale_sensitive", ""},
    {"made/two_numbers_in_mass", "number"},
    {"made/xyz_two_numbers", "number"},
    {"made/number_formats", ""},
    {"made/hex_number", "number"},
    {"made/trailing_garbage_number", "number"},
    {"made/axis_not_unit", "axis-not-unit"},
    {"made/axis_oblique", "axis-not-unit"},
    {"made/type_unknown", "type-unknown"},
    {"made/floating_joint", ""},
    {"made/planar_joint", ""},
    {"made/revolute_no_limit", "limit-missing"},
    {"made/limit_partial", "limits-equal"},
    {"made/parent_missing", "parent-missing"},
    {"made/undefined_child", "link-undefined"},
    {"made/dup_joint", "name-duplicate"},
    {"made/two_roots", "several-roots"},
    {"made/cycle_no_root", "cycle"},
    {"made/two_parents", "two-parents"},
    {"made/mimic_ok", ""},
    {"made/mimic_chain", ""},
    {"made/mimic_self", "mimic-self"},
    {"made/mimic_unknown", "mimic-unknown"},
    {"made/xacro_property", "xacro"},
    {"made/default_namespace", ""},
    {"made/stray_text", ""},
    {"made/transmission_noise", ""},
    {"made/names_nonascii", ""},
    {"made/names_emoji_space", ""},
    {"made/name_empty", "name-missing"},
    {"made/robot_version_2", "version"},
    {"made/bom_utf8", ""},
    {"made/utf16", "xml"},
    {"made/nul_byte", "xml"},
    {"made/crlf", ""},
    {"made/truncated", "xml"},
    {"made/leading_text", "xml"},
    {"made/doctype_entity", "xml"},
    {"made/billion_laughs", "xml"},
    {"made/tiny_and_huge_mass", ""},
    {"made/deep_chain_2000", ""},
    {"made/wide_tree_1000", ""},
};

Description awkward(const std::string& name, const XmlRobotOptions& options = {}) {
  Reading reading = read_urdf(text_of(folder + "awkward/" + name + ".urdf"), name, options);
  EXPECT_TRUE(reading.sound()) << all(reading.findings);
  return std::move(reading.robot);
}

TEST(UrdfShared, AwkwardFilesBehaveAsRecommended) {
  for (const Json& item : parsed("awkward/cases.json")) {
    const std::string file = item["file"];
    if (!file.ends_with(".urdf")) continue;
    const std::string name = file.substr(8, file.size() - 13);
    SCOPED_TRACE(name + ": " + item["expect"].get<std::string>());
    const auto outcome = outcomes.find(name);
    ASSERT_NE(outcome, outcomes.end());
    Reading reading = read_urdf(text_of(folder + file), name);
    const Severity worst = reading.sound() ? Severity::warning : Severity::error;
    std::erase_if(reading.findings, [&](const Finding& finding) { return finding.severity != worst; });
    ASSERT_EQ(reading.findings.empty(), outcome->second.empty()) << all(reading.findings);
    if (outcome->second.empty()) continue;
    EXPECT_EQ(reading.findings[0].code, outcome->second) << all(reading.findings);
  }
}

TEST(UrdfShared, APartOfAXacroFileIsKnownAsOne) {
  const std::string name = "real/scara_ros2_control_fragment";
  const Reading reading = read_urdf(text_of(folder + "awkward/" + name + ".urdf"), name);
  ASSERT_EQ(reading.findings.size(), 1u);
  EXPECT_NE(reading.findings[0].fix.find("xacro"), std::string::npos);
}

TEST(UrdfShared, AwkwardNumbersAreRead) {
  const auto torque = [](const std::string& name) {
    const Model<double> model = with_gravity(build_model<double>(awkward(name)), {});
    return inverse_dynamics(model, {0.0}, {0.0}, {1.0}).at(0);
  };
  EXPECT_NEAR(torque("made/inertial_rpy_rotated"), 2, 1e-12);
  EXPECT_NEAR(torque("made/inertial_rpy_and_xyz"), 0.43, 1e-12);
  EXPECT_EQ(build_model<double>(awkward("made/root_with_inertia")).nv, 1);
  EXPECT_EQ(build_model<double>(awkward("real/zero_dof_robot")).nv, 0);
  EXPECT_EQ(build_model<double>(awkward("real/office_scene_0dof")).nv, 0);
  EXPECT_EQ(build_model<double>(awkward("made/transmission_noise")).nv, 1);
  EXPECT_EQ(build_model<double>(awkward("made/planar_joint")).nv, 3);
  EXPECT_EQ(build_model<double>(awkward("made/deep_chain_2000")).nv, 2000);
  const Model<double> kitchen = build_model<double>(awkward("real/kitchen_furniture"));
  EXPECT_EQ(kitchen.frames.size(), 171u);
  EXPECT_EQ(kitchen.nv, 22);
  EXPECT_EQ(awkward("made/names_nonascii").base_name, "\xD0\xBE\xD1\x81\xD0\xBD\xD0\xBE\xD0\xB2\xD0\xB0");
}

TEST(UrdfShared, AWideTreeHasADiagonalInertiaMatrix) {
  const Model<double> model = build_model<double>(awkward("made/wide_tree_1000"));
  ASSERT_EQ(model.nv, 1000);
  const Matrix<double> B = inertia_matrix(model, Vector(1000, 0.1));
  for (int i = 0; i < 1000; ++i)
    for (int j = 0; j < 1000; ++j) ASSERT_EQ(B(i, j), i == j ? 1.0 : 0.0) << i << ' ' << j;
}

}  // namespace torsor::test::urdf_shared_test
