#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "torsor/core/finding.hpp"
#include "torsor/core/text.hpp"

namespace torsor {

namespace xml {
struct Tags;
}

/// Changes to the text of an XML file that leave every other byte as it is: comments, order, quotes, white space, line
/// ends, byte order mark. An element is named by any place in its start tag, which is where findings and quantities
/// say that they were written. The text has to be XML; what is not is left alone.
class XmlEdit {
 public:
  using Attributes = std::vector<std::pair<std::string, std::string>>;

  explicit XmlEdit(std::string text);

  /// Gives an attribute another value, or adds it behind the last one. False where there is no element.
  bool set(Location where, const std::string& attribute, const std::string& value);
  /// The same with numbers, separated by blanks, that read back to the same bits.
  bool set(Location where, const std::string& attribute, const std::vector<double>& numbers);
  /// Takes an attribute out, with the white space before it. False where it is not there.
  bool remove(Location where, const std::string& attribute);
  /// Adds an element without content as the last child, on a line of its own where the element has several lines.
  bool insert_child(Location where, const std::string& name, const Attributes& attributes);

  /// The name of the element, or nothing where there is none.
  std::optional<std::string> name(Location where) const;
  /// The value of an attribute as it was written, with its entities; nothing where it is not there.
  std::optional<std::string> written(Location where, const std::string& attribute) const;
  /// The first child of that name, as it was in the text.
  std::optional<Location> child(Location where, const std::string& name) const;
  std::optional<Location> parent(Location where) const;

  bool changed() const { return !changes_.empty(); }
  /// The text with all changes.
  std::string text() const;

 private:
  struct Change {
    std::vector<std::pair<std::string, std::optional<std::string>>> attributes;  // without a value: taken out
    std::vector<std::string> children;
  };
  struct Piece;
  std::optional<std::size_t> element(Location where) const;
  void add_attributes(std::size_t index, const Change& change, std::vector<Piece>& pieces) const;
  void add_children(std::size_t index, const Change& change, std::vector<Piece>& pieces) const;

  std::string text_;
  std::shared_ptr<const xml::Tags> tags_;
  std::map<std::size_t, Change> changes_;  // by the number of the element
};

}  // namespace torsor
