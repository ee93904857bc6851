#include "app/link/program_stream.h"

#include <utility>

#include "model/fields/json_fields.h"

namespace farfield::app {
namespace {

void stop(Link& link, std::uint64_t stream)
{
    const char* const method = link.has_feature("share") ? "program.leave" : "program.stop";
    link.call(method, {{"stream", stream}}, [](const auto&, const auto&) {});
}

net::ProgramSubscribe subscription(const net::ProgramStart& call, std::uint32_t stream)
{
    return {.stream = stream,
            .policy = call.policy,
            .slot_bytes = call.slot_bytes,
            .is_exclusive = call.is_exclusive};
}

/// Number of the last change of a program that another member of the session had started; 0: unknown.
std::uint32_t interaction_of(const net::Json& answer)
{
    const auto start = answer.find("start");
    return start == answer.end() ? 0 : static_cast<std::uint32_t>(model::number_or(*start, "interaction", 0));
}

}  // namespace

void ProgramStream::start(const net::ProgramStart& call, net::FrameRing& ring, Task arrived,
                          Link::Answer answered)
{
    is_starting_ = true;
    const auto left = link_.take_left(call);
    link_.call(left ? "program.subscribe" : "program.start",
               left ? model::write(subscription(call, *left)) : model::write(call),
               [this, &link = link_, &ring, call, left, arrived = std::move(arrived),
                answered = std::move(answered),
                running = Running(running_)](const auto& error, const net::Json& result) {
                   if (error && left) link.give_back_left(call, *left);  // for a later start
                   const auto stream = static_cast<std::uint32_t>(model::number_or(result, "stream", 0));
                   if (running.expired()) {  // dropped while it was being started
                       if (!error) stop(link, stream);
                       return;
                   }
                   is_starting_ = false;
                   if (!error) {
                       number_ = stream;
                       note_interaction(interaction_of(result));
                       link_.attach(stream, ring, arrived);
                   }
                   answered(error, result);
               });
}

Link::Answer ProgramStream::while_it_runs(Link::Answer answered) const
{
    return [answered = std::move(answered), running = Running(running_)](const auto& error,
                                                                         const net::Json& result) {
        if (!running.expired()) answered(error, result);
    };
}

void ProgramStream::call(const std::string& method, Link::Answer answered)
{
    link_.call(method, {{"stream", *number_}}, while_it_runs(std::move(answered)));
}

void ProgramStream::update(net::ProgramUpdate call, Link::Answer answered)
{
    call.stream = *number_;
    link_.call("program.update", model::write(call), while_it_runs(std::move(answered)));
}

void ProgramStream::drop()
{
    running_ = std::make_shared<const bool>(true);
    is_starting_ = false;
    clock_.clear();
    if (!number_) return;
    link_.detach(*number_);
    stop(link_, *std::exchange(number_, std::nullopt));
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
