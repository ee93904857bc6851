#include "relay/service/peer_link.h"

#include "model/fields/json_fields.h"
#include "net/message/printable.h"
#include "relay/service/relay.h"

namespace farfield::net::relay {
namespace {

constexpr std::size_t slots = 8;
/// Longest wait; a bundle is due after silence_ns at the latest.
constexpr std::chrono::milliseconds longest_wait{1500};

/// Publisher number of a link that only receives, which is no subscriber.
std::uint32_t number_of_input(std::uint8_t input)
{
    constexpr std::uint32_t first = 1U << 20U;
    return first + input;
}

}  // namespace

PeerLink::PeerLink(Relay& relay, PeerLinkSettings settings)
    : relay_{relay},
      settings_{std::move(settings)},
      received_(slots * model::max_bundle_bytes),
      ring_{slots_of(received_, slots)},
      room_(model::max_bundle_bytes)
{}

PeerLink::~PeerLink()
{
    stop();
}

void PeerLink::restart(const std::string& why)
{
    const std::lock_guard lock(session_mutex_);
    if (session_) session_->restart(why);
}

void PeerLink::start()
{
    const std::lock_guard lock(session_mutex_);
    session_ = std::make_unique<KeptSession>(
        settings_.relay,
        KeptSession::Events{
            .opened = [this](const auto& client) { open(client); },
            .lost = [this](const std::string& why) { close(why); },
            .frame_arrived = [this](std::uint32_t) { relay_.bundle_arrived(); },
            .notified = [this](const std::string& method, const Json& params) { note(method, params); },
            .granted =
                [this](std::uint32_t, std::uint64_t frames) {
                    granted_ = frames;
                    is_due_.post();
                }});
    if (settings_.sends_too) thread_ = std::thread([this] { run(); });
}

void PeerLink::stop()
{
    is_stopping_ = true;
    is_due_.post();
    if (thread_.joinable()) thread_.join();
    std::unique_ptr<KeptSession> session;
    {
        const std::lock_guard lock(session_mutex_);
        session = std::move(session_);
    }
}

void PeerLink::open(const std::shared_ptr<Client>& client)
{
    {
        const std::lock_guard lock(mutex_);
        asked_.reset();
    }
    const Json answer = client->call(
        "program.start",
        {{"program", "entities"},
         {"policy", "every"},
         {"slot_bytes", model::max_bundle_bytes},
         {"params",
          {{"interest", Json::array()}, {"relay", relay_.id()}, {"publish", settings_.sends_too}}}});
    const auto peer = static_cast<std::uint32_t>(model::number_or(answer, "relay", 0));
    const auto stream = static_cast<std::uint32_t>(model::number_or(answer, "stream", 0));
    relay_.expect_another(peer);
    {
        const std::lock_guard lock(client_mutex_);
        client_ = client;
        stream_ = stream;
    }
    if (settings_.sends_too) begin_sending(*client, peer);
    publisher_ = outgoing_ ? outgoing_->subscriber : number_of_input(settings_.input);
    relay_.add_publisher(
        *publisher_,
        {.name = settings_.name, .input = settings_.input, .relay = peer, .source = shared_from_this()});
    client->attach(stream, ring_);
    relay_.note_input(settings_.input, model::InputState::Up, "");
    relay_.watch_interest(this, peer, [this](const InterestShapes& interest) { ask_for(interest); });
}

void PeerLink::begin_sending(Client& client, std::uint32_t peer)
{
    const Json interest = client.call("relay.interest", {{"relay", relay_.id()}});
    Outgoing outgoing;
    outgoing.params.interest = model::read_answer<model::RelayInterest>(interest).interest;
    outgoing.subscriber = relay_.subscribe(
        {.client = settings_.name, .params = outgoing.params, .needs_credits = true, .peer = peer});
    {
        const std::lock_guard lock(mutex_);
        outgoing_ = std::move(outgoing);
        if (asked_) change_interest(*asked_);
    }
    relay_.listen(outgoing_->subscriber, [this] { is_due_.post(); });
    is_due_.post();  // bundles may be granted already
}

void PeerLink::close(const std::string& why)
{
    relay_.forget_interest(this);
    std::shared_ptr<Client> client;
    {
        const std::lock_guard lock(client_mutex_);
        client = std::exchange(client_, nullptr);
    }
    if (client) client->detach(stream_);
    client.reset();
    if (publisher_) relay_.remove_publisher(*std::exchange(publisher_, std::nullopt));
    {
        const std::lock_guard lock(mutex_);
        if (outgoing_) relay_.unsubscribe(outgoing_->subscriber, outgoing_->params);
        outgoing_.reset();
    }
    granted_ = 0;
    if (!is_stopping_) relay_.note_input(settings_.input, model::InputState::Down, printable(why, 400));
}

void PeerLink::note(const std::string& method, const Json& params)
{
    if (method == "program.ended") {
        restart(model::text_or(params, "message", "the relay ended the stream"));
    } else if (method == "relay.interest" && settings_.sends_too) {
        auto interest = model::read_answer<model::RelayInterest>(params).interest;
        const std::lock_guard lock(mutex_);
        asked_ = std::move(interest);
        if (outgoing_) change_interest(*asked_);
    }
}

// Call with the mutex held.
void PeerLink::change_interest(const InterestShapes& interest)
{
    model::EntitiesParams params = outgoing_->params;
    params.interest = interest;
    relay_.update(outgoing_->subscriber, outgoing_->params, params);
    outgoing_->params = std::move(params);
}

void PeerLink::ask_for(const InterestShapes& interest)
{
    const Json shapes = model::write(model::RelayInterest{.interest = interest}).at("interest");
    const std::lock_guard lock(client_mutex_);
    if (client_)
        client_->call_async("program.update", {{"stream", stream_}, {"params", {{"interest", shapes}}}},
                            [](const auto&, const Json&) {});
}

bool PeerLink::take(const std::function<void(const BundleReader& bundle)>& use)
{
    if (!ring_.take_next()) return false;
    const std::size_t slot = ring_.held_slot(0);
    const auto bytes = static_cast<std::size_t>(ring_.info(slot).header.payload_bytes);
    const auto bundle = BundleReader::open(ring_.memory(slot).first(bytes));
    if (bundle)
        use(*bundle);
    else
        restart("what the relay sent is no bundle");
    ring_.release_oldest(1);
    const std::lock_guard lock(client_mutex_);
    if (client_) client_->slots_released();
    return true;
}

void PeerLink::run()
{
    while (!is_stopping_) {
        (void)is_due_.wait_for(longest_wait);
        try {
            send_some();
        } catch (const std::exception& error) {
            restart(error.what());
        }
    }
}

void PeerLink::send_some()
{
    const std::lock_guard lock(mutex_);
    if (!outgoing_) return;
    while (outgoing_->sent < granted_) {
        const auto built = relay_.build(outgoing_->subscriber, room_);
        if (!built) return;
        const std::lock_guard client_lock(client_mutex_);
        if (client_)
            client_->send(stream_, MessageType::EntityBundle, {built->payload.begin(), built->payload.end()});
        ++outgoing_->sent;
    }
}

}  // namespace farfield::net::relay
