#pragma once

#include "synthetic/periodic_effects.hpp"
#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {

/// The robot in which every joint and coupling with sharp Coulomb friction bends before it slides: those that do not
/// yet slide after `distance`. 0 changes nothing.
Model<double> with_presliding(const Model<double>& model, double distance);

/// The robot without the friction of the joints and couplings that bend before they slide.
Model<double> without_presliding_friction(const Model<double>& model);

/// Friction of the joints and couplings that bend before they slide, all of it, along a motion that has run for long:
/// the law is that of model/presliding.hpp.
class PreslidingFriction {
 public:
  PreslidingFriction(const Model<double>& model, const RepeatedMotion& motion, const LogEffects& effects);

  bool absent() const { return contacts_.empty(); }
  /// tau += friction, at a time at which the motion is at q, qd; after newton_euler at that state.
  void add_torque(double time, std::span<const double> q, std::span<const double> qd,
                  const NewtonEulerWorkspace<double>& newton_euler, std::span<double> tau) const;

 private:
  struct Place {
    double x = 0, xd = 0;
    double links = 0;  // the torque that the links ask there, where friction grows with it
  };
  struct Contact {
    Friction<double> friction;
    std::vector<Coupling<double>::Term> terms;
    int body;                        // of a joint, or -1
    std::vector<Place> place;        // by grid point
    std::vector<double> deflection;  // by grid point

    Place at(const Model<double>& model, std::span<const double> q, std::span<const double> qd,
             const NewtonEulerWorkspace<double>& newton_euler) const;
    double moved(double z, const Place& from, const Place& to, double seconds) const;
    double after_a_period(double z, double step);
  };
  void bring_into_steady_state(Contact& contact) const;

  Model<double> model_;
  std::vector<Contact> contacts_;
  PeriodicGrid grid_;
  double stribeck_, stribeck_velocity_;
};

}  // namespace torsor
