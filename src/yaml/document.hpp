#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yaml/report.hpp"

namespace torsor::yaml {

/// What stands somewhere in a YAML text.
struct Node {
  enum class Kind { nothing, scalar, list, map };

  Kind kind = Kind::nothing;
  Location where{1, 1};
  std::string text{};                   // of a scalar, without its quotation marks
  bool quoted = false;                  // it had some
  std::vector<const Node*> children{};  // of a map: key, value, key, value...
};

/// The nodes of a YAML text. An alias is the node that it names, which may so have several parents: a short text that
/// means a long one is not written out.
struct Document {
  std::deque<Node> nodes;  // stay where they are when the document moves
  const Node* root = nullptr;
};

/// The one document of a text, which may be nothing; no document after an error. yaml-cpp is called here and nowhere
/// else, and its exceptions do not come out.
std::optional<Document> parse(std::string_view text, Report& report);

}  // namespace torsor::yaml
