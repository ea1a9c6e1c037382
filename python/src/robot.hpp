#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "array.hpp"
#include "torsor/core/finding.hpp"
#include "torsor/dynamics/batch.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/description.hpp"
#include "torsor/model/model.hpp"

namespace torsor::python {

/// What functions of one state compute with. They run under Python's lock, so that one set is enough.
struct Workspaces {
  NewtonEulerWorkspace<double> newton_euler;
  ForwardDynamicsWorkspace<double> forward;
  CoriolisMatrixWorkspace<double> coriolis;
  RegressorWorkspace<double> regressor;
  JacobianWorkspace<double> jacobian;
  std::vector<double> still;

  explicit Workspaces(const Model<double>& model)
      : newton_euler(model), forward(model), coriolis(model), regressor(model), jacobian(model),
        still(static_cast<std::size_t>(model.nv), 0.0) {}
};

/// A robot: what was read, its model, and the scratch memory of calls. It does not change.
class Robot {
 public:
  explicit Robot(Description description, std::vector<Finding> warnings = {});

  const Description& description() const { return description_; }
  const Model<double>& model() const { return model_; }
  const std::vector<Finding>& warnings() const { return warnings_; }
  /// Whether both are the same file in YAML. The texts are kept.
  bool equals(const Robot& other) const;
  const ParameterLayout& all_parameters() const { return layout_; }  // the columns of the regressor
  Workspaces& workspaces() { return workspaces_; }

  /// The links that could be the tip, where there are several and no tool.
  const std::vector<std::string>& rival_tips() const { return rival_tips_; }
  /// A frame by its name; None is the tip. Throws a UsageError; also where several frames could be the tip.
  int frame(nb::handle name) const;

  Argument positions(nb::handle q, const char* name = "q") const {
    return {name,
            q,
            static_cast<std::size_t>(model_.nq),
            "position",
            model_.name.c_str(),
            false,
            model_.nq == model_.nv ? nullptr : &model_};
  }
  Argument velocities(const char* name, nb::handle value, bool may_be_left_out = false) const {
    return {name, value, static_cast<std::size_t>(model_.nv), "velocity", model_.name.c_str(), may_be_left_out};
  }

  /// Runs work(batch) with a batch that no other thread has; needs no lock of Python's.
  template <class Work>
  void with_batch(const Work& work) {
    std::unique_ptr<Batch> batch = take_batch();
    work(*batch);
    give_batch(std::move(batch));
  }

 private:
  std::unique_ptr<Batch> take_batch();
  void give_batch(std::unique_ptr<Batch> batch);

  Description description_;
  Model<double> model_;
  std::vector<Finding> warnings_;
  std::vector<std::string> rival_tips_;
  ParameterLayout layout_;
  Workspaces workspaces_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Batch>> batches_;
  mutable std::string yaml_;
};

/// The world around a robot: `robot.conditions(...)`.
struct World {
  Robot* robot;
  nb::dict given;  // the arguments that it was made of
  std::vector<Wrench<double>> wrenches;
  Conditions<double> conditions;
};

/// That of the argument, or the robot's own where it is None. Throws a UsageError where it was made for a robot of
/// another file.
Conditions<double> conditions_of(const Robot& robot, nb::handle conditions);

/// Does work(rows, begin) for the states of a call without Python's lock, some after the others, where begin is the
/// first of them; Ctrl-C ends it in between. A piece takes a small part of a second, and far longer than its threads to
/// start.
template <class Work>
void in_pieces(const Robot& robot, const Arguments& arguments, const Work& work) {
  const auto nv = static_cast<std::size_t>(robot.model().nv);
  const std::size_t piece = std::max<std::size_t>(4096, (std::size_t{1} << 23U) / (nv * nv + 1));
  for (std::size_t begin = 0; begin < arguments.states(); begin += piece) {
    const std::size_t end = std::min(begin + piece, arguments.states());
    {
      const nb::gil_scoped_release unlocked;
      work(arguments.rows().part(begin, end), begin);
    }
    if (end < arguments.states() && PyErr_CheckSignals() != 0) throw nb::python_error();
  }
}

/// Runs one(rows, result) for a single state under Python's lock, and many(rows, result) for a batch in pieces.
template <std::size_t count, class One, class Many>
nb::object evaluate(const Robot& robot, const std::array<Argument, count>& given, const Shape& trailing, nb::handle out,
                    const One& one, const Many& many) {
  const Arguments arguments(given);
  Result result(arguments, trailing, out);
  if (arguments.single()) {
    one(arguments.rows(), result.rows());
  } else {
    in_pieces(robot, arguments, [&](const Rows& x, std::size_t begin) { many(x, result.rows(begin, x.states())); });
  }
  return result.give();
}

}  // namespace torsor::python
