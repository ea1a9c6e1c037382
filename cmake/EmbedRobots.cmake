# cmake -DOUTPUT=file.cpp "-DROBOTS=a.yaml;b.yaml" -P EmbedRobots.cmake
# Writes the files as arrays of characters: any size and any bytes, and no compiler's limit on the length of a string.
set(names "")
foreach(file IN LISTS ROBOTS)
  get_filename_component(name ${file} NAME_WLE)
  set(file_of_${name} ${file})
  list(APPEND names ${name})
endforeach()
list(SORT names)

set(texts "")
set(entries "")
set(count 0)
foreach(name IN LISTS names)
  file(READ "${file_of_${name}}" bytes HEX)
  if(bytes STREQUAL "")
    message(FATAL_ERROR "${file_of_${name}} is empty")
  endif()
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
  string(REGEX REPLACE "('.x..','.x..','.x..','.x..','.x..','.x..','.x..','.x..','.x..','.x..','.x..','.x..',)" "\\1\n"
         bytes "${bytes}")
  string(APPEND texts "constexpr char text_${count}[] = {  // ${name}\n${bytes}};\n")
  string(APPEND entries "    {\"${name}\", {text_${count}, sizeof text_${count}}},\n")
  math(EXPR count "${count} + 1")
endforeach()
if(count EQUAL 0)
  set(entries "    {},  // an array has at least one element\n")
endif()

file(WRITE ${OUTPUT} "// Written by cmake/EmbedRobots.cmake from robots/*.yaml.
#include <torsor/robot_files/embedded_robots.hpp>

namespace torsor {
namespace {
${texts}}  // namespace

const EmbeddedRobot embedded_robots[] = {
${entries}};
const std::size_t embedded_robot_count = ${count};
}  // namespace torsor
")
