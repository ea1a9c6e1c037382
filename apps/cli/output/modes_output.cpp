#include "output/modes_output.hpp"

#include <iostream>
#include <numbers>

#include "output/shown.hpp"
#include "output/table.hpp"

namespace torsor::cli {
namespace {

/// `-1 + 2i`, and the number alone where it is real.
std::string shown_complex(const std::complex<double>& value) {
  if (value.imag() == 0) return shown(value.real());
  return shown(value.real()) + (value.imag() < 0 ? " - " : " + ") + shown(std::abs(value.imag())) + "i";
}

}  // namespace

Json to_json(const std::vector<Mode>& modes) {
  Json list = Json::array();
  for (const Mode& mode : modes) {
    std::vector<double> real, imaginary;
    for (const std::complex<double>& entry : mode.shape)
      real.push_back(entry.real()), imaginary.push_back(entry.imag());
    list.push_back({{"eigenvalue", Json::array({mode.eigenvalue.real(), mode.eigenvalue.imag()})},
                    {"frequency", mode.frequency},
                    {"damping_ratio", mode.damping_ratio ? Json(*mode.damping_ratio) : Json()},
                    {"shape", real},
                    {"shape_imaginary", imaginary}});
  }
  return list;
}

void print_modes(const std::vector<std::string>& names, const std::vector<Mode>& modes) {
  std::cout << "modes, the slowest first\n";
  Table table({"mode", "eigenvalue 1/s", "frequency rad/s", "Hz", "damping ratio"});
  std::vector<std::string> header{"shape"};
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const Mode& mode = modes[k];
    header.push_back(std::to_string(k + 1));
    table.add({header.back(), shown_complex(mode.eigenvalue), shown(mode.frequency),
               shown(mode.frequency / (2 * std::numbers::pi)), mode.damping_ratio ? shown(*mode.damping_ratio) : "-"});
  }
  table.print();
  std::cout << '\n';
  Table shapes(header);
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<std::string> row{names[i]};
    for (const Mode& mode : modes) row.push_back(shown_complex(mode.shape[i]));
    shapes.add(row);
  }
  shapes.print();
}

}  // namespace torsor::cli
