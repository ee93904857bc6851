#include <array>
#include <stdexcept>
#include <string>

#include "model/layers/shared_document.h"
#include "net/client/sharing/invitation.h"
#include "net/message/json_rpc.h"
#include "net/message/sharing_calls.h"
#include "net/session/sharing/holds.h"
#include "net/session/sharing/shared_document.h"
#include "tests/fuzz/fuzz_targets.h"

namespace farfield::fuzz {

using namespace farfield::net;

namespace {

const std::array<std::string, 9> patches = {
    R"({"data":{"flow":{"dataset":"carotid"}},"layers":{"lines":{"kind":"streamlines","data":"flow"}}})",
    R"({"rakes":{"inlet":{"kind":"line","from":[0,0,0],"to":[1,1,1],"seeds":20}}})",
    R"({"rakes":{"inlet":{"from":[0,0,0.5]}}})",
    R"({"rakes":{"outlet":{"kind":"sphere","centre":[1,1,1],"radius":1,"seeds":9}}})",
    R"({"rakes":{"inlet":null}})",
    R"({"layers":{"lines":{"rakes":["inlet"],"visible":false}}})",
    R"({"clock":{"time":0.5}})",
    R"({"scene":null,"rakes":null})",
    R"({"layers":null,"data":null})",
};
const std::array<std::string, 4> paths = {"rakes/inlet", "rakes/outlet", "layers/lines", "rakes"};
const std::string invitation = "farfield://[::1]:7117/#0123456789abcdef.fedcba9876543210fedcba9876543210";

/// Two members that patch one document and hold what is in it.
class Members {
public:
    void patch(MemberNumber member, const Json& patch, std::optional<std::uint64_t> based_on)
    {
        const Json before = document_.document();
        const auto version = document_.version();
        bool changed = false;
        try {
            holds_.patched(member, patch, now_);
            changed = document_.patch(patch, based_on, model::check_shared_document);
            require_untouched(member, patch, before);
        } catch (const RpcError&) {
        } catch (const model::FieldError&) {
        } catch (const model::LimitError&) {
        }
        require(changed == (before != document_.document()),
                "a change that was not reported, or none that was");
        require(document_.version() == version + (changed ? 1 : 0), "a version that no change has raised");
        model::check_shared_document(document_.document());
    }
    void hold(MemberNumber member, const std::string& what)
    {
        try {
            (void)holds_.hold(member, what, now_);
        } catch (const RpcError&) {
        }
        now_ += std::chrono::seconds{1};
        (void)holds_.release_rested(now_);
    }
    void release(MemberNumber member, const std::string& what) { (void)holds_.release(member, what); }

private:
    /// What others hold is as it was.
    void require_untouched(MemberNumber member, const Json& patch, const Json& before)
    {
        for (const auto& [path, hold] : holds_.all()) {
            if (hold.member == member) continue;
            require(!touches(patch, path), "a patch of what another member holds");
            const Json::json_pointer at{"/" + path};
            const bool was = before.contains(at);
            require(was == document_.document().contains(at) &&
                        (!was || before.at(at) == document_.document().at(at)),
                    "what another member holds has changed");
        }
    }

    SharedDocument document_;
    Holds holds_;
    Holds::Clock::time_point now_;
};

}  // namespace

void fuzz_sharing(Mutator& mutator)
{
    Members members;
    for (auto left = mutator.below(12); left > 0; --left) {
        const auto member = static_cast<MemberNumber>(1 + mutator.below(2));
        const auto& path = paths[mutator.below(paths.size())];
        if (mutator.one_in(4)) members.hold(member, mutator.one_in(3) ? mutator.spoilt(path) : path);
        if (mutator.one_in(9)) members.release(member, path);
        const auto& text = patches[mutator.below(patches.size())];
        const auto patch = Json::parse(mutator.one_in(2) ? mutator.spoilt(text) : text, nullptr, false);
        if (patch.is_discarded()) continue;
        members.patch(member, patch,
                      mutator.one_in(5) ? std::optional<std::uint64_t>{mutator.below(4)} : std::nullopt);
    }
    try {
        const auto text = mutator.spoilt(invitation);
        if (!is_invitation(text)) return;
        const auto read = parse_invitation(text);
        require(to_string(parse_invitation(to_string(read))) == to_string(read),
                "an invitation that is written reads as another");
    } catch (const std::invalid_argument&) {  // refused
    }
}

}  // namespace farfield::fuzz
