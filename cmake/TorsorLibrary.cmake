# The library: src/**/*.cpp and the built-in robots, which a small script turns into C++.
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(yaml-cpp REQUIRED)
find_package(pugixml REQUIRED)
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)

file(GLOB_RECURSE torsor_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/torsor/*.hpp)
file(GLOB_RECURSE torsor_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.cpp)
file(GLOB torsor_robots CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/robots/*.yaml)

# The list of files is part of the command, so that a robot added or taken away runs it again.
set(embedded_robots ${PROJECT_BINARY_DIR}/generated/embedded_robots.cpp)
add_custom_command(
  OUTPUT ${embedded_robots}
  COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${embedded_robots}" "-DROBOTS=${torsor_robots}"
          -P ${PROJECT_SOURCE_DIR}/cmake/EmbedRobots.cmake
  DEPENDS ${torsor_robots} ${PROJECT_SOURCE_DIR}/cmake/EmbedRobots.cmake
  COMMENT "Embedding the built-in robots"
  VERBATIM)

add_library(torsor STATIC ${torsor_sources} ${embedded_robots})
add_library(torsor::torsor ALIAS torsor)
target_sources(torsor PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${torsor_headers})
target_include_directories(torsor PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_compile_features(torsor PUBLIC cxx_std_20)
target_compile_definitions(torsor PRIVATE TORSOR_KEEP_SIGNATURES)
target_link_libraries(torsor
  PUBLIC Eigen3::Eigen
  PRIVATE yaml-cpp pugixml::pugixml ZLIB::ZLIB Threads::Threads fmt::fmt ${CMAKE_DL_LIBS})
torsor_compile_together(torsor)
set_target_properties(torsor PROPERTIES POSITION_INDEPENDENT_CODE ON)
torsor_set_warnings(torsor)
torsor_harden(torsor)
torsor_inline_kernels(torsor)
