#pragma once

// What generated files have in their head, and are known by.
namespace torsor {

constexpr const char* generated_mark = "written by torsor generate";

}  // namespace torsor
