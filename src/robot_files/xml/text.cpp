#include "robot_files/xml/text.hpp"

namespace torsor::xml {

std::string vector_text(const Vector3<double>& v) {
  return number_text(v.x) + " " + number_text(v.y) + " " + number_text(v.z);
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (c == '\n' || c == '\t' || c == '\r')  // would come back as blanks
      result += "&#" + std::to_string(static_cast<int>(c)) + ";";
    else if (static_cast<unsigned char>(c) < 0x20)  // has no place in XML
      result += "\uFFFD";
    else
      result += c;
  }
  return result;
}

void Writer::close_start_tag() {
  if (elements_.empty() || !elements_.back()->open_) return;
  text_ += ">\n";
  elements_.back()->open_ = false;
}

void Writer::lines(std::string_view text) {
  close_start_tag();
  text_ += text;
}

Writer::Element::Element(Writer& writer, std::string name) : writer_(writer), name_(std::move(name)) {
  writer_.close_start_tag();
  writer_.text_ += writer_.indent() + "<" + name_;
  writer_.elements_.push_back(this);
}

Writer::Element::~Element() {
  writer_.elements_.pop_back();
  if (open_)
    writer_.text_ += "/>\n";
  else
    writer_.text_ += writer_.indent() + "</" + name_ + ">\n";
}

Writer::Element& Writer::Element::text(const char* attribute, std::string_view value) {
  writer_.text_ += " ";
  writer_.text_ += attribute;
  writer_.text_ += "=\"" + escaped(value) + "\"";
  return *this;
}

}  // namespace torsor::xml
