#include "arguments/parameter_arguments.hpp"

#include "arguments/choices.hpp"
#include "arguments/command_line.hpp"
#include "arguments/value_checks.hpp"

namespace torsor::cli {
namespace {

using Effect = bool ParameterSelection::*;
const Choices<std::vector<Effect>> effects{
    {{"rotor", {&ParameterSelection::rotor}},
     {"viscous", {&ParameterSelection::viscous}},
     {"coulomb", {&ParameterSelection::coulomb}},
     {"asymmetric", {&ParameterSelection::asymmetric}},
     {"offset", {&ParameterSelection::offset}},
     {"spring", {&ParameterSelection::spring}},
     {"coupling", {&ParameterSelection::coupling}},
     {"base", {&ParameterSelection::base}},
     {"friction", {&ParameterSelection::viscous, &ParameterSelection::coulomb, &ParameterSelection::offset}},
     {"none", {}}}};

}  // namespace

void ParameterArguments::add_to(Command& command) {
  option_ = command
                .option("--with", with_,
                        "Parameters besides the ten of each link: a list of rotor, viscous, coulomb, asymmetric, "
                        "offset, spring, coupling, base; or none, or friction for viscous,coulomb,offset "
                        "(default: all that the robot has)")
                .list_of(effects.words());
}

ParameterSelection ParameterArguments::selection(const Model<double>& model) const {
  if (!option_.given()) return all_of(model);
  ParameterSelection select;
  for (const std::string& word : words_in(with_))
    for (const Effect effect : effects.meaning(word)) select.*effect = true;
  return select;
}

}  // namespace torsor::cli
