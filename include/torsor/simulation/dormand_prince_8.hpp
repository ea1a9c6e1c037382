#pragma once

#include <array>
#include <vector>

#include "torsor/core/numbers.hpp"
#include "torsor/simulation/stage_sum.hpp"

namespace torsor {

/// Order 8 with errors of order 5 and 3 for dy/dt = f(t, y): 12 evaluations a step, and fewer steps than DormandPrince
/// takes. [Hairer, Norsett, Wanner 1993, II.5 and II.10, DOP853] `f(t, y, dy)` returns false where it has
/// no value. dy/dt at the end is the first slope of the next step.
class DormandPrince8 {
 public:
  explicit DormandPrince8(std::size_t n) : y_(n), zero_(n) {
    for (std::vector<double>& k : k_) k.assign(n, 0.0);
  }

  /// y1 at t + h from y at t, where dy/dt is k1; false where f was.
  template <class System>
  bool step(System& f, double t, Input<double> y, Input<double> k1, double h, Output<double> y1) {
    const auto stage = [&](std::size_t number, double c, auto... term) {
      stage_sum(y.size(), y.data(), h, y_.data(), term...);
      return f(t + c * h, Input<double>(y_), Output<double>(k_[number]));
    };
    using T = StageTerm;
    const Slopes k = slopes(k1);
    // The digits are those of the authors' program.
    if (!stage(1, 0.05260015195876773, T{0.05260015195876773, k[0]})) return false;
    if (!stage(2, 0.0789002279381516, T{0.0197250569845379, k[0]}, T{0.0591751709536137, k[1]})) return false;
    if (!stage(3, 0.1183503419072274, T{0.02958758547680685, k[0]}, T{0.08876275643042054, k[2]})) return false;
    if (!stage(4, 0.2816496580927726, T{0.2413651341592667, k[0]}, T{-0.8845494793282861, k[2]},
               T{0.924834003261792, k[3]}))
      return false;
    if (!stage(5, 1. / 3, T{0.037037037037037035, k[0]}, T{0.17082860872947386, k[3]}, T{0.12546768756682242, k[4]}))
      return false;
    if (!stage(6, 0.25, T{0.037109375, k[0]}, T{0.17025221101954405, k[3]}, T{0.06021653898045596, k[4]},
               T{-0.017578125, k[5]}))
      return false;
    if (!stage(7, 4. / 13, T{0.03709200011850479, k[0]}, T{0.17038392571223998, k[3]}, T{0.10726203044637328, k[4]},
               T{-0.015319437748624402, k[5]}, T{0.008273789163814023, k[6]}))
      return false;
    if (!stage(8, 127. / 195, T{0.6241109587160757, k[0]}, T{-3.3608926294469414, k[3]}, T{-0.868219346841726, k[4]},
               T{27.59209969944671, k[5]}, T{20.154067550477894, k[6]}, T{-43.48988418106996, k[7]}))
      return false;
    if (!stage(9, 0.6, T{0.47766253643826434, k[0]}, T{-2.4881146199716677, k[3]}, T{-0.590290826836843, k[4]},
               T{21.230051448181193, k[5]}, T{15.279233632882423, k[6]}, T{-33.28821096898486, k[7]},
               T{-0.020331201708508627, k[8]}))
      return false;
    if (!stage(10, 6. / 7, T{-0.9371424300859873, k[0]}, T{5.186372428844064, k[3]}, T{1.0914373489967295, k[4]},
               T{-8.149787010746927, k[5]}, T{-18.52006565999696, k[6]}, T{22.739487099350505, k[7]},
               T{2.4936055526796523, k[8]}, T{-3.0467644718982196, k[9]}))
      return false;
    if (!stage(11, 1.0, T{2.273310147516538, k[0]}, T{-10.53449546673725, k[3]}, T{-2.0008720582248625, k[4]},
               T{-17.9589318631188, k[5]}, T{27.94888452941996, k[6]}, T{-2.8589982771350235, k[7]},
               T{-8.87285693353063, k[8]}, T{12.360567175794303, k[9]}, T{0.6433927460157636, k[10]}))
      return false;
    stage_sum(y.size(), y.data(), h, y1.data(), T{0.054293734116568765, k[0]}, T{4.450312892752409, k[5]},
              T{1.8915178993145003, k[6]}, T{-5.801203960010585, k[7]}, T{0.3111643669578199, k[8]},
              T{-0.1521609496625161, k[9]}, T{0.20136540080403034, k[10]}, T{0.04471061572777259, k[11]});
    return true;
  }

  /// How far the solutions of order 5 and 3 are from y1. What a step is judged by is the first, times the part that it
  /// has of both: of order 8, as y1. [Hairer, Norsett, Wanner 1993, II.10]
  void errors(Input<double> k1, double h, Output<double> fifth, Output<double> third) const {
    using T = StageTerm;
    const Slopes k = slopes(k1);
    stage_sum(k1.size(), zero_.data(), h, fifth.data(), T{0.01312004499419488, k[0]}, T{-1.2251564463762044, k[5]},
              T{-0.4957589496572502, k[6]}, T{1.6643771824549864, k[7]}, T{-0.35032884874997366, k[8]},
              T{0.3341791187130175, k[9]}, T{0.08192320648511571, k[10]}, T{-0.022355307863886294, k[11]});
    stage_sum(k1.size(), zero_.data(), h, third.data(), T{-0.18980075407240762, k[0]}, T{4.450312892752409, k[5]},
              T{1.8915178993145003, k[6]}, T{-5.801203960010585, k[7]}, T{-0.4226823213237919, k[8]},
              T{-0.1521609496625161, k[9]}, T{0.20136540080403034, k[10]}, T{0.02265179219836082, k[11]});
  }

 private:
  using Slopes = std::array<const double*, 12>;
  Slopes slopes(Input<double> k1) const {
    Slopes k{k1.data()};
    for (std::size_t i = 1; i < k.size(); ++i) k[i] = k_[i].data();
    return k;
  }

  std::vector<double> y_, zero_;
  std::array<std::vector<double>, 12> k_;  // but the first, which the caller has
};

}  // namespace torsor
