#pragma once

#include <optional>
#include <pugixml.hpp>
#include <span>

#include "torsor/core/finding.hpp"

namespace torsor::xml {

/// An XML file that was parsed, with the place of everything in it. pugixml expands no entities of the file's own and
/// reads nothing else, so that a file can neither blow up nor fetch.
class Document {
 public:
  /// Parses `text`; a mistake in the XML is a finding, and there is then no root.
  Document(std::string text, std::string file_name, std::vector<Finding>& findings);
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  pugi::xml_node root() const { return document_.document_element(); }
  const std::string& file_name() const { return file_name_; }
  Location where(std::ptrdiff_t offset) const;
  Location where(const pugi::xml_node& node) const { return where(node.offset_debug()); }
  /// Where an attribute of the node is named; the node itself where there is none.
  Location where(const pugi::xml_node& node, const pugi::xml_attribute& attribute) const;
  const std::string& text() const { return text_; }

 private:
  /// Where and why the text is no XML.
  std::optional<std::pair<std::size_t, std::string>> parse();

  std::string text_;  // as written: pugixml works on a copy
  std::string file_name_;
  std::vector<std::size_t> line_starts_;
  mutable std::size_t last_line_ = 0;  // of the last place that was asked for: the next one is mostly near
  pugi::xml_document document_;
};

/// The numbers of an attribute, separated by white space, each as XML Schema's double: no locale, no hexadecimal, no
/// unit. Nothing when one of them is not, or is not finite.
/// The first form says how many there are, of which `numbers` holds those that fit.
std::optional<std::size_t> read_numbers(std::string_view text, std::span<double> numbers);
std::optional<std::vector<double>> numbers(std::string_view text);

}  // namespace torsor::xml
