#pragma once

#include "torsor/codegen/compile.hpp"

namespace torsor {

struct CompiledRobot::Shared {
  Model<double> model;
  int frame;
  std::vector<CompiledFunction> functions{};
};

}  // namespace torsor
