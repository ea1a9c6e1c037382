#pragma once

#include <cstddef>

/// What a file may ask for at most. A file beyond it is refused, with the limit in the message. Memory and time of
/// every reader follow from these numbers; SECURITY.md has them as a table.
namespace torsor::limits {

constexpr std::size_t robot_file_bytes = std::size_t{16} << 20u;
constexpr std::size_t included_files = 1000;                    // by an MJCF file
constexpr std::size_t included_bytes = std::size_t{64} << 20u;  // together
constexpr std::size_t mesh_bytes = std::size_t{256} << 20u;
constexpr std::size_t mapping_bytes = std::size_t{1} << 20u;
constexpr std::size_t generated_file_bytes = std::size_t{64} << 20u;  // that is verified
constexpr int log_columns = 10'000;
constexpr int log_joints = 1'000;
constexpr std::size_t line_bytes = std::size_t{1} << 20u;    // of a CSV
constexpr std::size_t pipe_bytes = std::size_t{64} << 20u;   // of a trajectory that comes from a pipe
constexpr std::size_t mat_bytes = std::size_t{1} << 30u;     // of a MATLAB file
constexpr std::size_t mat_unpacked = std::size_t{1} << 30u;  // of all its variables together
constexpr std::size_t mat_numbers = mat_unpacked / sizeof(double);

}  // namespace torsor::limits
