#include "bench/link/sender_process.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "bench/link/bare_stream.h"
#include "bench/link/constant_service.h"
#include "net/session/session_server.h"

namespace farfield::app {
namespace {

constexpr int descriptors_searched = 256;

/// Sets the congestion control of the socket that listens on a port of this process; connections inherit it.
/// The session server has no such setting, since only this comparison needs one.
void set_congestion_control_of(std::uint16_t port, const std::string& name)
{
    for (int descriptor = 0; descriptor < descriptors_searched; ++descriptor) {
        sockaddr_in address{};
        socklen_t length = sizeof address;
        if (::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &length) != 0) continue;
        if (address.sin_family != AF_INET || ntohs(address.sin_port) != port) continue;
        ::setsockopt(descriptor, IPPROTO_TCP, TCP_CONGESTION, name.data(),
                     static_cast<socklen_t>(name.size()));
    }
}

/// The congestion control of a new socket, wanted or by default. Throws when the system does not have it.
std::string find_congestion_control(const std::string& wanted)
{
    const auto socket = BareSocket::listen_on_loopback();
    if (!wanted.empty()) socket.set_congestion_control(wanted);
    return socket.congestion_control();
}

void serve(std::size_t max_frame_bytes, const std::string& congestion_control, int ready)
{
    ConstantService service(max_frame_bytes);
    net::ServerSettings settings;
    settings.port = 0;
    net::SessionServer server(service, settings);
    const auto listener = BareSocket::listen_on_loopback();
    listener.set_congestion_control(congestion_control);
    set_congestion_control_of(server.port(), congestion_control);
    const SenderProcess::Ports ports{.session = server.port(), .bare = listener.port()};
    std::thread bare([&listener, &service] { serve_bare_streams(listener, service.memory()); });
    if (::write(ready, &ports, sizeof ports) != static_cast<ssize_t>(sizeof ports)) std::_Exit(1);
    server.run();
    bare.join();
}

/// Redirects the child's log, since the parent prints its figures on standard output.
void silence_standard_output()
{
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) ::dup2(nowhere, STDOUT_FILENO);
}

[[noreturn]] void be_child(std::size_t max_frame_bytes, const std::string& congestion_control, int ready)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    silence_standard_output();
    try {
        serve(max_frame_bytes, congestion_control, ready);
    } catch (const std::exception& error) {
        fmt::print(stderr, "farfield: the sending process: {}\n", error.what());
    }
    std::_Exit(1);
}

}  // namespace

SenderProcess::SenderProcess(std::size_t max_frame_bytes, const std::string& congestion_control)
    : congestion_control_(find_congestion_control(congestion_control))
{
    std::array<int, 2> ready{};
    if (::pipe(ready.data()) != 0) throw std::runtime_error("cannot make a pipe");
    std::fflush(nullptr);
    child_ = ::fork();
    if (child_ < 0) throw std::runtime_error("cannot make a process that sends");
    if (child_ == 0) {
        ::close(ready[0]);
        be_child(max_frame_bytes, congestion_control_, ready[1]);
    }
    ::close(ready[1]);
    const auto got = ::read(ready[0], &ports_, sizeof ports_);
    ::close(ready[0]);
    if (got == static_cast<ssize_t>(sizeof ports_)) return;
    ::waitpid(child_, nullptr, 0);
    throw std::runtime_error("the sending process did not become ready");
}

SenderProcess::~SenderProcess()
{
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
}

}  // namespace farfield::app
