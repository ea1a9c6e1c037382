#include "report/parts.hpp"
#include "torsor/report/html.hpp"

namespace torsor::report {
namespace {

using html::escaped;

/// Nothing may be loaded from elsewhere, whatever a name in a log tries.
constexpr const char* policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

std::string head(const std::string& title) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
         "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
         escaped(policy) + "\"/>\n<title>" + escaped(title) + "</title>\n<style>\n" + std::string(style()) +
         "</style>\n</head>\n";
}

std::string contents(const std::vector<Section>& sections) {
  std::string text = "<nav aria-label=\"Contents\"><ol>\n";
  for (const Section& section : sections)
    text += "<li><a href=\"#" + section.id + "\">" + escaped(section.heading) + "</a></li>\n";
  return text + "</ol></nav>\n";
}

}  // namespace

std::string page(const std::string& title, const std::string& header, const std::vector<Section>& sections) {
  std::string text = head(title) + "<body>\n" + header + contents(sections) + "<main>\n";
  for (const Section& section : sections)
    text += "<section id=\"" + section.id + "\"><h2>" + escaped(section.heading) + "</h2>\n" + section.body +
            "</section>\n";
  return text + "</main>\n<script>\n" + std::string(script()) + "</script>\n</body>\n</html>\n";
}

}  // namespace torsor::report
