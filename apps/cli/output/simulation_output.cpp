#include "output/simulation_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iostream>
#include <span>

#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/model/deflections.hpp"
#include "torsor/model/position.hpp"
#include "torsor/simulation/event_words.hpp"

namespace torsor::cli {
namespace {

struct WorkName {
  const char* name;
  double SimulationWork::* part;
};
constexpr WorkName works[] = {{"motors", &SimulationWork::motors},     {"friction", &SimulationWork::friction},
                              {"wrenches", &SimulationWork::wrenches}, {"base", &SimulationWork::base},
                              {"stops", &SimulationWork::stops},       {"loads", &SimulationWork::loads}};

template <class Value>
Json list(const std::vector<SimulationSample>& samples, const Value& value) {
  Json::Array rows;
  rows.reserve(samples.size());
  for (const SimulationSample& sample : samples) rows.emplace_back(value(sample));
  Json json = Json::array();
  for (Json& row : rows) json.push_back(std::move(row));
  return json;
}

Json energies(const std::vector<SimulationSample>& samples) {
  Json json{{"kinetic", list(samples, [](const SimulationSample& s) { return s.kinetic; })},
            {"potential", list(samples, [](const SimulationSample& s) { return s.potential; })}};
  for (const auto& [name, part] : works)
    json[name] = list(samples, [of = part](const SimulationSample& s) { return s.work.*of; });
  json["defect"] = list(samples, [](const SimulationSample& s) { return s.defect; });
  return json;
}

Json to_json(const SimulationEnd& end, const std::vector<std::string>& names) {
  Json json{{"kind", name_of(end.kind)}, {"time", end.time}};
  if (end.velocity >= 0) json["joint"] = names.at(static_cast<std::size_t>(end.velocity));
  if (!end.reached()) json["message"] = to_string(end, names);
  return json;
}

void print_events(const Model<double>& model, const std::vector<SimulationEvent>& events) {
  const std::vector<std::string> names = velocity_names(model), units = velocity_units(model);
  constexpr std::size_t most = 20;
  if (events.empty()) return;
  std::cout << "\n" << counted(static_cast<long>(events.size()), "event") << '\n';
  Table table({"time", "joint", "event"});
  for (const SimulationEvent& event : std::span(events).first(std::min(events.size(), most)))
    table.add({fmt::format("{:.6f}", event.time), joint_of(event, names), in_words(event, units)});
  table.print(3);
  if (events.size() > most)
    std::cout << fmt::format("  and {} more; --json and --report have them all\n", events.size() - most);
}

void print_energy(const std::vector<SimulationSample>& samples) {
  const SimulationSample &first = samples.front(), &last = samples.back();
  std::cout << "\nenergy, J\n";
  Table table({"", "start", "end", "gained"});
  const auto add = [&](const char* name, double start, double end) {
    const double largest = std::max({std::abs(first.potential), std::abs(last.potential), std::abs(last.kinetic)});
    table.add({name, shown_beside(start, largest), shown_beside(end, largest), shown_beside(end - start, largest)});
  };
  add("kinetic", first.kinetic, last.kinetic);
  add("potential", first.potential, last.potential);
  for (const auto& [name, part] : works)
    if (last.work.*part != 0) table.add({std::string("work of ") + name, "", "", shown(last.work.*part)});
  table.add({"not accounted for", "", "", shown(last.defect)});
  table.print();
}

}  // namespace

BalanceCheck balance(const Simulation& run, bool adapts, double tolerance) {
  double moved = 0;
  const SimulationSample* first = run.samples.empty() ? nullptr : run.samples.data();
  for (const SimulationSample& sample : run.samples) {
    const SimulationWork& work = sample.work;
    moved = std::max({moved, sample.kinetic, std::abs(sample.potential - first->potential), std::abs(work.motors),
                      std::abs(work.friction), std::abs(work.wrenches), std::abs(work.base), std::abs(work.stops),
                      std::abs(work.loads)});
  }
  const double steps = static_cast<double>(run.steps);
  const double share = adapts ? std::min((tolerance + 1e-13) * (100 + steps / 10), 1e-2) : 1e-3;
  return {std::abs(run.largest_defect), run.time_of_defect, share * moved + 1e-12};
}

std::string in_words(const BalanceCheck& check) {
  return fmt::format("The largest defect of the power balance is {} J, at {} s; it may be {} J.", shown(check.defect),
                     shown(check.time), shown(check.bound));
}

Json to_json(const Model<double>& model, const Simulation& run, const std::string& method) {
  const std::vector<std::string> names = velocity_names(model);
  Json events = Json::array();
  for (const SimulationEvent& event : run.events) {
    const std::string joint = joint_of(event, names);
    events.push_back({{"time", event.time},
                      {"kind", name_of(event.kind)},
                      {"joint", joint.empty() ? Json() : Json(joint)},
                      {"value", event.value}});
  }
  const auto& samples = run.samples;
  Json json{{"robot", model.name},
            {"method", method},
            {"joints", names},
            {"t", list(samples, [](const SimulationSample& s) { return s.t; })},
            {"q", list(samples, [](const SimulationSample& s) { return s.q; })},
            {"qd", list(samples, [](const SimulationSample& s) { return s.qd; })},
            {"qdd", list(samples, [](const SimulationSample& s) { return s.qdd; })},
            {"tau", list(samples, [](const SimulationSample& s) { return s.tau; })},
            {"events", events},
            {"energy", energies(samples)},
            {"steps", run.steps},
            {"evaluations", run.evaluations},
            {"end", to_json(run.end, names)}};
  if (!deflection_names(model).empty()) json["z"] = list(samples, [](const SimulationSample& s) { return s.z; });
  return json;
}

void print_simulation(const Model<double>& model, const Simulation& run, const std::string& method) {
  if (run.samples.empty()) return;
  const SimulationSample& last = run.samples.back();
  const double first = run.samples.front().t;
  const std::string when =
      first == 0 ? "after " + shown(last.t) + " s" : "from " + shown(first) + " to " + shown(last.t) + " s";
  std::cout << fmt::format("{} {}: {}, {} by {}\n", model.name, when,
                           counted(static_cast<long>(run.samples.size()), "sample"), counted(run.steps, "step"),
                           method);
  if (model.nq != model.nv) {
    Table positions({"position", "q"});
    const std::vector<std::string> names = position_names(model);
    for (std::size_t k = 0; k < names.size(); ++k) positions.add({names[k], shown(last.q[k])});
    positions.print();
    std::cout << '\n';
  }
  print_by_joint(model, {{"q", last.q}, {"qd", last.qd}, {"qdd", last.qdd}, {"tau", last.tau}});
  print_events(model, run.events);
  print_energy(run.samples);
}

SampleTable::SampleTable(const Model<double>& model, const TableTarget& target, Deflections deflections,
                         const std::vector<std::string>& more)
    : target_(target), columns_{"t"} {
  for (int k = 1; k <= model.nq; ++k) columns_.push_back("q" + std::to_string(k));
  for (const char* stem : {"qd", "qdd", "tau"})
    for (int k = 1; k <= model.nv; ++k) columns_.push_back(stem + std::to_string(k));
  if (deflections == Deflections::written)
    for (const std::string& name : deflection_names(model)) columns_.push_back(name);
  columns_.insert(columns_.end(), more.begin(), more.end());
}

void SampleTable::add(const SimulationSample& sample, const std::vector<double>& more) {
  constexpr std::size_t rows_at_once = 256;
  numbers_.push_back(sample.t);
  for (const auto* part : {&sample.q, &sample.qd, &sample.qdd, &sample.tau, &sample.z, &more})
    numbers_.insert(numbers_.end(), part->begin(), part->end());
  ++rows_;
  assert(numbers_.size() % columns_.size() == 0);  // a row has as many numbers as the header has names
  if (numbers_.size() >= rows_at_once * columns_.size()) pass_on();
}

void SampleTable::pass_on() {
  if (!begun_) target_.write(table_start(target_.format, columns_, 0));
  begun_ = true;
  if (!numbers_.empty())
    target_.write(
        table_.bytes(target_.format, numbers_.size() / columns_.size(), {{numbers_.data(), columns_.size()}}));
  numbers_.clear();
}

void SampleTable::finish() {
  if (rows_ == 0) return;
  pass_on();
  if (target_.format == TableFormat::npy) target_.write_start(table_start(target_.format, columns_, rows_));
}

}  // namespace torsor::cli
