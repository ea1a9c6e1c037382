#include <fmt/format.h>

#include <iostream>

#include "commands/lint.hpp"
#include "output/answer.hpp"
#include "output/finding_output.hpp"
#include "torsor/core/counted.hpp"

namespace torsor::cli {
namespace {

std::string summary(const LintedFile& file) {
  std::string text;
  const auto add = [&](int count, const char* what) {
    if (count > 0) text += fmt::format("{}{}", text.empty() ? "" : ", ", counted(count, what));
  };
  add(file.errors, "error");
  add(file.warnings, "warning");
  add(file.notes, "note");
  return text.empty() ? "no findings" : text;
}

Json place(const Location& where) { return {{"line", where.line}, {"column", where.column}}; }

}  // namespace

void LintedFile::count() {
  for (const Finding& finding : findings) {
    errors += finding.severity == Severity::error;
    warnings += finding.severity == Severity::warning;
    notes += finding.severity == Severity::note;
  }
}

void print(const std::vector<LintedFile>& files, const std::optional<MendedFile>& mended) {
  if (mended) {
    for (const lint::Repair& repair : mended->repairs)
      std::cout << fmt::format("{}:{}:{}: mended [{}] {}: {}\n", mended->source, repair.where.line, repair.where.column,
                               repair.code, repair.element, repair.change);
    std::cout << fmt::format("{}: {} mended in the copy {}\n", mended->source,
                             counted(static_cast<int>(mended->repairs.size()), "finding"), mended->copy);
  }
  for (const LintedFile& file : files) {
    print(file.findings);
    std::cout << file.name << ": " << summary(file) << '\n';
  }
}

Json to_json(const std::vector<LintedFile>& files, const std::optional<MendedFile>& mended) {
  Json list = Json::array();
  for (const LintedFile& file : files) {
    list.push_back({{"file", file.name},
                    {"errors", file.errors},
                    {"warnings", file.warnings},
                    {"notes", file.notes},
                    {"findings", findings_json(file.findings)}});
  }
  Json result{{"files", list}};
  if (!mended) return result;
  Json repairs = Json::array();
  for (const lint::Repair& repair : mended->repairs) {
    Json entry{{"code", repair.code}};
    entry.update(place(repair.where));
    entry.update({{"element", repair.element}, {"change", repair.change}, {"relative_distance", repair.distance}});
    repairs.push_back(std::move(entry));
  }
  result["source"] = mended->source;
  result["repairs"] = std::move(repairs);
  return result;
}

}  // namespace torsor::cli
