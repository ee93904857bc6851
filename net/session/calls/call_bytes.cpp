#include "net/session/calls/call_bytes.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "model/fields/json_fields.h"
#include "net/message/limits.h"

namespace farfield::net {
namespace {

std::string name_of(const MessageHeader& block)
{
    return "the Block of call " + std::to_string(block.stream) + " at byte " + std::to_string(block.sequence);
}

RpcError stalled(std::uint64_t received, std::uint64_t announced, std::chrono::milliseconds patience)
{
    return {RpcCode::Failed, std::to_string(received) + " of the call's " + std::to_string(announced) +
                                 " bytes came, and no more for " + std::to_string(patience.count()) + " ms"};
}

RpcError interrupted(std::uint64_t received, std::uint64_t announced)
{
    return {RpcCode::Failed,
            "interrupted after " + std::to_string(received) + " of " + std::to_string(announced) + " bytes"};
}

}  // namespace

std::uint64_t take_announced(Json& params)
{
    if (!params.contains("bytes")) return 0;
    const Json member{{"bytes", params["bytes"]}};
    model::JsonFields fields({&member, ""});
    const std::uint64_t bytes = fields["bytes"].uint64({.min = 1});
    params.erase("bytes");
    return bytes;
}

std::optional<std::uint32_t> block_number(const Json& id)
{
    const std::int64_t number = id.is_number_integer() ? id.get<std::int64_t>() : 0;
    if (number < 1 || number > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(number);
}

std::uint32_t expect_block_number(const Json& id)
{
    if (const auto number = block_number(id)) return *number;
    throw RpcError(RpcCode::InvalidRequest, "a call with bytes needs an id that is an integer from 1 to " +
                                                std::to_string(std::numeric_limits<std::uint32_t>::max()));
}

SharedBytes counted_bytes(const SharedBytes& bytes, MemoryBudget& budget, const std::string& limit)
{
    auto reserved = budget.reserve(bytes.size);
    if (!reserved) throw limit_error(limit, budget.max_bytes(), bytes.size);
    const auto both =
        std::make_shared<std::pair<SharedBytes, MemoryBudget::Reservation>>(bytes, std::move(*reserved));
    return {.memory = std::shared_ptr<const std::byte[]>(both, bytes.memory.get()), .size = bytes.size};
}

// Incoming.

IncomingBytes::IncomingBytes(boost::asio::io_context& io, std::shared_ptr<MemoryBudget> session,
                             std::shared_ptr<MemoryBudget> node, std::chrono::milliseconds patience)
    : session_(std::move(session)), node_(std::move(node)), patience_(patience), timer_(io)
{}

// Blocks.

std::optional<std::string> IncomingBytes::take(const MessageHeader& block, std::span<const std::byte> payload)
{
    if (block.stream == 0 || payload.empty()) return name_of(block) + " has no call or no bytes";
    Entry* const entry = entry_for(block.stream);
    if (entry == nullptr)
        return name_of(block) + " begins the bytes of one call too many: at most " +
               std::to_string(max_calls) + " are on their way at a time";
    if (entry->is_complete || block.sequence != entry->received)
        return name_of(block) + " is out of order: " + std::to_string(entry->received) + " bytes came before";
    if (auto fault = add(*entry, payload, (block.flags & flag_last) != 0))
        return name_of(block) + " " + *fault;
    if (entry->is_complete && entry->announced > 0)
        hand_over(entries_.find(block.stream));
    else if (entry->is_complete && entry->dropped == Dropped::Refused)
        entries_.erase(block.stream);
    watch();
    return std::nullopt;
}

/// The call's entry, made if it is missing; null when there is no room for one more.
IncomingBytes::Entry* IncomingBytes::entry_for(std::uint32_t call)
{
    if (const auto found = entries_.find(call); found != entries_.end()) return &found->second;
    if (entries_.size() >= max_calls) {
        const auto dropped = std::ranges::find_if(
            entries_, [](const auto& entry) { return entry.second.dropped != Dropped::No; });
        if (dropped == entries_.end()) return nullptr;
        entries_.erase(dropped);
    }
    return &entries_.emplace(call, Entry{.moved = Clock::now()}).first->second;
}

std::optional<std::string> IncomingBytes::add(Entry& entry, std::span<const std::byte> payload, bool is_last)
{
    const std::uint64_t received = entry.received + payload.size();
    const bool is_beyond = received > entry.announced || (is_last != (received == entry.announced));
    if (entry.announced > 0 && is_beyond)
        return "ends at byte " + std::to_string(received) + (is_last ? " as the last" : "") +
               ", but the call has " + std::to_string(entry.announced) + " bytes";
    if (entry.announced == 0)
        if (auto fault = reserve_unclaimed(entry, payload.size())) return fault;
    if (entry.store) entry.store->bytes.insert(entry.store->bytes.end(), payload.begin(), payload.end());
    entry.received = received;
    entry.is_complete = is_last;
    if (entry.announced > 0) entry.moved = Clock::now();
    return std::nullopt;
}

std::optional<std::string> IncomingBytes::reserve_unclaimed(Entry& entry, std::uint64_t bytes)
{
    if (!entry.store) return std::nullopt;
    auto of_session = session_->reserve(bytes);
    if (!of_session)
        return "is too much: the calls of a session may have " + std::to_string(session_->max_bytes()) +
               " bytes (max_frame_bytes)";
    auto of_node = node_->reserve_making_room(bytes);
    if (!of_node) {
        drop(entry, Dropped::NoMemory);
        return std::nullopt;
    }
    entry.store->reserved.push_back(std::move(*of_session));
    entry.store->reserved.push_back(std::move(*of_node));
    return std::nullopt;
}

void IncomingBytes::hand_over(Entries::iterator entry)
{
    const Done done = std::move(entry->second.done);
    SharedBytes bytes = bytes_of(entry->second);
    entries_.erase(entry);
    done(std::nullopt, std::move(bytes));
}

SharedBytes IncomingBytes::bytes_of(Entry& entry)
{
    const auto store = std::move(entry.store);
    return {.memory = std::shared_ptr<const std::byte[]>(store, store->bytes.data()),
            .size = store->bytes.size()};
}

// Calls.

void IncomingBytes::expect(std::uint32_t call, std::uint64_t bytes, Done done)
{
    Entry* const entry = entry_for(call);
    if (entry == nullptr) throw limit_error("max_calls_running", max_calls, max_calls + 1);
    try {
        check_announced(*entry, bytes);
        reserve(*entry, bytes);
        entry->store->bytes.reserve(bytes);
    } catch (...) {
        drop(call);
        throw;
    }
    entry->announced = bytes;
    entry->done = std::move(done);
    entry->moved = Clock::now();
    if (entry->is_complete) hand_over(entries_.find(call));
    watch();
}

void IncomingBytes::check_announced(const Entry& entry, std::uint64_t bytes) const
{
    switch (entry.dropped) {
    case Dropped::No:
        break;
    case Dropped::Refused:
        throw RpcError(RpcCode::Failed, "the call was refused before, and its bytes were dropped");
    case Dropped::TooLate:
        throw RpcError(RpcCode::Failed, "the call came too late after its bytes, which were dropped");
    case Dropped::NoMemory:
        throw limit_error("max_call_bytes", node_->max_bytes(), bytes);
    case Dropped::Interrupted:
        throw interrupted(entry.received, bytes);
    }
    if (entry.is_complete ? entry.received != bytes : entry.received >= bytes)
        throw RpcError(RpcCode::InvalidParams, "parameter 'bytes': expected " +
                                                   std::to_string(entry.received) +
                                                   (entry.is_complete ? "" : " or more") +
                                                   ", as many as came, found " + std::to_string(bytes));
}

/// Reserves memory for the bytes that are still to come, up to `bytes`.
void IncomingBytes::reserve(Entry& entry, std::uint64_t bytes)
{
    const std::uint64_t missing = bytes - entry.received;
    auto of_session = session_->reserve(missing);
    if (!of_session) throw limit_error("max_frame_bytes", session_->max_bytes(), bytes);
    entry.store->reserved.push_back(std::move(*of_session));
    entry.store->reserved.push_back(node_->reserve_for("the bytes of this call", missing));
}

void IncomingBytes::drop(std::uint32_t call)
{
    Entry* const entry = entry_for(call);
    if (entry == nullptr || entry->announced > 0) return;
    if (entry->is_complete)
        entries_.erase(call);
    else
        drop(*entry, Dropped::Refused);
}

void IncomingBytes::drop(Entry& entry, Dropped why)
{
    entry.store.reset();
    entry.announced = 0;
    entry.dropped = why;
}

// What does not come.

void IncomingBytes::watch()
{
    const auto oldest = oldest_wait();
    if (!oldest || std::exchange(is_watching_, true)) return;
    timer_.expires_at(*oldest + patience_);
    timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
        const auto self = weak.lock();
        if (error || !self) return;
        self->is_watching_ = false;
        self->give_up(Clock::now() - self->patience_);
        self->watch();
    });
}

void IncomingBytes::give_up(Clock::time_point moved_before)
{
    std::vector<std::pair<Done, RpcError>> waiting;
    for (auto& [call, entry] : entries_) {
        if (!entry.store || entry.moved > moved_before) continue;
        if (entry.announced > 0)
            waiting.emplace_back(std::move(entry.done), stalled(entry.received, entry.announced, patience_));
        drop(entry, entry.announced > 0 ? Dropped::Refused : Dropped::TooLate);
    }
    for (const auto& [done, error] : waiting) done(error, {});
}

std::optional<IncomingBytes::Clock::time_point> IncomingBytes::oldest_wait() const
{
    std::optional<Clock::time_point> oldest;
    for (const auto& [call, entry] : entries_)
        if (entry.store) oldest = std::min(oldest.value_or(entry.moved), entry.moved);
    return oldest;
}

void IncomingBytes::end_connection()
{
    std::vector<std::pair<Done, RpcError>> waiting;
    for (auto& [call, entry] : entries_) {
        if (entry.announced > 0)
            waiting.emplace_back(std::move(entry.done), interrupted(entry.received, entry.announced));
        else if (entry.store)
            drop(entry, Dropped::Interrupted);
    }
    std::erase_if(entries_, [](const auto& entry) { return entry.second.announced > 0; });
    for (const auto& [done, error] : waiting) done(error, {});
}

// Outgoing.

std::optional<ReadyFrame> OutgoingBytes::next()
{
    if (on_its_way_ > 0 || results_.empty()) return std::nullopt;
    const Result& result = results_.front();
    const auto rest = result.bytes.span().subspan(result.sent);
    on_its_way_ = static_cast<std::size_t>(std::min<std::uint64_t>(rest.size(), max_block_bytes));
    return ReadyFrame{.header = {.type = MessageType::Block,
                                 .flags = on_its_way_ == rest.size() ? flag_last : std::uint16_t{0},
                                 .stream = result.call,
                                 .sequence = result.sent},
                      .payload = rest.first(on_its_way_)};
}

void OutgoingBytes::sent()
{
    if (results_.empty()) return;
    Result& result = results_.front();
    result.sent += std::exchange(on_its_way_, 0);
    if (result.sent == result.bytes.size) results_.pop_front();
}

void OutgoingBytes::clear()
{
    results_.clear();
    on_its_way_ = 0;
}

}  // namespace farfield::net
