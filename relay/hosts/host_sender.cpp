#include "relay/hosts/host_sender.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <utility>

#include "net/message/clock.h"

namespace farfield::net::relay {

namespace {

constexpr std::size_t most_datagrams = 64;  ///< datagrams that are packed before they are sent
/// Largest integer up to which JSON is exact.
constexpr std::uint64_t largest_key = (std::uint64_t{1} << 53U) - 1;
constexpr int look_interval_ms = 100;  ///< interval at which the thread checks if it must end

std::uint64_t random_number(std::uint64_t largest)
{
    std::random_device device;
    return std::uniform_int_distribution<std::uint64_t>{1, largest}(device);
}

SenderSettings hosts_sender_settings(const DisSpec& spec)
{
    SenderSettings settings = sender_settings(spec);
    settings.hears_answers = true;
    return settings;
}

FileDescriptor new_event()
{
    FileDescriptor event{::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
    if (event.get() < 0) throw SocketError("cannot make an eventfd");
    return event;
}

}  // namespace

DisSpec parse_hosts_spec(const std::string& text)
{
    const auto refuse = [&text] {
        throw SpecError("hosts '" + text + "': expected GROUP:PORT[@IFACE] or ADDR:PORT[@IFACE]");
    };
    try {
        const auto spec = std::get<DisSpec>(parse_input_spec("dis:" + text));
        if (spec.at.address == 0 || spec.is_bundled || text.find(':') == std::string::npos) refuse();
        return spec;
    } catch (const SpecError&) {
        refuse();
    }
    return {};
}

HostSender::HostSender(const DisSpec& spec, std::size_t most_bytes)
    : path_{static_cast<std::uint32_t>(random_number(0xffff'ffff))},
      most_bytes_{most_bytes},
      sender_{hosts_sender_settings(spec)},
      event_{new_event()},
      memory_(most_datagrams * most_bytes),
      sent_{most_bytes}
{
    packed_.reserve(most_datagrams);
}

HostSender::~HostSender()
{
    if (!thread_.joinable()) return;
    is_stopping_ = true;
    wake();
    thread_.join();
}

void HostSender::start(Build build, Warn warn)
{
    build_ = std::move(build);
    warn_ = std::move(warn);
    thread_ = std::thread([this] { run(); });
}

void HostSender::wake() noexcept
{
    if (is_posted_.exchange(true, std::memory_order_acq_rel)) return;
    const std::uint64_t one = 1;
    (void)!::write(event_.get(), &one, sizeof one);
}

std::uint64_t HostSender::add(std::uint32_t host)
{
    const std::lock_guard lock(mutex_);
    sent_.clear(host);
    return keys_[host] = random_number(largest_key);
}

void HostSender::remove(std::uint32_t host)
{
    const std::lock_guard lock(mutex_);
    sent_.clear(host);
    keys_[host] = 0;
}

HostSenderCounters HostSender::counters() const
{
    const std::lock_guard lock(mutex_);
    HostSenderCounters counters = counters_;
    counters.repeated = sent_.repeated();
    counters.priority_lost = sent_.lost();
    counters.awaited = sent_.waiting();
    for (std::uint32_t host = 0; host < SentBundles::hosts; ++host)
        counters.hosts[host] = sent_.account(host);
    return counters;
}

void HostSender::run()
{
    try {
        while (!is_stopping_) {
            take_reports();
            send_due();
            repeat();
            wait();
        }
    } catch (const std::exception& error) {
        warn_(std::string("bundles to hosts have ended: ") + error.what());
    }
}

void HostSender::send_due()
{
    std::size_t begin = 0;
    while (!is_stopping_) {
        const auto built =
            build_(std::span{memory_}.subspan(begin + header_bytes, most_bytes_ - header_bytes));
        if (!built) break;
        pack(*built, begin);
        begin += packed_.back().bytes;
        if (packed_.size() < most_datagrams) continue;
        flush();
        begin = 0;
    }
    flush();
}

void HostSender::pack(const BuiltBundle& built, std::size_t begin)
{
    const HeaderBytes header =
        encode_header({.type = MessageType::EntityBundle,
                       .flags = built.has_priority ? flag_acknowledge : std::uint16_t{0},
                       .stream = path_,
                       .sequence = built.number,
                       .time_ns = now_ns(),
                       .payload_bytes = built.payload.size()});
    std::ranges::copy(header, memory_.begin() + static_cast<std::ptrdiff_t>(begin));
    packed_.push_back({.begin = begin,
                       .bytes = header_bytes + built.payload.size(),
                       .number = built.number,
                       .has_priority = built.has_priority});
}

// Datagrams of one length follow each other, then perhaps a shorter one: the system cuts them from one
// buffer, and a receiver is woken once for all of them.
void HostSender::flush()
{
    if (packed_.empty()) return;
    const std::uint64_t time = now_ns();
    {
        const std::lock_guard lock(mutex_);
        for (const Packed& one : packed_)
            if (one.has_priority)
                sent_.add(one.number, std::span{memory_}.subspan(one.begin, one.bytes), time);
    }
    for (std::size_t first = 0; first < packed_.size();) {
        std::size_t end = first + 1;
        while (end < packed_.size() && packed_[end].bytes == packed_[first].bytes) ++end;
        if (end < packed_.size() && packed_[end].bytes < packed_[first].bytes) ++end;
        send_run(first, end - first);
        first = end;
    }
    packed_.clear();
}

// Skips a datagram that the system refuses.
void HostSender::send_run(std::size_t first, std::size_t count)
{
    const Packed &front = packed_[first], &back = packed_[first + count - 1];
    auto left =
        std::span<const std::byte>{memory_}.subspan(front.begin, back.begin + back.bytes - front.begin);
    std::uint64_t sent = 0, failed = 0;
    while (!left.empty()) {
        const std::size_t done = sender_.send_segments(left, front.bytes);
        sent += done;
        left = left.subspan(std::min(done * front.bytes, left.size()));
        if (left.empty()) break;
        ++failed;
        left = left.subspan(std::min(front.bytes, left.size()));
    }
    const std::lock_guard lock(mutex_);
    counters_.datagrams += sent;
    counters_.failed += failed;
}

void HostSender::take_reports()
{
    std::array<std::byte, report_bytes + 1> memory;
    while (const auto datagram = sender_.receive(memory)) {
        const auto report = decode_report(*datagram);
        const std::lock_guard lock(mutex_);
        const bool is_true = report && report->path == path_ && report->host < SentBundles::hosts &&
                             report->key != 0 && report->key == keys_[report->host];
        ++(is_true ? counters_.reports : counters_.false_reports);
        if (is_true) sent_.take(*report, now_ns());
    }
}

void HostSender::repeat()
{
    const std::uint64_t time = now_ns();
    const std::lock_guard lock(mutex_);
    if (time < sent_.next_due_ns()) return;
    sent_.repeat(time, [this](std::span<const std::byte> datagram) {
        const std::array one{datagram};
        (void)sender_.send(one);
    });
}

void HostSender::wait()
{
    std::uint64_t due = 0;
    {
        const std::lock_guard lock(mutex_);
        due = sent_.next_due_ns();
    }
    int timeout = look_interval_ms;
    if (const std::uint64_t time = now_ns(); due != never_ns)
        timeout =
            due <= time
                ? 0
                : static_cast<int>(std::min<std::uint64_t>((due - time) / ns_per_ms + 1, look_interval_ms));
    std::array<pollfd, 2> news{{{.fd = event_.get(), .events = POLLIN, .revents = 0},
                                {.fd = sender_.descriptor(), .events = POLLIN, .revents = 0}}};
    if (::poll(news.data(), news.size(), timeout) <= 0 || news[0].revents == 0) return;
    std::uint64_t count = 0;
    (void)!::read(event_.get(), &count, sizeof count);
    is_posted_.store(false, std::memory_order_release);
}

}  // namespace farfield::net::relay
