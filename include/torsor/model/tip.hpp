#pragma once

#include "torsor/model/description.hpp"

namespace torsor {

/// The links, as places in `links`, that can be meant as the tip of a robot without a tool: one where that is clear.
/// They are ends that move: those named as a tool (tool, tool0, tcp, ee_link, flange), or else all, and of these the
/// ones with the most joints between them and the base. Where nothing moves, they are the ends there are.
std::vector<std::size_t> tip_candidates(const Description& robot);

/// Their names; for messages, and for choosing one.
std::vector<std::string> tip_names(const Description& robot);

}  // namespace torsor
