#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "torsor/robot_files/load_robot.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/spatial/matrix.hpp"

/// What the subcommands share: the robot, the state, the world around it, and the way answers are printed.
namespace torsor::cli {

using Json = nlohmann::ordered_json;
using Vector = std::vector<double>;

// One for each subcommand; each lives in the file of its name.
void add_robots(CLI::App& app);
void add_show(CLI::App& app);
void add_kinematics(CLI::App& app);
void add_jacobian(CLI::App& app);
void add_inverse_dynamics(CLI::App& app);
void add_forward_dynamics(CLI::App& app);
void add_terms(CLI::App& app);
void add_energy(CLI::App& app);
void add_effective_inertia(CLI::App& app);
void add_operational_space(CLI::App& app);
void add_lagrange(CLI::App& app);
void add_regressor(CLI::App& app);
void add_base_parameters(CLI::App& app);
void add_count(CLI::App& app);
void add_check(CLI::App& app);
void add_derive(CLI::App& app);
void add_generate(CLI::App& app);
void add_verify_generated(CLI::App& app);
void add_dh_table(CLI::App& app);
void add_convert(CLI::App& app);
void add_lint(CLI::App& app);
void add_make_log(CLI::App& app);
void add_smooth(CLI::App& app);
void add_identify(CLI::App& app);
void add_log(CLI::App& app);

/// ROBOT, --set, --free-mimic, --free-base, --json; for kinematics --tip; for dynamics also --no-friction, --no-rotor,
/// --payload.
class RobotArguments {
 public:
  enum class Use { description, kinematics, dynamics };
  void add_to(CLI::App& command, Use use = Use::dynamics);

  Description load_description() const;
  /// The model; `change` may alter the description first.
  Model<double> load(const std::function<void(Description&)>& change = {}) const;
  /// The frame of --tip, or the robot's own tip.
  int tip(const Model<double>& model) const;
  bool json() const { return json_; }

 private:
  Inertia<double> read_payload() const;

  std::string robot_, payload_, tip_;
  std::vector<std::string> set_;
  bool no_friction_ = false, no_rotor_ = false, json_ = false;
  XmlRobotOptions xml_;
  CLI::Option* tip_option_ = nullptr;
  CLI::Option* payload_option_ = nullptr;
};

/// One vector of a state, such as --q; missing ones are zero where the command allows it.
class VectorArgument {
 public:
  void add_to(CLI::App& command, const std::string& flag, const std::string& help, bool required = false);
  bool given() const { return option_ != nullptr && option_->count() > 0; }
  /// The numbers of q: model.nq of them. Quaternions are brought to unit length.
  Vector positions(const Model<double>& model) const;
  /// The numbers of qd, qdd or tau: model.nv of them.
  Vector velocities(const Model<double>& model) const { return joint_values(model, velocity_names(model)); }
  /// A vector of three (zero when not given).
  Vector3<double> three() const;
  /// A list with one of the given lengths.
  Vector list(const std::vector<std::size_t>& lengths, const std::string& meaning) const;

 private:
  Vector joint_values(const Model<double>& model, const std::vector<std::string>& entries) const;

  std::string flag_, text_;
  CLI::Option* option_ = nullptr;
};

/// --gravity, --wrench, --wrench-frame, --base-velocity, --base-acceleration.
class ConditionArguments {
 public:
  void add_to(CLI::App& command);
  void add_base_motion_to(CLI::App& command);
  /// Gravity and base motion; the wrench depends on the configuration.
  Conditions<double> without_wrench(const Model<double>& model) const;
  bool has_wrench() const { return wrench_.given(); }
  Wrench<double> wrench(const Model<double>& model, const Vector& q, int tip) const;
  bool base_moves() const { return base_velocity_.given() || base_acceleration_.given(); }

 private:
  VectorArgument gravity_, wrench_, base_velocity_, base_acceleration_;
  std::string wrench_frame_ = "base";
};

/// What every command on one state takes: the robot, --q, --qd and the world around it.
struct StateArguments {
  RobotArguments robot;
  VectorArgument q, qd;
  ConditionArguments conditions;

  void add_to(CLI::App& command, bool q_required = true);
};

/// The state that they give.
struct State {
  Model<double> model;
  Vector q, qd;
  Wrench<double> wrench;
  Conditions<double> conditions;  // sees `wrench`, so that a State stays where it is

  explicit State(const StateArguments& arguments);
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

/// A file that a command writes, by the flag that names it; an empty path is none.
struct OutputFile {
  std::string flag, path;
};
/// Throws UsageError, before anything is computed, where a file cannot be written, is one of `inputs` or named twice,
/// or holds something and `force` is not given.
void require_writable(const std::vector<OutputFile>& outputs, const std::vector<std::string>& inputs, bool force);

/// Prints JSON with numbers that read back to the same bits.
void print(const Json& json);

/// What a command has found, before any of it is printed: throws ComputationError when a number in it is not finite,
/// and prints it where the user asked for JSON. True when that was all.
bool answered(const RobotArguments& robot, const Json& answer);

/// Columns of text, the first ones to the left and numbers to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> header) : rows_{std::move(header)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  /// The first `left` columns are aligned to the left, the others to the right.
  void print(std::size_t left = 1) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// All of a file that a flag names; throws UsageError where it cannot be read.
std::string file_text(const std::string& path, const std::string& flag);

/// A number as people read it: six significant digits, no -0, and `-` where there is none.
std::string shown(double value);
/// The same, with what is only rounding beside `largest` shown as 0.
std::string shown_beside(double value, double largest);
std::string shown(const Vector3<double>& v);

/// Why B has no inverse: the joint whose pivot is lost (see lost_pivot).
std::string singular_inertia(const Model<double>& model, int joint);

/// Throws UsageError where a joint has several degrees of freedom: `what` is for others.
void require_simple_joints(const Model<double>& model, const std::string& what);

/// A table with a row for each velocity and a column for each of the given vectors; q is left out where it has another
/// length.
void print_by_joint(const Model<double>& model, const std::vector<std::pair<std::string, Vector>>& columns);
/// The same for a matrix, rows named.
void print_matrix(const std::vector<std::string>& row_names, const std::vector<std::string>& column_names,
                  const Matrix<double>& matrix);

Json to_json(const Vector3<double>& v);
Json to_json(const Matrix3<double>& R);
Json to_json(const Matrix<double>& matrix);

}  // namespace torsor::cli
