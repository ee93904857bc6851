// What TLS costs, each against its peers in the same run: tls.1MiB_over_openssl (frames of 1 MiB of a
// session, against a loop of SSL_write and SSL_read over the same key and cipher) and tls.1MiB_over_tcp
// (against a session in the clear).
#include <openssl/ssl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <semaphore>
#include <stdexcept>
#include <vector>

#include "net/client/client.h"
#include "net/session/session_server.h"

using namespace farfield::net;
using boost::asio::ip::tcp;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t mebibyte = 1 << 20, slots = 16;
constexpr std::size_t warm_up = 100, measured = 1500;
constexpr int runs = 7;

struct BlockProgram final : Program {
    [[nodiscard]] Answer answer() const override { return {.frame_bytes = mebibyte}; }
    void update(const Json&) override {}
    [[nodiscard]] Making make(std::span<const std::span<std::byte>> buffers, std::span<Made> made) override
    {
        made.front() = {MessageType::Particles, buffers.front().first(mebibyte)};
        return Frames{1};
    }
};

struct BlockService final : Service {
    CallResult call(std::string_view, const CallRequest&, const CallContext&) override
    {
        return {.result = Json::object()};
    }
    [[nodiscard]] std::unique_ptr<Program> start(const ProgramStart&, const std::stop_token&) override
    {
        return std::make_unique<BlockProgram>();
    }
};

/// A process that serves until its end. serve: is given what it calls once it listens, for which this waits.
class Server {
public:
    template <typename Serve>
    explicit Server(Serve serve)
    {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
        process_ = ::fork();
        if (process_ == 0) {
            serve([&ends] { ::close(ends[1]); });
            std::_Exit(0);
        }
        ::close(ends[1]);
        char none = 0;
        (void)!::read(ends[0], &none, 1);
        ::close(ends[0]);
    }
    ~Server()
    {
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

private:
    pid_t process_ = -1;
};

double gigabytes_a_second(Clock::duration time)
{
    return static_cast<double>(measured * mebibyte) * 1e-9 / std::chrono::duration<double>(time).count();
}

std::uint16_t free_port()
{
    boost::asio::io_context io;
    const tcp::acceptor acceptor(io, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
    return acceptor.local_endpoint().port();
}

double of_session(const std::shared_ptr<const TlsContext>& tls)
{
    ServerSettings served;
    served.port = free_port();
    served.tls = tls;
    const Server server([&served](auto listens) {
        BlockService service;
        SessionServer node(service, served);
        listens();
        node.run();
    });
    ClientSettings settings;
    settings.port = served.port;
    if (tls) settings.tls = TlsTerms{.check = TlsTerms::Check::Pin, .pin = tls->pin(), .file = {}};
    std::vector<std::vector<std::byte>> memory(slots, std::vector<std::byte>(mebibyte));
    FrameRing ring({memory.begin(), memory.end()});
    std::counting_semaphore<> arrived{0};
    Client client(
        settings,
        {.frame_arrived = [&arrived](std::uint32_t) { arrived.release(); }, .notified = {}, .lost = {}});
    const Json params{
        {"program", "particles"}, {"dataset", "plain"}, {"slot_bytes", mebibyte}, {"policy", "every"}};
    client.attach(client.call("program.start", params)["stream"].get<std::uint32_t>(), ring);
    const auto take = [&](std::size_t frames) {
        for (std::size_t i = 0; i < frames; ++i) {
            arrived.acquire();
            if (ring.take_next()) ring.release_oldest(1);
            client.slots_released();
        }
    };
    take(warm_up);
    const auto begin = Clock::now();
    take(measured);
    const double speed = gigabytes_a_second(Clock::now() - begin);
    client.close();
    return speed;
}

double of_openssl(const TlsContext& node)
{
    boost::asio::io_context io;
    tcp::acceptor acceptor(io, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
    const auto port = acceptor.local_endpoint().port();
    const Server server([&](auto listens) {
        listens();
        tcp::socket socket = acceptor.accept();
        SSL* const ssl = SSL_new(&node.get());
        SSL_set_fd(ssl, socket.native_handle());
        SSL_accept(ssl);
        const std::vector<char> block(mebibyte, 'x');
        for (;;)
            for (std::size_t done = 0; done < mebibyte;) {
                const int written = SSL_write(ssl, block.data() + done, static_cast<int>(mebibyte - done));
                if (written <= 0) return;
                done += static_cast<std::size_t>(written);
            }
    });
    tcp::socket socket(io);
    socket.connect({boost::asio::ip::address_v4::loopback(), port});
    const TlsContext context(TlsContext::Check::Later);
    SSL* const ssl = SSL_new(&context.get());
    SSL_set_fd(ssl, socket.native_handle());
    SSL_connect(ssl);
    std::vector<std::vector<char>> memory(slots, std::vector<char>(mebibyte));
    const auto take = [&](std::size_t frames) {
        for (std::size_t i = 0; i < frames; ++i)
            for (std::size_t done = 0; done < mebibyte;)
                done += static_cast<std::size_t>(std::max(
                    0, SSL_read(ssl, memory[i % slots].data() + done, static_cast<int>(mebibyte - done))));
    };
    take(warm_up);
    const auto begin = Clock::now();
    take(measured);
    const double speed = gigabytes_a_second(Clock::now() - begin);
    SSL_free(ssl);
    return speed;
}

void print(const char* name, const char* unit, std::vector<double> values)
{
    std::ranges::sort(values);
    std::printf("%-24s %8.3f %8.3f %8.3f  %s\n", name, values[values.size() / 2], values.front(),
                values.back(), unit);
}

}  // namespace

int main()
{
    const TlsKey key = make_key();
    const TlsCertificate certificate = sign_own(*key, {"localhost"});
    const auto tls = std::make_shared<const TlsContext>(*key, *certificate);
    std::vector<double> secure, openssl, clear, over_openssl, over_tcp;
    for (int run = 0; run < runs; ++run) {
        openssl.push_back(of_openssl(*tls));
        secure.push_back(of_session(tls));
        clear.push_back(of_session(nullptr));
        over_openssl.push_back(secure.back() / openssl.back());
        over_tcp.push_back(secure.back() / clear.back());
    }
    std::printf("%-24s %8s %8s %8s\n", "figure", "median", "least", "most");
    print("tls.1MiB_over_openssl", "ratio", over_openssl);
    print("tls.1MiB_over_tcp", "ratio", over_tcp);
    print("tls.1MiB", "GB/s", secure);
    print("openssl.1MiB", "GB/s", openssl);
    print("tcp.1MiB", "GB/s", clear);
    return 0;
}
