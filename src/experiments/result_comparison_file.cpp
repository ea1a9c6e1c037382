#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "torsor/core/error.hpp"
#include "torsor/core/read_file.hpp"
#include "torsor/core/text.hpp"
#include "torsor/estimation/estimator_table.hpp"
#include "torsor/estimation/parameter_unit.hpp"
#include "torsor/experiments/result_comparison.hpp"
#include "yaml/document.hpp"

namespace torsor {
namespace {

using yaml::Node;

constexpr std::size_t most_bytes = 64 << 20;

/// A place in the file, with the way to it for messages: "estimates/1/value". JSON is YAML too, so that the reader of
/// YAML serves.
class Place {
 public:
  Place(const Node& node, std::string way, const std::string& file)
      : node_(&node), way_(std::move(way)), file_(&file) {}

  [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
    throw FileError(*file_, node_->where,
                    fmt::format("{}expected {}, found {}", way_.empty() ? "" : way_ + ": ", expected, found));
  }
  const Place& of_kind(Node::Kind kind, const char* expected) const {
    if (node_->kind != kind) fail(expected, found());
    return *this;
  }
  bool has(std::string_view key) const { return find(key) != nullptr; }
  Place at(const std::string& key) const {
    of_kind(Node::Kind::map, "an object");
    const Node* value = find(key);
    if (value == nullptr) fail("a member " + in_quotes(key), "none");
    return {*value, way_.empty() ? key : way_ + "/" + key, *file_};
  }
  std::vector<Place> list() const {
    of_kind(Node::Kind::list, "a list");
    std::vector<Place> places;
    places.reserve(node_->children.size());
    for (std::size_t k = 0; k < node_->children.size(); ++k)
      places.emplace_back(*node_->children[k], fmt::format("{}/{}", way_, k), *file_);
    return places;
  }
  const std::string& text() const { return of_kind(Node::Kind::scalar, "a text").node_->text; }
  double number() const {
    const std::string& word = of_kind(Node::Kind::scalar, "a number").node_->text;
    double value = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
      fail("a number", in_quotes(word));
    return value;
  }

 private:
  std::string found() const {
    switch (node_->kind) {
      case Node::Kind::nothing:
        return "nothing";
      case Node::Kind::scalar:
        return in_quotes(node_->text);
      case Node::Kind::list:
        return "a list";
      case Node::Kind::map:
        return "an object";
    }
    return "";
  }
  const Node* find(std::string_view key) const {
    for (std::size_t k = 0; node_->kind == Node::Kind::map && k + 1 < node_->children.size(); k += 2)
      if (node_->children[k]->text == key) return node_->children[k + 1];
    return nullptr;
  }

  const Node* node_;
  std::string way_;
  const std::string* file_;
};

Place weighted_of(const Place& root) {
  for (const Place& estimate : root.at("estimates").list())
    if (estimate.at("method").text() == weighted_name) return estimate;
  root.fail("an estimate " + in_quotes(std::string(weighted_name)), "none");
}

Eigen::MatrixXd covariance_of(const Place& weighted, Eigen::Index count) {
  if (!weighted.has("covariance"))
    weighted.fail("a covariance", "none: the quick way of identification leaves it out, as did versions before 0.2");
  const std::vector<Place> rows = weighted.at("covariance").list();
  if (static_cast<Eigen::Index>(rows.size()) != count)
    weighted.at("covariance").fail(fmt::format("{} rows", count), std::to_string(rows.size()));
  Eigen::MatrixXd covariance(count, count);
  for (Eigen::Index r = 0; r < count; ++r) {
    const std::vector<Place> entries = rows[r].list();
    if (static_cast<Eigen::Index>(entries.size()) != r + 1)
      rows[r].fail(fmt::format("{} numbers", r + 1), std::to_string(entries.size()));
    for (Eigen::Index c = 0; c <= r; ++c) covariance(r, c) = covariance(c, r) = entries[c].number();
    if (!(covariance(r, r) > 0)) rows[r].fail("a variance above 0", fmt::format("{:.6g}", covariance(r, r)));
  }
  return covariance;
}

/// No rows where the result has none.
Eigen::MatrixXd width_sensitivity_of(const Place& weighted, std::size_t joints, Eigen::Index count) {
  if (!weighted.has("width_sensitivity")) return {};
  const Place place = weighted.at("width_sensitivity");
  const std::vector<Place> columns = place.list();
  if (columns.size() != joints) place.fail(fmt::format("{} lists", joints), std::to_string(columns.size()));
  Eigen::MatrixXd sensitivity(count, static_cast<Eigen::Index>(joints));
  for (std::size_t j = 0; j < joints; ++j) {
    const std::vector<Place> entries = columns[j].list();
    if (static_cast<Eigen::Index>(entries.size()) != count)
      columns[j].fail(fmt::format("{} numbers", count), std::to_string(entries.size()));
    for (Eigen::Index b = 0; b < count; ++b) sensitivity(b, static_cast<Eigen::Index>(j)) = entries[b].number();
  }
  return sensitivity;
}

ComparableResult result_from(const Place& root, const std::string& file) {
  ComparableResult result;
  result.name = file;
  result.robot = root.at("robot").text();
  result.friction = root.at("friction").text();
  for (const Place& joint : root.at("joints").list()) {
    result.joints.push_back(joint.at("name").text());
    result.coulomb_width.push_back(joint.at("coulomb_width").number());
    for (const auto& [key, list] : {std::pair("stribeck_velocity", &result.stribeck_velocity),
                                    std::pair("presliding_distance", &result.presliding_distance),
                                    std::pair("hysteresis_distance", &result.hysteresis_distance)})
      list->push_back(joint.has(key) ? joint.at(key).number() : 0);
  }
  for (const Place& parameter : root.at("base_parameters").list()) {
    result.parameters.push_back(parameter.at("name").text());
    result.combinations.push_back(parameter.at("combination").text());
    result.units.push_back(parameter.at("unit").text());
  }
  const Place weighted = weighted_of(root);
  const std::vector<Place> values = weighted.at("value").list();
  if (values.size() != result.parameters.size())
    weighted.at("value").fail(fmt::format("{} numbers", result.parameters.size()), std::to_string(values.size()));
  result.value.resize(static_cast<Eigen::Index>(values.size()));
  for (std::size_t k = 0; k < values.size(); ++k) result.value[static_cast<Eigen::Index>(k)] = values[k].number();
  result.covariance = covariance_of(weighted, result.value.size());
  result.width_sensitivity = width_sensitivity_of(weighted, result.joints.size(), result.value.size());
  const Place degrees = root.at("degrees_of_freedom");
  result.degrees_of_freedom = degrees.number();
  if (!(result.degrees_of_freedom >= 1)) degrees.fail("1 or more", fmt::format("{:.6g}", result.degrees_of_freedom));
  return result;
}

}  // namespace

ComparableResult read_result(const std::filesystem::path& path) {
  const std::string file = path.string();
  std::vector<Finding> findings;
  yaml::Report report(file, "", findings);
  const std::optional<yaml::Document> document = yaml::parse(
      read_file(path, "the result of an identification as JSON", most_bytes, "", Streams::passed_on), report);
  if (!document || report.errors() > 0) throw FileError(findings);
  if (document->root == nullptr)
    throw FileError(file, {1, 1}, "expected the result of an identification as JSON, found nothing");
  return result_from(Place(*document->root, "", file), file);
}

ComparableResult comparable(const Identification& result, const std::string& name) {
  const Estimate& weighted = result.weighted();
  if (weighted.covariance.rows() == 0)
    throw ComputationError(name + ": the weighted estimate has no covariance", {"deviations"});
  ComparableResult one;
  one.name = name;
  one.robot = result.robot, one.friction = result.friction, one.joints = result.joints;
  one.parameters = result.base_names, one.combinations = result.base_words;
  for (std::size_t b = 0; b < result.base_names.size(); ++b) one.units.push_back(base_parameter_unit(result, b));
  one.coulomb_width = result.coulomb_width, one.stribeck_velocity = result.stribeck_velocity;
  one.presliding_distance = result.presliding_distance, one.hysteresis_distance = result.hysteresis_distance;
  one.value = Eigen::VectorXd::Map(weighted.value.data(), static_cast<Eigen::Index>(weighted.value.size()));
  one.covariance = weighted.covariance, one.width_sensitivity = weighted.width_sensitivity;
  one.degrees_of_freedom = std::max(1.0, result.degrees_of_freedom);
  return one;
}

}  // namespace torsor
