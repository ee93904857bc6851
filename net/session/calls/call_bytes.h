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
#include "net/session/call.h"
#include "net/session/streams/frame_queue.h"

/// The bytes of calls and of their results, which travel in Blocks: docs/protocol.md, section 13.
namespace farfield::net {

/// Takes the member `bytes` off, which says how many bytes a call has: 0 where there is none. Throws
/// model::FieldError when it is no such number.
[[nodiscard]] std::uint64_t take_announced(Json& params);

/// A call's id as Blocks name it, where it is an integer from 1 to 2^32 - 1.
[[nodiscard]] std::optional<std::uint32_t> block_number(const Json& id);
/// The same. Throws RpcError, InvalidRequest, where it is none.
[[nodiscard]] std::uint32_t expect_block_number(const Json& id);

/// The same bytes, counted in the budget for as long as anything keeps them. Throws RpcError, LimitExceeded
/// with this name.
[[nodiscard]] SharedBytes counted_bytes(const SharedBytes& bytes, MemoryBudget& budget,
                                        const std::string& limit);

/// The bytes of a session's calls, on their way from the viewer. Blocks and calls travel on two connections,
/// so either may come first. Of calls that were refused, and of those that did not come in time, the Blocks
/// are read past. Threads: one. Allocates when a call begins, and for Blocks that come before their call.
/// Lifetime: shared, for its timer's sake.
class IncomingBytes : public std::enable_shared_from_this<IncomingBytes> {
public:
    using Clock = std::chrono::steady_clock;
    /// Called once: with the bytes, or with why they do not come.
    using Done = std::function<void(const std::optional<RpcError>& failure, SharedBytes bytes)>;
    /// Calls with bytes that are on their way, or were refused before their end.
    static constexpr std::size_t max_calls = 64;

    /// Made with std::make_shared. Memory of the bytes is counted in both budgets for as long as it is used:
    /// that of the session, and that of all sessions. patience: for the call of bytes that came before it,
    /// and for the next Block of a call that waits.
    IncomingBytes(boost::asio::io_context& io, std::shared_ptr<MemoryBudget> session,
                  std::shared_ptr<MemoryBudget> node, std::chrono::milliseconds patience);

    /// Takes a Block. Returns what is wrong with it, if anything: the connection cannot go on.
    [[nodiscard]] std::optional<std::string> take(const MessageHeader& block,
                                                  std::span<const std::byte> payload);
    /// A call has come that announces so many bytes, at least one. `done` is called when they are there: now,
    /// or from take() or end_connection(). Throws RpcError, and drops them, when they are too many or are not
    /// those that came.
    void expect(std::uint32_t call, std::uint64_t bytes, Done done);
    /// The call is refused: what came and still comes is of no use. Of a call that waits for its bytes, which
    /// was sent once more, nothing changes.
    void drop(std::uint32_t call);

    /// The data connection broke: nothing more comes of what was on its way.
    void end_connection();

private:
    enum class Dropped { No, Refused, TooLate, NoMemory, Interrupted };
    /// What becomes the memory of SharedBytes.
    struct Store {
        std::vector<std::byte> bytes;
        std::vector<MemoryBudget::Reservation> reserved;
    };
    struct Entry {
        std::shared_ptr<Store> store = std::make_shared<Store>();
        std::uint64_t received = 0;
        std::uint64_t announced = 0;  ///< 0: the call has not come
        bool is_complete = false;
        Dropped dropped = Dropped::No;
        Clock::time_point moved = {};  ///< when it began; of a call that waits, when its last Block came
        Done done = {};                ///< of a call that waits
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

/// The bytes of a session's results, on their way to the viewer in Blocks of at most max_block_bytes, one
/// result after the other. Threads: one. Allocates nothing per Block.
class OutgoingBytes {
public:
    void add(std::uint32_t call, SharedBytes bytes) { results_.push_back({call, std::move(bytes)}); }
    /// The Block to be sent now, none before it being on its way. It stays as it is until sent().
    [[nodiscard]] std::optional<ReadyFrame> next();
    void sent();
    /// The data connection broke: what has not left is dropped.
    void clear();

private:
    struct Result {
        std::uint32_t call;
        SharedBytes bytes;
        std::size_t sent = 0;
    };
    std::deque<Result> results_;
    std::size_t on_its_way_ = 0;  ///< bytes, of the first result
};

}  // namespace farfield::net
