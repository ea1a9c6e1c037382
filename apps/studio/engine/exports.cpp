#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "equations_json.hpp"
#include "moving_robot.hpp"
#include "robot_json.hpp"
#include "table_edit.hpp"
#include "torsor/codegen/generate_code.hpp"
#include "torsor/kinematics/dh_table.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_findings.hpp"
#include "torsor/robot_files/write_robot.hpp"
#include "torsor/version.hpp"

/// What the page calls. Texts go in as pointer and length, and come out through answer_data and answer_size; numbers
/// lie in the arrays of the workbench. There is one robot at a time.
namespace torsor::studio {
namespace {

std::unique_ptr<Workbench> bench;
std::unique_ptr<MovingRobot> moving;
std::string answer;

/// An answer in JSON; the number says whether it is a good one.
int answered(const Json& json, bool good = true) {
  answer = json.line();
  return good ? 1 : 0;
}

/// The robot in a text that was just read, in place of the one before.
int put_on_bench(Reading reading) {
  constexpr long most_joints = 120;
  const auto moves = [](const described::Link& link) { return link.joint != JointType::fixed; };
  const long joints = std::count_if(reading.robot.links.begin(), reading.robot.links.end(), moves);
  if (joints > most_joints)
    return answered({{"problem", "expected at most " + std::to_string(most_joints) + " joints, found " +
                                     std::to_string(joints) + "; the command line takes more"}},
                    false);
  if (!reading.sound()) return answered({{"findings", to_json(reading.findings)}}, false);
  const std::vector<Finding> findings = reading.findings;
  moving.reset();
  bench = std::make_unique<Workbench>(std::move(reading));
  moving = std::make_unique<MovingRobot>(*bench);
  return answered({{"findings", to_json(findings)}, {"robot", to_json(*bench)}});
}

/// A robot that was edited, in place of the one before; or what is wrong with it, by cell.
int put_on_bench(Description robot, std::vector<CellProblem> problems) {
  if (problems.empty()) problems = cell_problems(robot);
  if (problems.empty()) return put_on_bench({std::move(robot), {}});
  Json list = Json::array();
  for (const CellProblem& problem : problems)
    list.push_back({{"row", problem.row}, {"column", problem.column}, {"message", problem.message}});
  return answered({{"problems", list}}, false);
}

/// Fills a new table from lines of cells between tabs.
std::vector<CellProblem> fill_table(Description& robot, std::string_view cells) {
  std::vector<CellProblem> problems;
  for (int row = 0; row < static_cast<int>(robot.links.size()); ++row) {
    const std::size_t line_end = std::min(cells.find('\n'), cells.size());
    std::string_view line = cells.substr(0, line_end);
    cells.remove_prefix(std::min(line_end + 1, cells.size()));
    for (int column = 0; column < static_cast<int>(Column::count) && !line.empty(); ++column) {
      const std::size_t end = std::min(line.find('\t'), line.size());
      if (end > 0)
        for (CellProblem& problem : set_cell(robot, row, static_cast<Column>(column), line.substr(0, end)))
          problems.push_back(std::move(problem));
      line.remove_prefix(std::min(end + 1, line.size()));
    }
  }
  return problems;
}

}  // namespace
}  // namespace torsor::studio

#define TORSOR_EXPORT(name) extern "C" __attribute__((export_name(#name)))

using namespace torsor;          // NOLINT(google-build-using-namespace): functions of C have no namespace
using namespace torsor::studio;  // NOLINT(google-build-using-namespace)

TORSOR_EXPORT(allocate) void* allocate(std::size_t size) { return std::malloc(size); }
TORSOR_EXPORT(release) void release(void* memory) { std::free(memory); }
TORSOR_EXPORT(answer_data) const char* answer_data() { return answer.data(); }
TORSOR_EXPORT(answer_size) std::size_t answer_size() { return answer.size(); }
TORSOR_EXPORT(library_version) void library_version() { answer = version; }

TORSOR_EXPORT(load_robot)
int load_robot_text(const char* text, std::size_t size, const char* name, std::size_t length) {
  XmlRobotOptions options;
  options.visuals = true;
  return put_on_bench(read_robot_findings({text, size}, std::string(name, length), options));
}

TORSOR_EXPORT(builtin_names) int builtin_names() { return answered(Json(builtin_robot_names())); }
TORSOR_EXPORT(builtin_text) void builtin_text(const char* name, std::size_t length) {
  answer = builtin_robot_text({name, length});
}

/// The robot as a table of DH rows, in place of the one that was read; 0 and why where it has none.
TORSOR_EXPORT(convert_to_table)
int convert_to_table(int modified, int kinematics_only, const char* tip, std::size_t length) {
  DhOptions options;
  options.snap = 1e-4;  // 1.5707963 is meant as 90 degrees
  options.tip.assign(tip, length);
  options.kinematics_only = kinematics_only != 0;
  options.convention = modified != 0 ? DhConvention::modified : DhConvention::standard;
  auto found = dh_table(bench->description(), options);
  if (const Problem* problem = std::get_if<Problem>(&found)) return answered({{"problem", problem->message}}, false);
  return put_on_bench({std::get<DhTable>(std::move(found)).robot, {}});
}

TORSOR_EXPORT(edit_cell) int edit_cell(int row, int column, const char* text, std::size_t size) {
  Description robot = bench->description();
  std::vector<CellProblem> problems = set_cell(robot, row, static_cast<Column>(column), {text, size});
  return put_on_bench(std::move(robot), std::move(problems));
}
TORSOR_EXPORT(edit_parameters) int edit_parameters(const char* text, std::size_t size) {
  Description robot = bench->description();
  std::vector<CellProblem> problems = set_parameters(robot, {text, size});
  return put_on_bench(std::move(robot), std::move(problems));
}
TORSOR_EXPORT(edit_gravity) int edit_gravity(const char* text, std::size_t size) {
  Description robot = bench->description();
  std::vector<CellProblem> problems = set_gravity(robot, {text, size});
  return put_on_bench(std::move(robot), std::move(problems));
}
/// Takes a row away, or adds one where it is -1.
TORSOR_EXPORT(edit_rows) int edit_rows(int row) {
  Description robot = bench->description();
  if (row < 0)
    add_row(robot);
  else
    remove_row(robot, row);
  return put_on_bench(std::move(robot), {});
}
TORSOR_EXPORT(edit_convention) int edit_convention(int modified) {
  Description robot = bench->description();
  robot.dh = modified != 0 ? DhConvention::modified : DhConvention::standard;
  return put_on_bench(std::move(robot), {});
}
/// A new robot from lines of cells between tabs.
TORSOR_EXPORT(load_table) int load_table(int modified, int rows, const char* cells, std::size_t size) {
  Description robot = new_table(modified != 0 ? DhConvention::modified : DhConvention::standard, rows);
  add_parameters(robot, {cells, size}, bench ? bench->description().parameters : std::vector<described::Parameter>());
  std::vector<CellProblem> problems = fill_table(robot, {cells, size});
  return put_on_bench(std::move(robot), std::move(problems));
}

/// 0 YAML, 1 URDF, 2 MJCF.
TORSOR_EXPORT(write_robot) int write_robot_text(int format) {
  const WrittenRobot written = write_robot(bench->description(), static_cast<RobotFormat>(format));
  Json losses = Json::array();
  std::vector<Loss> lost = summed_up(written.losses);
  const auto weight = [](const Loss& loss) {  // gravity first, then what else changes the motion
    return loss.what.starts_with("gravity") ? 0 : loss.changes_motion ? 1 : 2;
  };
  std::stable_sort(lost.begin(), lost.end(), [&](const Loss& a, const Loss& b) { return weight(a) < weight(b); });
  for (const Loss& loss : lost) losses.push_back(to_string(loss));
  return answered({{"text", written.text}, {"losses", losses}});
}

TORSOR_EXPORT(array_data) double* array_data(int which) { return bench->array(static_cast<Array>(which)).data(); }
TORSOR_EXPORT(array_size) std::size_t array_size(int which) { return bench->array(static_cast<Array>(which)).size(); }
TORSOR_EXPORT(resize_table) double* resize_table(std::size_t size) {
  bench->array(Array::table).resize(size);
  return bench->array(Array::table).data();
}

TORSOR_EXPORT(evaluate) void evaluate_all() { bench->evaluate(); }
TORSOR_EXPORT(evaluate_picture) void evaluate_picture() { bench->evaluate_picture(); }
TORSOR_EXPORT(inertia_of_body) void inertia_of_body(int body) { bench->inertia_of_body(body); }
TORSOR_EXPORT(predict) void predict(int rows) { bench->predict(rows); }
TORSOR_EXPORT(reach) double reach(int keep_direction) { return bench->reach(keep_direction != 0); }

TORSOR_EXPORT(set_payload) void set_payload(double mass, double x, double y, double z) {
  bench->set_payload(mass, {x, y, z});
  moving->model_changed();
}
TORSOR_EXPORT(base_parameters) int base_parameters_text() { return answered(base_parameters_json(*bench)); }
TORSOR_EXPORT(shift_parameter) void shift_parameter(int d, double amount) {
  bench->shift(d, amount);
  moving->model_changed();
}

TORSOR_EXPORT(start_motion) int start_motion(int drive, double period) {
  return moving->start(static_cast<Drive>(drive), period) ? 1 : 0;
}
TORSOR_EXPORT(set_drive) void set_drive(int drive, double period) {
  moving->set_drive(static_cast<Drive>(drive), period);
}
/// The joints whose default gains are lowered now, and why there is nothing else to say.
TORSOR_EXPORT(lowered_gains) int lowered_gains() { return answered(Json(moving->lowered())); }
TORSOR_EXPORT(push) void push(int body, double x, double y, double z, double fx, double fy, double fz) {
  moving->push(body, {x, y, z}, {fx, fy, fz});
}
TORSOR_EXPORT(run_motion) int run_motion(double until) { return static_cast<int>(moving->run(until).kind); }

TORSOR_EXPORT(equations) int equations(std::size_t limit) {
  return answered(equations_json(bench->description(), limit));
}
TORSOR_EXPORT(worksheet) void worksheet_text(std::size_t limit) {
  answer = worksheet_html(bench->description(), limit);
}
TORSOR_EXPORT(c_code) void c_code() {
  GenerateOptions options;
  options.functions = {"inverse-dynamics", "inertia-matrix", "gravity-torque"};
  const GeneratedCode code = generate_code(bench->written(), options);
  answer = code.header + "\n" + code.source;
}
