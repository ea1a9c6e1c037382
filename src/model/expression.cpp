#include "torsor/model/expression.hpp"

#include "model/expression_parser.hpp"

namespace torsor {

Expression::Expression(std::vector<Step> postfix, std::string written)
    : written_(std::make_shared<const Written>(Written{std::move(postfix), std::move(written)})) {}

std::string Expression::text() const {
  if (written_) return written_->text;
  return number_text(number_);
}

std::variant<Expression, ExpressionError> parse_expression(std::string_view text) {
  auto parsed = ExpressionParser(text).run();
  if (const auto* error = std::get_if<ExpressionError>(&parsed)) return *error;
  std::vector<Expression::Step> steps;
  for (ExpressionParser::Step& step : *std::get_if<0>(&parsed)) steps.push_back(std::move(step));
  return Expression(std::move(steps), std::string(text));
}

}  // namespace torsor
