#include "output/motion_rows.hpp"

#include "arguments/table_output.hpp"
#include "output/simulation_output.hpp"

namespace torsor::cli {

void write_motion_rows(Outputs& outputs, const std::string& path, const Model<double>& model, const Trajectory& rows,
                       const std::vector<std::vector<double>>& tau) {
  const TableTarget target = table_target(outputs, path);
  SampleTable table(model, target, SampleTable::Deflections::none);
  SimulationSample sample;
  for (std::size_t k = 0; k < rows.time.size(); ++k) {
    sample.t = rows.time[k], sample.q = rows.q[k], sample.qd = rows.qd[k];
    sample.qdd = rows.qdd[k], sample.tau = tau[k];
    table.add(sample);
  }
  table.finish();
  outputs.close();
}

}  // namespace torsor::cli
