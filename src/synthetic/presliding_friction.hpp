#pragma once

#include "synthetic/periodic_effects.hpp"

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
  PreslidingFriction(const Model<double>& model, const Excitation& excitation, const LogEffects& effects);

  bool absent() const { return contacts_.empty(); }
  /// tau += friction, at a time at which the motion is at q, qd.
  void add_torque(double time, std::span<const double> q, std::span<const double> qd, std::span<double> tau) const;

 private:
  struct Place {
    double x = 0, xd = 0;
  };
  struct Contact {
    Friction<double> friction;
    std::vector<Coupling<double>::Term> terms;
    std::vector<Place> place;        // by grid point
    std::vector<double> deflection;  // by grid point

    Place at(std::span<const double> q, std::span<const double> qd) const;
    double moved(double z, const Place& from, const Place& to, double seconds) const;
    double after_a_period(double z, double step);
  };
  void bring_into_steady_state(Contact& contact) const;

  std::vector<Contact> contacts_;
  PeriodicGrid grid_;
  double stribeck_, stribeck_velocity_;
};

}  // namespace torsor
