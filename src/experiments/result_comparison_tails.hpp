#pragma once

/// Tails of the distributions that tests are made with.
namespace torsor::experiments {

/// I_x(a, b), the regularised incomplete beta function. [DLMF 8.17.22]
double incomplete_beta(double a, double b, double x);
/// That |t| is larger, for Student's distribution of n degrees of freedom.
double student_tail(double t, double n);
/// The t whose tail is this probability, between 0 and 1.
double student_quantile(double tail, double n);
/// That F is larger, for Fisher's distribution.
double fisher_tail(double F, double numerator, double denominator);

/// That the largest of `count` independent ones is as large, where one is with `probability`; and back. [Sidak 1967]
double family_probability(double probability, double count);
double single_probability(double family, double count);

}  // namespace torsor::experiments
