#pragma once

#include "robot_files/mjcf/tree.hpp"

namespace torsor {

/// An element, or one attribute of it.
struct MjcfPlace {
  const MjcfElement* element = nullptr;
  std::string_view attribute{};

  MjcfPlace(const MjcfElement* of, std::string_view named = {})  // NOLINT(google-explicit-constructor)
      : element(of), attribute(named) {}
};

/// Where findings go, each with its place. What is wrong in a default class is told once, however many use it.
class MjcfReport {
 public:
  explicit MjcfReport(std::vector<Finding>& findings) : findings_(findings) {}

  void error(const char* code, const MjcfPlace& place, std::string message, std::string fix = "") {
    add(Severity::error, code, place, std::move(message), std::move(fix));
  }
  void warning(const char* code, const MjcfPlace& place, std::string message, std::string fix = "") {
    add(Severity::warning, code, place, std::move(message), std::move(fix));
  }
  void note(const char* code, const MjcfPlace& place, std::string message, std::string fix = "") {
    add(Severity::note, code, place, std::move(message), std::move(fix));
  }

 private:
  void add(Severity severity, const char* code, const MjcfPlace& place, std::string message, std::string fix);

  std::vector<Finding>& findings_;
  std::set<std::pair<const MjcfElement*, std::string>> told_;
};

/// "joint shoulder", or "joint" where it has no name.
std::string label(const MjcfElement& element);

/// "<joint>"
std::string tag_text(const MjcfElement& element);

Location where(const MjcfPlace& place);

/// Attributes that MJCF does not know, which are most often misspelt.
void check_attributes(const MjcfElement& element, MjcfReport& report);

}  // namespace torsor
