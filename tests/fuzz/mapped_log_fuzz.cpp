#include "fuzz/scratch_folder.hpp"
#include "torsor/logs/log_file.hpp"
#include "torsor/logs/log_mapping.hpp"

namespace {

constexpr std::string_view line_between = "\n===\n";
constexpr const char* file_beside = "beside";

/// What stands before the next line ===, which is taken away.
std::string_view take_part(std::string_view& rest) {
  const std::size_t end = rest.find(line_between);
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + line_between.size());
  return part;
}

/// A mapping must not lead to files that are no part of the input.
bool stays_here(const torsor::LogMapping& mapping) {
  for (const torsor::LogChannel* channel :
       {&mapping.position, &mapping.velocity, &mapping.acceleration, &mapping.torque, &mapping.reference})
    if (!channel->file.empty() && channel->file != file_beside) return false;
  return true;
}

/// What is read in two pieces is what is read at once.
void read_rows(const torsor::LogFile& log) {
  const long count = std::min(log.row_count(), 100L), half = count / 2;
  const torsor::LogRows all = log.read(0, count), first = log.read(0, half), second = log.read(half, count - half);
  const auto same = [&](const auto& matrix) {
    const Eigen::MatrixXd& whole = matrix(all);
    if (whole.rows() == 0) return true;
    Eigen::MatrixXd both(count, whole.cols());
    both << matrix(first), matrix(second);
    return (both.array() == whole.array() || (both.array().isNaN() && whole.array().isNaN())).all();
  };
  using Rows = torsor::LogRows;
  if (!same([](const Rows& rows) -> const auto& { return rows.q; }) ||
      !same([](const Rows& rows) -> const auto& { return rows.tau; }) || all.q.cols() != log.joint_count() ||
      log.line(0) < 1)
    std::abort();
}

}  // namespace

/// A mapping, a log and maybe a file beside it, with lines === between them, are a log or refused with a name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest = torsor::fuzz::bytes_of(data, size);
  const std::string_view text = take_part(rest);
  const std::string path = torsor::fuzz::write_scratch("log", take_part(rest)),
                    beside = torsor::fuzz::write_scratch(file_beside, rest);
  for (const int joints : {0, 2}) {
    try {
      const torsor::LogMapping mapping = torsor::read_log_mapping(text, "map.yaml");
      if (!stays_here(mapping)) return -1;
      read_rows(*torsor::open_log(path, mapping, joints));
    } catch (const torsor::FileError& error) {
      if (error.file() != path && error.file() != beside && error.file() != "map.yaml") std::abort();
    }
  }
  return 0;
}
