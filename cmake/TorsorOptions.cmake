# What is built, and with which flags. Inside another project only the library is built, with that project's flags.
option(TORSOR_APPS "Build the command line tool" ${PROJECT_IS_TOP_LEVEL})
option(TORSOR_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(TORSOR_PYTHON "Build the Python module, which `pip install .` does; it needs TORSOR_APPS" OFF)
option(TORSOR_INSTALL "Add the install rules" ${PROJECT_IS_TOP_LEVEL})
option(TORSOR_UNITY "Compile the sources of a room together: a third of the time, but all of it for every change" ON)
option(TORSOR_HARDEN "Checks and layouts that make a mistake in memory end the program instead of being used" ${PROJECT_IS_TOP_LEVEL})
option(TORSOR_MEASURE "Write down what each source costs to compile, for scripts/slowest-sources" OFF)
set(TORSOR_SANITIZE OFF CACHE STRING "OFF, address (with undefined behaviour; with Clang also what fuzzing needs) or thread: compile with these")
set_property(CACHE TORSOR_SANITIZE PROPERTY STRINGS OFF address thread)
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
  if(TORSOR_MEASURE)
    list(PREPEND CMAKE_CXX_COMPILER_LAUNCHER ${PROJECT_SOURCE_DIR}/scripts/measure-compilation
      ${PROJECT_BINARY_DIR}/compile-times.txt)
  endif()
endif()

# Three checks are left out: they find little that the address sanitizer does not, and cost a third of the build time.
if(TORSOR_SANITIZE STREQUAL "address")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=null,alignment,object-size
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_link_options(-fsanitize=address,undefined)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options(-fsanitize=fuzzer-no-link)  # counts which edges of the code an input reaches
  endif()
elseif(TORSOR_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread)
  add_link_options(-fsanitize=thread)
elseif(TORSOR_SANITIZE)
  message(FATAL_ERROR "TORSOR_SANITIZE: expected OFF, address or thread, found ${TORSOR_SANITIZE}")
endif()

# Two builds of a commit are the same bytes, wherever they are made.
if(PROJECT_IS_TOP_LEVEL)
  add_compile_options("$<$<CONFIG:Release>:-ffile-prefix-map=${PROJECT_BINARY_DIR}=build;-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.>")
endif()

if(TORSOR_HARDEN AND NOT TORSOR_SANITIZE)
  include(CheckPIESupported)
  check_pie_supported()
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  add_link_options(-Wl,-z,relro,-z,now)
endif()

# Whether a source holds kernels: the instances of an algorithm, or copies of one for an instruction set.
function(torsor_holds_kernels source result)
  set(${result} FALSE PARENT_SCOPE)
  if(source MATCHES "\\.cpp$" AND NOT source MATCHES "/generated/")
    file(STRINGS ${source} lines REGEX "TORSOR_DEFINE_INSTANCES|run_with_|run_widest<|run_kernel<")
    if(lines)
      set(${result} TRUE PARENT_SCOPE)
    endif()
  endif()
endfunction()

# The standard library checks its bounds, and the stack and the C library's functions theirs. Sources that hold the
# instances of an algorithm go without: they read no files, and what they index has been checked.
function(torsor_harden target)
  if(NOT TORSOR_HARDEN OR TORSOR_SANITIZE)
    return()
  endif()
  target_compile_definitions(${target} PRIVATE "$<$<CONFIG:Release>:_GLIBCXX_ASSERTIONS;_FORTIFY_SOURCE=3>")
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-fstack-protector-strong>)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    torsor_holds_kernels(${source} kernels)
    if(kernels)
      set_source_files_properties(${source} PROPERTIES
        COMPILE_OPTIONS "$<$<CONFIG:Release>:-U_GLIBCXX_ASSERTIONS;-U_FORTIFY_SOURCE;-fno-stack-protector>")
    endif()
  endforeach()
endfunction()

# All that a kernel calls is inlined into it. GCC does so by an attribute, Clang where the limit is out of reach. Loops of a
# kernel are short: what GCC asks before it would run them several at a time costs more than they do.
function(torsor_inline_kernels target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    torsor_holds_kernels(${source} kernels)
    if(kernels)
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS
        "$<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:Clang>>:SHELL:-mllvm -inline-threshold=100000>"
        "$<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-fno-tree-loop-vectorize>")
    endif()
  endforeach()
endfunction()

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

# Sources that lie in one folder are compiled together, in parts of at most `batch` files where one is given. A source that
# only holds the instances of an algorithm is compiled alone: what GCC inlines into one depends on how much there is in all
# (Newton-Euler is a fifth slower when all of dynamics/ is compiled together).
function(torsor_compile_together target)
  if(NOT TORSOR_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.cpp$" AND NOT source MATCHES "/generated/")
      torsor_holds_kernels(${source} kernels)
      if(kernels)
        continue()
      endif()
      get_filename_component(folder ${source} DIRECTORY)
      file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
      string(MAKE_C_IDENTIFIER ${folder} folder)
      if(NOT DEFINED count_${folder})
        set(count_${folder} 0)
      endif()
      math(EXPR count_${folder} "${count_${folder}} + 1")
      set(part "")
      if(ARGN)
        math(EXPR part "(${count_${folder}} - 1) / ${ARGN}")
        set(part _${part})
      endif()
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}${part})
    endif()
  endforeach()
endfunction()
