#include "robot_files/urdf/element.hpp"

#include <algorithm>
#include <cmath>

#include "robot_files/described_pose.hpp"
#include "torsor/core/text.hpp"

namespace torsor::urdf {
namespace {

std::string lower_case(std::string_view word) {
  std::string result(word);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

bool contains(Element::Words words, std::string_view word) {
  return std::any_of(words.begin(), words.end(), [&](const char* known) { return word == known; });
}

std::string listed(Element::Words words) {
  std::string list;
  for (const char* word : words) list += (list.empty() ? "" : ", ") + std::string(word);
  return list;
}

}  // namespace

std::string tag(const char* name) {
  std::string result(1, '<');
  result.append(name);
  result.push_back('>');
  return result;
}

const char* meant(std::string_view word, Element::Words known) {
  for (const char* candidate : known) {
    const std::size_t length = std::string_view(candidate).size(), slips = length > 5 ? 2 : 1;
    if (word.size() > length + slips || length > word.size() + slips) continue;
    if (edit_distance(lower_case(word.substr(0, 40)), candidate) <= slips) return candidate;
  }
  return nullptr;
}

void Log::add(Severity severity, std::string code, Location where, std::string element, std::string message,
              std::string fix) {
  errors_ += severity == Severity::error;
  findings_.push_back({std::move(code), severity, document_.file_name(), where, std::move(element), std::move(message),
                       std::move(fix)});
}

Element Element::child(const char* name) const {
  const pugi::xml_node first = node_.child(name);
  if (const pugi::xml_node second = first.next_sibling(name))
    log_->warning("element-repeated", log_->document().where(second), owner(),
                  "expected one <" + std::string(name) + ">, found another; the first one counts",
                  "take one of them out");
  return {*log_, first, kind_, name_};
}

std::optional<std::string> Element::text(const char* name, const char* code) const {
  const pugi::xml_attribute found = attribute(name);
  if (found && *found.value() != '\0') return found.value();
  log_->error(code, where(name), owner(),
              tag(node_.name()) + ": expected an attribute " + name + ", found " + (found ? "an empty one" : "none"));
  return {};
}

std::optional<std::array<double, 4>> Element::numbers(const char* name, std::size_t count) const {
  const pugi::xml_attribute found = attribute(name);
  if (!found) return {};
  std::array<double, 4> values{};
  if (xml::read_numbers(found.value(), values) == count) return values;
  const std::string text = found.value();
  const std::string fix = text.find("${") != std::string::npos  ? "expand the file with xacro first"
                          : text.find(',') != std::string::npos ? "separate numbers with spaces"
                                                                : "";
  log_->error("number", where(name), owner(),
              std::string(node_.name()) + " " + name + ": expected " +
                  (count == 1 ? "a number" : std::to_string(count) + " numbers") + ", found " + in_quotes(text),
              fix);
  return {};
}

double Element::number(const char* attribute, double otherwise) const {
  const auto values = numbers(attribute, 1);
  return values ? (*values)[0] : otherwise;
}

std::array<double, 3> Element::three(const char* attribute, const std::array<double, 3>& otherwise) const {
  const auto values = numbers(attribute, 3);
  return values ? std::array<double, 3>{(*values)[0], (*values)[1], (*values)[2]} : otherwise;
}

described::Triple Element::triple(const char* attribute, const std::array<double, 3>& value) const {
  const Location place = where(attribute);
  return {described::Quantity{value[0], place}, {value[1], place}, {value[2], place}};
}

described::Pose Element::pose() const {
  if (!node_) return {};
  expect_attributes({"xyz", "rpy", "quat_xyzw"});
  return {triple("xyz", three("xyz", {})), has("quat_xyzw") ? quaternion() : triple("rpy", three("rpy", {}))};
}

described::Triple Element::quaternion() const {
  const char* name = "quat_xyzw";
  if (has("rpy"))
    log_->error("rotation-repeated", where("rpy"), owner(), "origin: expected rpy or quat_xyzw, found both",
                "take one of them out");
  const auto values = numbers(name, 4);
  if (!values) return {};
  const double x = (*values)[0], y = (*values)[1], z = (*values)[2], w = (*values)[3];
  const double size = std::hypot(std::hypot(x, y), std::hypot(z, w));
  if (!(size > 1e-100 && size < 1e100)) {
    log_->error("quaternion-zero", where(name), owner(),
                "quat_xyzw: expected a rotation, found " + in_quotes(node_.attribute(name).value()));
    return {};
  }
  if (std::abs(size - 1) > 1e-3)
    log_->warning("quaternion-not-unit", where(name), owner(),
                  "quat_xyzw: expected a length of 1, found " + Expression(size).text() + "; only its direction counts",
                  "make its length 1");
  described::Triple rpy = described_rotation(rotation_of_quaternion<double>(w / size, x / size, y / size, z / size));
  for (described::Quantity& angle : rpy) angle.where = where(name);
  return rpy;
}

void Element::expect_children(Words known) const {
  for (const pugi::xml_node child : node_.children()) {
    const std::string_view name = child.name();
    if (child.type() != pugi::node_element || contains(known, name) || name.find(':') != std::string_view::npos)
      continue;
    const char* candidate = meant(name, known);
    const std::string message =
        tag(node_.name()) + ": expected " + listed(known) + "; found " + in_quotes(name) + ", which is ignored";
    if (candidate != nullptr)
      log_->warning("element-misspelt", log_->document().where(child), owner(), message,
                    "did you mean <" + std::string(candidate) + ">?");
    else
      log_->add(Severity::note, "element-unknown", log_->document().where(child), owner(), message);
  }
}

void Element::expect_attributes(Words known) const {
  unsigned seen = 0;  // a bit for each known one
  for (const pugi::xml_attribute attribute : node_.attributes()) {
    const std::string_view name = attribute.name();
    const auto word =
        std::find_if(known.begin(), known.end(), [&](const char* candidate) { return name == candidate; });
    if (word != known.end()) {
      const unsigned bit = 1U << static_cast<unsigned>(word - known.begin());
      if ((seen & bit) != 0)
        log_->error("xml", log_->document().where(node_, attribute), owner(),
                    tag(node_.name()) + ": expected each attribute once, found a second " + std::string(name));
      seen |= bit;
      continue;
    }
    const char* candidate = meant(name, known);
    if (candidate == nullptr) continue;
    log_->warning(
        "attribute-misspelt", log_->document().where(node_, attribute), owner(),
        tag(node_.name()) + ": expected " + listed(known) + "; found " + in_quotes(name) + ", which is ignored",
        "did you mean " + std::string(candidate) + "?");
  }
}

}  // namespace torsor::urdf
