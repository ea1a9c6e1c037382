#include "experiments/payload/payload_frame.hpp"

#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor::payload {

int frame_of(const Model<double>& model, const std::string& name) {
  const int frame = name.empty() ? model.tip : find_frame(model, name);
  if (frame < 0) throw UsageError("tool_frame", "expected a frame of " + model.name + ", found " + in_quotes(name));
  if (model.frames[frame].body == 0)
    throw UsageError("tool_frame", "expected a frame that moves, found " + in_quotes(model.frames[frame].name));
  return frame;
}

}  // namespace torsor::payload
