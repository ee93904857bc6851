// What a single connection and standard streams cost, each against its peer in the same run:
// stdio.1MiB_over_pipe (frames of 1 MiB over two pipes, against the same pipes bare) and
// single.call_p99_over_two.16MB (calls while frames of 16 MB come, against two connections).
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <numeric>
#include <semaphore>
#include <thread>
#include <vector>

#include "net/client/client.h"
#include "net/session/session_server.h"
#include "net/transport/descriptor_stream.h"

using namespace farfield::net;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t mebibyte = 1 << 20;
constexpr int runs = 7;
constexpr int pipe_bytes = 1 << 20;

struct PlainFrames final : Program {
    explicit PlainFrames(std::uint64_t bytes) : frame_bytes(bytes) {}
    [[nodiscard]] Answer answer() const override { return {.frame_bytes = frame_bytes}; }
    void update(const Json&) override {}
    [[nodiscard]] Making make(std::span<const std::span<std::byte>> buffers, std::span<Made> made) override
    {
        made.front() = {MessageType::Particles, buffers.front().first(frame_bytes)};
        return Frames{1};
    }
    std::uint64_t frame_bytes;
};

struct PlainService final : Service {
    CallResult call(std::string_view, const CallRequest&, const CallContext&) override
    {
        return {.result = Json::object()};
    }
    [[nodiscard]] std::unique_ptr<Program> start(const ProgramStart& start, const std::stop_token&) override
    {
        return std::make_unique<PlainFrames>(start.slot_bytes);
    }
};

/// A child process at the other ends of two pipes.
class Child {
public:
    explicit Child(const std::function<void(int in, int out)>& run)
    {
        std::array<int, 2> to{}, from{};
        if (::pipe(to.data()) != 0 || ::pipe(from.data()) != 0) std::perror("pipe");
        (void)::fcntl(from[0], F_SETPIPE_SZ, pipe_bytes);  // as those of a command
        process_ = ::fork();
        if (process_ == 0) {
            ::close(to[1]);
            ::close(from[0]);
            run(to[0], from[1]);
            std::_Exit(0);
        }
        ::close(to[0]);
        ::close(from[1]);
        in = from[0];
        out = to[1];
    }
    ~Child() { ::waitpid(process_, nullptr, 0); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    int in = -1, out = -1;

private:
    pid_t process_ = -1;
};

double gigabytes_a_second(std::size_t bytes, Clock::duration time)
{
    return static_cast<double>(bytes) * 1e-9 / std::chrono::duration<double>(time).count();
}

double bare_pipe(std::size_t frames)
{
    Child child([frames](int, int out) {
        const std::vector<char> block(mebibyte, 'x');
        for (std::size_t i = 0; i < frames; ++i)
            for (std::size_t done = 0; done < mebibyte;)
                done += static_cast<std::size_t>(
                    std::max<ssize_t>(0, ::write(out, block.data() + done, mebibyte - done)));
    });
    std::vector<char> block(mebibyte);
    const auto begin = Clock::now();
    for (std::size_t done = 0; done < frames * mebibyte;)
        done += static_cast<std::size_t>(std::max<ssize_t>(
            0, ::read(child.in, block.data() + done % mebibyte, mebibyte - done % mebibyte)));
    const double speed = gigabytes_a_second(frames * mebibyte, Clock::now() - begin);
    ::close(child.in);
    ::close(child.out);
    return speed;
}

/// A viewer that takes frames as they come.
class Viewer {
public:
    Viewer(ClientSettings settings, std::size_t frame_bytes, const char* policy)
        : memory_(4, std::vector<std::byte>(frame_bytes)),
          ring_({memory_.begin(), memory_.end()}),
          client_(
              settings,
              {.frame_arrived = [this](std::uint32_t) { arrived_.release(); }, .notified = {}, .lost = {}})
    {
        const Json params{
            {"program", "particles"}, {"dataset", "plain"}, {"slot_bytes", frame_bytes}, {"policy", policy}};
        client_.attach(client_.call("program.start", params)["stream"].get<std::uint32_t>(), ring_);
    }
    void take(std::size_t frames)
    {
        for (std::size_t i = 0; i < frames; ++i) {
            arrived_.acquire();
            if (ring_.take_next()) ring_.release_oldest(1);
            client_.slots_released();
        }
    }
    [[nodiscard]] Client& client() { return client_; }

private:
    std::vector<std::vector<std::byte>> memory_;
    FrameRing ring_;
    std::counting_semaphore<> arrived_{0};
    Client client_;
};

double frames_over_pipes(std::size_t frames)
{
    Child child([](int in, int out) {
        PlainService service;
        ServerSettings settings;
        settings.is_listening = false;
        SessionServer server(service, settings);
        server.add_connection([in, out](boost::asio::io_context& io) {
            return std::make_unique<DescriptorStream>(io, in, out, "pipes");
        });
        server.run();
    });
    ClientSettings settings;
    settings.is_single = true;
    settings.connect = [&child](boost::asio::io_context& io) {
        return std::make_unique<DescriptorStream>(io, child.in, child.out, "pipes");
    };
    Viewer viewer(settings, mebibyte, "every");
    viewer.take(100);
    const auto begin = Clock::now();
    viewer.take(frames);
    const double speed = gigabytes_a_second(frames * mebibyte, Clock::now() - begin);
    viewer.client().close();
    return speed;
}

double call_p99_ms(std::uint16_t port, bool is_single)
{
    ClientSettings settings;
    settings.port = port;
    settings.is_single = is_single;
    Viewer viewer(settings, 16'000'000, "latest");
    viewer.take(4);
    std::jthread taking([&viewer](const std::stop_token& stop) {
        while (!stop.stop_requested()) viewer.take(1);
    });
    std::vector<double> ms;
    for (int i = 0; i < 400; ++i) {
        const auto begin = Clock::now();
        (void)viewer.client().call("node.stats", Json::object());
        ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    taking.request_stop();
    taking.join();
    viewer.client().close();
    std::ranges::sort(ms);
    return ms[ms.size() * 99 / 100];
}

void print(const char* name, const char* unit, std::vector<double> values)
{
    std::ranges::sort(values);
    std::printf("%-32s %8.3f %8.3f %8.3f  %s\n", name, values[values.size() / 2], values.front(),
                values.back(), unit);
}

}  // namespace

int main()
{
    constexpr std::size_t frames = 2000;
    std::vector<double> bare, stdio, over, single, two, p99_over;
    for (int run = 0; run < runs; ++run) {
        bare.push_back(bare_pipe(frames));
        stdio.push_back(frames_over_pipes(frames));
        over.push_back(stdio.back() / bare.back());
    }
    PlainService service;
    ServerSettings settings;
    settings.port = 0;
    SessionServer server(service, settings);
    std::jthread thread([&server] { server.run(); });
    for (int run = 0; run < runs; ++run) {
        two.push_back(call_p99_ms(server.port(), false));
        single.push_back(call_p99_ms(server.port(), true));
        p99_over.push_back(single.back() / two.back());
    }
    server.stop();
    std::printf("%-32s %8s %8s %8s\n", "figure", "median", "least", "most");
    print("stdio.1MiB_over_pipe", "ratio", over);
    print("stdio.1MiB", "GB/s", stdio);
    print("stdio.pipe", "GB/s", bare);
    print("single.call_p99_over_two.16MB", "ratio", p99_over);
    print("single.call_p99.16MB", "ms", single);
    print("two.call_p99.16MB", "ms", two);
    return 0;
}
