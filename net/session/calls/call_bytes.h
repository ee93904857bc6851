#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "net/message/control_messages.h"
#include "net/message/memory_budget.h"
#include "net/message/messages.h"
#include "net/service/call.h"
#include "net/session/streams/frame_queue.h"

/// Bytes of calls and of their results, which travel in Blocks: docs/protocol.md, section 13.
namespace farfield::net {

/// Removes the member `bytes`, the number of bytes that a call has, and returns it; 0 when it is missing.
/// Throws model::FieldError when it is no such number.
[[nodiscard]] std::uint64_t take_announced(Json& params);

/// A call's id as Blocks carry it: an integer from 1 to 2^32 - 1; nullopt for any other id.
[[nodiscard]] std::optional<std::uint32_t> block_number(const Json& id);
/// Number of the call, like block_number(). Throws RpcError, InvalidRequest, for any other id.
[[nodiscard]] std::uint32_t expect_block_number(const Json& id);

/// The same bytes, counted in the budget for as long as they are kept. Throws RpcError, LimitExceeded with
/// the name `limit`.
[[nodiscard]] SharedBytes counted_bytes(const SharedBytes& bytes, MemoryBudget& budget,
                                        const std::string& limit);

/// Bytes of a session's calls, on their way from the viewer. Blocks and calls travel on two connections, so
/// either may come first. Blocks of calls that were refused, or that did not come in time, are read past.
/// Threads: one. Allocates when a call begins, and for Blocks that come before their call.
/// Lifetime: shared, because its timer keeps it alive.
class IncomingBytes : public std::enable_shared_from_this<IncomingBytes> {
public:
    using Clock = std::chrono::steady_clock;
    /// Called once: with the bytes, or with the reason for which they do not come.
    using Done = std::function<void(const std::optional<RpcError>& failure, SharedBytes bytes)>;
    /// Most calls with bytes that are on their way, or that were refused before their end.
    static constexpr std::size_t max_calls = 64;

    /// Made with std::make_shared. Memory of the bytes is counted in two budgets while it is used: the
    /// session's, and the one of all sessions. patience: time to wait for the call after its bytes came, and
    /// for the next Block of a call.
    IncomingBytes(boost::asio::io_context& io, std::shared_ptr<MemoryBudget> session,
                  std::shared_ptr<MemoryBudget> node, std::chrono::milliseconds patience);

    /// Takes a Block. Returns its fault, if any: the connection cannot go on.
    [[nodiscard]] std::optional<std::string> take(const MessageHeader& block,
                                                  std::span<const std::byte> payload);
    /// Expects the bytes of a call that has come; bytes: their number, at least one. Calls `done` when they
    /// are there: at once, or from take() or end_connection(). Throws RpcError, and drops the bytes, when
    /// they are too many or differ in number from those that came.
    void expect(std::uint32_t call, std::uint64_t bytes, Done done);
    /// Drops the bytes, past and future, of a call that is refused. No effect on a call that waits for its
    /// bytes and was sent a second time.
    void drop(std::uint32_t call);

    /// The data connection broke: fails the calls that wait for bytes.
    void end_connection();

private:
    enum class Dropped { No, Refused, TooLate, NoMemory, Interrupted };
    /// Owner of the memory of SharedBytes.
    struct Store {
        std::vector<std::byte> bytes;
        std::vector<MemoryBudget::Reservation> reserved;
    };
    struct Entry {
        std::shared_ptr<Store> store = std::make_shared<Store>();
        std::uint64_t received = 0;
        std::uint64_t announced = 0;  ///< bytes that the call announced; 0: it has not come
        bool is_complete = false;
        Dropped dropped = Dropped::No;
        Clock::time_point moved = {};  ///< time of the begin; for a waiting call, of its last Block
        Done done = {};                ///< set for a waiting call
    };
    using Entries = std::map<std::uint32_t, Entry>;

    [[nodiscard]] std::optional<std::string> add(Entry& entry, std::span<const std::byte> payload,
                                                 bool is_last);
    [[nodiscard]] std::optional<std::string> reserve_unclaimed(Entry& entry, std::uint64_t bytes);
    [[nodiscard]] Entry* entry_for(std::uint32_t call);
    void reserve(Entry& entry, std::uint64_t bytes);
    void check_announced(const Entry& entry, std::uint64_t bytes) const;
    void hand_over(Entries::iterator entry);
    void watch();
    void give_up(Clock::time_point moved_before);
    [[nodiscard]] std::optional<Clock::time_point> oldest_wait() const;
    static void drop(Entry& entry, Dropped why);
    [[nodiscard]] static SharedBytes bytes_of(Entry& entry);

    std::shared_ptr<MemoryBudget> session_;
    std::shared_ptr<MemoryBudget> node_;
    const std::chrono::milliseconds patience_;
    boost::asio::steady_timer timer_;
    bool is_watching_ = false;
    Entries entries_;
};

/// Bytes of a session's results, on their way to the viewer in Blocks of at most max_block_bytes, one
/// result after another. Threads: one. Allocates nothing per Block.
class OutgoingBytes {
public:
    void add(std::uint32_t call, SharedBytes bytes) { results_.push_back({call, std::move(bytes)}); }
    /// The Block to send now; nullopt while one is on its way. It stays valid until sent().
    [[nodiscard]] std::optional<ReadyFrame> next();
    void sent();
    /// The data connection broke: drops all bytes that have not left.
    void clear();

private:
    struct Result {
        std::uint32_t call;
        SharedBytes bytes;
        std::size_t sent = 0;
    };
    std::deque<Result> results_;
    std::size_t on_its_way_ = 0;  ///< bytes of the first result that are on their way
};

}  // namespace farfield::net
