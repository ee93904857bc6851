#include "app/viewer/controls/program_stream.h"

#include <utility>

#include "app/viewer/controls/node_link.h"
#include "model/fields/json_fields.h"

namespace farfield::app {

void ProgramStream::start(const net::ProgramStart& call, net::FrameRing& ring, Answer answered)
{
    link_.call("program.start", model::write(call),
               [this, &ring, answered = std::move(answered),
                generation = generation_](const auto& error, const net::Json& result) {
                   if (generation != generation_) {  // given up while it was being started
                       if (!error) stop(model::number_or(result, "stream", 0));
                       return;
                   }
                   if (!error) {
                       number_ = static_cast<std::uint32_t>(model::number_or(result, "stream", 0));
                       link_.attach(*number_, ring);
                   }
                   answered(error, result);
               });
}

ProgramStream::Answer ProgramStream::while_it_runs(Answer answered)
{
    return [this, answered = std::move(answered), generation = generation_](const auto& error,
                                                                            const net::Json& result) {
        if (generation == generation_) answered(error, result);
    };
}

void ProgramStream::call(const std::string& method, Answer answered)
{
    link_.call(method, {{"stream", *number_}}, while_it_runs(std::move(answered)));
}

void ProgramStream::update(net::ProgramUpdate call, Answer answered)
{
    call.stream = *number_;
    link_.call("program.update", model::write(call), while_it_runs(std::move(answered)));
}

void ProgramStream::stop(std::uint64_t number)
{
    link_.call("program.stop", {{"stream", number}}, [](const auto&, const auto&) {});
}

bool ProgramStream::drop()
{
    ++generation_;
    clock_.clear();
    if (!number_) return false;
    link_.detach(*number_);
    stop(*std::exchange(number_, std::nullopt));
    return true;
}

std::uint32_t ProgramStream::next_interaction(std::uint64_t acted_ns)
{
    ++interaction_;
    if (acted_ns != 0) clock_.sent(interaction_, acted_ns);
    return interaction_;
}

void ProgramStream::shown(std::uint32_t interaction, std::uint64_t shown_ns)
{
    if (const auto latency = clock_.shown(interaction, shown_ns)) latency_ms_ = latency;
}

}  // namespace farfield::app
