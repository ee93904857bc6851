#include "net/client/client.h"

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "net/client/client_link.h"
#include "net/client/reach/dial_listener.h"

namespace farfield::net {

namespace asio = boost::asio;

namespace {
/// Time to connect: a command may ask for a password, or start a container; a job may queue for days.
constexpr std::chrono::minutes command_patience{1};
constexpr std::chrono::hours queue_patience{7 * 24};
}  // namespace

void ClientSettings::go_to(const Target& target)
{
    host = target.at.host;
    port = target.at.port;
    way = target.way;
    is_single = way && way->is_command();
    if (is_single) connect_timeout = command_patience;
    if (way && !way->slurm.empty()) connect_timeout = queue_patience;
}

void ClientSettings::wait_for_nodes(std::shared_ptr<const DialListener> nodes)
{
    host = nodes->at().host;
    port = nodes->at().port;
    listener = std::move(nodes);
    connect_timeout = queue_patience;
}

std::string ClientSettings::node() const
{
    return way ? to_string(*way) : to_string(HostPort{host, port});
}

struct Client::Impl {
    Impl(const ClientSettings& settings, ClientEvents events) : link(io, settings, std::move(events)) {}

    void start();
    void run();
    void close(bool leaves_running);
    [[nodiscard]] bool is_io_thread() const { return std::this_thread::get_id() == io_thread.load(); }
    /// Runs `job` on the I/O thread: at once when called there, else soon. False when that thread has ended.
    template <typename Job>
    [[nodiscard]] bool hand_over(Job job);

    asio::io_context io{1};
    ClientLink link;
    std::mutex running_mutex;
    bool running = false;
    std::once_flag closed_once;
    std::atomic<std::thread::id> io_thread{};
    std::thread thread;
};

void Client::Impl::start()
{
    io.restart();
    running = true;
    thread = std::thread([this] { run(); });
}

void Client::Impl::run()
{
    io_thread = std::this_thread::get_id();
    const auto until_closed = asio::make_work_guard(io);
    for (;;) {
        io.run();
        if (link.is_interrupted()) link.reconnect();
        if (link.is_closed()) break;
        io.restart();
    }
    {
        const std::lock_guard lock(running_mutex);
        running = false;
    }
    // Jobs posted before this run now: a thread may be waiting for one of them.
    io.restart();
    io.poll();
}

template <typename Job>
bool Client::Impl::hand_over(Job job)
{
    if (is_io_thread()) {
        job();
        return true;
    }
    const std::lock_guard lock(running_mutex);
    if (running) asio::post(io, std::move(job));
    return running;
}

void Client::Impl::close(bool leaves_running)
{
    std::call_once(closed_once, [this, leaves_running] {
        if (!thread.joinable()) return;
        (void)hand_over([this, leaves_running] { link.close(leaves_running, [this] { io.stop(); }); });
        thread.join();
    });
}

Client::Client(const ClientSettings& settings, ClientEvents events)
    : impl_(std::make_unique<Impl>(settings, std::move(events)))
{
    impl_->link.open();
    impl_->start();
}

Json call_alone(const ClientSettings& settings, const std::string& method, const Json& params)
{
    asio::io_context io{1};
    return ClientLink(io, settings, {}).call_alone(method, params);
}

Client::~Client()
{
    close();
}

const Json& Client::session() const noexcept
{
    return impl_->link.session();
}

std::int64_t Client::call_async(const std::string& method, Json params, const Answer& answer)
{
    auto& link = impl_->link;
    const std::int64_t id = link.next_id();
    const bool handed_over = impl_->hand_over(
        [&link, id, method, params = std::move(params), answer] { link.call(id, method, params, answer); });
    if (!handed_over && answer)
        answer(RpcError(RpcCode::Failed, "the connection to " + link.node() + " is closed"), nullptr);
    return id;
}

void Client::cancel(std::int64_t call)
{
    (void)call_async("session.cancel", {{"call", call}}, [](const auto&, const Json&) {});
}

Json Client::call(const std::string& method, Json params, std::chrono::milliseconds timeout)
{
    if (impl_->is_io_thread()) throw std::logic_error("Client::call() from a callback would wait for itself");
    const auto promise = std::make_shared<std::promise<Json>>();
    auto future = promise->get_future();
    call_async(method, std::move(params),
               [promise](const std::optional<RpcError>& error, const Json& result) {
                   if (error)
                       promise->set_exception(std::make_exception_ptr(*error));
                   else
                       promise->set_value(result);
               });
    if (future.wait_for(timeout) != std::future_status::ready)
        throw std::runtime_error(impl_->link.node() + " has not answered " + method + " within " +
                                 std::to_string(timeout.count()) + " ms");
    return future.get();
}

void Client::attach(std::uint32_t stream, FrameRing& ring)
{
    auto& link = impl_->link;
    (void)impl_->hand_over([&link, &ring, stream] { link.attach(stream, ring); });
}

void Client::detach(std::uint32_t stream)
{
    auto& link = impl_->link;
    if (impl_->is_io_thread()) return link.detach(stream);
    std::promise<void> done;
    auto detached = done.get_future();
    if (impl_->hand_over([&link, &done, stream] {
            link.detach(stream);
            done.set_value();
        }))
        detached.wait();
}

void Client::send(std::uint32_t stream, MessageType type, std::vector<std::byte> payload)
{
    auto& link = impl_->link;
    (void)impl_->hand_over(
        [&link, stream, type, payload = std::move(payload)] { link.send(stream, type, payload); });
}

void Client::retry_now()
{
    auto& link = impl_->link;
    (void)impl_->hand_over([&link] { link.retry_now(); });
}

void Client::slots_released() noexcept
{
    impl_->link.slots_released().signal();
}

LinkFigures Client::link() const noexcept
{
    return impl_->link.figures();
}

bool Client::is_lost() const noexcept
{
    return impl_->link.is_lost();
}

void Client::close()
{
    impl_->close(false);
}

void Client::leave_running()
{
    impl_->close(true);
}

}  // namespace farfield::net
