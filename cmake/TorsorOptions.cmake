# What is built, and with which flags. Inside another project only the library is built, with that project's flags.
option(TORSOR_APPS "Build the command line tool" ${PROJECT_IS_TOP_LEVEL})
option(TORSOR_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(TORSOR_INSTALL "Add the install rules" ${PROJECT_IS_TOP_LEVEL})
option(TORSOR_NATIVE "Compile for the processor of this machine; code that links the library then does so too" OFF)
option(TORSOR_SANITIZE "Compile with the address and undefined behaviour sanitizers" OFF)
option(TORSOR_WARNINGS_AS_ERRORS "Treat warnings as errors" OFF)

# AUTO: on when their libraries are there; ON: their absence is an error.
set(auto_when_top_level OFF)
if(PROJECT_IS_TOP_LEVEL)
  set(auto_when_top_level AUTO)
endif()
set(TORSOR_TESTS ${auto_when_top_level} CACHE STRING "Build the tests: ON, OFF or AUTO")
set(TORSOR_BENCHMARKS ${auto_when_top_level} CACHE STRING "Build the benchmarks: ON, OFF or AUTO")
set_property(CACHE TORSOR_TESTS TORSOR_BENCHMARKS PROPERTY STRINGS ON OFF AUTO)

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  set(CMAKE_CXX_EXTENSIONS OFF)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release)
  endif()
  find_program(TORSOR_CCACHE ccache)
  if(TORSOR_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${TORSOR_CCACHE})
  endif()
endif()

# Three checks are left out: they find little that the address sanitizer does not, and cost a third of the build time.
if(TORSOR_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=null,alignment,object-size
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_link_options(-fsanitize=address,undefined)
endif()

# The project's warnings, for one of its own targets.
function(torsor_set_warnings target)
  if(NOT PROJECT_IS_TOP_LEVEL)
    return()
  endif()
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast
    -Wconversion -Wno-sign-conversion)
  target_compile_options(${target} PRIVATE -Werror=switch)  # a kind of joint that is forgotten somewhere
  # GCC 12 sees overlapping copies in "text" + std::string, where there are none.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(TORSOR_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# Headers that most files of a target include, read once. Every file still includes what it uses: the build with Clang
# goes without.
option(TORSOR_PRECOMPILE "Precompile headers" ON)
function(torsor_precompile target)
  if(TORSOR_PRECOMPILE AND PROJECT_IS_TOP_LEVEL)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()
