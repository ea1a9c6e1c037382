#include "arguments/payload_text.hpp"

#include "torsor/core/error.hpp"
#include "torsor/model/number_list.hpp"

namespace torsor::cli {

described::MassProperties read_payload(const std::string& text, const std::string& flag) {
  const std::vector<double> numbers = parse_numbers(text, flag);
  if (numbers.size() != 1 && numbers.size() != 4 && numbers.size() != 10)
    throw UsageError(flag + ": expected 1, 4 or 10 numbers, found " + std::to_string(numbers.size()));
  described::MassProperties mass;
  mass.mass = numbers[0];
  for (std::size_t k = 1; k < numbers.size(); ++k) (k < 4 ? mass.com[k - 1] : mass.inertia[k - 4]) = numbers[k];
  for (const Problem& problem : check(mass, "the payload")) throw UsageError(flag + ": " + problem.message);
  return mass;
}

}  // namespace torsor::cli
