#pragma once

#include "logs/column_names.hpp"
#include "logs/number_table.hpp"

namespace torsor::logs {

/// One quantity of a log: where its columns are, and how their numbers become those of the joints.
struct ResolvedChannel {
  /// What a column of the file adds to a joint.
  struct Share {
    int joint;
    double factor;
  };
  std::size_t table = 0;
  std::vector<int> columns;                // of the table; none where the log does not have the quantity
  std::vector<std::vector<Share>> shares;  // by column: joint = sum of factor * column, + offset
  Eigen::VectorXd offset;
  std::string names;  // "q1 .. q6"
};

/// Finds the columns of a mapping in the files of a log.
class LogColumns {
 public:
  LogColumns(const std::filesystem::path& path, const LogMapping& mapping, int joints);

  std::vector<std::unique_ptr<NumberTable>> tables;
  int joints = 0;
  double period = 0;     // s between rows, of the mapping or guessed; 0: there is a column
  int time_column = -1;  // of the first table; -1: there is none, and the mapping has a period
  double time_unit = 1;
  ResolvedChannel position, velocity, acceleration, torque, reference, further;
  bool current = false, simulated = false;  // what the names of the torque columns tell
  std::vector<std::string> words;           // "position: q1 .. q6"
  std::vector<Finding> findings;

 private:
  struct Wish {
    const char* what;
    const LogChannel* channel;
    ColumnKind kind;
    ResolvedChannel* target;
  };
  [[noreturn]] void fail(const LogChannel& channel, const std::string& message) const;
  std::size_t table_of(const LogChannel& channel);
  void add_table(const std::filesystem::path& path, const std::string& name);
  void require_possible_joints() const;
  int find(const NumberTable& table, const std::string& name) const;
  std::vector<int> given_columns(const Wish& wish, const NumberTable& table) const;
  void resolve_time();
  void resolve(const Wish& wish);
  std::string missing_joints(const std::vector<int>& columns) const;
  void resolve_other();
  void assume_order();
  void check_order(int time, bool without_clock, int blocks);
  void require_unplaced(const Wish& wish) const;
  Eigen::MatrixXd coupling(const Wish& wish) const;
  void convert(const Wish& wish, double unit);
  void describe(const Wish& wish);
  void tell_joints(const Wish& wish);
  void tell_origin();
  void tell_assumptions();
  std::vector<Wish> wishes();

  const LogMapping* mapping_;
  std::filesystem::path path_;
  std::vector<std::string> files_;  // of the tables, as the mapping has them
  bool assumed_ = false;
  std::string order_;  // what was assumed of a file without names
};

/// "q1 .. q6", or "column 2 .. column 7".
std::string span_of(const NumberTable& table, const std::vector<int>& columns);

}  // namespace torsor::logs
