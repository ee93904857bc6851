#include "compute_node/commands/options/split_option.h"

#include "compute_node/commands/options/choice_option.h"

namespace farfield::node {

void add_split(CLI::App& command, Split& split)
{
    add_choice<Split>(
        command, "--split", split, {{"seeds", Split::Seeds}, {"blocks", Split::Blocks}},
        "What ranks under mpirun share out: with blocks each has a part of the field in memory");
}

}  // namespace farfield::node
