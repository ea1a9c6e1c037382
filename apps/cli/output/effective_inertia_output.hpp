#pragma once

#include "output/json.hpp"
#include "torsor/dynamics/effective_inertia_range.hpp"
#include "torsor/dynamics/effective_inertia_table.hpp"

namespace torsor::cli {

/// The range over many configurations; `list` also gives every configuration.
Json to_json(const Model<double>& model, const EffectiveInertiaSurvey& survey, bool list);
void print(const Model<double>& model, const EffectiveInertiaSurvey& survey, bool list);

/// The notes' Table 4.1 for the joints i and j.
Json to_json(const Model<double>& model, int i, int j, const std::vector<EffectiveInertiaTableRow>& table);
void print(const Model<double>& model, int i, int j, const std::vector<EffectiveInertiaTableRow>& table);

}  // namespace torsor::cli
