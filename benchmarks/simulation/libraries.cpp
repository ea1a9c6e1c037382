#include <cstdlib>

#include "../peers/torsor_model.hpp"
#include "falls.hpp"
#include "odeint_rosenbrock.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/forward_dynamics_derivatives.hpp"
#include "torsor/simulation/simulator.hpp"

#include <boost/numeric/odeint.hpp>

#if __has_include(<cvode/cvode.h>)
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#define HAS_SUNDIALS
#endif

// libraries ROBOT.urdf free|stiff: our integrators, Boost.odeint and SUNDIALS' CVODE on the same right-hand side, the
// forward dynamics of a falling arm: CPU time, evaluations and allocations at the coarsest tolerance that reaches an
// accuracy (docs/decisions/0030-own-integrators.md).
using namespace torsor;
namespace ode = boost::numeric::odeint;

namespace {
long allocations = 0;
}
extern "C" void* __libc_malloc(std::size_t);
extern "C" void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}

namespace {

using State = std::vector<double>;

struct Arm {
  const Model<double>& model;
  std::size_t n = static_cast<std::size_t>(model.nv);
  ForwardDynamicsWorkspace<double> forward{model};
  ForwardDynamicsDerivativesWorkspace<double> derivatives{model};
  Conditions<double> conditions = default_conditions(model);
  State none = State(n, 0.0);
  Matrix<double> by_q{model.nv, model.nv}, by_qd{model.nv, model.nv}, inverse{model.nv, model.nv};
  long evaluations = 0, slopes = 0;

  void rate(const double* y, double* dy) {
    ++evaluations;
    std::copy_n(y + n, n, dy);
    forward_dynamics<double>(model, {y, n}, {y + n, n}, none, conditions, forward, {dy + n, n});
  }
  template <class Put>
  void slope(const double* y, const Put& put) {
    ++slopes;
    forward_dynamics_derivatives<double>(model, {y, n}, {y + n, n}, none, conditions, derivatives, by_q.view(),
                                         by_qd.view(), inverse.view());
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        put(i, j, 0.0), put(i, n + j, i == j ? 1.0 : 0.0);
        put(n + i, j, by_q(static_cast<int>(i), static_cast<int>(j)));
        put(n + i, n + j, by_qd(static_cast<int>(i), static_cast<int>(j)));
      }
  }
};

/// Allocations and CPU time since it was made.
struct Meter {
  long before = allocations;
  double begin = falls::cpu_time();
  std::pair<long, double> read() const { return {allocations - before, falls::cpu_time() - begin}; }
};
struct Result {
  State q;
  long evaluations = 0, slopes = 0, steps = 0, allocations = 0;
  double ns = 0;
};
struct Method {
  std::string name;
  std::function<Result(const State& q, double tolerance)> run;
};

Method own(const char* name, const Model<double>& model, Integrator method) {
  return {name, [&model, method](const State& q, double tolerance) {
            SimulationOptions options;
            options.method = method, options.tolerance = tolerance;
            Simulator simulator(model, options);
            const State still(q.size(), 0.0);
            const Meter meter;
            simulator.start(0, q, still);
            simulator.run(falls::duration);
            const auto [allocated, ns] = meter.read();
            return Result{{simulator.q().begin(), simulator.q().end()},
                          simulator.evaluations(),
                          method == Integrator::rosenbrock ? simulator.steps() : 0,
                          simulator.steps(),
                          allocated,
                          ns};
          }};
}

template <class Stepper>
Method odeint(const char* name, Arm& arm, const std::function<Stepper(double)>& make) {
  return {name, [&arm, make](const State& q, double tolerance) {
            State y = q;
            y.resize(2 * q.size());
            arm.evaluations = 0;
            const auto system = [&](const State& x, State& dx, double) { arm.rate(x.data(), dx.data()); };
            const Meter meter;
            const std::size_t steps = ode::integrate_adaptive(make(tolerance), system, y, 0.0, falls::duration, 1e-3);
            const auto [allocated, ns] = meter.read();
            y.resize(q.size());
            return Result{y, arm.evaluations, 0, static_cast<long>(steps), allocated, ns};
          }};
}

Method odeint_rosenbrock(Arm& arm) {
  return {"odeint, rosenbrock4", [&arm](const State& q, double tolerance) {
            State y = q;
            y.resize(2 * q.size());
            arm.evaluations = arm.slopes = 0;
            const Meter meter;
            const long steps = ::odeint_rosenbrock(
                y, tolerance, [&](const double* x, double* dx) { arm.rate(x, dx); },
                [&](const double* x, double* J) {
                  arm.slope(x, [&](std::size_t i, std::size_t j, double value) { J[2 * arm.n * i + j] = value; });
                });
            const auto [allocated, ns] = meter.read();
            y.resize(q.size());
            return Result{y, arm.evaluations, arm.slopes, steps, allocated, ns};
          }};
}

#ifdef HAS_SUNDIALS
int cvode_rate(double, N_Vector y, N_Vector dy, void* arm) {
  static_cast<Arm*>(arm)->rate(N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
  return 0;
}
int cvode_slope(double, N_Vector y, N_Vector, SUNMatrix J, void* arm, N_Vector, N_Vector, N_Vector) {
  static_cast<Arm*>(arm)->slope(N_VGetArrayPointer(y), [&](std::size_t i, std::size_t j, double value) {
    SM_ELEMENT_D(J, static_cast<sunindextype>(i), static_cast<sunindextype>(j)) = value;
  });
  return 0;
}

Method cvode(const char* name, Arm& arm, int family, bool exact) {
  return {name, [&arm, family, exact](const State& q, double tolerance) {
            SUNContext context = nullptr;
            SUNContext_Create(nullptr, &context);
            const auto n = static_cast<sunindextype>(2 * q.size());
            N_Vector y = N_VNew_Serial(n, context);
            std::fill_n(N_VGetArrayPointer(y), n, 0.0);
            std::copy(q.begin(), q.end(), N_VGetArrayPointer(y));
            void* memory = CVodeCreate(family, context);
            CVodeInit(memory, cvode_rate, 0, y);
            CVodeSetUserData(memory, &arm);
            CVodeSStolerances(memory, tolerance, tolerance);
            CVodeSetMaxNumSteps(memory, 10000000);
            CVodeSetStopTime(memory, falls::duration);
            SUNMatrix J = SUNDenseMatrix(n, n, context);
            SUNLinearSolver linear = SUNLinSol_Dense(y, J, context);
            SUNNonlinearSolver fixed = SUNNonlinSol_FixedPoint(y, 0, context);
            if (family == CV_ADAMS) {
              CVodeSetNonlinearSolver(memory, fixed);
            } else {
              CVodeSetLinearSolver(memory, linear, J);
              if (exact) CVodeSetJacFn(memory, cvode_slope);
            }
            arm.evaluations = arm.slopes = 0;
            const Meter meter;
            double t = 0;
            CVode(memory, falls::duration, y, &t, CV_NORMAL);
            const auto [allocated, ns] = meter.read();
            long steps = 0;
            CVodeGetNumSteps(memory, &steps);
            const double* end = N_VGetArrayPointer(y);
            Result result{{end, end + q.size()}, arm.evaluations, arm.slopes, steps, allocated, ns};
            SUNLinSolFree(linear), SUNMatDestroy(J), SUNNonlinSolFree(fixed), CVodeFree(&memory);
            N_VDestroy(y), SUNContext_Free(&context);
            return result;
          }};
}
#endif

double distance(const State& a, const State& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = std::abs(a[i] - b[i]);
    largest = x <= largest ? largest : std::isfinite(x) ? x : HUGE_VAL;
  }
  return largest;
}

/// The coarsest tolerance from which on all finer ones reach the accuracy; 0 where none does.
double tolerance_for(const Method& method, const State& q, const State& reference, double accuracy) {
  double found = 0;
  for (const double tolerance :
       falls::geometric(std::max(1e-6 * accuracy, 1e-13), std::min(1e3 * accuracy, 0.1), 1.5)) {
    if (!(distance(method.run(q, tolerance).q, reference) <= accuracy)) break;
    found = tolerance;
  }
  return found;
}

}  // namespace

int main(int count, char** values) {
  if (count < 3) return 2;
  const bool stiff = std::string(values[2]) == "stiff";
  Model<double> model = harness::torsor_model(values[1]);
  if (stiff)
    model = changed(model, [](ModelParts<double>& parts) {
      for (Friction<double>& friction : parts.friction) friction.coulomb = 2, friction.width = 1e-4;
    });
  Arm arm{model};
  std::vector<Method> methods;
  if (!stiff) {
    methods.push_back(own("ours, Dormand-Prince", model, Integrator::dormand_prince));
    methods.push_back(own("ours, Dormand-Prince 8", model, Integrator::dormand_prince_8));
    methods.push_back(odeint<ode::result_of::make_controlled<ode::runge_kutta_dopri5<State>>::type>(
        "odeint, dopri5", arm, [](double t) { return ode::make_controlled<ode::runge_kutta_dopri5<State>>(t, t); }));
    methods.push_back(odeint<ode::result_of::make_controlled<ode::runge_kutta_fehlberg78<State>>::type>(
        "odeint, fehlberg78", arm,
        [](double t) { return ode::make_controlled<ode::runge_kutta_fehlberg78<State>>(t, t); }));
    methods.push_back(odeint<ode::bulirsch_stoer<State>>("odeint, bulirsch_stoer", arm,
                                                         [](double t) { return ode::bulirsch_stoer<State>(t, t); }));
#ifdef HAS_SUNDIALS
    methods.push_back(cvode("CVODE, Adams", arm, CV_ADAMS, false));
#endif
  } else {
    methods.push_back(own("ours, Rosenbrock", model, Integrator::rosenbrock));
    methods.push_back(odeint_rosenbrock(arm));
  }
#ifdef HAS_SUNDIALS
  methods.push_back(cvode("CVODE, BDF, differences", arm, CV_BDF, false));
  methods.push_back(cvode("CVODE, BDF, exact derivatives", arm, CV_BDF, true));
#endif
  falls::Program program(harness::joints_of(model));
  for (const int pose : {0, 1}) {
    const State q = program.pose(pose);
    const State reference = methods.front().run(q, stiff ? 1e-11 : 1e-13).q;
    std::printf("pose %d; the last method at 1e-12 differs from the reference by %.1e\n", pose,
                distance(methods.back().run(q, 1e-12).q, reference));
    for (const double accuracy : stiff ? std::vector{1e-3, 1e-5} : std::vector{1e-3, 1e-6, 1e-9})
      for (const Method& method : methods) {
        const double tolerance = tolerance_for(method, q, reference, accuracy);
        if (tolerance == 0) {
          std::printf("%7.0e  %-30s  not reached\n", accuracy, method.name.c_str());
          continue;
        }
        const Result result = method.run(q, tolerance);
        double ns = HUGE_VAL;
        falls::least_time(0.2, [&] { ns = std::min(ns, method.run(q, tolerance).ns); });
        std::printf("%7.0e  %-30s  %9.0f us  %6ld steps  %7ld evaluations  %6ld derivatives  %7ld allocations\n",
                    accuracy, method.name.c_str(), ns / 1e3, result.steps, result.evaluations, result.slopes,
                    result.allocations);
        std::fflush(stdout);
      }
  }
  return 0;
}
