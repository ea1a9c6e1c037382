#include "logs/log_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "logs/column_guess.hpp"
#include "logs/log_error.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/limits.hpp"
#include "torsor/core/linear_algebra.hpp"

namespace torsor::logs {
namespace {

std::string list_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 40;
  std::string text;
  for (std::size_t k = 0; k < names.size() && k < most; ++k) text += (k == 0 ? "" : ", ") + shortened(names[k]);
  return names.size() > most ? text + ", ..." : text;
}

/// Both ends of "2-7", from 1 on.
std::optional<std::pair<int, int>> column_range(const std::string& text) {
  int first = 0, last = 0;
  const char* const end = text.data() + text.size();
  const auto [dash, code] = std::from_chars(text.data(), end, first);
  if (code != std::errc() || dash == end || *dash != '-') return {};
  const auto [rest, second] = std::from_chars(dash + 1, end, last);
  return second == std::errc() && rest == end ? std::optional(std::pair(first, last)) : std::nullopt;
}

/// The number that is left out where columns are numbered by joint: "5"; or nothing.
std::string missing_number(const NumberTable& table, const std::vector<int>& columns, int joints) {
  std::vector<int> numbers;
  for (const int c : columns)
    if (!table.names().empty()) numbers.push_back(understand_column(table.names()[static_cast<std::size_t>(c)]).number);
  if (numbers.empty() || std::find(numbers.begin(), numbers.end(), -1) != numbers.end()) return {};
  const int first = std::find(numbers.begin(), numbers.end(), 0) != numbers.end() ? 0 : 1;
  std::string text;
  for (int n = first; n < first + joints; ++n)
    if (std::find(numbers.begin(), numbers.end(), n) == numbers.end())
      text += (text.empty() ? "" : ", ") + std::to_string(n);
  return text.empty() ? text : "number " + text;
}

Eigen::VectorXd by_joint(const std::vector<double>& numbers, int joints, double otherwise) {
  if (numbers.size() == 1) return Eigen::VectorXd::Constant(joints, numbers[0]);
  if (numbers.empty()) return Eigen::VectorXd::Constant(joints, otherwise);
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

}  // namespace

LogColumns::LogColumns(const std::filesystem::path& path, const LogMapping& mapping, int joints_of_robot)
    : joints(joints_of_robot), period(mapping.period), mapping_(&mapping), path_(path) {
  add_table(path, "");
  for (const Wish& wish : wishes()) wish.target->table = table_of(*wish.channel);
  const bool all_given = mapping.position.presence == LogChannel::Presence::given &&
                         mapping.torque.presence == LogChannel::Presence::given;
  if (tables[0]->names().empty() && !all_given)
    assume_order();
  else
    resolve_time();
  for (const Wish& wish : wishes()) {
    if (wish.target->columns.empty()) resolve(wish);
    describe(wish);
  }
  resolve_other();
  tell_assumptions();
}

std::vector<LogColumns::Wish> LogColumns::wishes() {
  return {{"position", &mapping_->position, ColumnKind::position, &position},
          {"velocity", &mapping_->velocity, ColumnKind::velocity, &velocity},
          {"acceleration", &mapping_->acceleration, ColumnKind::acceleration, &acceleration},
          {"torque", &mapping_->torque, ColumnKind::torque, &torque},
          {"reference", &mapping_->reference, ColumnKind::reference, &reference}};
}

void LogColumns::fail(const LogChannel& channel, const std::string& message) const {
  if (mapping_->file.empty() || channel.where.line == 0) throw log_error(path_.string(), {1, 1}, message);
  throw FileError(mapping_->file, channel.where, message, "log-mapping");
}

std::size_t LogColumns::table_of(const LogChannel& channel) {
  const auto found = std::find(files_.begin(), files_.end(), channel.file);
  if (found != files_.end()) return static_cast<std::size_t>(found - files_.begin());
  add_table(path_.parent_path() / channel.file, channel.file);
  return tables.size() - 1;
}

void LogColumns::add_table(const std::filesystem::path& path, const std::string& name) {
  tables.push_back(open_table(path, *mapping_));
  files_.push_back(name);
  const int found = tables.back()->column_count();
  if (found > limits::log_columns)
    throw log_error(path.string(), {1, 1},
                    "expected at most " + std::to_string(limits::log_columns) + " columns, found " +
                        std::to_string(found) + "; a log has a row for each sample: is this one transposed?");
}

void LogColumns::require_possible_joints() const {
  if (joints > limits::log_joints)
    fail({}, "expected at most " + std::to_string(limits::log_joints) + " joints, found columns for " +
                 std::to_string(joints) + "; a log has a row for each sample: is this one transposed?");
}

int LogColumns::find(const NumberTable& table, const std::string& name) const {
  const auto& names = table.names();
  const auto ends_so = [&](const std::string& other) { return other == name || other.ends_with("." + name); };
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end() && std::count_if(names.begin(), names.end(), ends_so) == 1)
    found = std::find_if(names.begin(), names.end(), ends_so);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  int number = 0;
  const auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool whole = code == std::errc() && end == name.data() + name.size();
  return whole && number >= 1 && number <= table.column_count() ? number - 1 : -1;
}

std::vector<int> LogColumns::given_columns(const Wish& wish, const NumberTable& table) const {
  std::vector<int> columns;
  const LogChannel& channel = *wish.channel;
  for (const std::string& name : channel.columns) {
    const int column = find(table, name);
    if (const auto range = column < 0 ? column_range(name) : std::nullopt; range) {
      if (range->first < 1 || range->second < range->first || range->second > table.column_count())
        fail(channel, std::string(wish.what) + ": expected a range of the columns 1-" +
                          std::to_string(table.column_count()) + " of " + table.file() + ", found " + in_quotes(name));
      for (int c = range->first; c <= range->second; ++c) columns.push_back(c - 1);
      continue;
    }
    if (column < 0)
      fail(channel, std::string(wish.what) + ": expected a column of " + table.file() + " (" + list_of(table.names()) +
                        "), found " + in_quotes(name));
    columns.push_back(column);
  }
  if (!channel.columns.empty()) return columns;
  const auto numbered = [&](int number) {
    std::string name = channel.pattern;
    return find(table, name.replace(name.find("{}"), 2, std::to_string(number)));
  };
  for (int number = numbered(0) >= 0 ? 0 : 1; numbered(number) >= 0; ++number) columns.push_back(numbered(number));
  if (columns.empty())
    fail(channel, std::string(wish.what) + ": expected columns like " + in_quotes(channel.pattern) + " in " +
                      table.file() + ", found " + list_of(table.names()));
  return columns;
}

void LogColumns::resolve_time() {
  if (mapping_->period > 0) return;
  const LogChannel nowhere;
  if (!mapping_->time_column.empty()) {
    time_column = find(*tables[0], mapping_->time_column);
    if (time_column < 0)
      throw FileError(mapping_->file, {1, 1},
                      "time: expected a column of " + path_.string() + " (" + list_of(tables[0]->names()) +
                          "), found " + in_quotes(mapping_->time_column),
                      "log-mapping");
    if (!tables[0]->names().empty())
      time_unit = understand_column(tables[0]->names()[static_cast<std::size_t>(time_column)]).unit;
  } else {
    const ColumnGroup group = find_group(tables[0]->names(), ColumnKind::time);
    if (group.columns.empty())
      fail(nowhere, "expected a column of time (t, time, timestamp_ms, ...), found " +
                        (tables[0]->names().empty() ? "columns without names" : list_of(tables[0]->names())) +
                        "; a mapping with time: {period: 1ms} reads a log without one, time: {column: ...} names it");
    time_column = group.columns[0];
    time_unit = group.meaning.unit;
    assumed_ = true;
  }
  if (mapping_->time_unit) time_unit = *mapping_->time_unit;
  if (time_unit == 0) time_unit = 1;
}

std::string LogColumns::missing_joints(const std::vector<int>& columns) const {
  std::string text;
  for (std::size_t j = 0; j < columns.size(); ++j)
    if (columns[j] < 0) text += (text.empty() ? "" : ", ") + mapping_->joint_names[j];
  return text;
}

void LogColumns::resolve(const Wish& wish) {
  const bool needed = wish.kind == ColumnKind::position || wish.kind == ColumnKind::torque;
  if (wish.channel->presence == LogChannel::Presence::absent) {
    if (needed) fail(*wish.channel, std::string(wish.what) + ": expected columns, which every log needs; found none");
    return;
  }
  const NumberTable& table = *tables[wish.target->table];
  std::vector<int>& columns = wish.target->columns;
  ColumnName meaning;
  std::string named;  // joints that have no column, where the others are named
  if (wish.channel->presence == LogChannel::Presence::given) {
    columns = given_columns(wish, table);
    if (!table.names().empty()) meaning = understand_column(table.names()[static_cast<std::size_t>(columns[0])]);
  } else {
    ColumnGroup group = find_named_group(table.names(), wish.kind, mapping_->joint_names);
    const auto missing = std::count(group.columns.begin(), group.columns.end(), -1);
    if (missing > 0 || group.columns.empty()) {
      if (2 * missing < static_cast<long>(group.columns.size())) named = missing_joints(group.columns);
      group = find_group(table.names(), wish.kind);
    }
    columns = std::move(group.columns);
    meaning = group.meaning;
    assumed_ |= !columns.empty();
  }
  if (columns.empty() && !needed) return;
  if (joints == 0 && wish.kind == ColumnKind::position) joints = static_cast<int>(columns.size());
  require_possible_joints();
  if (columns.empty() || static_cast<int>(columns.size()) < joints) {
    const std::string found = columns.empty() ? list_of(table.names()) : span_of(table, columns);
    const std::string lacks = !named.empty() ? named : missing_number(table, columns, joints);
    if (!needed && wish.channel->presence == LogChannel::Presence::automatic) return columns.clear();
    fail(*wish.channel, std::string(wish.what) + ": expected " +
                            (joints > 0 ? counted(joints, "column") + ", one for each joint" : "columns") + ", found " +
                            (found.empty() ? "columns without names" : found) +
                            (lacks.empty() ? "" : ", and none for " + lacks) +
                            "; a mapping says which columns they are");
  }
  if (wish.kind == ColumnKind::position) tell_joints(wish);
  columns.resize(static_cast<std::size_t>(joints));
  if (wish.kind == ColumnKind::torque) current = meaning.current, simulated = meaning.simulated;
  convert(wish, wish.channel->unit.value_or(meaning.unit > 0 ? meaning.unit : 1));
}

void LogColumns::resolve_other() {
  const NumberTable& table = *tables[0];
  for (const OtherColumn& wish : mapping_->other) {
    const int column = find(table, wish.column);
    LogChannel place;
    place.where = wish.where;
    if (column < 0)
      fail(place, wish.name + ": expected a column of " + table.file() + " (" +
                      (table.names().empty() ? "without names" : list_of(table.names())) + "), found " +
                      in_quotes(wish.column));
    further.shares.push_back({{static_cast<int>(further.columns.size()), 1.0}});
    further.columns.push_back(column);
    words.push_back(wish.name + ": " + span_of(table, {column}));
  }
  further.offset = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(further.columns.size()));
}

void LogColumns::assume_order() {
  const int width = tables[0]->column_count();
  const bool clocked = mapping_->period <= 0;  // or with a clock that positions and velocities tell
  const bool timed = clocked && !(joints > 1 && width % joints == 0 && width / joints > 2);
  const int left = width - (timed ? 1 : 0);
  if (joints == 0 && left % 2 == 0) joints = left / 2;
  require_possible_joints();
  const int blocks = joints > 0 && left % joints == 0 ? left / joints : 0;
  const LogChannel nowhere;
  if (blocks < 2 || blocks > 4)
    fail(nowhere, "expected columns with names, or " + std::string(timed ? "time, " : "") +
                      "positions and torques of " + (joints > 0 ? std::to_string(joints) : "all") + " joints; found " +
                      counted(width, "column") + " without names" +
                      (width > 100 ? "; a log has a row for each sample: is this one transposed?" : ""));
  check_order(timed ? 0 : -1, clocked && !timed, blocks);
  std::vector<Wish> order = wishes();
  order.pop_back();  // the reference
  if (blocks < 4) order.erase(order.begin() + 2);
  if (blocks < 3) order.erase(order.begin() + 1);
  int next = timed ? 1 : 0;
  if (timed) time_column = 0, order_ = "time", time_unit = mapping_->time_unit.value_or(1);
  for (const Wish& wish : order) {
    require_unplaced(wish);
    order_ += (order_.empty() ? "" : ", ") + std::string(wish.what);
    const int first = next;
    next += joints;
    if (wish.channel->presence == LogChannel::Presence::absent) continue;
    for (int j = 0; j < joints; ++j) wish.target->columns.push_back(first + j);
    convert(wish, wish.channel->unit.value_or(1));
  }
  assumed_ = true;
}

/// Throws where the numbers contradict the order that is assumed of them. A clock that is not there is taken from
/// positions and velocities.
void LogColumns::check_order(int time, bool without_clock, int blocks) {
  const BlockCheck check = check_blocks(*open_table(path_, *mapping_), time + 1, joints, blocks, time);
  const LogChannel nowhere;
  const std::string remedy =
      fmt::format("; a mapping says what they are: position: {{columns: {}-{}}}, time: {{period: 1ms}}, ...", time + 2,
                  time + 1 + joints);
  const std::string expected = "expected " + std::string(time < 0 ? "" : "time, ") + "position, velocity" +
                               (blocks > 3 ? ", acceleration" : "") + " and torque of " + counted(joints, "joint") +
                               " in " + counted(tables[0]->column_count(), "column") + " without names, found ";
  constexpr double unlike = 0.5, alike = 0.95;
  if (check.moves && blocks > 2 && check.velocity < (without_clock ? alike : unlike))
    fail(nowhere,
         expected +
             fmt::format("columns that are not the derivative of those before (correlation {:.2f})", check.velocity) +
             remedy);
  if (check.moves && blocks > 3 && check.acceleration < unlike)
    fail(nowhere, expected +
                      fmt::format("a third group that is not the derivative of the second (correlation {:.2f})",
                                  check.acceleration) +
                      remedy);
  if (!without_clock) return;
  if (!(check.period > 0)) fail(nowhere, expected + "no clock, and too little motion to tell it from" + remedy);
  period = check.period;
  order_ = fmt::format("rows every {:.6g} s, as positions and velocities show", period);
}

/// Where the order says which columns are what, a mapping must not say it of some of them: the others could be
/// anywhere.
void LogColumns::require_unplaced(const Wish& wish) const {
  if (!mapping_->time_column.empty() && find(*tables[0], mapping_->time_column) != 0)
    throw FileError(mapping_->file, {1, 1},
                    "time: expected the first column, or columns of position and torque too, because the columns of " +
                        path_.string() + " have no names; found " + in_quotes(mapping_->time_column),
                    "log-mapping");
  if (wish.channel->presence == LogChannel::Presence::given || !wish.channel->file.empty())
    fail(*wish.channel, std::string(wish.what) + ": expected columns of position and torque, because those of " +
                            path_.string() + " have no names; found only some");
}

/// From the motors' side to the joints': torques by the matrix itself, positions by its inverse.
Eigen::MatrixXd LogColumns::coupling(const Wish& wish) const {
  const LogChannel& channel = *wish.channel;
  if (channel.matrix.rows() != joints)
    fail(channel, std::string(wish.what) + ": expected a matrix with " + std::to_string(joints) +
                      " rows, one for each joint, found " + std::to_string(channel.matrix.rows()));
  if (wish.kind == ColumnKind::torque) return channel.matrix;
  const Eigen::MatrixXd inverse =
      linear_algebra::solve_square(channel.matrix, Eigen::MatrixXd::Identity(joints, joints));
  if (inverse.rows() == 0) fail(channel, std::string(wish.what) + ": expected a matrix that has an inverse");
  return inverse;
}

void LogColumns::convert(const Wish& wish, double unit) {
  const LogChannel& channel = *wish.channel;
  for (const auto* list : {&channel.scale, &channel.ratio, &channel.offset})
    if (list->size() > 1 && static_cast<int>(list->size()) != joints)
      fail(channel, std::string(wish.what) + ": expected lists of " + std::to_string(joints) +
                        " numbers, one for each joint, found one of " + std::to_string(list->size()));
  const Eigen::VectorXd scale = unit * by_joint(channel.scale, joints, 1), ratio = by_joint(channel.ratio, joints, 1);
  const bool of_torque = wish.kind == ColumnKind::torque, coupled = channel.matrix.size() > 0;
  const Eigen::MatrixXd carry = coupled ? coupling(wish) : Eigen::MatrixXd();
  wish.target->offset = by_joint(channel.offset, joints, 0);
  wish.target->shares.assign(static_cast<std::size_t>(joints), {});
  for (int k = 0; k < joints; ++k) {  // a joint of its own for each column, but where a matrix couples them
    auto& shares = wish.target->shares[static_cast<std::size_t>(k)];
    if (!coupled) shares.push_back({k, scale(k) * (of_torque ? ratio(k) : 1 / ratio(k))});
    for (int j = 0; j < carry.rows(); ++j)
      if (carry(j, k) != 0) shares.push_back({j, scale(k) * carry(j, k)});
  }
}

void LogColumns::describe(const Wish& wish) {
  const ResolvedChannel& channel = *wish.target;
  if (channel.columns.empty()) return;
  wish.target->names = span_of(*tables[channel.table], channel.columns);
  words.push_back(std::string(wish.what) + ": " + channel.names +
                  (channel.table == 0 ? "" : " of " + files_[channel.table]));
}

}  // namespace torsor::logs
