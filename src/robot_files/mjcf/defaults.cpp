#include <algorithm>

#include "robot_files/mjcf/attributes.hpp"

namespace torsor::mjcf {
namespace {

constexpr int deepest_class = 100;
constexpr std::size_t most_values = 100;

}  // namespace

Defaults::Defaults(const Element& root, Report& report) : report_(report) {
  for (const Element* section = root.first_child; section != nullptr; section = section->next)
    if (section->tag() == "default") read(*section);
}

void Defaults::read(const Element& top) {
  struct Open {
    const Element* next;
    int of;
  };
  if (const char* name = top.text("class")) names_.emplace(name, main_class);
  std::vector<Open> stack{{top.first_child, main_class}};
  while (!stack.empty()) {
    const auto [element, of] = stack.back();
    if (element == nullptr) {
      stack.pop_back();
      continue;
    }
    stack.back().next = element->next;
    if (element->tag() != "default") {
      add_values(*element, classes_[static_cast<std::size_t>(of)]);
    } else if (const int opened = open_class(*element, of); opened >= 0) {
      stack.push_back({element->first_child, opened});
    }
  }
}

void Defaults::add_values(const Element& element, Class& to) {
  check_attributes(element, report_);
  auto& same = to.elements[std::string(element.tag())];
  if (same.size() >= most_values)
    return report_.error("class-depth", &element,
                         "expected at most " + std::to_string(most_values) + " of its kind in a default class");
  same.insert(same.begin(), &element);  // a later one comes before an earlier one
}

int Defaults::open_class(const Element& element, int parent) {
  const char* name = element.text("class");
  const int depth = classes_[static_cast<std::size_t>(parent)].depth + 1;
  if (name == nullptr || *name == 0) {
    report_.error("class-without-name", &element, "expected the attribute class, found none");
  } else if (names_.contains(name)) {
    report_.error("class-repeated", {&element, "class"}, "two default classes are named '" + std::string(name) + "'");
  } else if (depth > deepest_class) {
    report_.error("class-depth", &element,
                  "expected at most " + std::to_string(deepest_class) + " default classes inside each other");
  } else {
    classes_.push_back({parent, depth, {}});
    return names_[name] = static_cast<int>(classes_.size()) - 1;
  }
  return -1;
}

int Defaults::named(const Element& element, const char* attribute, int otherwise) const {
  const char* name = element.text(attribute);
  if (name == nullptr) return otherwise;
  const auto found = names_.find(name);
  if (found != names_.end()) return found->second;
  report_.error("class-unknown", {&element, attribute},
                std::string(attribute) + ": expected the name of a default class, found '" + name + "'");
  return otherwise;
}

Attributes Defaults::attributes(const Element& element, int inherited, std::string_view tag) const {
  std::vector<const Element*> layers{&element};
  for (int at = named(element, "class", inherited); at >= 0; at = classes_[static_cast<std::size_t>(at)].parent) {
    const auto& elements = classes_[static_cast<std::size_t>(at)].elements;
    const auto same = elements.find(tag);
    if (same != elements.end()) layers.insert(layers.end(), same->second.begin(), same->second.end());
  }
  return {std::move(layers), report_};
}

}  // namespace torsor::mjcf
