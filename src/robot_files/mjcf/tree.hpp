#pragma once

#include <deque>
#include <memory>
#include <set>

#include "robot_files/xml/document.hpp"
#include "torsor/robot_files/mjcf/read_mjcf.hpp"

namespace torsor::mjcf {

/// An element of an MJCF robot. Includes are already resolved: what they brought stands in their place.
struct Element {
  pugi::xml_node node;
  const xml::Document* file = nullptr;
  Element *first_child = nullptr, *last_child = nullptr, *next = nullptr;

  std::string_view tag() const { return node.name(); }
  /// The attribute as written, or a null pointer.
  const char* text(const char* attribute) const {
    const pugi::xml_attribute found = node.attribute(attribute);
    return found ? found.value() : nullptr;
  }
};

/// The elements of a file and of the files it includes. Nothing in it recurses: a file may nest as deep as it likes.
class Tree {
 public:
  Tree(std::string_view text, const std::string& file_name, const IncludeSource& source,
       std::vector<Finding>& findings);

  /// The root, or a null pointer where the main file is no XML.
  const Element* root() const { return elements_.empty() ? nullptr : &elements_.front(); }

 private:
  /// Siblings that are still to be read.
  struct Pending {
    pugi::xml_node next;
    const xml::Document* file;
    Element* parent;
  };

  Element* add(const pugi::xml_node& node, const xml::Document* file, Element* parent);
  void read_children();
  void include(const pugi::xml_node& node, const xml::Document& file, Element* parent);
  std::optional<std::filesystem::path> find(const std::filesystem::path& name, const xml::Document& from,
                                            std::string& text) const;

  const IncludeSource& source_;
  std::vector<Finding>& findings_;
  std::filesystem::path main_;
  std::deque<xml::Document> files_;
  std::size_t included_bytes_ = 0;
  std::set<std::string> seen_;
  std::deque<Element> elements_;
  std::vector<Pending> pending_;
};

}  // namespace torsor::mjcf
