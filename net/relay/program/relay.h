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
#include "net/relay/core.h"
#include "net/relay/json/json_entities.h"
#include "net/relay/json/json_reader.h"
#include "net/relay/peers/interest_union.h"
#include "net/relay/program/admission.h"
#include "net/relay/program/files/played_clock.h"
#include "net/relay/program/hosts/host_path.h"
#include "net/relay/program/inputs.h"
#include "net/relay/program/malformed_log.h"
#include "net/relay/program/outputs.h"
#include "net/relay/program/peers/peer_link.h"
#include "net/relay/program/peers/publishers.h"
#include "net/relay/program/relay_recorder.h"
#include "net/session/program.h"

namespace farfield::net::relay {

/// A file that everything is recorded to.
struct RecordSettings {
    std::filesystem::path file = {};
    std::function<void(const std::string&)> failed = {};  ///< as of Recorder
};

inline constexpr std::size_t max_peers = 16;  ///< of both ways together

struct RelaySettings {
    std::vector<std::string> inputs;            ///< as on the command line
    std::vector<std::string> peers = {};        ///< HOST[:PORT] of relays, bundles both ways
    std::string peer_token = {};                ///< that peers ask for; empty: none
    std::vector<std::string> outputs = {};      ///< as on the command line
    std::size_t mtu_bytes = default_mtu_bytes;  ///< of datagrams with several PDUs, and of those to UDP hosts
    std::string hosts = {};                     ///< GROUP:PORT[@IFACE] of UDP hosts; empty: none
    double link_bytes_per_second = 0.0;         ///< that datagrams to them may take; 0: unknown
    std::size_t shards = 1;                     ///< 1 to max_shards
    Admission admission = {};                   ///< of PDUs that come in datagrams and files
    CoreSettings core = {};
    std::uint16_t json_site = 65'000;  ///< of the entities of JSON lines
    TokenCheck is_json_token = {};     ///< of lines over TCP from beyond the loopback interface; null: none
    std::function<void(const std::string& text)> warn =
        {};  ///< takes a line for a log; null: none. Any thread
    std::optional<RecordSettings> record = std::nullopt;
    bool plays_at_once =
        true;  ///< else inputs that are files wait for play(), so that subscribers come first
};

/// A relay that runs: inputs, the core, and the thread that takes messages from these to it and wakes the
/// subscribers with a bundle that is due. Threads: any.
class Relay {
public:
    /// Throws as Inputs and RelayRecorder.
    explicit Relay(const RelaySettings& settings);
    ~Relay();  ///< after all subscribers are gone
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

    /// Of a relay that does not play at once.
    void play();
    /// Its number. Throws model::LimitError (max_subscribers), and SocketError where a group cannot be
    /// joined.
    [[nodiscard]] std::uint32_t subscribe(const SubscriberSettings& settings);
    /// The same for a session. Throws RpcError where it is that of a relay with an id that is in use here.
    [[nodiscard]] std::uint32_t accept(const SubscriberSettings& settings);
    /// wake: called when a bundle is due, once until build() is called again; it may call nothing of this.
    void listen(std::uint32_t subscriber, std::function<void()> wake);
    /// entities.congestion goes to this stream from now on when its level has changed, at most four times a
    /// second.
    void watch_congestion(std::uint32_t subscriber, ProgramEvents::Notify notify);
    /// before: the parameters until now.
    void update(std::uint32_t subscriber, const model::EntitiesParams& before,
                const model::EntitiesParams& params);
    void unsubscribe(std::uint32_t subscriber, const model::EntitiesParams& params);
    /// A UDP host; update() takes subscriber_of_host(). Throws RpcError where there is no path for hosts,
    /// model::LimitError (max_hosts), and SocketError where a group cannot be joined.
    [[nodiscard]] HostTicket add_host(const model::EntitiesParams& params);
    void remove_host(std::uint32_t host, const model::EntitiesParams& params);
    [[nodiscard]] std::uint32_t subscriber_of_host(std::uint32_t host) const;
    /// From now on this secret stands for the subscriber in publish(); an empty one for none.
    void set_publisher(std::uint32_t subscriber, std::string secret);
    [[nodiscard]] std::uint32_t id() const { return id_; }
    /// Takes the bundles of a source, as Publishers::add() says, until it is unsubscribed or removed.
    void add_publisher(std::uint32_t number, PublisherSettings settings);
    void remove_publisher(std::uint32_t number);
    /// Throws RpcError where this relay, or one that it is linked to, has this id.
    void expect_another(std::uint32_t peer) const;
    /// Of a peer: entities.input goes to all that watch.
    void note_input(std::uint32_t input, model::InputState state, const std::string& message);
    /// What all want but this peer. The session, if any, gets relay.interest from now on when it changes.
    [[nodiscard]] model::RelayInterest interest_for(std::uint32_t peer,
                                                    const std::shared_ptr<const Notices>& session);
    /// Calls send(interest) whenever that changes, at most four times a second, and soon for the first time;
    /// it may call nothing of this.
    void watch_interest(const PeerLink* link, std::uint32_t peer,
                        std::function<void(const InterestShapes&)> send);
    void forget_interest(const PeerLink* link);
    /// A publisher has a bundle. Any thread, and what holds no lock of this.
    void bundle_arrived() { wake_thread(); }
    /// Takes the entities of objects to all but the subscriber that the call's secret stands for. Throws
    /// RpcError, NotAuthorised, where it stands for none.
    [[nodiscard]] model::PublishedEntities publish(const model::EntitiesPublishCall& call);
    /// A bundle into the buffer, or nothing before one is due. Throws std::runtime_error where messages with
    /// priority were lost: the subscriber is too slow.
    [[nodiscard]] std::optional<BuiltBundle> build(std::uint32_t subscriber, std::span<std::byte> buffer);
    /// Messages that wait for it.
    [[nodiscard]] std::uint64_t waiting(std::uint32_t subscriber) const;

    /// Ends the recording in order, of a relay that has one. Returns its last account.
    RecorderStats end_recording();

    [[nodiscard]] model::RelayInfo info() const;
    /// From now on this session gets entities.input whenever an input's state or message changes, and
    /// relay.clock whenever the clock does.
    void watch(std::shared_ptr<const Notices> session);
    [[nodiscard]] model::RelayStats stats(const model::RelayStatsCall& call = {});
    /// A page of the entities that are known.
    [[nodiscard]] model::EntityList entities(const model::EntitiesListCall& call);
    /// All of one; nothing where it is not known.
    [[nodiscard]] std::optional<model::EntityDetails> entity(const model::EntityName& name);

private:
    struct Listener {
        std::function<void()> wake = {};
        ProgramEvents::Notify notify = {};  ///< of its stream
        std::uint8_t reported_level = 0;    ///< to that
        std::string publisher = {};         ///< its secret; empty: it publishes nothing
        bool is_woken = false;              ///< since it last asked for a bundle
        bool has_credit = false;            ///< that the last bundle did not take
    };

    /// What another relay asks of this one.
    struct InterestWatch {
        const void* key = nullptr;
        std::uint32_t peer = 0;
        bool is_link = false;  ///< of --peer or peer:
        InterestShapes sent = {};
        std::function<void(const InterestShapes&)> send = {};
        std::function<bool()> has_ended = {};
    };

    void run();
    void add_peers(const RelaySettings& settings);
    /// Under the mutex.
    [[nodiscard]] std::uint32_t add_subscriber(const SubscriberSettings& settings);
    [[nodiscard]] InterestShapes interest_without(std::uint32_t peer) const;
    void report_interest();
    void report_congestion();
    void report_sources();
    void announce(const model::RelayInput& input);
    void announce_clock();
    /// Takes what lies in the rings, some hundreds of messages at most. False where that was all.
    bool take_some();
    [[nodiscard]] LineSink sink_of_lines();
    /// False where there is no room for its id. Under the mutex.
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
    /// Wakes subscribers with a bundle that is due. Returns when the next bundle will be, ns.
    [[nodiscard]] std::uint64_t wake_due();
    /// The core's clock, which does not go back.
    [[nodiscard]] std::uint64_t now();

    const std::uint32_t id_;
    const std::function<void(const std::string& text)> warn_;
    std::mutex wake_mutex_;
    std::condition_variable has_news_;
    bool is_woken_ = false;
    std::atomic<bool> is_stopping_{false};

    mutable std::mutex mutex_;  ///< all below; held while a listener is called
    std::uint64_t last_now_ns_ = 0, ticked_ns_ = 0, looked_ns_ = 0;
    std::int64_t ahead_of_system_ns_ = 0;  ///< when the clock of the system was looked at
    const Admission admission_;
    RelayCore core_;
    std::array<std::uint64_t, max_inputs> reflected_{}, foreign_{};
    MalformedLog malformed_;
    std::array<InputCounters, max_inputs> played_{};  ///< of inputs that are files
    std::map<std::uint32_t, Listener> listeners_;
    std::uint64_t warned_ns_ = 0;  ///< of a source that is sent from two places
    bool has_warned_of_circle_ = false;
    std::uint64_t warned_rate_ns_ = 0;
    std::vector<std::uint32_t> fast_sources_;  ///< as of the last report
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
    std::thread thread_;                       ///< it uses all of the above
    std::unique_ptr<RelayRecorder> recorder_;  ///< a subscriber
    std::vector<std::shared_ptr<PeerLink>> links_;
};

}  // namespace farfield::net::relay
