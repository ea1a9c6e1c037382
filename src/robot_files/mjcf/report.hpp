#pragma once

#include "robot_files/mjcf/tree.hpp"

namespace torsor::mjcf {

/// An element, or one attribute of it.
struct Place {
  const Element* element = nullptr;
  std::string_view attribute{};

  Place(const Element* of, std::string_view named = {})  // NOLINT(google-explicit-constructor)
      : element(of), attribute(named) {}
};

/// Where findings go, each with its place. What is wrong in a default class is told once, however many use it.
class Report {
 public:
  explicit Report(std::vector<Finding>& findings) : findings_(findings) {}

  void error(const char* code, const Place& place, std::string message, std::string fix = "") {
    add(Severity::error, code, place, std::move(message), std::move(fix));
  }
  void warning(const char* code, const Place& place, std::string message, std::string fix = "") {
    add(Severity::warning, code, place, std::move(message), std::move(fix));
  }
  void note(const char* code, const Place& place, std::string message, std::string fix = "") {
    add(Severity::note, code, place, std::move(message), std::move(fix));
  }

 private:
  void add(Severity severity, const char* code, const Place& place, std::string message, std::string fix);

  std::vector<Finding>& findings_;
  std::set<std::pair<const Element*, std::string>> told_;
};

/// "joint shoulder", or "joint" where it has no name.
std::string label(const Element& element);

/// "<joint>"
std::string tag_text(const Element& element);

Location where(const Place& place);

/// Attributes that MJCF does not know, which are most often misspelt.
void check_attributes(const Element& element, Report& report);

}  // namespace torsor::mjcf
