#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "torsor/robot_files/xml/edit.hpp"
#include "torsor/spatial/vector3.hpp"

namespace torsor::xml {

/// Three numbers between blanks, that read back to the same bits.
std::string vector_text(const Vector3<double>& v);

/// A text inside the quotation marks of an attribute.
std::string escaped(std::string_view text);

/// Elements with their attributes, indented, one a line.
class Writer {
 public:
  class Element {
   public:
    Element(Writer& writer, std::string name);
    ~Element();
    Element(const Element&) = delete;
    Element& operator=(const Element&) = delete;

    Element& text(const char* attribute, std::string_view value);
    Element& number(const char* attribute, double value) { return text(attribute, number_text(value)); }
    Element& number(const char* attribute, const std::optional<double>& value) {
      return value ? number(attribute, *value) : *this;
    }
    Element& vector(const char* attribute, const Vector3<double>& value) { return text(attribute, vector_text(value)); }

   private:
    friend class Writer;
    Writer& writer_;
    std::string name_;
    bool open_ = true;  // attributes may still come
  };

  std::string take() { return std::move(text_); }
  void line(const std::string& text) { text_ += text + "\n"; }
  /// Whole lines, as they are, inside the element that is open.
  void lines(std::string_view text);

 private:
  std::string indent() const { return std::string(2 * elements_.size(), ' '); }
  void close_start_tag();

  std::string text_;
  std::vector<Element*> elements_;
};

}  // namespace torsor::xml
