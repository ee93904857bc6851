// A client that subscribes to a stream again, against a real node.
#include "net/client/client.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"
#include "tests/net/scripted_node.h"
#include "tests/net/session/sharing/party.h"
#include <condition_variable>
#include <mutex>

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

constexpr std::size_t subscribed_slots = 16, subscribed_bytes = 100;

struct SubscribedRing {
    SubscribedRing() : memory(subscribed_slots, Bytes(subscribed_bytes)), ring({memory.begin(), memory.end()})
    {}
    std::vector<Bytes> memory;
    FrameRing ring;
};

/// What a client hears; a wait that is not ended fails the test.
struct Heard {
    [[nodiscard]] ClientEvents events()
    {
        return {.frame_arrived = [this](std::uint32_t) { note([] {}); },
                .notified =
                    [this](const std::string& method, const Json& params) {
                        if (method == "program.ended") note([&] { ended = params; });
                    },
                .lost = [this](const std::string& why) { note([&] { lost = why; }); },
                .interrupted = [this](const Interruption&) { note([this] { ++interrupted; }); },
                .resumed = {}};
    }
    template <typename Change>
    void note(Change change)
    {
        const std::lock_guard lock(mutex);
        change();
        changed.notify_all();
    }
    template <typename Until>
    void wait_until(Until until)
    {
        std::unique_lock lock(mutex);
        if (!changed.wait_for(lock, std::chrono::seconds(60), until))
            throw std::runtime_error("what was waited for has not come");
    }

    std::mutex mutex;
    std::condition_variable changed;
    Json ended;
    std::string lost;
    int interrupted = 0;
};

struct Subscriber {
    explicit Subscriber(const TestNode& node, bool is_single = false)
        : client(settings(node, is_single), heard.events())
    {}
    static ClientSettings settings(const TestNode& node, bool is_single)
    {
        ClientSettings settings;
        settings.port = node.port();
        settings.resume = true;
        settings.is_single = is_single;
        return settings;
    }
    /// Takes frames, which are numbered from 0.
    void take(SubscribedRing& owned, std::uint64_t frames)
    {
        for (std::uint64_t n = 0; n < frames; ++n) {
            heard.wait_until([&] { return owned.ring.waiting() > 0; });
            const auto taken = owned.ring.take_next();
            REQUIRE(taken);
            CHECK(owned.ring.info(taken->slot).header.sequence == n);
            owned.ring.release_oldest(1);
            client.slots_released();
        }
    }

    Heard heard;
    Client client;
};

Json subscribed_program(const char* policy)
{
    Json params = start_params({{"bytes", subscribed_bytes}});
    params["policy"] = policy;
    params["slot_bytes"] = subscribed_bytes;
    params["layer"] = "flow";
    params["request"] = "as the document has it";
    return params;
}

Json subscription(const char* policy)
{
    return {{"stream", 1}, {"policy", policy}, {"slot_bytes", subscribed_bytes}};
}

Json invite_by(Client& owner)
{
    const Json invited = owner.call("session.invite", {{"role", "edit"}, {"uses", 16}});
    return {{"session", invited["session"]}, {"secret", invited["secret"]}};
}

}  // namespace

TEST_CASE("Client: a stream that it has left and subscribes to again counts anew", "[client][subscription]")
{
    const bool is_single = GENERATE(false, true);
    const char* const policy = GENERATE("every", "latest");
    const char* const method = GENERATE("program.subscribe", "program.start");
    TestNode node;
    Subscriber viewer(node, is_single);
    CHECK(viewer.client.call("program.start", subscribed_program(policy))["stream"] == 1);
    RawMember other(node, "Grace", invite_by(viewer.client));
    (void)other.control->result("program.subscribe", subscription("latest"));
    const Json again =
        method == std::string("program.start") ? subscribed_program(policy) : subscription(policy);
    for (int round = 0; round < 3; ++round) {
        SubscribedRing owned;
        viewer.client.attach(1, owned.ring);
        viewer.take(owned, 40);
        viewer.client.detach(1);
        (void)viewer.client.call("program.leave", {{"stream", 1}});
        const Json answer = viewer.client.call(method, again);
        CHECK(answer["stream"] == 1);
        CHECK(answer["subscription"] == round + 2);
    }
    CHECK(viewer.client.link().resumes == 0);
    CHECK(viewer.heard.lost.empty());
}

TEST_CASE("Client: leaves and comes back before its first frame has come", "[client][subscription]")
{
    TestNode node;
    Subscriber viewer(node);
    (void)viewer.client.call("program.start", subscribed_program("every"));
    RawMember other(node, "Grace", invite_by(viewer.client));
    (void)other.control->result("program.subscribe", subscription("latest"));
    for (int round = 0; round < 50; ++round) {
        SubscribedRing owned;
        viewer.client.attach(1, owned.ring);
        viewer.client.detach(1);
        (void)viewer.client.call("program.leave", {{"stream", 1}});
        (void)viewer.client.call("program.subscribe", subscription("every"));
    }
    SubscribedRing owned;
    viewer.client.attach(1, owned.ring);
    viewer.take(owned, 40);
    viewer.client.detach(1);
    CHECK(viewer.client.link().resumes == 0);
}

TEST_CASE("Client: a subscription in place of the one before counts anew, frames of both on their way",
          "[client][subscription]")
{
    const char* const policy = GENERATE("every", "latest");
    TestNode node;
    Subscriber viewer(node);
    SubscribedRing owned;
    (void)viewer.client.call("program.start", subscribed_program(policy));
    viewer.client.attach(1, owned.ring);
    viewer.take(owned, 10);
    for (int round = 0; round < 5; ++round) {
        (void)viewer.client.call("program.subscribe", subscription(policy));
        std::uint64_t next = 1;
        while (next != 0) {  // those of the one before come first
            viewer.heard.wait_until([&] { return owned.ring.waiting() > 0; });
            const auto taken = owned.ring.take_next();
            REQUIRE(taken);
            next = owned.ring.info(taken->slot).header.sequence;
            owned.ring.release_oldest(1);
            viewer.client.slots_released();
        }
        for (std::uint64_t n = 1; n < 30; ++n) {
            viewer.heard.wait_until([&] { return owned.ring.waiting() > 0; });
            const auto taken = owned.ring.take_next();
            REQUIRE(taken);
            CHECK(owned.ring.info(taken->slot).header.sequence == n);
            owned.ring.release_oldest(1);
            viewer.client.slots_released();
        }
    }
    viewer.client.detach(1);
    CHECK(viewer.client.link().resumes == 0);
}

TEST_CASE("Client: gives a stream up of which its counts are refused after a resume, too",
          "[client][subscription]")
{
    struct Kept final : ClaimStore {
        void keep(const SessionClaim& claim) override
        {
            const std::lock_guard lock(mutex);
            kept = claim;
        }
        void drop() override {}
        std::mutex mutex;
        std::optional<SessionClaim> kept;
    };
    TestNode node;
    const auto store = std::make_shared<Kept>();
    ClientSettings settings = Subscriber::settings(node, false);
    settings.claim_store = store;
    {
        Heard heard;
        SubscribedRing owned;
        Client first(settings, heard.events());
        (void)first.call("program.start", subscribed_program("every"));
        first.attach(1, owned.ring);
        heard.wait_until([&] { return owned.ring.waiting() == subscribed_slots; });
        first.detach(1);
        first.leave_running();
    }
    settings.claim = store->kept;
    Heard heard;
    SubscribedRing owned;
    Client second(settings, heard.events());
    second.attach(1, owned.ring);  // as if it had the stream already
    heard.wait_until([&] { return !heard.ended.is_null(); });
    CHECK(heard.ended["stream"] == 1);
    CHECK(heard.ended["reason"] == "failed");
    CHECK_THAT(heard.ended["message"].get<std::string>(),
               Catch::Matchers::ContainsSubstring("a Credit says that 0 frames of stream 1 have come"));
    CHECK(second.call("program.start", subscribed_program("every"))["stream"] == 2);
    second.detach(1);
    CHECK(second.link().resumes <= 2);
}
