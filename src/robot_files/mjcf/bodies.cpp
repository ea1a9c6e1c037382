#include "robot_files/mjcf/bodies.hpp"

#include <algorithm>

namespace torsor::mjcf {
namespace {

/// Walks the kinematic tree with a stack of its own.
class BodyReader {
 public:
  BodyReader(const Defaults& defaults, const Settings& settings, Report& report, std::vector<Site>& sites)
      : defaults_(defaults), settings_(settings), report_(report), sites_(sites) {}

  void read_world(const Element& world) {
    push_children(world, {nullptr, -1, {}, Defaults::main_class});
    while (!stack_.empty()) {
      const Item item = stack_.back();
      stack_.pop_back();
      read(item);
    }
  }
  std::vector<Body> take() { return std::move(bodies_); }

 private:
  struct Item {
    const Element* element;
    int body;  // that it stands in
    Transform<double> frame;
    int inherited;
  };

  void push_children(const Element& element, Item item) {
    const std::size_t before = stack_.size();
    for (item.element = element.first_child; item.element != nullptr; item.element = item.element->next)
      stack_.push_back(item);
    std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(before), stack_.end());
  }

  void read(const Item& item) {
    const std::string_view tag = item.element->tag();
    check_attributes(*item.element, report_);
    if (tag == "body") return read_body(item);
    if (tag == "frame") return read_frame(item);
    if (tag == "geom") {
      if (item.body >= 0) body(item).geoms.push_back({item.element, item.frame, item.inherited});
      return;
    }
    if (tag == "site") return sites_.push_back({{item.element, item.frame, item.inherited}, item.body});
    if (tag == "joint" || tag == "freejoint" || tag == "inertial") return read_own(item, tag);
    read_other(*item.element, tag);
  }

  Body& body(const Item& item) { return bodies_[static_cast<std::size_t>(item.body)]; }

  void read_body(const Item& item) {
    const Attributes attributes({item.element}, report_);
    Body made;
    made.element = item.element;
    made.parent = item.body;
    made.pose = item.frame * read_pose(attributes, settings_);
    made.lift = attributes.number("gravcomp", 0);
    bodies_.push_back(std::move(made));
    const int inherited = defaults_.named(*item.element, "childclass", item.inherited);
    push_children(*item.element, {nullptr, static_cast<int>(bodies_.size()) - 1, {}, inherited});
  }

  void read_frame(const Item& item) {
    const Transform<double> pose = read_pose({{item.element}, report_}, settings_);
    const int inherited = defaults_.named(*item.element, "childclass", item.inherited);
    push_children(*item.element, {nullptr, item.body, item.frame * pose, inherited});
  }

  void read_own(const Item& item, std::string_view tag) {
    if (item.body < 0) {
      report_.error("world-moves", item.element, "expected it in a body, found it in the world");
    } else if (tag != "inertial") {
      body(item).joints.push_back({item.element, item.frame, item.inherited});
    } else if (body(item).inertial != nullptr) {
      report_.error("inertial-repeated", item.element, "expected one inertial in a body, found another");
    } else {
      body(item).inertial = item.element;
    }
  }

  void read_other(const Element& element, std::string_view tag) {
    constexpr std::string_view harmless[] = {"camera", "light", "plugin"};
    constexpr std::string_view macros[] = {"composite", "flexcomp", "replicate", "attach"};
    if (std::find(std::begin(macros), std::end(macros), tag) != std::end(macros))
      report_.error("element-unsupported", &element, tag_text(element) + " makes bodies and is not read here",
                    "let MuJoCo save the model, which writes them out");
    else if (std::find(std::begin(harmless), std::end(harmless), tag) == std::end(harmless))
      report_.warning("element-unknown", &element,
                      "expected an element of MJCF, found " + tag_text(element) + ", which is ignored");
  }

  const Defaults& defaults_;
  const Settings& settings_;
  Report& report_;
  std::vector<Site>& sites_;
  std::vector<Body> bodies_;
  std::vector<Item> stack_;
};

/// Names that are written, and body1, body2, ... for the others.
void name_bodies(std::vector<Body>& bodies, Report& report) {
  std::set<std::string, std::less<>> names{"world"};
  for (Body& body : bodies) {
    const char* name = body.element->text("name");
    if (name == nullptr || *name == 0) continue;
    body.name = name;
    if (!names.insert(body.name).second)
      report.error("name-repeated", {body.element, "name"}, "two bodies are named '" + body.name + "'");
  }
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    if (!bodies[k].name.empty()) continue;
    bodies[k].name = "body" + std::to_string(k + 1);
    while (!names.insert(bodies[k].name).second) bodies[k].name += "_";
  }
}

}  // namespace

std::vector<Body> read_bodies(const Element& root, const Defaults& defaults, const Settings& settings, Report& report,
                              std::vector<Site>& sites) {
  BodyReader reader(defaults, settings, report, sites);
  for (const Element* section = root.first_child; section != nullptr; section = section->next)
    if (section->tag() == "worldbody") reader.read_world(*section);
  std::vector<Body> bodies = reader.take();
  name_bodies(bodies, report);
  for (Body& body : bodies)
    body.moves = !body.joints.empty() || (body.parent >= 0 && bodies[static_cast<std::size_t>(body.parent)].moves);
  return bodies;
}

}  // namespace torsor::mjcf
