#include "compute_node/ranks/ranks.h"

#include "compute_node/ranks/helping_rank.h"
#include "compute_node/ranks/launcher.h"
#include "compute_node/ranks/leading_rank.h"

#include <utility>

namespace farfield::compute {

std::unique_ptr<Ranks> lead_ranks()
{
    if (launched_size() < 2) return nullptr;
    return std::make_unique<LeadingRank>();
}

int help_first_rank(std::shared_ptr<FieldReader> reader)
{
    HelpingRank rank{std::move(reader)};
    return rank.work().empty() ? 0 : 1;
}

}  // namespace farfield::compute
