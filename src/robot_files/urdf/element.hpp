#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "robot_files/xml/document.hpp"
#include "torsor/model/description.hpp"

namespace torsor::urdf {

/// The document, and the findings that the parts of the URDF reader add to.
class Log {
 public:
  Log(const xml::Document& document, std::vector<Finding>& findings) : document_(document), findings_(findings) {}

  void add(Severity severity, std::string code, Location where, std::string element, std::string message,
           std::string fix = "");
  void error(std::string code, Location where, std::string element, std::string message, std::string fix = "") {
    add(Severity::error, std::move(code), where, std::move(element), std::move(message), std::move(fix));
  }
  void warning(std::string code, Location where, std::string element, std::string message, std::string fix = "") {
    add(Severity::warning, std::move(code), where, std::move(element), std::move(message), std::move(fix));
  }
  int errors() const { return errors_; }
  const xml::Document& document() const { return document_; }

 private:
  const xml::Document& document_;
  std::vector<Finding>& findings_;
  int errors_ = 0;
};

/// An element, and whose it is, as messages say it: "joint elbow". It may be missing; then it has no children and no
/// attributes. The owner's name has to live as long as the element: it is only looked at.
class Element {
 public:
  using Words = std::initializer_list<const char*>;

  Element(Log& log, pugi::xml_node node, std::string_view kind, std::string_view name)
      : log_(&log), node_(node), kind_(kind), name_(name) {}

  explicit operator bool() const { return !node_.empty(); }
  pugi::xml_node node() const { return node_; }
  std::string owner() const { return kind_.empty() ? std::string() : std::string(kind_).append(" ").append(name_); }
  Log& log() const { return *log_; }
  Location where() const { return log_->document().where(node_); }
  Location where(const char* name) const { return log_->document().where(node_, attribute(name)); }

  void error(const char* code, std::string message, std::string fix = "") const {
    log_->error(code, where(), owner(), std::move(message), std::move(fix));
  }
  void warning(const char* code, std::string message, std::string fix = "") const {
    log_->warning(code, where(), owner(), std::move(message), std::move(fix));
  }

  /// The first child of that name; another one is a warning.
  Element child(const char* name) const;
  /// A text that has to be there and not be empty; nothing after an error with that code.
  std::optional<std::string> text(const char* name, const char* code) const;
  bool has(const char* name) const { return !attribute(name).empty(); }
  /// The number of an attribute. Without the attribute, or after an error about it, it is `otherwise`.
  double number(const char* attribute, double otherwise) const;
  std::array<double, 3> three(const char* attribute, const std::array<double, 3>& otherwise) const;
  described::Quantity quantity(const char* attribute, double value) const { return {value, where(attribute)}; }
  described::Triple triple(const char* attribute, const std::array<double, 3>& value) const;
  /// xyz and rpy, 0 where they are missing; quat_xyzw may stand for rpy.
  described::Pose pose() const;

  /// Warns of children that look like a slip of the pen, and notes those that mean nothing here.
  void expect_children(Words known) const;
  /// Warns of attributes that look like a slip of the pen, and refuses a second one of the same name.
  void expect_attributes(Words known) const;

 private:
  /// Asked for several times in a row, as it mostly is, an attribute is looked for once.
  pugi::xml_attribute attribute(const char* name) const {
    if (name != last_name_) last_name_ = name, last_ = node_.attribute(name);
    return last_;
  }
  std::optional<std::array<double, 4>> numbers(const char* name, std::size_t count) const;  // up to four
  described::Triple quaternion() const;

  Log* log_;
  pugi::xml_node node_;
  std::string_view kind_, name_;
  mutable const char* last_name_ = nullptr;
  mutable pugi::xml_attribute last_;
};

/// <name>, for a message. (Appended bit by bit: GCC 12 warns of the sums at -O3.)
std::string tag(const char* name);

/// The known word that another was probably meant to be, or null.
const char* meant(std::string_view word, Element::Words known);

}  // namespace torsor::urdf
