#include <benchmark/benchmark.h>

#include <fstream>
#include <iterator>
#include <pugixml.hpp>

#include "../tests/support/generated_urdf.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/urdf/read_urdf.hpp"

// What it costs to load a humanoid, beside what its XML alone costs. `TORSOR_URDF=FILE` takes another robot.
namespace {

const std::string& robot_text() {
  static const std::string text = [] {
    const char* path = std::getenv("TORSOR_URDF");
    if (path == nullptr) return torsor::test::humanoid_urdf(30);
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  return text;
}

void parse_xml(benchmark::State& state) {
  for (auto _ : state) {
    pugi::xml_document document;
    benchmark::DoNotOptimize(document.load_buffer(robot_text().data(), robot_text().size()));
  }
}

void read_urdf(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(torsor::read_urdf(robot_text(), "robot.urdf"));
}

void load(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(torsor::build_model<double>(torsor::read_urdf(robot_text(), "robot.urdf").robot).nv);
}

BENCHMARK(parse_xml)->Name("loading/parse_xml");
BENCHMARK(read_urdf)->Name("loading/read_urdf");
BENCHMARK(load)->Name("loading/read_urdf_and_build_model");

}  // namespace
