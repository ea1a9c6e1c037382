#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "torsor/model/description.hpp"

/// The table of a robot as the page edits it: a row for each link, and these columns.
namespace torsor::studio {

enum class Column : int { type, theta, d, a, alpha, mass, com_x, com_y, com_z, xx, yy, zz, xy, xz, yz, count };

/// What is wrong, and in which cell: row and column from 0, or -1 where it belongs to none.
struct CellProblem {
  int row = -1, column = -1;
  std::string message;
};

/// Puts a text into a cell. A mass that was written as shapes becomes numbers where more of it is changed than the mass
/// of its one shape.
std::vector<CellProblem> set_cell(Description& robot, int row, Column column, std::string_view text);

/// Parameters as lines `name = expression`, in place of those there are.
std::vector<CellProblem> set_parameters(Description& robot, std::string_view lines);

/// A parameter for every name in cells between tabs and line ends that the robot does not have: as in `known`, or 1.
/// Variables of joints, q1 or theta1, are none.
void add_parameters(Description& robot, std::string_view cells, const std::vector<described::Parameter>& known);

/// Three expressions between commas or blanks.
std::vector<CellProblem> set_gravity(Description& robot, std::string_view text);

/// A row behind the last one, like a rod of length 1.
void add_row(Description& robot);
void remove_row(Description& robot, int row);

/// A robot with these many rows, all of them 0.
Description new_table(DhConvention convention, int rows);

/// What keeps the robot from being one, by cell.
std::vector<CellProblem> cell_problems(Description& robot);

}  // namespace torsor::studio
