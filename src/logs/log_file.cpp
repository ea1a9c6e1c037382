#include "torsor/logs/log_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <future>
#include <map>

#include "logs/log_columns.hpp"
#include "logs/log_error.hpp"
#include "torsor/core/counted.hpp"

namespace torsor {
namespace {

using logs::ResolvedChannel;

class MappedLog : public LogFile {
 public:
  MappedLog(const std::filesystem::path& path, const LogMapping& mapping, int joints)
      : name_(path.string()), columns_(path, mapping, joints), period_(columns_.period * mapping.time_scale),
        gravity_(mapping.gravity) {
    for (const OtherColumn& one : mapping.other) other_names_.push_back(one.name);
    columns_.time_unit *= mapping.time_scale;
    findings_ = columns_.findings;
    choose_slots();
    std::vector<RowRange> left_out = scan();
    select(mapping, left_out);
    if (period_ == 0) find_origin();
    if (!mapping.window.open()) keep_window(mapping.window, std::move(left_out));
  }

  long row_count() const override { return selection_.count(); }
  int joint_count() const override { return columns_.joints; }
  std::vector<std::string> other_names() const override { return other_names_; }
  long file_row_count() const override { return file_rows_; }
  const std::vector<Finding>& findings() const override { return findings_; }
  const std::string& name() const override { return name_; }
  long line(long row) const override { return columns_.tables[0]->line(selection_.original(row)); }
  const std::vector<std::string>& columns_in_words() const override { return columns_.words; }
  const std::optional<Vector3<double>>& gravity() const override { return gravity_; }
  const std::string& torque_name() const override { return columns_.torque.names; }

  LogRows read(long first, long count) const override {
    LogRows rows;
    rows.time.resize(static_cast<std::size_t>(count));
    for (const Target& target : targets(rows))
      if (!target.channel->columns.empty()) target.matrix->resize(count, target.channel->offset.size());
    std::vector<std::vector<double>> values(columns_.tables.size());
    for (const RowSelection::Run& run : selection_.runs(first, count)) {
      for (std::size_t t = 0; t < values.size(); ++t) {
        values[t].resize(slots_[t].size() * static_cast<std::size_t>(run.count));
        columns_.tables[t]->read(run.first, run.count, values[t].data());
      }
      convert(run, run.number - first, values, rows);
    }
    return rows;
  }

 private:
  struct Target {
    const ResolvedChannel* channel;
    Eigen::MatrixXd* matrix;
  };
  std::vector<Target> targets(LogRows& rows) const {
    return {
        {&columns_.position, &rows.q}, {&columns_.velocity, &rows.qd},           {&columns_.acceleration, &rows.qdd},
        {&columns_.torque, &rows.tau}, {&columns_.reference, &rows.q_reference}, {&columns_.further, &rows.other}};
  }

  /// Each column is read once, whoever wants it; time comes first.
  void choose_slots() {
    slots_.resize(columns_.tables.size());
    if (columns_.time_column >= 0) slots_[0].push_back(columns_.time_column);
    LogRows ignored;
    for (const Target& target : targets(ignored))
      for (const int column : target.channel->columns) {
        std::vector<int>& slots = slots_[target.channel->table];
        if (std::find(slots.begin(), slots.end(), column) == slots.end()) slots.push_back(column);
      }
  }
  std::size_t slot(const ResolvedChannel& channel, std::size_t joint) const {
    const std::vector<int>& slots = slots_[channel.table];
    return static_cast<std::size_t>(std::find(slots.begin(), slots.end(), channel.columns[joint]) - slots.begin());
  }

  /// The rows that one of the files spoils.
  std::vector<RowRange> scan() {
    std::vector<RowRange> left_out;
    std::vector<std::future<void>> scans;
    scans.reserve(columns_.tables.size());
    for (std::size_t t = 0; t < columns_.tables.size(); ++t)
      scans.push_back(std::async(
          std::launch::async, [this, t] { columns_.tables[t]->scan(slots_[t], t == 0 && columns_.time_column >= 0); }));
    for (std::size_t t = 0; t < columns_.tables.size(); ++t) {
      scans[t].get();
      const logs::NumberTable& table = *columns_.tables[t];
      left_out.insert(left_out.end(), table.bad_rows().begin(), table.bad_rows().end());
      findings_.insert(findings_.end(), table.findings().begin(), table.findings().end());
      if (t > 0 && table.row_count() != file_rows_)
        findings_.push_back({"file-lengths",
                             Severity::warning,
                             table.file(),
                             {1, 1},
                             "",
                             "expected " + counted(file_rows_, "row") + " as in " + name_ + ", found " +
                                 std::to_string(table.row_count()),
                             "the rows that both have are used, from the first on"});
      file_rows_ = t == 0 ? table.row_count() : std::min(file_rows_, table.row_count());
    }
    return left_out;
  }

  void select(const LogMapping& mapping, std::vector<RowRange>& left_out) {
    if (mapping.first_row > 1) left_out.push_back({0, mapping.first_row - 2});
    if (mapping.last_row > 0) left_out.push_back({mapping.last_row, std::max(file_rows_, mapping.last_row)});
    selection_ = RowSelection(file_rows_, left_out);
    if (selection_.count() > 0) return;
    std::string why;
    for (const Finding& finding : findings_)
      if (finding.severity != Severity::note) why += "; " + finding.element + ": " + finding.message;
    throw logs::log_error(name_, {1, 1},
                          "expected at least one valid row, found none of " + std::to_string(file_rows_) + why);
  }

  /// The clock may jump, so that every row is asked.
  void keep_window(const LogWindow& window, std::vector<RowRange> left_out) {
    constexpr long piece = 4096;
    double low = INFINITY, high = -INFINITY;
    for (long first = 0; first < row_count(); first += piece) {
      const LogRows rows = read(first, std::min(piece, row_count() - first));
      for (std::size_t r = 0; r < rows.time.size(); ++r) {
        const double t = rows.time[r];
        low = std::min(low, t), high = std::max(high, t);
        if (t >= window.from.value_or(-INFINITY) && t <= window.to.value_or(INFINITY)) continue;
        const long row = selection_.original(first + static_cast<long>(r));
        left_out.push_back({row, row});
      }
    }
    selection_ = RowSelection(file_rows_, merged(std::move(left_out)));
    if (selection_.count() > 0) return;
    throw logs::log_error(
        name_, {1, 1},
        fmt::format("expected rows between {} and {}, found none: the log goes from {:.6g} to {:.6g} s",
                    window.from ? fmt::format("{:.6g} s", *window.from) : "its start",
                    window.to ? fmt::format("{:.6g} s", *window.to) : "its end", low, high));
  }

  /// Clocks that count from 1970 lose digits in sums and products: such a log starts at 0.
  void find_origin() {
    constexpr double longest = 1e6;
    const double start = read(0, 1).time[0];
    if (std::abs(start) < longest) return;
    origin_ = start;
    findings_.push_back({"time-origin",
                         Severity::note,
                         name_,
                         {static_cast<int>(line(0)), 1},
                         "time",
                         "the clock starts at " + std::to_string(start) + " s",
                         "it is counted from there"});
  }

  void convert(const RowSelection::Run& run, long to, const std::vector<std::vector<double>>& values,
               LogRows& rows) const {
    for (long r = 0; r < run.count; ++r)
      rows.time[static_cast<std::size_t>(to + r)] =
          period_ > 0 ? static_cast<double>(run.first + r) * period_
                      : values[0][static_cast<std::size_t>(r)] * columns_.time_unit - origin_;
    for (const Target& target : targets(rows)) {
      const ResolvedChannel& channel = *target.channel;
      if (!channel.columns.empty()) target.matrix->middleRows(to, run.count).rowwise() = channel.offset.transpose();
      for (std::size_t k = 0; k < channel.columns.size(); ++k) {
        const Eigen::Map<const Eigen::VectorXd> column(
            values[channel.table].data() + slot(channel, k) * static_cast<std::size_t>(run.count), run.count);
        for (const auto& [joint, factor] : channel.shares[k])
          target.matrix->col(joint).segment(to, run.count) += factor * column;
      }
    }
  }

  std::string name_;
  logs::LogColumns columns_;
  double period_ = 0, origin_ = 0;
  std::optional<Vector3<double>> gravity_;
  std::vector<std::string> other_names_;
  std::vector<std::vector<int>> slots_;  // by table: the columns that are read
  long file_rows_ = 0;
  RowSelection selection_;
  std::vector<Finding> findings_;
};

}  // namespace

std::unique_ptr<LogFile> open_log(const std::filesystem::path& path, const LogMapping& mapping, int joints) {
  return std::make_unique<MappedLog>(path, mapping, joints);
}

}  // namespace torsor
