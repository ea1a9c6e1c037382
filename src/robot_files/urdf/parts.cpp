#include "robot_files/urdf/parts.hpp"

#include <algorithm>
#include <unordered_set>

#include "torsor/core/text.hpp"

namespace torsor::urdf {
namespace {

bool is_version_one(std::string_view text) {
  return text == "1" || (text.starts_with("1.") && text.size() > 2 &&
                         text.find_first_not_of("0123456789", 2) == std::string_view::npos);
}

/// Whether the name is of xacro's language and not of a macro that somebody has defined.
bool is_xacro_word(std::string_view name) {
  constexpr std::string_view words[]{"macro", "include", "property", "if",        "unless",
                                     "arg",   "call",    "element",  "attribute", "insert_block"};
  return std::find(std::begin(words), std::end(words), name) != std::end(words);
}

/// Reports the first thing that shows that xacro was not run: elements of its language, and ${...} in links and joints.
/// The call of a macro is a warning only: xacro leaves it there when nothing defines it.
class XacroSearch : public pugi::xml_tree_walker {
 public:
  explicit XacroSearch(Log& log) : log_(log) {}

  bool for_each(pugi::xml_node& node) override {
    const std::string_view name = node.name();
    if (depth() == 0) part_ = name == "link" || name == "joint";
    if (name.starts_with("xacro:") && is_xacro_word(name.substr(6))) return found(node, {}, tag(node.name()));
    if (name.starts_with("xacro:"))
      log_.warning("xacro-call", log_.document().where(node), "",
                   "expected no macros, found a call of " + in_quotes(name) + " that was not expanded; ignored",
                   "define the macro and run xacro again");
    if (!part_) return true;
    for (const pugi::xml_attribute attribute : node.attributes())
      if (std::string_view(attribute.value()).find("${") != std::string_view::npos)
        return found(node, attribute, in_quotes(attribute.value()));
    return true;
  }

 private:
  bool found(pugi::xml_node node, pugi::xml_attribute attribute, const std::string& what) {
    log_.error("xacro", log_.document().where(node, attribute), "",
               "expected URDF, found " + what + ", which is for xacro to expand",
               "run `xacro FILE > robot.urdf` first");
    return false;
  }
  Log& log_;
  bool part_ = false;
};

/// Whether there is anything to search for, found by its rarest letters.
bool has_xacro(std::string_view text) {
  if (text.find('$') != std::string_view::npos) return true;
  for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1))
    if (text.substr(0, at).ends_with("xacro")) return true;
  return false;
}

/// Reads the elements one by one; those without a name of their own are reported and left out.
class PartsReader {
 public:
  PartsReader(Log& log, pugi::xml_node robot) : log_(log), robot_(log, robot, "", "") {}

  Parts read() {
    read_head();
    const auto count = [this](const char* name) {
      const auto range = robot_.node().children(name);
      return static_cast<std::size_t>(std::distance(range.begin(), range.end()));
    };
    parts_.links.reserve(count("link"));  // they are large: moving them as they grow would cost more than reading
    parts_.joints.reserve(count("joint"));
    for (const pugi::xml_node node : robot_.node().children()) {
      const std::string_view kind = node.name();
      if (kind == "link") {
        if (const auto name = name_of(node, "link", link_names_))
          parts_.links.push_back(read_link({log_, node, "link", *name}, *name));
      } else if (kind == "joint") {
        if (const auto name = name_of(node, "joint", joint_names_))
          if (auto joint = read_joint({log_, node, "joint", *name}, *name)) parts_.joints.push_back(std::move(*joint));
      } else {
        judge_stranger(node, kind);
      }
    }
    if (link_names_.empty() && log_.errors() == 0)
      robot_.error("no-links", "<robot>: expected at least one <link>, found none",
                   robot_.has("xmlns:xacro") ? "this looks like a part of a xacro file: run xacro on the whole" : "");
    return std::move(parts_);
  }

 private:
  void read_head() {
    robot_.expect_attributes({"name", "version"});
    parts_.name = robot_.node().attribute("name").value();
    if (parts_.name.empty()) {
      parts_.name = "robot";
      robot_.warning("robot-unnamed", "<robot>: expected an attribute name, found none; taken as 'robot'",
                     "write <robot name=\"...\">");
    }
    is_readable(parts_.name, robot_.where("name"));
    const std::string version = robot_.has("version") ? robot_.node().attribute("version").value() : "1.0";
    if (!is_version_one(version))
      log_.error("version", robot_.where("version"), "", "<robot>: expected version 1.x, found " + in_quotes(version));
  }

  bool is_readable(const std::string& name, Location where) {
    if (is_utf8(name)) return true;
    log_.error("name-not-utf8", where, "", "expected a name in UTF-8, found other bytes", "save the file as UTF-8");
    return false;
  }

  std::optional<std::string> name_of(pugi::xml_node node, const char* kind,
                                     std::unordered_set<std::string_view>& taken) {
    const Element element(log_, node, "", "");
    auto name = element.text("name", "name-missing");
    if (!name || !is_readable(*name, element.where("name")) || taken.insert(node.attribute("name").value()).second)
      return name;
    log_.error("name-duplicate", element.where("name"), "",
               "expected a name for each " + std::string(kind) + ", found a second one named " + in_quotes(*name));
    return {};
  }

  /// What is neither link nor joint belongs to somebody else, unless it looks like one of them.
  void judge_stranger(pugi::xml_node node, std::string_view kind) {
    const bool prefixed = kind.ends_with(":link") || kind.ends_with(":joint");
    if (!prefixed && (kind == "sensor" || meant(kind, {"link", "joint"}) == nullptr)) return;
    log_.warning("element-misspelt", log_.document().where(node), "",
                 "<robot>: expected link or joint, found " + in_quotes(kind) + ", which is ignored",
                 prefixed ? "only elements without a prefix are read"
                          : "did you mean <" + std::string(meant(kind, {"link", "joint"})) + ">?");
  }

  Log& log_;
  Element robot_;
  Parts parts_;
  std::unordered_set<std::string_view> link_names_, joint_names_;  // in the document
};

}  // namespace

Parts read_parts(Log& log, pugi::xml_node robot) {
  if (has_xacro(log.document().text())) {
    XacroSearch search(log);
    robot.traverse(search);
  }
  if (log.errors() > 0) return {};
  return PartsReader(log, robot).read();
}

}  // namespace torsor::urdf
