#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "torsor/core/ranges.hpp"
#include "torsor/model/evaluator.hpp"

namespace torsor::described {

/// A number as a message shows it.
std::string written(double value);

/// What a message is about, put together only when there is one: "mass of ", "forearm".
struct What {
  std::string_view before, owner, after;

  What(const char* text) : before(text) {}  // NOLINT(google-explicit-constructor)
  What(std::string_view first, std::string_view second, std::string_view third = {})
      : before(first), owner(second), after(third) {}
  friend std::string operator+(const What& what, std::string_view rest) {
    return std::string(what.before).append(what.owner).append(what.after).append(rest);
  }
};

/// Checks numbers, poses and masses; every rule adds its problems to one list.
class NumberCheck {
 public:
  void report(Location where, std::string message, const char* code = "impossible") {
    problems_.push_back({where.line > 0 ? where : part_, std::move(message), code});
  }
  /// The place of what is looked at now, for numbers that have none of their own.
  void look_at(Location part) { part_ = part; }
  bool no_problems() const { return problems_.empty(); }
  std::vector<Problem> take_problems() { return std::move(problems_); }

  /// Gives a parameter its value; false where it has one.
  bool define(const std::string& name, double value) { return values_.define(name, value); }

  /// The value, or nothing after a report that it has none.
  std::optional<double> number(const Quantity& quantity, const What& what, const Range& range = ranges::number);
  std::optional<double> check_not_negative(const Quantity& quantity, const What& what) {
    return check_sign(quantity, what, true);
  }
  void check_positive(const Quantity& quantity, const What& what, const Range& range = ranges::number) {
    check_sign(quantity, what, false, range);
  }
  bool check_triple(const Triple& triple, const What& what);
  void check_direction(const Triple& axis, const What& what);
  void check_pose(const Pose& pose);

  /// Mass and principal moments about the centre may not be negative. (A body that breaks only the triangle inequality
  /// is let through: published tables such as the PUMA's have them.)
  void check_mass(const MassProperties& mass, const std::string& owner);

 private:
  std::string known_parameters() const;
  std::optional<double> check_sign(const Quantity& quantity, const What& what, bool zero_too,
                                   const Range& range = ranges::number);
  void check_shape(const Shape& shape, const std::string& owner);
  void check_moments(const MassProperties& mass, const std::string& owner);

  Evaluator<double> values_;
  std::vector<Problem> problems_;
  Location part_{};
};

}  // namespace torsor::described
