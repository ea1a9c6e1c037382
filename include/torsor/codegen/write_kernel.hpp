#pragma once

#include <string>

#include "torsor/codegen/kernel.hpp"

namespace torsor {

enum class Language { c, cpp, python, matlab };

/// What generated code computes in: double, or float where the language is C or C++.
enum class GeneratedScalar { float64, float32 };
/// double or float
std::string name_of(GeneratedScalar scalar);

/// Where generated code takes sines and cosines from: the C library, or a function in the file itself that takes
/// all of a call together (C and C++ in double).
enum class GeneratedSines { library, inside };

/// What stands at the head of a generated file.
struct GeneratedFile {
  std::string robot;                 // as the user knows it
  std::string prefix;                // of every function's name, an identifier
  std::vector<std::string> remarks;  // parameter convention, check values: a line each
  GeneratedScalar scalar = GeneratedScalar::float64;
  GeneratedSines sines = GeneratedSines::library;
};

/// One file without dependencies that holds the kernels: no allocation, no branches, everything in one scalar. The
/// expressions must be in the current graph.
std::string write_kernels(const std::vector<Kernel>& kernels, const GeneratedFile& file, Language language);

/// The declarations that go with it, for C and C++; empty for the others.
std::string write_header(const std::vector<Kernel>& kernels, const GeneratedFile& file, Language language);

/// A name made of letters, digits and underscores that a namespace, a module and a file can have: `class` becomes
/// `robot_class`.
std::string identifier(const std::string& name);

}  // namespace torsor
