#pragma once

#include "torsor/model/description.hpp"

namespace torsor {

/// A kind of joint in one word, as robot files of our own write it.
const char* name_of(JointType type);

}  // namespace torsor
