#include "robot_files/mjcf/attributes.hpp"

#include <algorithm>

namespace torsor::mjcf {

Place Attributes::place(const char* attribute) const {
  for (const Element* layer : layers_)
    if (layer->text(attribute) != nullptr) return {layer, attribute};
  return nullptr;
}

std::string Attributes::text(const char* attribute) const {
  const Place found = place(attribute);
  return found.element == nullptr ? "" : found.element->text(attribute);
}

std::optional<std::vector<double>> Attributes::numbers_of(const Element* layer, const char* attribute,
                                                          std::size_t least, std::size_t most) const {
  if (layer == nullptr) return {};
  const std::string written = layer->text(attribute);
  auto values = xml::numbers(written);
  if (values && values->size() >= least && values->size() <= most) return values;
  const std::string expected = least == most ? std::to_string(most) : "1 to " + std::to_string(most);
  report_->error("number", {layer, attribute},
                 std::string(attribute) + ": expected " + expected + (most == 1 ? " number" : " numbers") +
                     ", found '" + written + "'");
  return {};
}

std::optional<std::vector<double>> Attributes::numbers(const char* attribute, std::size_t count) const {
  return numbers_of(place(attribute).element, attribute, count, count);
}

double Attributes::number(const char* attribute, double otherwise) const {
  const auto values = numbers(attribute, 1);
  return values ? values->front() : otherwise;
}

double Attributes::magnitude(const char* attribute, double otherwise) const {
  const double value = number(attribute, otherwise);
  if (value >= 0) return value;
  report_->error("negative", place(attribute),
                 std::string(attribute) + ": expected a number that is not negative, found '" + text(attribute) + "'");
  return 0;
}

double Attributes::effect(const char* attribute) const {
  const double value = number(attribute, 0);
  if (value < 0)
    report_->warning("friction-negative", place(attribute),
                     std::string(attribute) + ": expected a number that is not negative, found '" + text(attribute) +
                         "'; taken as 0",
                     "write a magnitude");
  return std::max(value, 0.0);
}

Vector3<double> Attributes::vector(const char* attribute, const Vector3<double>& otherwise) const {
  const auto values = numbers(attribute, 3);
  return values ? Vector3<double>{(*values)[0], (*values)[1], (*values)[2]} : otherwise;
}

Vector3<double> Attributes::partial_vector(const char* attribute) const {
  double merged[3] = {0, 0, 0};
  for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
    if ((*layer)->text(attribute) == nullptr) continue;
    if (const auto values = numbers_of(*layer, attribute, 1, 3)) std::copy(values->begin(), values->end(), merged);
  }
  return {merged[0], merged[1], merged[2]};
}

std::string Attributes::word(const char* attribute, const std::vector<std::string>& words) const {
  const Place found = place(attribute);
  if (found.element == nullptr) return words.front();
  std::string written = found.element->text(attribute);
  if (std::find(words.begin(), words.end(), written) != words.end()) return written;
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  report_->error("word", found, std::string(attribute) + ": expected one of " + list + "; found '" + written + "'");
  return words.front();
}

}  // namespace torsor::mjcf
