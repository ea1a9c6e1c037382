#include "derivation/collected_terms.hpp"

#include <algorithm>
#include <tuple>

#include "derivation/formula_symbol.hpp"

namespace torsor {
namespace {

using Product = TrigonometricForm::Product;

/// Accelerations, then velocities, squares before products, then what stands alone; in each what does not turn comes
/// first.
auto place(const Product& product) {
  std::vector<std::pair<std::string, int>> moving;
  int highest = 0;
  for (const auto& [name, exponent] : product.powers)
    if (const int rank = rank_of_symbol(name); rank > 0)
      moving.emplace_back(name, -exponent), highest = std::max(highest, rank);
  return std::tuple(-highest, moving, product.angle.size(), product.angle, product.sine, product.powers);
}

/// Terms that are alike but for one symbol of the same letter, to the digits that are printed: they can be written as
/// one.
struct Alike {
  std::vector<std::size_t> terms;
  std::vector<std::string> symbols;
};
using AlikeTerms = std::map<std::tuple<Product, std::string, std::string>, Alike>;

AlikeTerms alike_terms(const std::vector<CollectedTerm>& terms) {
  AlikeTerms result;
  for (std::size_t k = 0; k < terms.size(); ++k)
    for (const auto& [name, exponent] : terms[k].product.powers) {
      if (exponent != 1 || rank_of_symbol(name) > 0 || is_spelt_out(name) || name.starts_with("q")) continue;
      Product rest = terms[k].product;
      rest.powers.erase(name);
      if (rest == Product{}) continue;
      Alike& alike = result[{std::move(rest), ten_digits(terms[k].coefficient), formula_symbol(name).letter}];
      alike.terms.push_back(k), alike.symbols.push_back(name);
    }
  return result;
}

}  // namespace

std::vector<CollectedTerm> collected_terms(const TrigonometricForm& form) {
  std::vector<CollectedTerm> terms;
  terms.reserve(form.terms().size());
  for (const auto& [product, coefficient] : form.terms()) terms.push_back({product, coefficient, {}});
  std::sort(terms.begin(), terms.end(),
            [](const auto& a, const auto& b) { return place(a.product) < place(b.product); });
  const AlikeTerms alike = alike_terms(terms);
  std::vector<const AlikeTerms::value_type*> order;
  for (const auto& entry : alike)
    if (entry.second.terms.size() > 1) order.push_back(&entry);
  std::sort(order.begin(), order.end(), [](const auto* a, const auto* b) {  // masses first, long sums first
    const auto key = [](const auto* entry) {
      const Alike& same = entry->second;
      return std::tuple(place_of_parameter(same.symbols[0]), -int(same.terms.size()), same.terms);
    };
    return key(a) < key(b);
  });
  std::vector<bool> gone(terms.size(), false);
  for (const auto* entry : order) {
    const auto& [members, symbols] = entry->second;
    std::vector<std::size_t> left;
    for (std::size_t k = 0; k < members.size(); ++k)
      if (!gone[members[k]] && terms[members[k]].sum.empty()) left.push_back(k);
    if (left.size() < 2) continue;
    CollectedTerm& first = terms[members[left[0]]];
    first.product = std::get<0>(entry->first);
    for (const std::size_t k : left) first.sum.push_back(symbols[k]), gone[members[k]] = k != left[0];
  }
  std::vector<CollectedTerm> result;
  for (std::size_t k = 0; k < terms.size(); ++k)
    if (!gone[k]) result.push_back(std::move(terms[k]));
  return result;
}

}  // namespace torsor
