// Forwards Ethernet frames between two interfaces of its network namespace as a bad link would.
//
//     farfield_impair FIRST SECOND [SEED]
//
// Reads commands from standard input, one a line, and answers each with one line once it holds:
//     set NAME=VALUE...   changes of LinkSettings, for both directions; the rest stays -> ok
//     count               -> the counts of both directions, as JSON
// It ends with its standard input.
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "frame_socket.h"
#include "link.h"

namespace {

using namespace farfield::impair;

/// virtio_net_hdr, of which there is no header for C++; a frame of segments that the kernel has yet to part.
constexpr std::size_t header_bytes = 10, largest_frame = header_bytes + (64 << 10) + 64;

double& value_named(LinkSettings& settings, const std::string& name)
{
    static const std::map<std::string, double LinkSettings::*> values{
        {"delay_ms", &LinkSettings::delay_ms},   {"jitter_ms", &LinkSettings::jitter_ms},
        {"loss", &LinkSettings::loss},           {"duplicate", &LinkSettings::duplicate},
        {"reorder", &LinkSettings::reorder},     {"mbit", &LinkSettings::mbit},
        {"queue_kib", &LinkSettings::queue_kib}, {"up", &LinkSettings::up}};
    const auto found = values.find(name);
    if (found == values.end()) throw std::runtime_error("a link has no '" + name + "'");
    return settings.*found->second;
}

void print(std::ostream& out, const LinkCounts& counts)
{
    out << R"({"offered": )" << counts.offered << R"(, "delivered": )" << counts.delivered << R"(, "lost": )"
        << counts.lost << R"(, "duplicated": )" << counts.duplicated << R"(, "reordered": )"
        << counts.reordered << R"(, "overflowed": )" << counts.overflowed << R"(, "cut": )" << counts.cut
        << "}";
}

class Impairment {
public:
    Impairment(const std::string& first, const std::string& second, std::uint64_t seed)
        : sockets_{FrameSocket(first), FrameSocket(second)}, links_{Link(seed), Link(seed + 1)}
    {}

    void run()
    {
        while (wait()) {
            const auto now = Clock::now();
            for (std::size_t from : {0, 1}) {
                while (const auto frame = sockets_[from].receive(memory_)) links_[from].offer(*frame, now);
                while (const auto frame = links_[from].take(Clock::now())) sockets_[1 - from].send(*frame);
            }
        }
    }

private:
    /// Until a frame comes or is due, and takes commands. False: there will be no more of them.
    bool wait()
    {
        std::array<pollfd, 3> polled{{{sockets_[0].descriptor(), POLLIN, 0},
                                      {sockets_[1].descriptor(), POLLIN, 0},
                                      {STDIN_FILENO, POLLIN, 0}}};
        timespec timeout{.tv_sec = 3600, .tv_nsec = 0};
        for (const Link& link : links_)
            if (const auto due = link.next_due()) shorten(timeout, *due - Clock::now());
        ::ppoll(polled.data(), polled.size(), &timeout, nullptr);
        return polled[2].revents == 0 || take_commands();
    }

    static void shorten(timespec& timeout, Clock::duration left)
    {
        const auto ns = std::max<std::int64_t>(0, std::chrono::nanoseconds(left).count());
        if (ns < timeout.tv_sec * 1'000'000'000 + timeout.tv_nsec)
            timeout = {.tv_sec = ns / 1'000'000'000, .tv_nsec = ns % 1'000'000'000};
    }

    bool take_commands()
    {
        std::array<char, 4096> bytes{};
        const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
        if (count <= 0) return false;
        input_.append(bytes.data(), static_cast<std::size_t>(count));
        for (std::size_t end = 0; (end = input_.find('\n')) != std::string::npos; input_.erase(0, end + 1))
            obey(input_.substr(0, end));
        return true;
    }

    void obey(const std::string& line)
    {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "count")
            print_counts();
        else if (word == "set")
            set(words);
        else
            throw std::runtime_error("expected set or count, found '" + line + "'");
    }

    void print_counts() const
    {
        std::cout << '[';
        print(std::cout, links_[0].counts());
        std::cout << ", ";
        print(std::cout, links_[1].counts());
        std::cout << ']' << std::endl;
    }

    void set(std::istringstream& words)
    {
        for (std::string word; words >> word;) {
            const std::size_t equals = word.find('=');
            if (equals == std::string::npos)
                throw std::runtime_error("expected NAME=VALUE, found '" + word + "'");
            value_named(settings_, word.substr(0, equals)) = std::stod(word.substr(equals + 1));
        }
        for (Link& link : links_) link.set(settings_);
        std::cout << "ok" << std::endl;
    }

    std::array<FrameSocket, 2> sockets_;
    std::array<Link, 2> links_;  ///< from each of them to the other
    LinkSettings settings_;
    std::string input_;
    std::vector<std::byte> memory_ = std::vector<std::byte>(largest_frame);
};

}  // namespace

int main(int argc, char** argv)
{
    try {
        if (argc < 3) throw std::runtime_error("expected two interfaces, and perhaps a seed");
        Impairment impairment(argv[1], argv[2], argc > 3 ? std::stoull(argv[3]) : 1);
        std::cout << "ready" << std::endl;
        impairment.run();
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "farfield_impair: " << error.what() << '\n';
        return 1;
    }
}
