#include <utility>

#include "torsor/estimation/identify.hpp"

namespace torsor {

Identification identify(const Description& robot, const std::vector<CleanLog>& training,
                        const std::vector<CleanLog>& validation, IdentifyOptions options) {
  if (!options.gravity && !training.empty()) options.gravity = training[0].file().gravity();
  std::vector<Finding> findings;
  const auto named = [&](const std::vector<CleanLog>& logs) {
    std::vector<NamedLog> list;
    for (const CleanLog& log : logs) {
      list.push_back({log.name(), &log.rows()});
      findings.insert(findings.end(), log.health().findings.begin(), log.health().findings.end());
    }
    return list;
  };
  const std::vector<NamedLog> first = named(training), second = named(validation);
  Identification result = identify(robot, first, second, options);
  result.findings = std::move(findings);
  result.verdict = judge(result);  // again: what the logs say of themselves may be a reason, or take one away
  return result;
}

}  // namespace torsor
