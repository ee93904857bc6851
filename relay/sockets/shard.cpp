#include "relay/sockets/shard.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace farfield::net::relay {

namespace {
constexpr std::size_t events_at_once = 64;

FileDescriptor made(int fd, const char* name)
{
    if (fd >= 0) return FileDescriptor(fd);
    throw SocketError(std::string("cannot make ") + name + ": " + std::generic_category().message(errno));
}

void watch(int epoll, int fd)
{
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = fd;
    if (::epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0)
        throw SocketError("cannot wait for a socket: " + std::generic_category().message(errno));
}

/// Holds a mutex that the shard's thread takes for each batch; obtains it before the next batch.
class Turn {
public:
    Turn(std::mutex& mutex, std::atomic<int>& waiting) : waiting_(waiting)
    {
        waiting_.fetch_add(1, std::memory_order_acq_rel);
        lock_ = std::unique_lock(mutex);
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn()
    {
        lock_.unlock();
        waiting_.fetch_sub(1, std::memory_order_acq_rel);
        waiting_.notify_all();
    }

private:
    std::atomic<int>& waiting_;
    std::unique_lock<std::mutex> lock_;
};

/// Returns when no Turn is waiting.
void let_others_first(const std::atomic<int>& waiting) noexcept
{
    for (int count = waiting.load(std::memory_order_acquire); count != 0;
         count = waiting.load(std::memory_order_acquire))
        waiting.wait(count, std::memory_order_acquire);
}
}  // namespace

InputCounters& InputCounters::operator+=(const InputCounters& other) noexcept
{
    received += other.received;
    malformed += other.malformed;
    ring += other.ring;
    core += other.core;
    priority_ring += other.priority_ring;
    strays += other.strays;
    kernel += other.kernel;
    kernel_joined += other.kernel_joined;
    if (other.malformed > 0) malformed_from = other.malformed_from;
    return *this;
}

Shard::Shard(Classifier classify, std::function<void()> wake, std::size_t slots)
    : classify_(std::move(classify)),
      wake_(std::move(wake)),
      ring_(slots),
      epoll_(made(::epoll_create1(EPOLL_CLOEXEC), "an epoll descriptor")),
      event_(made(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), "an eventfd"))
{
    watch(epoll_.get(), event_.get());
    thread_ = std::thread([this] { run(); });
}

Shard::~Shard()
{
    is_stopping_.store(true, std::memory_order_release);
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(event_.get(), &one, sizeof one);
    thread_.join();
}

void Shard::add(std::shared_ptr<const MulticastSocket> socket, std::uint32_t input)
{
    if (input >= max_socket_inputs)
        throw std::invalid_argument("input " + std::to_string(input) + ": expected at most " +
                                    std::to_string(max_socket_inputs - 1));
    const Turn turn(mutex_, waiting_);
    const int fd = socket->descriptor();
    sources_.insert_or_assign(fd, Source{std::move(socket), input, 0});
    try {
        watch(epoll_.get(), fd);
    } catch (...) {
        sources_.erase(fd);
        throw;
    }
}

void Shard::remove(const MulticastSocket& socket)
{
    const Turn turn(mutex_, waiting_);
    const auto found = sources_.find(socket.descriptor());
    if (found == sources_.end()) return;
    ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, socket.descriptor(), nullptr);
    count_drops(found->second, socket.drops(), counters_[found->second.input]);
    sources_.erase(found);
}

std::size_t Shard::ready() noexcept
{
    // Lowered before the look: datagrams published afterwards wake again.
    is_woken_.exchange(false, std::memory_order_acq_rel);
    return ring_.ready();
}

InputCounters Shard::counters(std::uint32_t input)
{
    const Turn turn(mutex_, waiting_);
    for (auto& [fd, source] : sources_)
        if (source.input == input) count_drops(source, source.socket->drops(), counters_.at(input));
    return counters_.at(input);
}

void Shard::run()
{
    std::array<epoll_event, events_at_once> events{};
    while (!is_stopping_.load(std::memory_order_acquire)) {
        const int count = ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), -1);
        for (int i = 0; i < count; ++i) {
            const int fd = events[static_cast<std::size_t>(i)].data.fd;
            if (fd == event_.get()) return;
            read_from(fd);
        }
    }
}

void Shard::read_from(int descriptor)
{
    let_others_first(waiting_);
    const std::lock_guard lock(mutex_);
    const auto found = sources_.find(descriptor);
    if (found == sources_.end()) return;  // removed since epoll named it
    auto& source = found->second;
    InputCounters counted;
    const auto received =
        batch_.receive(*source.socket, [&](const Datagram& datagram) { take(source, datagram, counted); });
    counted.strays = received.strays;
    if (received.joined != 0) note_joined(source, counted);
    if (received.drops) count_drops(source, *received.drops, counted);
    counters_[source.input] += counted;
    recent_.add(std::chrono::steady_clock::now(), static_cast<std::uint32_t>(counted.received));
    if (counted.core != 0) hand_over();
}

void Shard::take(Source& source, const Datagram& datagram, InputCounters& counted)
{
    ++counted.received;
    const auto verdict = datagram.bytes.size() > max_datagram_bytes ? Verdict::Malformed
                                                                    : classify_(source.input, datagram.bytes);
    if (verdict == Verdict::Malformed) {
        ++counted.malformed;
        counted.malformed_from = datagram.from;
        return;
    }
    const SlotInfo info{.arrival_ns = datagram.arrival_ns,
                        .from = datagram.from,
                        .to = datagram.to,
                        .input = source.input,
                        .is_priority = verdict == Verdict::Priority};
    if (ring_.try_push(info, datagram.bytes)) {
        ++counted.core;
    } else {
        ++counted.ring;
        counted.priority_ring += info.is_priority ? 1 : 0;
    }
}

void Shard::note_joined(Source& source, InputCounters& counted) noexcept
{
    // Drops before the first joined datagrams were read may have been of joined ones, too.
    if (!source.has_joined) counted.kernel_joined += source.drops_seen;
    source.has_joined = true;
}

void Shard::count_drops(Source& source, std::uint32_t drops, InputCounters& counted) noexcept
{
    // Modulo 2^32. A datagram queued before the count was last read brings an older count.
    const auto more = static_cast<std::int32_t>(drops - source.drops_seen);
    if (more <= 0) return;
    counted.kernel += static_cast<std::uint32_t>(more);
    if (source.has_joined) counted.kernel_joined += static_cast<std::uint32_t>(more);
    source.drops_seen = drops;
}

void Shard::hand_over() noexcept
{
    ring_.publish();
    if (!is_woken_.exchange(true, std::memory_order_acq_rel)) wake_();
}

}  // namespace farfield::net::relay
