#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "model/calls/entities.h"
#include "model/calls/relay.h"
#include "model/calls/relay_stats.h"
#include "net/message/notices.h"
#include "net/service/program.h"
#include "relay/core/core.h"
#include "relay/files/played_clock.h"
#include "relay/hosts/host_path.h"
#include "relay/json/json_entities.h"
#include "relay/json/json_reader.h"
#include "relay/peers/interest_union.h"
#include "relay/peers/publishers.h"
#include "relay/service/admission.h"
#include "relay/service/inputs.h"
#include "relay/service/malformed_log.h"
#include "relay/service/outputs.h"
#include "relay/service/peer_link.h"
#include "relay/service/relay_recorder.h"

namespace farfield::net::relay {

/// File to which everything is recorded.
struct RecordSettings {
    std::filesystem::path file = {};
    std::function<void(const std::string&)> failed = {};  ///< as in BundleRecorder
};

inline constexpr std::size_t max_peers = 16;  ///< in both directions together

struct RelaySettings {
    std::vector<std::string> inputs;            ///< as on the command line
    std::vector<std::string> peers = {};        ///< HOST[:PORT] of relays with bundles in both directions
    std::string peer_token = {};                ///< token that peers require; empty: none
    std::vector<std::string> outputs = {};      ///< as on the command line
    std::size_t mtu_bytes = default_mtu_bytes;  ///< size of datagrams with several PDUs, and to UDP hosts
    std::string hosts = {};                     ///< GROUP:PORT[@IFACE] of UDP hosts; empty: none
    double link_bytes_per_second = 0.0;         ///< limit of datagrams to UDP hosts; 0: unknown
    std::size_t shards = 1;                     ///< 1 to max_shards
    Admission admission = {};                   ///< applies to PDUs from datagrams and files
    CoreSettings core = {};
    std::uint16_t json_site = 65'000;  ///< site of JSON lines' entities
    TokenCheck is_json_token = {};     ///< for lines over TCP from beyond the loopback interface; null: none
    std::function<void(const std::string& text)> warn =
        {};  ///< takes a line for a log; null: none. Any thread
    std::optional<RecordSettings> record = std::nullopt;
    bool plays_at_once =
        true;  ///< false: inputs that are files wait for play(), so that subscribers come first
};

/// A running relay: inputs, the core, and the thread that passes messages from the inputs to the core and
/// wakes subscribers that have a due bundle. Threads: any.
class Relay {
public:
    /// Throws as Inputs and RelayRecorder.
    explicit Relay(const RelaySettings& settings);
    ~Relay();  ///< call it after all subscribers are gone
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

    /// Starts the files of a relay that does not play at once.
    void play();
    /// Adds a subscriber and returns its number. Throws model::LimitError (max_subscribers), and SocketError
    /// when a group cannot be joined.
    [[nodiscard]] std::uint32_t subscribe(const SubscriberSettings& settings);
    /// Adds a session's subscriber, like subscribe(). Throws RpcError if it is a relay whose id is in use.
    [[nodiscard]] std::uint32_t accept(const SubscriberSettings& settings);
    /// wake: called once when a bundle is due, and again after build() was called; must not call this relay.
    void listen(std::uint32_t subscriber, std::function<void()> wake);
    /// Sends entities.congestion to this stream from now on when its level has changed, at most four times a
    /// second.
    void watch_congestion(std::uint32_t subscriber, ProgramEvents::Notify notify);
    /// Changes the parameters of a subscriber. before: the present ones.
    void update(std::uint32_t subscriber, const model::EntitiesParams& before,
                const model::EntitiesParams& params);
    void unsubscribe(std::uint32_t subscriber, const model::EntitiesParams& params);
    /// Adds a UDP host; update() takes subscriber_of_host(). Throws RpcError when there is no path for hosts,
    /// model::LimitError (max_hosts), and SocketError when a group cannot be joined.
    [[nodiscard]] HostTicket add_host(const model::EntitiesParams& params);
    void remove_host(std::uint32_t host, const model::EntitiesParams& params);
    [[nodiscard]] std::uint32_t subscriber_of_host(std::uint32_t host) const;
    /// Makes this secret stand for the subscriber in publish(); an empty one revokes it.
    void set_publisher(std::uint32_t subscriber, std::string secret);
    [[nodiscard]] std::uint32_t id() const { return id_; }
    /// Takes the bundles of a source, as Publishers::add() does, until unsubscribe() or remove_publisher().
    void add_publisher(std::uint32_t number, PublisherSettings settings);
    void remove_publisher(std::uint32_t number);
    /// Throws RpcError when this relay, or one that it is linked to, has this id.
    void expect_another(std::uint32_t peer) const;
    /// Notes the state of a peer's input: entities.input goes to all sessions that watch.
    void note_input(std::uint32_t input, model::InputState state, const std::string& message);
    /// Interest of all but this peer. The session, if any, gets relay.interest when it changes from now on.
    [[nodiscard]] model::RelayInterest interest_for(std::uint32_t peer,
                                                    const std::shared_ptr<const Notices>& session);
    /// Calls send(interest) whenever that interest changes, at most four times a second, the first time soon;
    /// `send` must not call this relay.
    void watch_interest(const PeerLink* link, std::uint32_t peer,
                        std::function<void(const InterestShapes&)> send);
    void forget_interest(const PeerLink* link);
    /// Tells that a publisher has a bundle. Any thread, holding no lock of this relay.
    void bundle_arrived() { wake_thread(); }
    /// Takes the entities of objects to all but the subscriber that the call's secret stands for. Throws
    /// RpcError, NotAuthorised, when it stands for none.
    [[nodiscard]] model::PublishedEntities publish(const model::EntitiesPublishCall& call);
    /// Builds a bundle in the buffer; nullopt before one is due. Throws std::runtime_error when messages with
    /// priority were lost: the subscriber is too slow.
    [[nodiscard]] std::optional<BuiltBundle> build(std::uint32_t subscriber, std::span<std::byte> buffer);
    /// Number of messages that wait for the subscriber.
    [[nodiscard]] std::uint64_t waiting(std::uint32_t subscriber) const;

    /// Ends the recording properly, if there is one. Returns its final account.
    RecorderStats end_recording();

    [[nodiscard]] model::RelayInfo info() const;
    /// Sends this session from now on entities.input whenever an input's state or message changes, and
    /// relay.clock whenever the clock does.
    void watch(std::shared_ptr<const Notices> session);
    [[nodiscard]] model::RelayStats stats(const model::RelayStatsCall& call = {});
    /// A page of the known entities.
    [[nodiscard]] model::EntityList entities(const model::EntitiesListCall& call);
    /// Full details of an entity; nullopt when it is unknown.
    [[nodiscard]] std::optional<model::EntityDetails> entity(const model::EntityName& name);

private:
    struct Listener {
        std::function<void()> wake = {};
        ProgramEvents::Notify notify = {};  ///< sends to its stream
        std::uint8_t reported_level = 0;    ///< last level sent to the stream
        std::string publisher = {};         ///< secret for publish(); empty: it publishes nothing
        bool is_woken = false;              ///< woken since its last call of build()
        bool has_credit = false;            ///< a credit that the last bundle did not take
    };

    /// Interest that another relay wants to be told.
    struct InterestWatch {
        const void* key = nullptr;
        std::uint32_t peer = 0;
        bool is_link = false;  ///< a link of --peer or peer:
        InterestShapes sent = {};
        std::function<void(const InterestShapes&)> send = {};
        std::function<bool()> has_ended = {};
    };

    void run();
    void add_peers(const RelaySettings& settings);
    /// Call with the mutex held.
    [[nodiscard]] std::uint32_t add_subscriber(const SubscriberSettings& settings);
    [[nodiscard]] InterestShapes interest_without(std::uint32_t peer) const;
    void report_interest();
    void report_congestion();
    void report_sources();
    void announce(const model::RelayInput& input);
    void announce_clock();
    /// Takes messages from the rings, at most some hundreds. False when no more are there.
    bool take_some();
    [[nodiscard]] LineSink sink_of_lines();
    /// False when there is no room for its id. Call with the mutex held.
    bool take_entity(const JsonEntity& entity, LineOrigin origin);
    [[nodiscard]] std::uint32_t publisher_of(std::string_view secret) const;
    void start_outputs();
    void start_hosts();
    void take_message(const Message& message, const Endpoint& from);
    void warn_of_circle(const Message& message, const std::string& from);
    void take_datagram(const SlotInfo& slot, std::span<const std::byte> bytes, std::uint64_t taken_ns);
    void take_played(std::uint32_t input, const PlayedMessage& played);
    void end_input(std::uint32_t input, const std::string& why);
    [[nodiscard]] FileInput::Calls calls_of(std::uint32_t input);
    void tick();
    void look_at_inputs();
    void look_at_clock();
    void wait(std::uint64_t until_ns);
    void wake_thread();
    /// Wakes subscribers with a due bundle. Returns the time when the next bundle is due, ns.
    [[nodiscard]] std::uint64_t wake_due();
    /// The core's clock, which never goes back.
    [[nodiscard]] std::uint64_t now();

    const std::uint32_t id_;
    const std::function<void(const std::string& text)> warn_;
    std::mutex wake_mutex_;
    std::condition_variable has_news_;
    bool is_woken_ = false;
    std::atomic<bool> is_stopping_{false};

    mutable std::mutex mutex_;  ///< guards all members below; held while a listener is called
    std::uint64_t last_now_ns_ = 0, ticked_ns_ = 0, looked_ns_ = 0;
    std::int64_t ahead_of_system_ns_ = 0;  ///< at the last look at the system's clock
    const Admission admission_;
    RelayCore core_;
    std::array<std::uint64_t, max_inputs> reflected_{}, foreign_{};
    MalformedLog malformed_;
    std::array<InputCounters, max_inputs> played_{};  ///< counters of inputs that are files
    std::map<std::uint32_t, Listener> listeners_;
    std::uint64_t warned_ns_ = 0;  ///< last warning of a source that is sent from two places
    bool has_warned_of_circle_ = false;
    std::uint64_t warned_rate_ns_ = 0;
    std::vector<std::uint32_t> fast_sources_;  ///< sources of the last report
    Publishers publishers_;
    std::map<std::uint32_t, std::uint32_t> accepted_;  ///< ids of relays that have connected, by subscriber
    std::vector<InterestWatch> watches_;
    bool has_new_interest_ = false;
    JsonEntities json_entities_;
    ShardSet shards_;
    JsonReader lines_;
    Inputs inputs_;
    Outputs outputs_;
    PlayedClock clock_;
    std::unique_ptr<HostPath> hosts_;  ///< null: there are no UDP hosts
    std::vector<std::shared_ptr<const Notices>> watchers_;
    std::thread thread_;                       ///< uses all members above
    std::unique_ptr<RelayRecorder> recorder_;  ///< is a subscriber
    std::vector<std::shared_ptr<PeerLink>> links_;
};

}  // namespace farfield::net::relay
