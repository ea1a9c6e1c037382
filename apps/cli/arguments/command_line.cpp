#include "arguments/command_line.hpp"

#include <CLI/CLI.hpp>

#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor::cli {

bool Option::given() const { return option_ != nullptr && option_->count() > 0; }

Option& Option::required(bool required) {
  option_->required(required);
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& words) {
  option_->check(CLI::IsMember(words));
  return *this;
}

Option& Option::between(double low, double high) {
  option_->check(CLI::Range(low, high));
  return *this;
}

Option& Option::between(int low, int high) {
  option_->check(CLI::Range(low, high));
  return *this;
}

Option& Option::positive() {
  option_->check(CLI::PositiveNumber);
  return *this;
}

Option& Option::check(const std::function<std::string(const std::string&)>& problem) {
  option_->check(problem);
  return *this;
}

Option& Option::needs(const Option& other) {
  option_->needs(other.option_);
  return *this;
}

Option& Option::excludes(const std::vector<Option>& others) {
  for (const Option& other : others) option_->excludes(other.option_);
  return *this;
}

Option& Option::show_default() {
  option_->capture_default_str();
  return *this;
}

Option& Option::value_optional() {
  option_->expected(0, 1);
  return *this;
}

Option& Option::separated_by(char delimiter) {
  option_->delimiter(delimiter);
  return *this;
}

Option& Option::one_word_each() {
  option_->expected(1)->take_all();
  return *this;
}

template <OptionValue T>
Option Command::option(const std::string& name, T& target, const std::string& help) {
  return Option(app_->add_option(name, target, help));
}
template Option Command::option(const std::string&, std::string&, const std::string&);
template Option Command::option(const std::string&, double&, const std::string&);
template Option Command::option(const std::string&, int&, const std::string&);
template Option Command::option(const std::string&, long&, const std::string&);
template Option Command::option(const std::string&, std::uint64_t&, const std::string&);
template Option Command::option(const std::string&, std::optional<double>&, const std::string&);
template Option Command::option(const std::string&, std::optional<int>&, const std::string&);
template Option Command::option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Command::option(const std::string&, std::vector<double>&, const std::string&);

Option Command::flag(const std::string& name, bool& target, const std::string& help) {
  return Option(app_->add_flag(name, target, help));
}

void Command::on_run(const std::function<void()>& run) { app_->callback(run); }

CommandLine::CommandLine(const std::string& name, const std::string& description, const std::string& version)
    : app_(std::make_unique<CLI::App>(description)) {
  app_->name(name);
  app_->set_version_flag("--version", version);
  app_->require_subcommand(1);
}

CommandLine::~CommandLine() = default;

Command CommandLine::command(const std::string& name, const std::string& help) {
  return Command(app_->add_subcommand(name, help));
}

namespace {

/// The words from the last to the first, as CLI11 takes them. `--q -pi/2,0` is joined into `--q=-pi/2,0`, so that a
/// value may start with a minus sign.
std::vector<std::string> joined_backwards(int count, char** values) {
  std::vector<std::string> words;
  for (int k = 1; k < count; ++k) {
    std::string word = values[k];
    const bool is_flag = word.starts_with("--") && word.find('=') == std::string::npos;
    if (is_flag && k + 1 < count) {
      const std::string next = values[k + 1];
      if (next.size() > 1 && next[0] == '-' && next[1] != '-' && next != "-h") {
        word += "=" + next;
        ++k;
      }
    }
    words.push_back(std::move(word));
  }
  return {words.rbegin(), words.rend()};
}

}  // namespace

void CommandLine::require_known_command(const std::string& word) const {
  if (word.empty() || word[0] == '-') return;
  std::string known;
  for (const CLI::App* command : app_->get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == word) return;
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  throw UsageError("unknown command " + in_quotes(word) + ": expected one of " + known);
}

void CommandLine::run(int count, char** words) {
  require_known_command(count > 1 ? words[1] : "");
  try {
    app_->parse(joined_backwards(count, words));
  } catch (const CLI::ParseError& error) {
    const bool asked_for = error.get_exit_code() == 0;  // help or version
    if (!asked_for) throw UsageError(std::string(error.what()) + " (see " + app_->get_name() + " --help)");
    app_->exit(error);  // prints it
  }
}

}  // namespace torsor::cli
