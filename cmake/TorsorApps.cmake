# The command line tool, bin/torsor.
file(GLOB_RECURSE cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/cli/*.cpp)
if(NOT cli_sources)
  message(STATUS "torsor: apps/cli has no sources, so there is no command line tool")
  return()
endif()

find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)

add_executable(torsor_cli ${cli_sources})
set_target_properties(torsor_cli PROPERTIES OUTPUT_NAME torsor)
target_include_directories(torsor_cli PRIVATE ${PROJECT_SOURCE_DIR}/apps/cli)
target_compile_definitions(torsor_cli PRIVATE TORSOR_VERSION="${PROJECT_VERSION}")
target_link_libraries(torsor_cli PRIVATE
  torsor::torsor CLI11::CLI11 nlohmann_json::nlohmann_json fmt::fmt)
set(cli ${PROJECT_SOURCE_DIR}/apps/cli)
torsor_precompile(torsor_cli <fmt/format.h> <filesystem> <functional> <iostream> <map> <memory> <optional> <string>
  <variant> <vector> ${cli}/arguments/state.hpp ${cli}/output/answer.hpp ${cli}/output/shown.hpp
  ${cli}/output/table.hpp)
torsor_set_warnings(torsor_cli)

# The algorithms are in the library, with all optimisations.
target_compile_options(torsor_cli PRIVATE $<$<CONFIG:Release>:-O1>)
