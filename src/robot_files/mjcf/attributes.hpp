#pragma once

#include <map>

#include "robot_files/mjcf/report.hpp"
#include "torsor/spatial/transform.hpp"

namespace torsor::mjcf {

/// The attributes of an element, and behind them those of its default classes, the nearest first.
class Attributes {
 public:
  Attributes(std::vector<const Element*> layers, Report& report) : layers_(std::move(layers)), report_(&report) {}

  const Element& element() const { return *layers_.front(); }
  const std::vector<const Element*>& layers() const { return layers_; }
  Report& report() const { return *report_; }

  /// Where the attribute is written; a null element where it is not.
  Place place(const char* attribute) const;
  bool has(const char* attribute) const { return place(attribute).element != nullptr; }
  /// As written, or "".
  std::string text(const char* attribute) const;
  /// Exactly `count` numbers; nothing where the attribute is missing, or after a finding that it has others.
  std::optional<std::vector<double>> numbers(const char* attribute, std::size_t count) const;
  double number(const char* attribute, double otherwise) const;
  /// Not negative, or 0 after a finding.
  double magnitude(const char* attribute, double otherwise) const;
  /// Damping and the like: 0 after a warning where it is negative.
  double effect(const char* attribute) const;
  Vector3<double> vector(const char* attribute, const Vector3<double>& otherwise) const;
  /// Up to three numbers; what a nearer layer leaves open is taken from one behind it.
  Vector3<double> partial_vector(const char* attribute) const;
  /// One of `words`, the first where the attribute is missing or after a finding.
  std::string word(const char* attribute, const std::vector<std::string>& words) const;

 private:
  std::optional<std::vector<double>> numbers_of(const Element* layer, const char* attribute, std::size_t least,
                                                std::size_t most) const;

  std::vector<const Element*> layers_;
  Report* report_;
};

/// The default classes of a file: a tree of them, each with the elements that hold its values.
class Defaults {
 public:
  static constexpr int main_class = 0;

  Defaults(const Element& root, Report& report);

  /// The class that an attribute of an element names, or `otherwise`.
  int named(const Element& element, const char* attribute, int otherwise) const;
  /// An element with its defaults, which are those of `tag`; `inherited` is the childclass around it.
  Attributes attributes(const Element& element, int inherited, std::string_view tag) const;
  Attributes attributes(const Element& element, int inherited) const {
    return attributes(element, inherited, element.tag());
  }

 private:
  struct Class {
    int parent = -1;
    int depth = 0;
    std::map<std::string, std::vector<const Element*>, std::less<>> elements;
  };
  void read(const Element& top);
  void add_values(const Element& element, Class& to);
  int open_class(const Element& element, int parent);

  Report& report_;
  std::vector<Class> classes_{1};
  std::map<std::string, int, std::less<>> names_{{"main", main_class}};
};

}  // namespace torsor::mjcf
