#pragma once

// What generated files have in their head, and are known by.
namespace torsor {

constexpr const char* generated_mark = "written by torsor generate";
constexpr const char* parameter_vector_mark = "The robot's own theta: ";

}  // namespace torsor
