#include "output/remark.hpp"

#include <iostream>

#include "output/colour.hpp"
#include "output/finding_output.hpp"

namespace torsor::cli {

void warn(const Finding& finding, bool json) {
  if (!json) return remark(finding.severity, finding.file + ": " + finding.message + "; " + advice(finding), json);
  std::cerr << Json{{"warnings", findings_json({finding})}}.line() << '\n' << std::flush;
}

void remark(Severity severity, const std::string& message, bool json) {
  const std::string kind = word(severity);
  if (json)
    std::cerr << Json{{"warnings", Json::array({Json{{"severity", kind}, {"message", message}}})}}.line() << '\n';
  else
    std::cerr << "torsor: "
              << (severity == Severity::warning ? coloured(Colour::yellow, kind + ":", Stream::error) : kind + ":")
              << ' ' << message << '\n';
  std::cerr << std::flush;
}

}  // namespace torsor::cli
