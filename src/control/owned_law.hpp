#pragma once

#include <memory>

#include "torsor/control/control_loop.hpp"

namespace torsor {

/// A law with the model that it points to.
template <class Law>
struct OwnedLaw {
  Model<double> model;
  Law law;

  template <class... More>
  explicit OwnedLaw(const Model<double>& robot, More&&... more)
      : model(robot), law(model, std::forward<More>(more)...) {}
};

/// A controller of a law that lives as long as it; laws that mind are told what was applied.
template <class Law>
Controller controller_of(const std::shared_ptr<OwnedLaw<Law>>& all) {
  Controller controller([all](double, const Reference<double>& reference, Input<double> q, Input<double> qd,
                              Output<double> tau) { all->law(reference, q, qd, tau); });
  if constexpr (requires { all->law.applied(Input<double>(), 1.0); })
    controller.applied = [all](Input<double> tau, double dt) { all->law.applied(tau, dt); };
  if constexpr (requires { all->law.follows(); }) controller.follows = [all] { return all->law.follows(); };
  return controller;
}

template <class Law, class... More>
Controller owned(const Model<double>& model, More&&... more) {
  return controller_of(std::make_shared<OwnedLaw<Law>>(model, std::forward<More>(more)...));
}

}  // namespace torsor
