#include "torsor/lint/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "lint/judge.hpp"
#include "robot_files/xml/document.hpp"
#include "torsor/core/rules.hpp"
#include "torsor/robot_files/xml/edit.hpp"

namespace torsor::lint {
namespace {

using Numbers = std::vector<double>;

constexpr std::array<const char*, 6> urdf_entries{"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};

std::string list(const std::array<double, 3>& moments) {
  return fmt::format("{:.6g}, {:.6g}, {:.6g}", moments[0], moments[1], moments[2]);
}

/// Mends finding by finding; each way of mending says what it changed, or nothing where it cannot.
class Mender {
 public:
  explicit Mender(std::string_view text) : edit_(std::string(text)) {}

  std::optional<Repair> mend(const Finding& finding) {
    repair_ = {finding.code, finding.where, finding.element, "", 0};
    const std::string& code = finding.code;
    const bool inertia = code == "inertia-triangle" || code == "inertia-not-positive";
    const bool done = inertia                        ? mend_inertia(finding.where)
                      : code == "inertia-incomplete" ? complete_inertia(finding.where)
                      : code == "axis-not-unit"      ? mend_axis(finding.where)
                      : code == "limits-reversed"    ? mend_limits(finding.where)
                      : code == "rounded-angle"      ? mend_angles(finding.where)
                                                     : false;
    if (!done) return {};
    return std::move(repair_);
  }
  std::string text() const { return edit_.text(); }

 private:
  Numbers numbers(Location where, const char* attribute) const {
    return xml::numbers(edit_.written(where, attribute).value_or("")).value_or(Numbers{});
  }

  /// The nearest inertia, after telling how far it is.
  std::optional<Entries> nearest(const Entries& I) {
    const auto result = nearest_possible_inertia(I);
    if (!result) return {};
    repair_.distance = relative_distance(*result, I);
    repair_.change = fmt::format("principal moments {} became {}, a change of {:.2g} %", list(principal_moments(I)),
                                 list(principal_moments(*result)), 100 * repair_.distance);
    return result;
  }

  bool mend_inertia(Location where) {
    if (edit_.name(where) == "inertia") return mend_urdf_inertia(where);
    if (const auto full = numbers(where, "fullinertia"); full.size() == 6) {
      const auto I = nearest({full[0], full[3], full[4], full[1], full[5], full[2]});
      return I && edit_.set(where, "fullinertia", Numbers{(*I)[0], (*I)[3], (*I)[5], (*I)[1], (*I)[2], (*I)[4]});
    }
    const auto diagonal = numbers(where, "diaginertia");
    if (diagonal.size() != 3) return false;
    const auto I = nearest({diagonal[0], 0, 0, diagonal[1], 0, diagonal[2]});
    return I && edit_.set(where, "diaginertia", Numbers{(*I)[0], (*I)[3], (*I)[5]});
  }

  bool mend_urdf_inertia(Location where) {
    Entries written{};
    for (std::size_t k = 0; k < written.size(); ++k) {
      const auto value = numbers(where, urdf_entries[k]);
      if (value.size() > 1) return false;
      if (value.size() == 1) written[k] = value[0];
    }
    const auto I = nearest(written);
    if (!I) return false;
    mended_.emplace(where.line, where.column);
    for (std::size_t k = 0; k < written.size(); ++k)
      if ((*I)[k] != written[k] || !edit_.written(where, urdf_entries[k]))
        edit_.set(where, urdf_entries[k], Numbers{(*I)[k]});
    return true;
  }

  bool complete_inertia(Location where) {
    std::string added;
    for (const char* entry : {"ixy", "ixz", "iyz"}) {
      if (edit_.written(where, entry)) continue;
      if (!mended_.contains({where.line, where.column})) edit_.set(where, entry, std::string("0"));
      added += fmt::format("{}{}", added.empty() ? "" : ", ", entry);
    }
    repair_.change = "added " + added;
    return !added.empty();
  }

  bool mend_axis(Location where) {
    Numbers axis = numbers(where, "xyz");
    if (axis.size() != 3) return false;
    const double length = std::hypot(axis[0], axis[1], axis[2]);
    for (double& entry : axis) entry /= length;
    repair_.change = fmt::format("the length of the axis was {:.6g} and is 1", length);
    repair_.distance = std::abs(length - 1) / length;
    return edit_.set(where, "xyz", axis);
  }

  bool mend_limits(Location where) {
    const std::string lower = edit_.written(where, "lower").value_or("0");
    const std::string upper = edit_.written(where, "upper").value_or("0");
    repair_.change = fmt::format("lower and upper were {} and {} and changed places", lower, upper);
    return edit_.set(where, "lower", upper) && edit_.set(where, "upper", lower);
  }

  /// Each rounded number of rpy in full; the others, and what stands between them, as they were.
  bool mend_angles(Location where) {
    const auto written = edit_.written(where, "rpy");
    if (!written) return false;
    const char* space = " \t\r\n";
    std::string result;
    for (std::size_t at = 0; at < written->size();) {
      const std::size_t start = std::min(written->find_first_not_of(space, at), written->size());
      const std::size_t end = std::min(written->find_first_of(space, start), written->size());
      result.append(*written, at, start - at);
      result += angle(written->substr(start, end - start));
      at = end;
    }
    return edit_.set(where, "rpy", result);
  }
  std::string angle(std::string word) {
    const auto value = xml::numbers(word);
    const auto exact = value && value->size() == 1 ? unrounded_angle((*value)[0]) : std::nullopt;
    if (!exact) return word;
    std::string full = number_text(*exact);
    repair_.change += fmt::format("{}{} became {}", repair_.change.empty() ? "" : ", ", word, full);
    repair_.distance = std::max(repair_.distance, std::abs((*exact - (*value)[0]) / *exact));
    return full;
  }

  XmlEdit edit_;
  Repair repair_;
  std::set<std::pair<int, int>> mended_;  // inertias that were, with all six entries
};

}  // namespace

Repaired repair(std::string_view text, const std::string& file_name, const XmlRobotOptions& options,
                const std::vector<std::string>& ignored) {
  Mender mender(text);
  Repaired result;
  for (const Finding& finding : inspect(text, file_name, options)) {
    const Rule* rule = find_rule(finding.code);
    if (finding.file != file_name || rule == nullptr || !rule->mended) continue;
    if (std::find(ignored.begin(), ignored.end(), finding.code) != ignored.end()) continue;
    if (auto repair = mender.mend(finding)) result.repairs.push_back(std::move(*repair));
  }
  result.text = result.repairs.empty() ? std::string(text) : mender.text();
  result.left = inspect(result.text, file_name, options);
  return result;
}

}  // namespace torsor::lint
