#include "robot_files/mjcf/tree.hpp"

#include "torsor/core/limits.hpp"

namespace torsor::mjcf {
namespace {

std::string key_of(const std::filesystem::path& path) { return path.lexically_normal().generic_string(); }

}  // namespace

Tree::Tree(std::string_view text, const std::string& file_name, const IncludeSource& source,
           std::vector<Finding>& findings)
    : source_(source), findings_(findings), main_(file_name) {
  const xml::Document& file = files_.emplace_back(std::string(text), file_name, findings_);
  seen_.insert(key_of(main_));
  if (!file.root()) return;
  Element* root = add(file.root(), &file, nullptr);
  pending_.push_back({file.root().first_child(), &file, root});
  read_children();
}

Element* Tree::add(const pugi::xml_node& node, const xml::Document* file, Element* parent) {
  Element& element = elements_.emplace_back();
  element.node = node;
  element.file = file;
  if (parent == nullptr) return &element;
  (parent->last_child != nullptr ? parent->last_child->next : parent->first_child) = &element;
  parent->last_child = &element;
  return &element;
}

void Tree::read_children() {
  while (!pending_.empty()) {
    Pending& top = pending_.back();
    const pugi::xml_node node = top.next;
    if (!node) {
      pending_.pop_back();
      continue;
    }
    top.next = node.next_sibling();
    if (node.type() != pugi::node_element) continue;
    const xml::Document* file = top.file;
    Element* parent = top.parent;
    if (std::string_view(node.name()) == "include") {
      include(node, *file, parent);
    } else {
      Element* element = add(node, file, parent);
      if (node.first_child()) pending_.push_back({node.first_child(), file, element});
    }
  }
}

void Tree::include(const pugi::xml_node& node, const xml::Document& file, Element* parent) {
  const auto report = [&](const char* code, const std::string& message, const char* fix) {
    findings_.push_back({code, Severity::error, file.file_name(), file.where(node), "include", message, fix});
  };
  const std::string name = node.attribute("file").value();
  if (name.empty()) return report("include-without-file", "expected the attribute file, found none", "");
  std::string text;
  const auto path = find(name, file, text);
  if (!path)
    return report("include-missing", "expected a file, found none named '" + name + "'",
                  "paths are relative to the including file, or to the main one");
  if (!seen_.insert(key_of(*path)).second)
    return report("include-repeated", "'" + name + "' is already included; expected each file once",
                  "take the second include out");
  included_bytes_ += text.size();
  if (files_.size() >= limits::included_files || included_bytes_ > limits::included_bytes)
    return report("include-repeated",
                  "expected at most " + std::to_string(limits::included_files) + " files, and " +
                      std::to_string(limits::included_bytes >> 20U) + " MB together",
                  "");
  const xml::Document& included = files_.emplace_back(std::move(text), path->generic_string(), findings_);
  if (included.root()) pending_.push_back({included.root().first_child(), &included, parent});
}

/// Relative to the including file, and, as MuJoCo has it, to the main one.
std::optional<std::filesystem::path> Tree::find(const std::filesystem::path& name, const xml::Document& from,
                                                std::string& text) const {
  for (const std::filesystem::path& beside : {std::filesystem::path(from.file_name()), main_}) {
    std::filesystem::path path = (beside.parent_path() / name).lexically_normal();
    // the file itself need not be opened to know that it is there
    if (seen_.contains(key_of(path))) return path;
    if (auto found = source_(path)) {
      text = std::move(*found);
      return path;
    }
  }
  return {};
}

}  // namespace torsor::mjcf
