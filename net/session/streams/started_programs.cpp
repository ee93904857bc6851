#include "net/session/streams/started_programs.h"

namespace farfield::net {

void StartedPrograms::add(std::uint32_t stream, const ProgramStart& start, const Json& state)
{
    programs_[stream] = {model::write(start), state};
}

void StartedPrograms::update(const ProgramUpdate& update, const Json& state)
{
    const auto found = programs_.find(update.stream);
    if (found == programs_.end()) return;
    Json& start = found->second.start;
    for (const auto& [name, value] : update.params.items()) start["params"][name] = value;
    if (update.rate) start["rate"] = *update.rate;
    if (update.interaction != 0) start["interaction"] = update.interaction;
    found->second.state = state;
}

void StartedPrograms::pause(std::uint32_t stream, bool paused)
{
    const auto found = programs_.find(stream);
    if (found != programs_.end()) found->second.start["paused"] = paused;
}

Json StartedPrograms::describe(std::uint32_t stream) const
{
    const auto found = programs_.find(stream);
    if (found == programs_.end()) return nullptr;
    return {{"stream", stream}, {"start", found->second.start}, {"state", found->second.state}};
}

}  // namespace farfield::net
