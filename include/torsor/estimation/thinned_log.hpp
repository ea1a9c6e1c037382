#pragma once

#include "torsor/logs/log_source.hpp"

namespace torsor {

/// Every other row of a part of a log, beginning with its first or its second.
class ThinnedLog : public LogSource {
 public:
  ThinnedLog(const LogSource& source, long first, long count, long offset)
      : source_(&source), first_(first + offset), count_((count - offset + 1) / 2) {}

  long row_count() const override { return count_; }
  int joint_count() const override { return source_->joint_count(); }
  std::vector<std::string> other_names() const override { return source_->other_names(); }
  LogRows read(long first, long count) const override;

 private:
  const LogSource* source_;
  long first_, count_;
};

}  // namespace torsor
