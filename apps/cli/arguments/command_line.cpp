#include "arguments/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "arguments/value_checks.hpp"
#include "output/help_text.hpp"
#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor::cli {
bool Option::given() const { return option_ != nullptr && option_->count() > 0; }

Option& Option::required(bool required) {
  option_->required(required);
  text_->required = required;
  return *this;
}

Option& Option::offers(const std::vector<std::string>& words) {
  text_->choices = words;
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& words) {
  return offers(words).check([words](const std::string& text) { return word_problem(text, words); });
}

Option& Option::list_of(const std::vector<std::string>& words) {
  text_->list = true;
  return offers(words).value("LIST").check([words](const std::string& text) { return word_list_problem(text, words); });
}

Option& Option::between(double low, double high) {
  return check([low, high](const std::string& text) { return range_problem(text, low, high); });
}

Option& Option::between(int low, int high) { return between(static_cast<double>(low), static_cast<double>(high)); }

Option& Option::positive() { return check(positive_problem); }

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

Option& Option::not_called(const std::vector<std::string>& names) {
  text_->other_names = names;
  return *this;
}

Option& Option::value(const std::string& name) {
  text_->value = name;
  return *this;
}

Option& Option::of_kind(ValueKind kind, const std::string& name) {
  text_->kind = kind;
  return value(name);
}

Option& Option::show_default() {
  option_->capture_default_str();
  text_->usual = option_->get_default_str();
  return *this;
}

Option& Option::value_optional() {
  option_->expected(0, 1);
  return *this;
}

Option& Option::separated_by(char delimiter) {
  option_->delimiter(delimiter);
  text_->repeated = false;
  return value("LIST");
}

Option& Option::one_word_each() {
  option_->expected(1)->take_all();
  return *this;
}

template <OptionValue T>
Option Command::option(const std::string& name, T& target, const std::string& help) {
  constexpr bool list = OneOf<T, std::vector<std::string>, std::vector<double>>;
  constexpr bool text = OneOf<T, std::string, std::vector<std::string>>;
  constexpr bool whole = OneOf<T, int, long, std::uint64_t, std::optional<int>>;
  text_->options.push_back({name, text ? "TEXT" : whole ? "N" : "NUMBER", help, false, list});
  Option option(app_->add_option(name, target, help), &text_->options.back());
  if constexpr (OneOf<T, std::uint64_t, long>)
    option.check(natural_number_problem);
  else if constexpr (!text)
    option.check(whole ? whole_number_problem : number_problem);
  return option;
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
  text_->options.push_back({name, "", help});
  return {app_->add_flag(name, target, help), &text_->options.back()};
}

std::vector<std::pair<std::string, std::string>> Command::given(ValueKind kind) const {
  std::vector<std::pair<std::string, std::string>> words;
  for (const OptionText& option : text_->options)
    if (option.kind == kind)
      for (const std::string& word : app_->get_option(option.name)->results()) words.emplace_back(option.name, word);
  return words;
}

bool Command::given(const std::string& flag) const {
  const CLI::Option* option = app_->get_option_no_throw(flag);
  return option != nullptr && option->count() > 0;
}

std::vector<std::pair<std::string, std::vector<std::string>>> Command::given_flags() const {
  std::vector<std::pair<std::string, std::vector<std::string>>> flags;
  for (const OptionText& option : text_->options)
    if (option.name.starts_with("--") && given(option.name))
      flags.emplace_back(option.name,
                         option.value.empty() ? std::vector<std::string>() : app_->get_option(option.name)->results());
  return flags;
}

void Command::before_run(const std::function<void()>& look) { app_->parse_complete_callback(look); }

void Command::on_run(const std::function<void()>& run) { app_->callback(run); }

CommandLine::CommandLine(const std::string& name, const std::string& description, const std::string& version)
    : app_(std::make_unique<CLI::App>(description)), text_{name, description, version} {
  app_->name(name);
  app_->set_version_flag("-v,-V,--version", version);
  app_->require_subcommand(1);
}

CommandLine::~CommandLine() = default;

Command CommandLine::command(const std::string& name, const std::string& help) {
  text_.commands.push_back({group_, name, help});
  return {app_->add_subcommand(name, help), &text_.commands.back()};
}

void CommandLine::add_example(const std::string& command_line, const std::string& what) {
  text_.examples.emplace_back(command_line, what);
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

/// What is wrong with words that no option takes.
std::string unexpected(const CommandText& command, const std::vector<std::string>& words) {
  const auto flag = std::find_if(words.begin(), words.end(), [](const std::string& word) { return word[0] == '-'; });
  if (flag == words.end()) return command.name + ": expected no further argument, found " + in_quotes(words[0]);
  const std::string name = flag->substr(0, flag->find('='));
  std::vector<std::string> known{"--help"};
  for (const OptionText& option : command.options) {
    if (!option.is_positional()) known.push_back(option.name);
    if (std::find(option.other_names.begin(), option.other_names.end(), name) != option.other_names.end())
      return command.name + ": unknown flag " + name + "; did you mean " + in_quotes(option.name) + "?";
  }
  return command.name + ": unknown flag " + name + did_you_mean(name, known);
}

std::string missing(const CommandText& command, const CLI::App& app) {
  std::string text;
  for (const OptionText& option : command.options)
    if (option.required && app.get_option(option.name)->count() == 0)
      text += (text.empty() ? "expected " : " and ") + option.name;
  return command.name + ": " + text + ", found nothing";
}

/// CLI11's error in our words, with the command whose flags it is about.
std::string in_our_words(const CLI::ParseError& error, const CommandText& command, const CLI::App& app) {
  const std::string see = " (`torsor help " + command.name + "` lists its flags)";
  std::vector<std::string> extra = app.remaining();
  std::erase_if(extra, [](const std::string& word) { return word.empty(); });
  if (!extra.empty()) return unexpected(command, extra) + see;
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) return missing(command, app) + see;
  std::string text = error.what();
  for (const auto& [word, expected] : {std::pair(" requires ", "expected "), std::pair(" excludes ", "expected no ")})
    if (const std::size_t at = text.find(word); at != std::string::npos)
      return text.substr(0, at) + ": " + expected + text.substr(at + std::string(word).size()) + " beside it";
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return text;
  const bool none = text.ends_with("missing") || text.ends_with("received 0");
  return text.substr(0, text.find(':')) + ": expected one value, found " + (none ? "nothing" : "several");
}

}  // namespace

void CommandLine::require_known_command(const std::string& word) const {
  if (word[0] == '-' || text_.find(word) != nullptr) return;
  throw UsageError("unknown command " + in_quotes(word) + did_you_mean(word, text_.command_names()) + " (`" +
                   text_.name + " help` lists the commands)");
}

void CommandLine::run(int count, char** words) {
  const std::string first = count > 1 ? words[1] : "";
  if (first.empty() || first == "-h" || first == "--help") return print_overview(text_);
  require_known_command(first);
  const CommandText* command = text_.find(first);  // there is none where the first word is a flag
  try {
    app_->parse(joined_backwards(count, words));
  } catch (const CLI::CallForHelp&) {
    command != nullptr ? print_help(text_, *command) : print_overview(text_);
  } catch (const CLI::CallForVersion&) {
    std::cout << text_.version << '\n';
  } catch (const CLI::ParseError& error) {
    if (command == nullptr)
      throw UsageError("expected a command first, found " + in_quotes(first) + " (`" + text_.name +
                       " help` lists the commands)");
    throw UsageError(in_our_words(error, *command, *app_->get_subcommand(first)));
  }
}

}  // namespace torsor::cli
