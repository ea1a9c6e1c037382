#include "torsor/model/number_list.hpp"

#include "torsor/core/ranges.hpp"
#include "torsor/model/expression.hpp"

namespace torsor {

namespace {

/// What most likely went wrong where a text is not a number.
std::string slip_in(const std::string& text) {
  if (text.find("\u00b0") != std::string::npos) return "; degrees are written as 90deg";
  const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  const bool several = text.substr(first, last - first).find(' ') != std::string::npos;
  return several ? "; numbers are separated by commas" : "";
}

}  // namespace

std::vector<double> parse_numbers(std::string_view text, const std::string& what) {
  std::vector<double> numbers;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const std::string piece(text.substr(start, end - start));
    const auto fail = [&](const std::string& message) {
      raise(UsageError(what + ": number " + std::to_string(numbers.size() + 1) + ": " + message + slip_in(piece)));
    };
    if (piece.find_first_not_of(" \t") == std::string::npos)
      raise(UsageError(what + ": number " + std::to_string(numbers.size() + 1) + ": expected a number, found nothing"));
    const auto parsed = parse_expression(piece);
    if (const auto* error = std::get_if<ExpressionError>(&parsed)) fail(error->message + " in " + in_quotes(piece));
    const Expression& expression = std::get<Expression>(parsed);
    for (const Expression::Step& step : expression.steps())
      if (step.operation == Expression::Operation::name)
        fail("expected a number such as 0.5 or 90deg, found " + in_quotes(piece));
    const double value = evaluate<double>(expression, [](const std::string&) { return 0.0; });
    if (!ranges::number.contains(value))
      fail("expected " + expected(ranges::number, value) + ", found " + in_quotes(piece));
    numbers.push_back(value);
    start = end + 1;
  }
  return numbers;
}

}  // namespace torsor
