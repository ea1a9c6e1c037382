#include "arguments/observer_arguments.hpp"

#include "torsor/core/text.hpp"
#include "torsor/model/number_list.hpp"

namespace torsor::cli {

void ObserverArguments::add_to(Command& command) {
  option_ = command
                .option("--observer", gain_,
                        "Estimate torques from outside by the momentum, without force sensors: they are followed at "
                        "GAIN 1/s (default 100)")
                .value("GAIN")
                .value_optional();
}

double ObserverArguments::gain() const {
  if (gain_.empty()) return 100;
  const std::vector<double> numbers = parse_numbers(gain_, "--observer");
  if (numbers.size() != 1 || !(numbers.front() > 0))
    throw UsageError("--observer: expected a number above 0, such as 100; found " + in_quotes(gain_));
  return numbers.front();
}

std::unique_ptr<ExternalTorqueObserver> ObserverArguments::observer(const Model<double>& model, double rate) const {
  return std::make_unique<ExternalTorqueObserver>(model, gain(), rate);
}

}  // namespace torsor::cli
