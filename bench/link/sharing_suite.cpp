#include <algorithm>
#include <chrono>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/own_node/own_node.h"
#include "bench/link/particle_viewer.h"
#include "bench/link/suites.h"
#include "net/client/sharing/invitation.h"
#include "net/message/sharing_calls.h"

namespace farfield::app {
namespace {

using Clock = ParticleViewer::Clock;

constexpr int runs = 7;
constexpr std::chrono::milliseconds warm_up{300}, measured{1000};

/// A session of `members` viewers, each with its place on the one stream of the session.
class SharedSession {
public:
    SharedSession(const OwnNode& node, std::size_t members) : node_{node}
    {
        viewers_.emplace_back(node.client_settings());
        net::InviteCall invite;
        invite.uses = static_cast<std::uint32_t>(std::max<std::size_t>(members, 2)) - 1;
        const auto invited = owner().call("session.invite", model::write(invite));
        auto guest = node.client_settings();
        net::parse_invitation(invited.at("invitation").get<std::string>()).apply_to(guest);
        while (viewers_.size() < members) viewers_.emplace_back(guest);
        for (ParticleViewer& viewer : viewers_) viewer.start();
    }

    /// Lets the first `count` members take frames; the others take none.
    void run(std::size_t count)
    {
        std::vector<ParticleViewer*> running;
        for (std::size_t i = 0; i < count; ++i) running.push_back(&viewers_[i]);
        const auto begin = Clock::now() + warm_up;
        std::chrono::nanoseconds spent{};
        std::uint64_t made = 0;
        const auto note = [&] {
            spent = node_.processor_time() - spent;
            made = viewers_.front().made() - made;
        };
        run_at_once(running, begin, begin + measured, note, note);
        cost_ms_ = std::chrono::duration<double, std::milli>(spent).count() / static_cast<double>(made);
        frames_ = 0;
        for (const ParticleViewer* viewer : running) frames_ += viewer->frames();
    }
    /// The node's CPU time for each frame that it made in the last run, in ms.
    [[nodiscard]] double cost_ms() const noexcept { return cost_ms_; }
    /// Frames that came to the members in the last run, in all.
    [[nodiscard]] double frames() const noexcept { return frames_; }
    /// Encodings of each frame by the node since the session began, on average.
    [[nodiscard]] double encodings()
    {
        std::uint64_t made = 0;
        for (const ParticleViewer& viewer : viewers_) made = std::max(made, viewer.made());
        const auto id = owner().session().at("session").get<std::string>();
        const auto stats = owner().call("node.stats", net::Json::object());
        for (const auto& session : stats.at("sessions"))
            if (id.starts_with(session.at("session").get<std::string>()))
                return session.at("usage").at("encoded").get<double>() / static_cast<double>(made);
        throw std::runtime_error("node.stats does not name the session");
    }

private:
    [[nodiscard]] net::Client& owner() { return viewers_.front().client(); }

    const OwnNode& node_;
    std::deque<ParticleViewer> viewers_;
    double cost_ms_ = 0, frames_ = 0;
};

}  // namespace

model::Suite run_sharing_suite()
{
    const OwnNode node({});
    SharedSession one(node, 1), seven(node, 7), eight(node, 8);
    std::vector<double> cost_of_one, cost_of_eight, of_seven, with_one_stopped;
    for (int run = 0; run < runs; ++run) {
        one.run(1);
        cost_of_one.push_back(one.cost_ms());
        eight.run(8);
        cost_of_eight.push_back(eight.cost_ms());
        seven.run(7);
        of_seven.push_back(seven.frames() / 7);
        eight.run(7);
        with_one_stopped.push_back(eight.frames() / 7);
    }
    const std::vector<double> encodings{eight.encodings()};
    model::Suite result;
    result.name = "sharing";
    result.figures = {
        model::figure_of("sharing.cpu_8_over_1", "ratio", model::ratios(cost_of_eight, cost_of_one)),
        model::figure_of("sharing.cpu_8", "ms CPU", cost_of_eight),
        model::figure_of("sharing.cpu_1", "ms CPU", cost_of_one),
        model::figure_of("sharing.encodes_8", "a frame", encodings),
        model::figure_of("sharing.others_with_one_stopped", "ratio",
                         model::ratios(with_one_stopped, of_seven)),
        model::figure_of("sharing.frames_7", "frames/s", of_seven)};
    return result;
}

}  // namespace farfield::app
