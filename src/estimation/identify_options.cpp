#include "estimation/identify_options.hpp"

#include "torsor/core/ranges.hpp"

namespace torsor {

void require_possible(const IdentifyOptions& options) {
  const auto require_given = [](const Range& range, const char* option, double value, double otherwise) {
    if (value != otherwise) require_in(range, option, value);
  };
  require_given(ranges::cutoff, "cutoff", options.smoothing.cutoff, 0);
  require_given(ranges::equation_rate, "equation_rate", options.equation_rate, 0);
  require_given(ranges::seconds, "trim", options.trim, -1);
  require_in(ranges::held_out, "hold_out", options.hold_out);
  if (options.prior_increase) require_in(ranges::part, "prior_increase", *options.prior_increase);
  require_in(ranges::count, "block", static_cast<double>(options.block_length));
  require_in(ranges::threads, "threads", options.threads);
  require_in(ranges::share, "slow_share", options.slow_share);
  for (const double slow : options.slow) require_in(ranges::velocity, "slow", slow);
  for (const double width : options.widths) require_in(ranges::velocity, "widths", width);
  if (options.gravity)
    for (const double g : {options.gravity->x, options.gravity->y, options.gravity->z})
      require_in(ranges::number, "gravity", g);
}

}  // namespace torsor
