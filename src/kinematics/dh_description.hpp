#pragma once

#include "kinematics/dh_chain.hpp"

namespace torsor::dh {

/// A chain with a row for each link, and the frames that its rows stand for.
struct WrittenChain {
  Description robot;
  Rows rows;
};

/// What is taken as parallel, as a right angle, as zero. Without snapping it is what rounding and angles such as
/// 1.57079632679 leave: a table that is off by so much counts as exact.
Tolerance tolerance(const DhOptions& options);

/// Writes the chain as a description, or says what cannot be part of it.
std::variant<WrittenChain, Problem> write_chain(const Description& source, const DhOptions& options,
                                                const Chain& chain);

}  // namespace torsor::dh
