#include "arguments/parameter_arguments.hpp"

#include <map>
#include <sstream>

#include "arguments/command_line.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor::cli {

void ParameterArguments::add_to(Command& command) {
  option_ = command
                .option("--with", with_,
                        "Parameters besides the ten of each link: a list of rotor, viscous, coulomb, asymmetric, "
                        "offset, spring, coupling, base; or none, or friction for viscous,coulomb,offset "
                        "(default: all that the robot has)")
                .value("LIST");
}

ParameterSelection ParameterArguments::selection(const Model<double>& model) const {
  if (!option_.given()) return all_of(model);
  ParameterSelection select;
  const std::map<std::string, bool ParameterSelection::*> known{
      {"rotor", &ParameterSelection::rotor},           {"viscous", &ParameterSelection::viscous},
      {"coulomb", &ParameterSelection::coulomb},       {"offset", &ParameterSelection::offset},
      {"asymmetric", &ParameterSelection::asymmetric}, {"spring", &ParameterSelection::spring},
      {"coupling", &ParameterSelection::coupling},     {"base", &ParameterSelection::base}};
  std::istringstream words(with_ + ',');  // so that nothing, or nothing after a comma, is a word as well
  for (std::string word; std::getline(words, word, ',');) {
    if (word == "friction")
      select.viscous = select.coulomb = select.offset = true;
    else if (const auto found = known.find(word); found != known.end())
      select.*found->second = true;
    else if (word != "none")
      throw UsageError(
          "--with: expected a list of rotor, viscous, coulomb, asymmetric, offset, spring, coupling, base, friction, "
          "or none; found " +
          in_quotes(word));
  }
  return select;
}

}  // namespace torsor::cli
