#include "app/show/layer_set.h"

/// Actions of other members of a session on the programs of layers: LayerSet.
namespace farfield::app {

/// False for programs that follow from a viewer's own eye or clock.
bool LayerSet::is_shared(const Entry& entry) const
{
    return use_ == model::Use::Window && !entry.is_of_relay && !entry.layer->needs_eye() &&
           !document_.clock.live;
}

void LayerSet::each_driver(const std::function<void(ProgramDriver&)>& act)
{
    for (const auto& [id, entry] : entries_)
        if (!entry.is_of_relay)
            for (const auto& [key, driver] : entry.programs) act(*driver);
}

void LayerSet::program_updated(const ProgramChange& change)
{
    each_driver([&](ProgramDriver& driver) { driver.program_updated(change); });
}

void LayerSet::program_outgrew(std::uint32_t stream)
{
    each_driver([stream](ProgramDriver& driver) { driver.program_outgrew(stream); });
}

void LayerSet::others_acted()
{
    each_driver([](ProgramDriver& driver) { driver.others_acted(); });
}

void LayerSet::send_missing()
{
    each_driver([](ProgramDriver& driver) { driver.send_missing(); });
}

}  // namespace farfield::app
