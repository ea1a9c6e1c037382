#pragma once

#include <optional>
#include <string>
#include <vector>

#include "output/json.hpp"
#include "torsor/experiments/online_estimator.hpp"

namespace torsor::cli {

/// What on-line identification tells while samples come in: a line each, for people or as JSON.
class OnlineOutput {
 public:
  OnlineOutput(const OnlineEstimator& estimator, bool json);

  void event(const OnlineEvent& event) const;
  /// What was carried away or put down at the last event, once it is learned.
  void load(double time, const LoadEstimate& load) const;
  void friction(double time, const FrictionChange& change) const;
  void estimate() const;
  /// What was found in a log before its samples are taken, or in the stream and the result at the end.
  void findings(const std::vector<Finding>& findings) const;

  /// What is told at the end beside the estimate.
  struct End {
    std::vector<FrictionChange> friction;
    std::optional<LoadEstimate> load;
    long left_out = 0;  // samples, wherever
    std::vector<std::string> written, withheld;
  };
  void summary(const End& end) const;

 private:
  void line(const Json& json, const std::string& text) const;
  const std::string& name_of(int base_parameter) const { return names_[base_parameter]; }

  const OnlineEstimator& estimator_;
  bool json_;
  std::vector<std::string> names_;   // of base parameters
  std::vector<std::string> joints_;  // and their units
  std::vector<std::string> units_;
};

}  // namespace torsor::cli
