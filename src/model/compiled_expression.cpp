#include "torsor/model/compiled_expression.hpp"

#include <algorithm>

#include "model/expression_parser.hpp"
#include "torsor/core/did_you_mean.hpp"

namespace torsor {

namespace {

constexpr CalledFunction signal_functions[] = {{"abs", 1}, {"sign", 1}, {"step", 1}, {"exp", 1},
                                               {"log", 1}, {"atan", 1}, {"min", 2},  {"max", 2}};

}  // namespace

/// Follows an expression in postfix order and keeps what each number on the stack depends on.
class ExpressionCompiler {
 public:
  using Code = CompiledExpression::Code;
  using Operation = Expression::Operation;
  using Step = ExpressionParser::Step;

  explicit ExpressionCompiler(std::span<const std::string> names) : names_(names) { result_.instructions_.clear(); }

  std::variant<CompiledExpression, ExpressionError> run(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      add(step);
      if (!error_.message.empty()) return error_;
    }
    return result_;
  }

 private:
  struct Dependence {
    bool time = false, others = false;
  };

  void add(const Step& step) {
    if (step.operation == Operation::number && !step.is_call) return push({Code::number, 0, 0, false, step.number}, {});
    if (step.operation == Operation::name) return variable(step);
    const bool two = step.operation == Operation::add || step.operation == Operation::subtract ||
                     step.operation == Operation::multiply || step.operation == Operation::divide ||
                     (step.is_call && step.number == 2);
    Dependence on = pop();
    if (two) {
      const Dependence other = pop();
      on = {on.time || other.time, on.others || other.others};
    }
    push({code_of(step), static_cast<int>(step.number), two ? 2 : 1, on.time && !on.others}, on);
  }

  void variable(const Step& step) {
    const auto found = std::find(names_.begin(), names_.end(), step.name);
    const auto index = static_cast<int>(found - names_.begin());
    if (found != names_.end()) return push({Code::variable, index}, {index == 0, index > 0});
    const std::vector<std::string> known(names_.begin(), names_.end());
    error_ = {step.position,
              "unknown name " + in_quotes(step.name) + ", expected " + in_words() + did_you_mean(step.name, known)};
  }

  /// The first names; there may be hundreds.
  std::string in_words() const {
    constexpr std::size_t most = 20;
    std::string text = names_.empty() ? "a number" : names_.size() == 1 ? "" : "one of ";
    for (std::size_t k = 0; k < std::min(names_.size(), most); ++k) text += (k == 0 ? "" : ", ") + names_[k];
    return text + (names_.size() > most ? ", ..." : "");
  }

  static Code code_of(const Step& step) {
    constexpr std::pair<std::string_view, Code> calls[] = {
        {"abs", Code::absolute}, {"sign", Code::sign},        {"step", Code::step},     {"exp", Code::exponential},
        {"min", Code::least},    {"atan", Code::arc_tangent}, {"log", Code::logarithm}, {"max", Code::greatest}};
    switch (step.operation) {
      case Operation::add:
        return Code::add;
      case Operation::subtract:
        return Code::subtract;
      case Operation::multiply:
        return Code::multiply;
      case Operation::divide:
        return Code::divide;
      case Operation::negate:
        return Code::negate;
      case Operation::sine:
        return Code::sine;
      case Operation::cosine:
        return Code::cosine;
      case Operation::tangent:
        return Code::tangent;
      case Operation::root:
        return Code::root;
      case Operation::power:
        return Code::power;
      default:
        break;
    }
    for (const auto& [name, code] : calls)
      if (name == step.name) return code;
    return Code::any_power;
  }

  void push(const CompiledExpression::Instruction& instruction, const Dependence& on) {
    result_.instructions_.push_back(instruction);
    stack_.push_back(on);
    if (stack_.size() > CompiledExpression::deepest) error_ = {0, "expected a formula that is less deeply nested"};
  }
  Dependence pop() {
    const Dependence top = stack_.back();
    stack_.pop_back();
    return top;
  }

  std::span<const std::string> names_;
  std::vector<Dependence> stack_;
  CompiledExpression result_;
  ExpressionError error_;
};

std::variant<CompiledExpression, ExpressionError> compile_formula(std::string_view text,
                                                                  std::span<const std::string> names) {
  const auto parsed = ExpressionParser(text, signal_functions).run();
  if (const auto* error = std::get_if<ExpressionError>(&parsed)) return *error;
  return ExpressionCompiler(names).run(*std::get_if<0>(&parsed));
}

std::vector<std::string> names_in_formula(std::string_view text) {
  std::vector<std::string> names;
  const auto parsed = ExpressionParser(text, signal_functions).run();
  if (const auto* steps = std::get_if<0>(&parsed))
    for (const ExpressionParser::Step& step : *steps)
      if (step.operation == Expression::Operation::name && !step.is_call &&
          std::find(names.begin(), names.end(), step.name) == names.end())
        names.push_back(step.name);
  return names;
}

bool CompiledExpression::uses_only(int variable) const {
  return std::none_of(instructions_.begin(), instructions_.end(), [variable](const Instruction& instruction) {
    return instruction.code == Code::variable && instruction.index != variable;
  });
}

std::vector<double> CompiledExpression::switching_times(double from, double to) const {
  constexpr int pieces = 20000;  // a switch that goes forth and back within one of them is not seen
  constexpr std::size_t most = 100000;
  std::vector<double> times;
  const auto timed = [this](std::size_t k) { return instructions_[k].timed; };
  std::vector<bool> before(instructions_.size()), now(instructions_.size());
  const auto look_at = [&](double t, std::vector<bool>& below) {
    run<double>([t](int index) { return index == 0 ? t : 0.0; },
                [&](std::size_t k, double x) { below[k] = timed(k) && x < 0; });
  };
  const auto bisect = [&](double low, double high) {  // `before` holds at low, and something else at high
    for (double middle = low + (high - low) / 2; middle > low && middle < high; middle = low + (high - low) / 2) {
      look_at(middle, now);
      (now == before ? low : high) = middle;
    }
    return high;
  };
  if (std::none_of(instructions_.begin(), instructions_.end(),
                   [](const Instruction& i) { return is_switch(i.code) && i.timed; }))
    return times;
  double start = from;
  look_at(start, before);
  for (int k = 1; k <= pieces; ++k) {
    const double end = from + (to - from) * k / pieces;
    for (look_at(end, now); now != before && times.size() < most; look_at(end, now)) {
      const double at = bisect(start, end);
      if (at > from && at < to) times.push_back(at);
      look_at(at, before);
      start = at;
    }
    start = end;
  }
  return times;
}

}  // namespace torsor
