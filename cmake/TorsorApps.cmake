# The command line tool, bin/torsor.
file(GLOB_RECURSE cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/cli/*.cpp)
if(NOT cli_sources)
  message(STATUS "torsor: apps/cli has no sources, so there is no command line tool")
  return()
endif()

find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)

# All of it but main, for the fuzzer of command lines as well.
list(REMOVE_ITEM cli_sources ${PROJECT_SOURCE_DIR}/apps/cli/main.cpp)
add_library(torsor_tool OBJECT ${cli_sources})
target_include_directories(torsor_tool PUBLIC ${PROJECT_SOURCE_DIR}/apps/cli)
target_link_libraries(torsor_tool PUBLIC torsor::torsor CLI11::CLI11 nlohmann_json::nlohmann_json fmt::fmt)

add_executable(torsor_cli ${PROJECT_SOURCE_DIR}/apps/cli/main.cpp)
set_target_properties(torsor_cli PROPERTIES OUTPUT_NAME torsor)
target_link_libraries(torsor_cli PRIVATE torsor_tool)
foreach(target torsor_tool torsor_cli)
  torsor_set_warnings(${target})
  torsor_harden(${target})
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)  # the algorithms are in the library
endforeach()
torsor_compile_together(torsor_tool 8)

# The manual page and completion for shells, in the tool's own words; they are installed beside it.
set(torsor_tool_texts ${PROJECT_BINARY_DIR}/generated/tool)
if(NOT CMAKE_CROSSCOMPILING)
  add_custom_command(TARGET torsor_cli POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E make_directory ${torsor_tool_texts}
    COMMAND torsor_cli help --man > ${torsor_tool_texts}/torsor.1
    COMMAND torsor_cli completion bash > ${torsor_tool_texts}/torsor
    COMMAND torsor_cli completion zsh > ${torsor_tool_texts}/_torsor
    COMMAND torsor_cli completion fish > ${torsor_tool_texts}/torsor.fish VERBATIM)
endif()
