#include "arguments/exact_arguments.hpp"

#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor::cli {

void ExactArguments::add_to(Command& command) {
  tolerance_.add_to(
      command, "--exact-tolerance",
      "ANGLE[,LENGTH]: an angle within ANGLE (rad) of a multiple of 15 degrees is taken as that, a length "
      "below LENGTH (m) as 0. Files with 1.5708 for 90 degrees need 1e-5; 0 takes all numbers as they are "
      "written (default: 1e-9,1e-12 for `derive`, 0 for code)");
}

ExactTolerance ExactArguments::tolerance() const {
  ExactTolerance tolerance;
  if (!given()) return tolerance;
  const Vector v = tolerance_.list({1, 2}, "of angles, then of lengths");
  for (const double entry : v)
    if (!(entry >= 0 && entry < 0.1))
      throw UsageError("--exact-tolerance: expected numbers from 0 to 0.1, found " + number_text(entry));
  tolerance.angle = v[0];
  if (v.size() == 2 || v[0] == 0) tolerance.length = v.back();
  return tolerance;
}

}  // namespace torsor::cli
