#pragma once

#include <string>
#include <vector>

/// What is wrong with the text of a value: what was expected and what was found, or nothing where it is fine.
namespace torsor::cli {

std::string number_problem(const std::string& text);
std::string whole_number_problem(const std::string& text);
std::string natural_number_problem(const std::string& text);  // not negative
std::string positive_problem(const std::string& text);
std::string range_problem(const std::string& text, double low, double high);

/// One of several words; one that is like them is proposed.
std::string word_problem(const std::string& text, const std::vector<std::string>& words);
/// A list of them, between commas.
std::string word_list_problem(const std::string& text, const std::vector<std::string>& words);

/// The words of a list between commas, empty ones as well: there is always one.
std::vector<std::string> words_in(const std::string& list);

}  // namespace torsor::cli
