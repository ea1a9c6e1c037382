#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "torsor/model/expression.hpp"

/// Any text is an expression or refused at a place in it; what an expression prints has the same value.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto parsed = torsor::parse_expression(text);
  if (const auto* error = std::get_if<torsor::ExpressionError>(&parsed)) {
    if (error->position > size || error->message.empty()) std::abort();
    return 0;
  }
  const auto value = [](const torsor::Expression& expression) {
    return torsor::evaluate<double>(
        expression, [](const std::string& name) { return 0.5 + 0.1 * static_cast<double>(name.size()); });
  };
  const auto& first = std::get<torsor::Expression>(parsed);
  const auto again = torsor::parse_expression(first.text());
  if (!std::holds_alternative<torsor::Expression>(again)) std::abort();
  const double a = value(first), b = value(std::get<torsor::Expression>(again));
  if (std::bit_cast<std::uint64_t>(a) != std::bit_cast<std::uint64_t>(b) && !(std::isnan(a) && std::isnan(b)))
    std::abort();
  return 0;
}
