#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "torsor/model/description.hpp"

namespace torsor::xml {

/// Where in the text an attribute stands: white space, name and the value between its quotes.
struct AttributePlace {
  std::size_t space, name, name_end, value, value_end;
};

/// Where in the text an element stands.
struct Tag {
  std::size_t begin = 0, name = 0, name_end = 0;
  std::vector<AttributePlace> attributes;
  std::size_t end = 0;        // behind the start tag
  std::size_t close = 0;      // at </name>; that is `end` where the start tag closes itself
  std::size_t parent = none;  // its number
  bool closes_itself = false;

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
};

/// The elements of an XML text in their order. Comments, CDATA, instructions and document types are passed over.
struct Tags {
  explicit Tags(std::string_view text);

  std::vector<Tag> elements;
  std::vector<std::size_t> lines;  // where they start

  std::size_t offset(Location where) const;
  Location location(std::size_t offset) const;
};

}  // namespace torsor::xml
