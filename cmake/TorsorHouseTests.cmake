# Tests of the project itself: the order of the folders, the examples in the documentation, use by other projects.
set(house ${PROJECT_SOURCE_DIR}/tests/house)
add_test(NAME house.includes_point_one_way COMMAND bash ${house}/check_includes ${PROJECT_SOURCE_DIR})
add_test(NAME house.a_wrong_include_is_found COMMAND bash ${house}/check_includes_test ${PROJECT_SOURCE_DIR})
add_test(NAME house.paths_in_the_documentation_exist COMMAND bash ${house}/check_doc_paths ${PROJECT_SOURCE_DIR})
add_test(NAME house.robots_are_embedded_byte_for_byte
  COMMAND bash ${house}/embed_robots_test ${PROJECT_SOURCE_DIR} ${CMAKE_COMMAND} ${CMAKE_CXX_COMPILER})
add_test(NAME house.bench_scripts_work COMMAND bash ${house}/bench_test ${PROJECT_SOURCE_DIR})
add_test(NAME house.a_wrong_documentation_example_is_found COMMAND bash ${house}/run_doc_examples_test)

add_test(NAME house.torsor_hpp_has_every_header COMMAND bash ${house}/torsor_header ${PROJECT_SOURCE_DIR} check)

# Every ```cpp block of the documentation compiles, and every ```console block is run.
file(GLOB top_documents CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/*.md)
file(GLOB_RECURSE documents CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/docs/*.md)
add_test(NAME docs.cpp_blocks_compile COMMAND bash ${house}/compile_doc_examples
  ${PROJECT_SOURCE_DIR} ${CMAKE_CXX_COMPILER} -I${PROJECT_SOURCE_DIR}/include
  "-isystem$<JOIN:$<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>,;-isystem>" -- ${top_documents} ${documents}
  COMMAND_EXPAND_LISTS)
add_test(NAME house.a_wrong_cpp_block_is_found COMMAND bash ${house}/compile_doc_examples_test ${CMAKE_CXX_COMPILER})
if(TARGET torsor_cli)
  foreach(document IN LISTS top_documents documents)
    add_test(NAME docs.${document} COMMAND bash ${house}/run_doc_examples
      ${PROJECT_SOURCE_DIR} $<TARGET_FILE_DIR:torsor_cli> ${document})
  endforeach()
  if(EXISTS ${PROJECT_SOURCE_DIR}/docs/robot-file.md)
    add_test(NAME docs.robot_file_examples_load COMMAND bash ${house}/load_doc_robots
      ${PROJECT_SOURCE_DIR} $<TARGET_FILE_DIR:torsor_cli>)
  endif()
endif()

# What GCC inlines into an algorithm depends on what is compiled with it: decision 21.
if(TORSOR_UNITY AND CMAKE_EXPORT_COMPILE_COMMANDS)
  add_test(NAME house.instances_of_algorithms_are_compiled_alone
    COMMAND grep -q "/src/dynamics/newton_euler.cpp\"" ${PROJECT_BINARY_DIR}/compile_commands.json)
endif()

# What follows does not depend on the sanitizers, so the build with them leaves it out.
if(TORSOR_SANITIZE)
  return()
endif()

# Kernels stand on their own, and cost no more than they did. (GCC inlines all of a kernel; Clang leaves some calls.)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64")
  add_test(NAME house.kernels_call_nothing COMMAND bash ${house}/check_kernels $<TARGET_FILE:torsor>)
  add_executable(torsor_instruction_counts ${house}/instruction_counts.cpp)
  target_link_libraries(torsor_instruction_counts PRIVATE torsor::torsor)
  target_compile_options(torsor_instruction_counts PRIVATE -O1)
  torsor_set_warnings(torsor_instruction_counts)
  add_test(NAME house.instruction_counts COMMAND bash ${house}/check_instruction_counts
    $<TARGET_FILE:torsor_instruction_counts> ${CMAKE_CXX_COMPILER})
  set_tests_properties(house.instruction_counts PROPERTIES SKIP_RETURN_CODE 77)
endif()

# All headers of the rooms that build without exceptions in one file, for clang-tidy: see .ci/run.
set(core_headers "")
foreach(folder IN ITEMS core scalar spatial model kinematics dynamics trajectory simulation robot_files)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/include
    ${PROJECT_SOURCE_DIR}/include/torsor/${folder}/*.hpp)
  list(APPEND core_headers ${headers})
endforeach()
list(TRANSFORM core_headers REPLACE "(.+)" "#include <\\1>" OUTPUT_VARIABLE core_includes)
list(JOIN core_includes "\n" core_includes)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/all_core_headers.cpp CONTENT "@core_includes@\n" @ONLY)
add_library(torsor_core_headers OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/generated/all_core_headers.cpp)
target_link_libraries(torsor_core_headers PRIVATE torsor::torsor)

# Two small projects that use the library as a stranger would.
foreach(way IN ITEMS find_package add_subdirectory)
  add_test(NAME consumers.${way} COMMAND bash ${PROJECT_SOURCE_DIR}/tests/consumers/run ${way}
    ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} ${CMAKE_COMMAND} ${CMAKE_CXX_COMPILER})
  set_tests_properties(consumers.${way} PROPERTIES TIMEOUT 600 PROCESSORS 2)
endforeach()
