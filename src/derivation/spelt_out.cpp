#include "derivation/spelt_out.hpp"

#include <cctype>

namespace torsor {
namespace {

/// Recursive descent over the text; what it cannot read makes it fail as a whole.
class SpeltReader {
 public:
  SpeltReader(std::string_view text, const SpeltParts& parts) : text_(text), parts_(parts) {}

  std::optional<std::string> run() {
    std::string result = sum();
    if (failed_ || at_ < text_.size()) return {};
    return result;
  }

 private:
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  bool is(int (*kind)(int)) const { return at_ < text_.size() && kind(static_cast<unsigned char>(text_[at_])) != 0; }

  std::string sum() {
    std::string result = take("-") ? "-" + product() : product();
    while (!failed_) {
      if (take(" + "))
        result += " + " + product();
      else if (take(" - "))
        result += " - " + product();
      else
        break;
    }
    return result;
  }
  std::string product() {
    std::string result = factor();
    const auto goes_on = [&] {
      const std::string_view rest = text_.substr(at_);
      return rest.starts_with(" ") && !rest.starts_with(" + ") && !rest.starts_with(" - ");
    };
    while (!failed_ && goes_on() && take(" ")) result += parts_.product + factor();
    return result;
  }
  std::string factor() {
    std::string base = primary();
    if (take("/")) return parts_.quotient(base, primary());
    if (!take("^")) return base;
    std::string exponent = take("-") ? "-" : "";
    while (is(std::isdigit)) exponent += text_[at_++];
    return parts_.power(base, exponent);
  }
  std::string primary() {
    if (take("(")) return "(" + closed(sum()) + ")";
    std::string word;
    if (is(std::isdigit)) {
      while (is(std::isdigit) || (at_ < text_.size() && text_[at_] == '.')) word += text_[at_++];
      if (is(std::isalpha) && take("e"))  // 1e-05
        for (word += 'e'; is(std::isdigit) || (at_ < text_.size() && text_[at_] == '-');) word += text_[at_++];
      if (take("/(")) return parts_.quotient(parts_.number(word), closed(sum()));
      return parts_.number(word);
    }
    while (is(std::isalnum) || (at_ < text_.size() && text_[at_] == '_')) word += text_[at_++];
    failed_ = failed_ || word.empty();
    if (!take("(")) return parts_.name(word);
    std::vector<std::string> arguments{sum()};
    while (take(", ")) arguments.push_back(sum());
    closed("");
    return parts_.call(word, arguments);
  }
  std::string closed(std::string inside) {
    failed_ = failed_ || !take(")");
    return inside;
  }

  std::string_view text_;
  const SpeltParts& parts_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<std::string> respelt(std::string_view text, const SpeltParts& parts) {
  return SpeltReader(text, parts).run();
}

}  // namespace torsor
