#include "robot_files/mjcf/connect.hpp"

namespace torsor::mjcf {
namespace {

constexpr int world_body = -1;

/// A point fixed to a body, in its frame.
struct End {
  int body = world_body;
  Vector3<double> point{};
};

class ConnectReader {
 public:
  ConnectReader(const Attributes& tie, const Points& points, const Context& context)
      : tie_(tie), bodies_(points.bodies), sites_(points.sites), context_(context) {}

  void read(Description& robot) const {
    const bool by_sites = tie_.has("site1") || tie_.has("site2");
    const auto ends = by_sites ? of_sites() : of_bodies();
    if (!ends) return;
    const auto& [a, b] = *ends;
    if (carrier(a.body) == carrier(b.body))
      return tie_.report().warning("equality-ignored", &tie_.element(),
                                   "expected bodies that move in each other, found two that move as one: there is "
                                   "nothing to hold");
    described::Loop loop;
    loop.name = tie_.text("name");
    loop.where = where(&tie_.element());
    loop.link[0] = name(a.body), loop.link[1] = name(b.body);
    loop.point[0] = described_vector(a.point), loop.point[1] = described_vector(b.point);
    robot.loops.push_back(std::move(loop));
  }

 private:
  const Body& body(int k) const { return bodies_[static_cast<std::size_t>(k)]; }
  std::string name(int k) const { return k == world_body ? "world" : body(k).name; }

  /// The body that carries this one by what is fixed.
  int carrier(int k) const {
    while (k != world_body && body(k).joints.empty() && !(context_.options.free_base && body(k).parent == world_body))
      k = body(k).parent;
    return k;
  }

  std::optional<std::array<End, 2>> of_bodies() const {
    for (const char* needed : {"body1", "anchor"})
      if (!tie_.has(needed)) {
        tie_.report().error("attribute-missing", &tie_.element(),
                            std::string("expected body1 and anchor, or site1 and site2; found no ") + needed);
        return {};
      }
    const auto first = find_body("body1"), second = tie_.has("body2") ? find_body("body2") : std::optional(world_body);
    const auto anchor = tie_.numbers("anchor", 3);
    if (!first || !second || !anchor) return {};
    const Vector3<double> point{(*anchor)[0], (*anchor)[1], (*anchor)[2]};
    int meeting = *first;  // a body comes after the one that it stands in
    for (int other = *second; meeting != other;) (meeting > other ? meeting : other) = parent(std::max(meeting, other));
    return {{{{*first, point}, {*second, inverse(pose(*second, meeting)) * (pose(*first, meeting) * point)}}}};
  }
  int parent(int k) const { return body(k).parent; }

  /// How a body stands in one of those around it, in the pose that the file shows.
  Transform<double> pose(int k, int in) const {
    Transform<double> result;
    for (; k != in; k = parent(k)) result = body(k).pose * result;
    return result;
  }

  std::optional<int> find_body(const char* attribute) const {
    const std::string wanted = tie_.text(attribute);
    if (wanted == "world") return world_body;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      const char* written = bodies_[k].element->text("name");  // others have a name here only
      if (written != nullptr && *written != 0 && written == wanted) return static_cast<int>(k);
    }
    unknown(attribute, "body");
    return {};
  }
  void unknown(const char* attribute, const char* kind) const {
    tie_.report().error(
        "body-unknown", tie_.place(attribute),
        std::string(attribute) + ": expected the name of a " + kind + ", found '" + tie_.text(attribute) + "'");
  }

  std::optional<std::array<End, 2>> of_sites() const {
    std::array<End, 2> ends;
    std::size_t k = 0;
    for (const char* attribute : {"site1", "site2"}) {
      if (!tie_.has(attribute)) {
        tie_.report().error("attribute-missing", &tie_.element(),
                            std::string("expected site1 and site2; found no ") + attribute);
        return {};
      }
      const auto end = find_site(attribute);
      if (!end) return {};
      ends[k++] = *end;
    }
    return ends;
  }
  std::optional<End> find_site(const char* attribute) const {
    const std::string wanted = tie_.text(attribute);
    for (const auto& [part, owner] : sites_) {
      const char* site_name = part.element->text("name");
      if (site_name == nullptr || site_name != wanted) continue;
      const Attributes site = context_.defaults.attributes(*part.element, part.inherited);
      if (!site.has("fromto")) return End{owner, part.frame * site.vector("pos", {})};
      const auto ends = site.numbers("fromto", 6);  // it stands in the middle
      if (!ends) return {};
      const auto middle = [&](std::size_t i) { return ((*ends)[i] + (*ends)[i + 3]) / 2; };
      return End{owner, part.frame * Vector3<double>{middle(0), middle(1), middle(2)}};
    }
    unknown(attribute, "site");
    return {};
  }

  const Attributes& tie_;
  const std::vector<Body>& bodies_;
  const std::vector<Site>& sites_;
  const Context& context_;
};

}  // namespace

void read_connect(const Attributes& tie, const Points& points, const Context& context, Description& robot) {
  ConnectReader(tie, points, context).read(robot);
}

}  // namespace torsor::mjcf
