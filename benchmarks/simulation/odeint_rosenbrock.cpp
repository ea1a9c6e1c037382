#include "odeint_rosenbrock.hpp"

#include <boost/numeric/odeint.hpp>
#include <boost/numeric/ublas/matrix.hpp>
#include <boost/numeric/ublas/vector.hpp>

// On its own, as C++17: ublas of Boost 1.74 does not compile as C++20.
namespace ode = boost::numeric::odeint;
namespace ublas = boost::numeric::ublas;
using Vector = ublas::vector<double>;
using Square = ublas::matrix<double>;

long odeint_rosenbrock(std::vector<double>& y, double tolerance,
                       const std::function<void(const double*, double*)>& rate,
                       const std::function<void(const double*, double*)>& slope) {
  Vector x(y.size());
  std::copy(y.begin(), y.end(), x.begin());
  const auto system = [&](const Vector& at, Vector& dx, double) { rate(&at[0], &dx[0]); };
  const auto derivatives = [&](const Vector& at, Square& J, double, Vector& dt) {
    slope(&at[0], &J(0, 0));
    std::fill(dt.begin(), dt.end(), 0.0);
  };
  const auto steps = ode::integrate_adaptive(ode::make_controlled<ode::rosenbrock4<double>>(tolerance, tolerance),
                                             std::make_pair(system, derivatives), x, 0.0, 1.0, 1e-3);
  std::copy(x.begin(), x.end(), y.begin());
  return static_cast<long>(steps);
}
