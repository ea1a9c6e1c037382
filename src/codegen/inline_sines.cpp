#include "codegen/inline_sines.hpp"

#include <string_view>

namespace torsor::codegen {
namespace {

/// The text of scalar/sincos.hpp in C99, without bits of numbers: x - k pi/2 in three parts [Cody, Waite 1980] with
/// what the last one rounds off in `tail`, polynomials of fdlibm [Ng 1993]. Angles beyond 1e5 rad, and what is no
/// number, are left to the C library.
constexpr std::string_view sines_text = R"(
@comment Sines and cosines of angles, without a branch up to 1e5 rad.@end
static void @name(int count, const double *angles, double *sines, double *cosines) {
  int i;
  for (i = 0; i < count; ++i) {
    const double x = angles[i] >= -1e5 && angles[i] <= 1e5 ? angles[i] : 0.0;
    const double turns = x*0.63661977236758134308;
    const @int k = @cast<@int>(turns < 0.0 ? turns - 0.5 : turns + 0.5);
    const double n = @cast<double>(k);
    const double a = x - n*1.57079632673412561417e+00;
    const double b = n*6.07710050630396597660e-11;
    const double r = a - b;
    const double tail = ((a - r) - b) - n*2.02226624879595063154e-21;
    const double z = r*r;
    const double rz = r*z;
    const double half = z*0.5;
    const double w = 1.0 - half;
    const double p = 8.33333333332248946124e-03 + z*(-1.98412698298579493134e-04 + z*(2.75573137070700676789e-06
        + z*(-2.50507602534068634195e-08 + z*1.58969099521155010221e-10)));
    const double s = r - ((z*(tail*0.5 - rz*p) - tail) - rz*-1.66666666666666324348e-01);
    const double e = z*(4.16666666666666019037e-02 + z*(-1.38888888888741095749e-03 + z*(2.48015872894767294178e-05
        + z*(-2.75573143513906633035e-07 + z*(2.08757232129817482790e-09 + z*-1.13596475577881948265e-11)))));
    const double c = w + (((1.0 - w) - half) + (z*e - r*tail));
    sines[i] = ((k & 1) != 0 ? c : s)*@cast<double>(1 - (k & 2));
    cosines[i] = ((k & 1) != 0 ? s : c)*@cast<double>(1 - ((k + 1) & 2));
  }
  for (i = 0; i < count; ++i) {
    if (!(angles[i] >= -1e5 && angles[i] <= 1e5)) {
      sines[i] = @stdsin(angles[i]);
      cosines[i] = @stdcos(angles[i]);
    }
  }
}
)";

std::string replaced(std::string where, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = where.find(what, at)) != std::string::npos; at += with.size())
    where.replace(at, what.size(), with);
  return where;
}

}  // namespace

std::string inline_sines(const std::string& name, Language language) {
  const bool cpp = language == Language::cpp;
  std::string result(sines_text);
  result = replaced(result, "@comment", cpp ? "//" : "/*");
  result = replaced(result, "@end", cpp ? "" : " */");
  result = replaced(result, "@name", name);
  result = replaced(result, "@cast<@int>", cpp ? "static_cast<std::int32_t>" : "(int32_t)");
  result = replaced(result, "@cast<double>", cpp ? "static_cast<double>" : "(double)");
  result = replaced(result, "@int", cpp ? "std::int32_t" : "int32_t");
  return replaced(result, "@std", cpp ? "std::" : "");
}

}  // namespace torsor::codegen
