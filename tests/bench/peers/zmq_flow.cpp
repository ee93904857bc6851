// zmq_flow PORT SECONDS BYTES: a publisher and a subscriber of ZeroMQ, two processes over TCP on the loopback
// interface. Prints how many messages were sent and delivered, and in how many seconds, as JSON.
#include <sys/wait.h>
#include <unistd.h>
#include <zmq.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begun)
{
    return std::chrono::duration<double>(Clock::now() - begun).count();
}

/// Until nothing has come for half a second; the number goes to the parent.
void subscribe(const std::string& at, int to_parent)
{
    void* context = zmq_ctx_new();
    void* socket = zmq_socket(context, ZMQ_SUB);
    const int patience_ms = 500;
    zmq_setsockopt(socket, ZMQ_RCVTIMEO, &patience_ms, sizeof patience_ms);
    zmq_setsockopt(socket, ZMQ_SUBSCRIBE, "", 0);
    zmq_connect(socket, at.c_str());
    std::vector<char> buffer(65'536);
    std::uint64_t count = 0;
    const auto begun = Clock::now();
    while (seconds_since(begun) < 30.0) {
        if (zmq_recv(socket, buffer.data(), buffer.size(), 0) >= 0)
            ++count;
        else if (count > 0)
            break;
    }
    if (write(to_parent, &count, sizeof count) != sizeof count) std::_Exit(1);
    std::_Exit(0);
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 4) return 2;
    const std::string at = std::string("tcp://127.0.0.1:") + argv[1];
    const double seconds = std::atof(argv[2]);
    const std::vector<char> message(static_cast<std::size_t>(std::atoi(argv[3])));
    int ends[2];
    if (pipe(ends) != 0) return 1;
    const pid_t child = fork();
    if (child == 0) subscribe(at, ends[1]);
    void* context = zmq_ctx_new();
    void* socket = zmq_socket(context, ZMQ_XPUB);
    if (zmq_bind(socket, at.c_str()) != 0) return 1;
    char subscription = 0;  // as ZMQ_PUB, but it hears of subscribers
    if (zmq_recv(socket, &subscription, sizeof subscription, 0) < 0) return 1;
    std::uint64_t sent = 0, delivered = 0;
    const auto begun = Clock::now();
    double taken = 0.0;
    while (taken < seconds) {
        for (int i = 0; i < 64; ++i, ++sent) zmq_send(socket, message.data(), message.size(), 0);
        taken = seconds_since(begun);
    }
    if (read(ends[0], &delivered, sizeof delivered) != sizeof delivered) return 1;
    waitpid(child, nullptr, 0);
    std::printf("{\"sent\": %llu, \"delivered\": %llu, \"seconds\": %.6f}\n",
                static_cast<unsigned long long>(sent), static_cast<unsigned long long>(delivered), taken);
    return 0;
}
