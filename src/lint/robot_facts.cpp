#include "lint/robot_facts.hpp"

#include <cmath>
#include <unordered_map>

#include "torsor/model/evaluator.hpp"

namespace torsor::lint {
namespace {

class FactsReader {
 public:
  explicit FactsReader(const Description& robot) : robot_(robot), values_(robot) {}

  std::vector<LinkFacts> read() {
    facts_.reserve(robot_.links.size() + 1);
    add(robot_.base_name, robot_.base_mass);
    for (const described::Link& link : robot_.links) {
      add(link.name, link.mass);
      LinkFacts& fact = facts_.back();
      if (fact.where.line == 0) fact.where = link.where;
      fact.parent = index_.at(link.parent);
      fact.moves = link.joint != JointType::fixed || facts_[fact.parent].moves;
      fact.distance = distance(link);
    }
    for (std::size_t k = facts_.size(); k-- > 1;) {
      LinkFacts& parent = facts_[facts_[k].parent];
      parent.reach = std::max(parent.reach, facts_[k].distance + facts_[k].reach);
    }
    double total = 0;
    for (const LinkFacts& fact : facts_) total += fact.mass;
    for (LinkFacts& fact : facts_) fact.matters = fact.moves && fact.mass > 1e-4 * total;
    return std::move(facts_);
  }

 private:
  void add(const std::string& name, const described::MassProperties& mass) {
    LinkFacts fact;
    fact.name = name;
    fact.where = mass.where;
    const Inertia<double> all = values_.inertia(mass);
    fact.mass = all.mass;
    const Vector3<double>& h = all.first_moment;
    if (all.mass != 0) fact.center = Eigen::Vector3d(h.x, h.y, h.z) / all.mass;
    if (mass.shapes.empty()) fact.inertia = about_center(mass, all);
    index_.emplace(name, facts_.size());
    facts_.push_back(std::move(fact));
  }

  Entries about_center(const described::MassProperties& mass, const Inertia<double>& all) const {
    Entries I{};
    for (std::size_t k = 0; k < I.size(); ++k) I[k] = values_.value(mass.inertia[k]);
    if (mass.about == ReferencePoint::center_of_mass || all.mass == 0) return I;
    const Vector3<double> c = (1 / all.mass) * all.first_moment;
    const Symmetric3<double> central = to_parent(translation(-c), all).rotational();
    return {central.xx, central.xy, central.xz, central.yy, central.yz, central.zz};
  }

  double distance(const described::Link& link) const {
    double result = 0;
    if (link.origin) {
      const auto& p = link.origin->xyz;
      result += std::hypot(values_.value(p[0]), values_.value(p[1]), values_.value(p[2]));
    }
    if (link.dh) result += std::hypot(values_.value(link.dh->a), values_.value(link.dh->d));
    return result;
  }

  const Description& robot_;
  Evaluator<double> values_;
  std::vector<LinkFacts> facts_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace

std::vector<LinkFacts> robot_facts(const Description& robot) { return FactsReader(robot).read(); }

}  // namespace torsor::lint
