#include "net/session/streams/started_programs.h"

namespace farfield::net {

void StartedPrograms::add(std::uint32_t stream, const ProgramStart& start, MemberNumber by, const Json& state)
{
    programs_[stream] = {model::write(start), state, start.layer, start.request, by, start.is_private};
}

std::vector<std::uint32_t> StartedPrograms::find(const ProgramStart& start) const
{
    std::vector<std::uint32_t> streams;
    if (start.layer.empty() || start.request.empty() || start.is_private) return streams;
    for (const auto& [stream, program] : programs_)
        if (!program.is_private && program.layer == start.layer && program.request == start.request)
            streams.push_back(stream);
    return streams;
}

bool StartedPrograms::is_private(std::uint32_t stream) const
{
    const auto found = programs_.find(stream);
    return found != programs_.end() && found->second.is_private;
}

std::string StartedPrograms::name_of(std::uint32_t stream) const
{
    const auto found = programs_.find(stream);
    return found == programs_.end() ? std::string{} : found->second.start.at("program").get<std::string>();
}

bool StartedPrograms::is_hidden_from(MemberNumber member, std::uint32_t stream) const
{
    const auto found = programs_.find(stream);
    return found != programs_.end() && found->second.is_private && found->second.by != member;
}

void StartedPrograms::update(const ProgramUpdate& update, const Json& state)
{
    const auto found = programs_.find(update.stream);
    if (found == programs_.end()) return;
    Json& start = found->second.start;
    for (const auto& [name, value] : update.params.items()) start["params"][name] = value;
    if (update.rate) start["rate"] = *update.rate;
    if (!update.request.empty()) start["request"] = found->second.request = update.request;
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
