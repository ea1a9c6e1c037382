#include "arguments/joint_sweeps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "torsor/core/text.hpp"
#include "torsor/model/number_list.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

double number(const std::string& text, const std::string& what) {
  const std::vector<double> numbers = parse_numbers(text, what);
  if (numbers.size() != 1) throw UsageError(what + ": expected one number, found " + in_quotes(text));
  return numbers[0];
}

int whole_number(const std::string& text, const std::string& what) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1)
    throw UsageError(what + ": expected a COUNT of 1 or more, found " + in_quotes(text));
  return value;
}

/// JOINT=FROM:TO:COUNT
JointSweep read_sweep(const Model<double>& model, const std::string& text) {
  const auto equals = text.rfind('=');
  if (equals == std::string::npos) throw UsageError("--sweep: expected JOINT=FROM:TO:COUNT, found " + in_quotes(text));
  const std::string joint = text.substr(0, equals), range = text.substr(equals + 1), what = "--sweep " + joint;
  const int place = find_joint(model, joint, "--sweep");
  const auto first = range.find(':'), second = range.find(':', first + 1);
  if (first == std::string::npos || second == std::string::npos)
    throw UsageError(what + ": expected FROM:TO:COUNT, found " + in_quotes(range));
  const int count = whole_number(range.substr(second + 1), what);
  return {place, number(range.substr(0, first), what), number(range.substr(first + 1, second - first - 1), what),
          count};
}

}  // namespace

int find_joint(const Model<double>& model, const std::string& text, const std::string& what) {
  const std::vector<std::string> names = velocity_names(model);
  const auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  int place = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), place);
  if (error == std::errc{} && end == text.data() + text.size() && place >= 1 && place <= model.nv) return place - 1;
  throw UsageError(fmt::format("{}: expected a joint of {} ({}) or its number from 1 to {}, found {}", what, model.name,
                               fmt::join(names, ", "), model.nv, in_quotes(text)));
}

std::vector<JointSweep> joint_sweeps(const Model<double>& model, const std::vector<std::string>& texts) {
  std::vector<JointSweep> sweeps;
  sweeps.reserve(texts.size());
  for (const std::string& text : texts) sweeps.push_back(read_sweep(model, text));
  return sweeps;
}

}  // namespace torsor::cli
