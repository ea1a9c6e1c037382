#include "arguments/frame_argument.hpp"

#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor::cli {

int frame_named(const Model<double>& model, const std::string& name, const std::string& flag) {
  const int frame = find_frame(model, name);
  if (frame >= 0) return frame;
  std::string list;
  std::vector<std::string> names;
  for (const Frame<double>& known : model.frames) {
    list += (names.empty() ? "" : ", ") + known.name;
    names.push_back(known.name);
  }
  throw UsageError(flag + ": expected one of " + list + "; found " + in_quotes(name) + did_you_mean(name, names));
}

}  // namespace torsor::cli
