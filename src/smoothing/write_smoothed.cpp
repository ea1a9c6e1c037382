#include "torsor/smoothing/write_smoothed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace torsor {

namespace {

constexpr int digits = 12;

using Part = std::pair<const char*, const Eigen::MatrixXd*>;

std::vector<Part> values(const SmoothedRows& rows) {
  return {{"q", &rows.q}, {"qd", &rows.qd}, {"qdd", &rows.qdd}, {"tau", &rows.tau}};
}
std::vector<Part> variances(const SmoothedRows& rows, SmoothingKind kind) {
  if (kind != SmoothingKind::kalman) return {};
  return {
      {"q_deviation", &rows.q_variance}, {"qd_deviation", &rows.qd_variance}, {"qdd_deviation", &rows.qdd_variance}};
}

std::string header(int joints, SmoothingKind kind) {
  const SmoothedRows none;
  std::string text = "t";
  for (const std::vector<Part>& parts : {values(none), variances(none, kind)})
    for (const auto& [name, part] : parts)
      for (int j = 1; j <= joints; ++j) text += fmt::format(",{}{}", name, j);
  return text + "\n";
}

/// Adding 0 turns -0 into 0.
std::string csv_text(const SmoothedRows& rows, SmoothingKind kind) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  const std::vector<Part> smoothed = values(rows), spread = variances(rows, kind);
  for (std::size_t k = 0; k < rows.time.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    fmt::format_to(out, "{:.{}g}", rows.time[k], digits + 2);
    for (const auto& [name, part] : smoothed)
      for (Eigen::Index j = 0; j < part->cols(); ++j) fmt::format_to(out, ",{:.{}g}", (*part)(row, j) + 0.0, digits);
    for (const auto& [name, part] : spread)
      for (Eigen::Index j = 0; j < part->cols(); ++j) fmt::format_to(out, ",{:.4g}", std::sqrt((*part)(row, j)));
    text.push_back('\n');
  }
  return to_string(text);
}

}  // namespace

long write_smoothed(const LogSource& log, const SmoothingPlan& plan, const std::filesystem::path& path,
                    Existing existing) {
  const long piece = std::max(10000L, 4 * plan.margin), all = log.row_count();
  long written = 0;
  OutputFile file(path, existing);
  file.write(header(log.joint_count(), plan.options.kind));
  for (long first = 0; first < all; first += piece) {
    const SmoothedRows rows = smooth(log, first, std::min(piece, all - first), plan);
    file.write(csv_text(rows, plan.options.kind));
    written += static_cast<long>(rows.time.size());
  }
  file.finish();
  return written;
}

}  // namespace torsor
