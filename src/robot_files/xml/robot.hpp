#pragma once

#include "torsor/robot_files/robot_file.hpp"

namespace torsor {

/// Whether the file is for read_xml_robot: it starts like XML, or is named so and starts like nothing that is read.
bool is_xml_robot(std::string_view text, const std::filesystem::path& path);

/// The robot in an XML file of the kind that its root element names. Throws a FileError with all errors, a line each;
/// adds the warnings to `warnings` where that is given.
Description read_xml_robot(std::string_view text, const std::string& file_name, const XmlRobotOptions& options,
                           std::vector<Finding>* warnings);

/// Throws a UsageError when an option for XML is set for a robot that is none.
void require_no_options(const XmlRobotOptions& options, const std::string& robot);

}  // namespace torsor
