#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace torsor {

/// How the parts of a formula that is spelt out as text look in another notation.
struct SpeltParts {
  std::function<std::string(const std::string&)> name;
  std::function<std::string(const std::string&)> number;
  std::function<std::string(const std::string& over, const std::string& under)> quotient;
  std::function<std::string(const std::string& function, const std::vector<std::string>& arguments)> call;
  std::function<std::string(const std::string& base, const std::string& exponent)> power;
  std::string product;  // between factors
};

/// A formula of typeset(form, Typesetting::text), such as sqrt(1/2 qd1^2 + w^2), in other parts. Nothing where it is no
/// such formula.
std::optional<std::string> respelt(std::string_view text, const SpeltParts& parts);

}  // namespace torsor
