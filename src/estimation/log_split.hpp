#pragma once

#include <string>
#include <vector>

#include "torsor/estimation/equations.hpp"
#include "torsor/estimation/identify.hpp"

namespace torsor {

/// What the parameters are made from, and what they are judged by.
struct LogSplit {
  std::vector<LogPart> training, validation;
  std::string held_out;  // in words
};

/// Plans the smoothing of every log. Where there is none for validation, the last part of each log is held out.
LogSplit split_logs(const std::vector<NamedLog>& training, const std::vector<NamedLog>& validation,
                    const IdentifyOptions& options);

}  // namespace torsor
