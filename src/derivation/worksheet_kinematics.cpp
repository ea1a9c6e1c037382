#include <algorithm>
#include <numbers>

#include "derivation/formula_symbol.hpp"
#include "derivation/worksheet_author.hpp"
#include "torsor/model/evaluator.hpp"

namespace torsor {
namespace {

/// The cells of a kinematic table: symbols as symbols, angles in degrees.
class TableCells {
 public:
  explicit TableCells(const SymbolicRobot& robot) : values_(robot.described, robot.bind) {}

  std::string length(const described::Quantity& quantity) const {
    const Expr value = values_.value(quantity);
    return typeset(trigonometric_forms({&value, 1}).forms[0], Typesetting::latex);
  }
  std::string angle(const described::Quantity& quantity) const {
    const std::optional<double> value = known_value(values_.value(quantity));
    if (!value) return length(quantity);
    return *value == 0 ? "0" : ten_digits(*value * 180 / std::numbers::pi) + "^{\\circ}";
  }

 private:
  Evaluator<Expr> values_;
};

/// "q_1", "q_1 + 90 degrees", "0".
std::string cell_sum(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts)
    if (part != "0" && !part.empty()) text += (text.empty() || part[0] == '-' ? "" : " + ") + part;
  return text.empty() ? "0" : text;
}

std::string in_dollars(const std::string& latex) { return "$" + latex + "$"; }

}  // namespace

void WorksheetAuthor::write_table() {
  WorksheetStep& step = begin(sheet_.kinematics, "Kinematic table", "");
  const bool has_rows = std::all_of(robot_.links.begin(), robot_.links.end(), [](const described::Link& link) {
    return link.dh && link.joint != JointType::fixed && !link.mimic;
  });
  if (!has_rows) {
    step.text = "The frames of the links are those of the robot file, which gives them by origins and axes.";
    return;
  }
  const bool standard = robot_.dh == DhConvention::standard;
  step.text = standard ? "Standard Denavit-Hartenberg parameters: frame $i$ is at the far end of link $i$, and the "
                         "axis of joint $i$ is $z$ of frame $i-1$."
                       : "Modified Denavit-Hartenberg parameters: frame $i$ is at the near end of link $i$, and the "
                         "axis of joint $i$ is $z$ of frame $i$.";
  const std::string before = standard ? "i" : "i-1";
  step.table.head = {"$i$", "joint", "$\\theta_{i}$", "$d_{i}$", "$a_{" + before + "}$", "$\\alpha_{" + before + "}$"};
  const TableCells cells(symbolic_);
  int i = 0;
  for (const described::Link& link : robot_.links) {
    const std::string number = std::to_string(++i), q = (link.flip ? "-q_{" : "q_{") + number + "}";
    const bool turning = link.joint == JointType::revolute;
    const described::DhRow& row = *link.dh;
    const std::string theta =
        turning ? cell_sum({q, cells.angle(row.theta), cells.angle(row.offset)}) : cell_sum({cells.angle(row.theta)});
    const std::string d = turning ? cells.length(row.d) : cell_sum({q, cells.length(row.d), cells.length(row.offset)});
    step.table.rows.push_back({in_dollars(number), turning ? "revolute" : "prismatic", in_dollars(theta), in_dollars(d),
                               in_dollars(cells.length(row.a)), in_dollars(cells.angle(row.alpha))});
  }
}

void WorksheetAuthor::write_transforms() {
  WorksheetStep& step = begin(sheet_.kinematics, "Link transforms",
                              "${}^{i-1}A_{i}$ takes coordinates of frame $i$ to the frame of the link before it, "
                              "${}^{0}A_{i}$ to the base.");
  for (int i = 1; i < model_.body_count(); ++i) {
    const int h = model_.bodies[i].parent;
    const auto& frames = model_.frames;
    const Transform<Expr> link = motion_.link[i].X * frames[model_.bodies[i].frame].pose;
    const Transform<Expr> in_parent = h == 0 ? link : inverse(frames[model_.bodies[h].frame].pose) * link;
    add(step, seen_from(h, "A", i), "", homogeneous(in_parent));
  }
  for (int i = 1; i < model_.body_count(); ++i)
    if (const int h = model_.bodies[i].parent; h > 0)
      add(step, seen_from(0, "A", i), seen_from(0, "A", h) + " \\, " + seen_from(h, "A", i), L_.A[i]);
}

}  // namespace torsor
