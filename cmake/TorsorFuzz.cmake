# Coverage-guided fuzzing (Clang's libFuzzer, with the sanitizers): each tests/fuzz/<stem>_fuzz.cpp defines
# LLVMFuzzerTestOneInput, starts from the files in tests/fuzz/corpus/<stem> (yaml: and the built-in robots), and knows the
# words of tests/fuzz/dictionaries/<stem>.dict where there is such a file. `scripts/fuzz` runs them for hours.
set(TORSOR_FUZZ_SECONDS 10 CACHE STRING "How long each fuzz test runs")
option(TORSOR_FUZZ_REPLAY "Build the fuzz targets to run inputs once, for coverage (Clang)" OFF)
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT (TORSOR_SANITIZE STREQUAL "address" OR TORSOR_FUZZ_REPLAY))
  return()
endif()

add_custom_target(torsor_fuzz)  # all of them

file(GLOB fuzz_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*_fuzz.cpp)
foreach(source IN LISTS fuzz_sources)
  get_filename_component(stem ${source} NAME_WE)
  string(REGEX REPLACE "_fuzz$" "" stem ${stem})
  set(corpus ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${stem})
  if(stem STREQUAL "yaml")
    list(APPEND corpus ${PROJECT_SOURCE_DIR}/robots)
  endif()
  set(found ${PROJECT_BINARY_DIR}/corpus/${stem})  # what it finds by itself
  file(MAKE_DIRECTORY ${found})
  set(dictionary ${PROJECT_SOURCE_DIR}/tests/fuzz/dictionaries/${stem}.dict)
  set(words "")
  if(EXISTS ${dictionary})
    set(words -dict=${dictionary})
  endif()
  add_executable(torsor_fuzz_${stem} ${source})
  add_dependencies(torsor_fuzz torsor_fuzz_${stem})
  target_include_directories(torsor_fuzz_${stem} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(torsor_fuzz_${stem} PRIVATE torsor::torsor ZLIB::ZLIB)
  target_link_options(torsor_fuzz_${stem} PRIVATE -fsanitize=fuzzer)
  torsor_set_warnings(torsor_fuzz_${stem})
  add_test(NAME fuzz.${stem} COMMAND torsor_fuzz_${stem} -max_total_time=${TORSOR_FUZZ_SECONDS} -timeout=10
    -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 -artifact_prefix=${PROJECT_BINARY_DIR}/${stem}- ${words}
    ${found} ${corpus})
  math(EXPR timeout "${TORSOR_FUZZ_SECONDS} + 120")
  set_tests_properties(fuzz.${stem} PROPERTIES TIMEOUT ${timeout})
endforeach()

target_link_libraries(torsor_fuzz_command_line PRIVATE torsor_tool)
