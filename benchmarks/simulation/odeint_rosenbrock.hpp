#pragma once

#include <functional>
#include <vector>

/// Steps of Boost.odeint's rosenbrock4 over 1 s; y becomes the end. `slope(y, J)` writes the derivatives by rows.
long odeint_rosenbrock(std::vector<double>& y, double tolerance,
                       const std::function<void(const double*, double*)>& rate,
                       const std::function<void(const double*, double*)>& slope);
