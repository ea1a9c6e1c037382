#include "robot_files/yaml/keys.hpp"

#include "robot_files/yaml/text.hpp"

namespace torsor::yaml {
namespace {

template <class Entries>
std::string list(const Entries& entries) {
  std::string result(1, '[');
  for (const described::Quantity& entry : entries) {
    if (result.size() > 1) result += ", ";
    result += scalar_text(entry);
  }
  result += ']';
  return result;
}

}  // namespace

bool is_zero(const described::Quantity& quantity) { return quantity.expression.text() == "0"; }

std::string scalar_text(const described::Quantity& quantity) { return expression_text(quantity.expression.text()); }
std::string list_text(const described::Triple& entries) { return list(entries); }
std::string list_text(const std::array<described::Quantity, 2>& entries) { return list(entries); }
std::string list_text(const std::vector<described::Quantity>& entries) { return list(entries); }

void Keys::add(const char* key, const described::Quantity& value) {
  if (!is_zero(value)) add(key, scalar_text(value));
}
void Keys::add(const char* key, const std::optional<described::Quantity>& value) {
  if (value) add(key, scalar_text(*value));
}
void Keys::add(const char* key, const described::Triple& value) {
  if (!is_zero(value)) add(key, list_text(value));
}
void Keys::add(const char* key, const std::array<described::Quantity, 2>& value) {
  if (is_zero(value)) return;
  add(key, value[0].expression.text() == value[1].expression.text() ? scalar_text(value[0]) : list_text(value));
}

std::string Keys::flow() const {
  std::string result(1, '{');
  for (const auto& [key, value] : keys_) {
    if (result.size() > 1) result += ", ";
    result += key;
    result += ": ";
    result += value;
  }
  result += '}';
  return result;
}

std::string Keys::block(const std::string& first, const std::string& indent) const {
  std::string result;
  for (const auto& [key, value] : keys_) {
    result += result.empty() ? first : indent;
    result += key;
    result += value.starts_with('\n') ? ":" : ": ";
    result += value;
    result += '\n';
  }
  return result;
}

std::string flow_text(const described::Pose& pose) {
  Keys keys;
  keys.add("xyz", pose.xyz);
  keys.add("rpy", pose.rpy);
  return keys.flow();
}

std::string flow_text(const described::Capsule& capsule) {
  Keys keys;
  keys.add("from", list_text(capsule.from));
  keys.add("to", list_text(capsule.to));
  keys.add("radius", scalar_text(capsule.radius));
  return keys.flow();
}

std::string flow_text(const described::Shape& shape) {
  using enum described::Shape::Kind;
  Keys keys, sizes;
  const auto sized = [&](const std::string& kind, std::initializer_list<const char*> names) {
    std::size_t k = 0;
    for (const char* name : names) sizes.add(name, scalar_text(shape.size[k++]));
    keys.add(kind, sizes.flow());
  };
  switch (shape.kind) {
    case box:
      keys.add("box", list_text(shape.size));
      break;
    case ellipsoid:
      keys.add("ellipsoid", list_text(shape.size));
      break;
    case cylinder:
      sized("cylinder", {"radius", "length"});
      break;
    case capsule:
      sized("capsule", {"radius", "length"});
      break;
    case cone:
      sized("cone", {"radius", "length"});
      break;
    case tube:
      sized("tube", {"outer", "inner", "length"});
      break;
    case sphere:
      keys.add("sphere", scalar_text(shape.size[0]));
      break;
    case rod:
      keys.add("rod", scalar_text(shape.size[0]));
      break;
    case point:
      keys.add("point", "true");
  }
  keys.add("mass", shape.mass);
  keys.add("density", shape.density);
  keys.add("at", shape.pose.xyz);
  keys.add("rpy", shape.pose.rpy);
  return keys.flow();
}

}  // namespace torsor::yaml
