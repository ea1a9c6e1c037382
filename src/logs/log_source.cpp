#include "torsor/logs/log_source.hpp"

namespace torsor {

LogRows LogInMemory::read(long first, long count) const {
  const auto piece = [&](const Eigen::MatrixXd& all) -> Eigen::MatrixXd {
    return all.rows() == 0 ? all : all.middleRows(first, count).eval();
  };
  return {{rows_.time.begin() + first, rows_.time.begin() + first + count},
          piece(rows_.q),
          piece(rows_.qd),
          piece(rows_.qdd),
          piece(rows_.tau),
          piece(rows_.q_reference),
          piece(rows_.other)};
}

}  // namespace torsor
