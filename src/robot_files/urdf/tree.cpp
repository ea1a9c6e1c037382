#include "robot_files/urdf/tree.hpp"

#include <functional>
#include <queue>
#include <unordered_map>

namespace torsor::urdf {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// Finds what carries each link, and then an order. Nothing here calls itself, so that a chain may be long.
class TreeBuilder {
 public:
  TreeBuilder(Log& log, const Parts& parts) : log_(log), parts_(parts), carrier_(parts.links.size(), none) {
    for (std::size_t k = 0; k < parts.links.size(); ++k) index_.emplace(parts.links[k].name, k);
  }

  std::optional<Tree> build() {
    const int before = log_.errors();
    children_.resize(parts_.links.size());
    parent_.resize(parts_.links.size(), none);
    for (std::size_t j = 0; j < parts_.joints.size(); ++j) connect(j);
    if (log_.errors() > before) return {};
    std::vector<std::size_t> roots;
    for (std::size_t k = 0; k < carrier_.size(); ++k)
      if (carrier_[k] == none) roots.push_back(k);
    if (roots.size() > 1) return report_roots(roots);
    Tree tree;
    if (roots.size() == 1) order(roots[0], tree);
    if (roots.empty() || tree.links.size() + 1 < parts_.links.size()) return report_cycle(tree, roots);
    return tree;
  }

 private:
  std::size_t find(const Joint& joint, const std::string& name, const char* role, Location where) {
    const auto found = index_.find(name);
    if (found != index_.end()) return found->second;
    log_.error("link-undefined", where, "joint " + joint.name,
               std::string(role) + ": expected the name of a link, found " + in_quotes(name),
               "add <link name=\"" + name + "\"/>");
    return none;
  }

  void connect(std::size_t j) {
    const Joint& joint = parts_.joints[j];
    const std::size_t parent = find(joint, joint.parent, "parent", joint.parent_where);
    const std::size_t child = find(joint, joint.child, "child", joint.child_where);
    if (parent == none || child == none) return;
    if (carrier_[child] != none)
      return log_.error("two-parents", joint.child_where, "joint " + joint.name,
                        "child: expected a link that no other joint carries, found " + in_quotes(joint.child) +
                            ", which joint " + parts_.joints[carrier_[child]].name + " carries: not a tree",
                        "cut the loop open");
    carrier_[child] = j;
    parent_[child] = parent;
    children_[parent].push_back(child);
  }

  /// Of the links whose parents are placed, always the first of the file.
  void order(std::size_t root, Tree& tree) {
    tree.root = root;
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (const std::size_t child : children_[root]) ready.push(child);
    while (!ready.empty()) {
      const std::size_t link = ready.top();
      ready.pop();
      tree.links.push_back(link);
      tree.joints.push_back(carrier_[link]);
      for (const std::size_t child : children_[link]) ready.push(child);
    }
  }

  std::optional<Tree> report_roots(const std::vector<std::size_t>& roots) {
    std::string names;
    for (std::size_t k = 0; k < roots.size() && k < 10; ++k)
      names += (k == 0 ? "" : ", ") + in_quotes(parts_.links[roots[k]].name);
    if (roots.size() > 10) names += " and " + std::to_string(roots.size() - 10) + " more";
    log_.error(
        "several-roots", parts_.links[roots[1]].where, "",
        "expected one link that is not a child of any joint, found " + std::to_string(roots.size()) + ": " + names,
        "join them with fixed joints");
    return {};
  }

  std::optional<Tree> report_cycle(const Tree& tree, const std::vector<std::size_t>& roots) {
    std::vector<char> seen(parts_.links.size(), 0);
    for (const std::size_t link : tree.links) seen[link] = 1;
    for (const std::size_t root : roots) seen[root] = 1;
    std::size_t at = 0;
    while (seen[at]) ++at;
    for (; !seen[at]; at = parent_[at]) seen[at] = 1;  // up, until the cycle closes
    const Joint& joint = parts_.joints[carrier_[at]];
    log_.error("cycle", joint.where, "joint " + joint.name,
               "expected a tree, found that link " + in_quotes(joint.child) + " is its own ancestor",
               "cut the loop open");
    return {};
  }

  Log& log_;
  const Parts& parts_;
  std::unordered_map<std::string_view, std::size_t> index_;
  std::vector<std::size_t> carrier_, parent_;  // of each link: its joint, its parent
  std::vector<std::vector<std::size_t>> children_;
};

}  // namespace

std::optional<Tree> build_tree(Log& log, const Parts& parts) { return TreeBuilder(log, parts).build(); }

}  // namespace torsor::urdf
