#include "bench/relay/network/load.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "model/fields/json_fields.h"
#include "net/message/byte_order.h"
#include "relay/sockets/datagram_sender.h"
#include "relay/traffic/moving_entities.h"

namespace farfield::net::relay {
namespace {

using LoadClock = std::chrono::steady_clock;

constexpr std::size_t most_due = 64, pdus_a_datagram = 50, most_due_pdus = 500;
constexpr std::uint32_t addresses_of_one = 32;

/// Messages that are sent in turn, and for each the number of earlier ones with priority.
class Messages {
public:
    explicit Messages(const Load& load)
        : bytes_a_message_{load.feed == Feed::Pdus ? dis::entity_state_bytes : load.bytes},
          count_{load.feed == Feed::Pdus ? pdu_entities : std::max<std::size_t>(least_messages, load.groups)},
          bytes_(count_ * bytes_a_message_)
    {
        load.feed == Feed::Pdus ? write_pdus() : write_addressed(load);
    }

    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] std::span<const std::byte> some(std::size_t first, std::size_t count) const
    {
        return std::span{bytes_}.subspan(first * bytes_a_message_, count * bytes_a_message_);
    }
    [[nodiscard]] std::uint64_t with_priority(std::size_t first, std::size_t count) const
    {
        return with_priority_[first + count] - with_priority_[first];
    }

private:
    static constexpr std::size_t least_messages = 4'096, pdu_entities = 1'000;

    void write_addressed(const Load& load)
    {
        std::mt19937 numbers{1};
        std::bernoulli_distribution has_priority{load.priority_share};
        std::uniform_int_distribution<std::uint32_t> half{0, addresses_of_one / 2 - 1};
        for (std::size_t i = 0; i < count_; ++i) {
            const bool is_odd = has_priority(numbers);
            const auto group = static_cast<std::uint32_t>(i % load.groups);
            const std::uint32_t address = group * addresses_of_one + 2 * half(numbers) + (is_odd ? 1U : 0U);
            store_big(bytes_.data() + i * load.bytes, static_cast<std::uint16_t>(address));
            with_priority_.push_back(with_priority_.back() + (is_odd ? 1U : 0U));
        }
    }

    void write_pdus()
    {
        const MovingEntities entities{{.entities = pdu_entities}};
        for (std::uint32_t i = 0; i < pdu_entities; ++i)
            entities.write(
                i, 0.0,
                std::span{bytes_}.subspan(i * dis::entity_state_bytes).first<dis::entity_state_bytes>());
        with_priority_.resize(count_ + 1);
    }

    std::size_t bytes_a_message_, count_;
    std::vector<std::byte> bytes_;
    std::vector<std::uint64_t> with_priority_{0};
};

/// Sends a load, several messages at a time.
class Sending {
public:
    explicit Sending(const Load& load) : load_{load}, messages_{load}
    {
        const Interface through = find_interface(to_text(load.through));
        for (std::uint32_t group = 0; group < load.groups; ++group)
            senders_.push_back(std::make_unique<DatagramSender>(
                SenderSettings{.to = {load.to.address + group, load.to.port}, .through = through}));
    }

    Sent run()
    {
        const auto begun = LoadClock::now();
        double now = 0.0;
        while (now < load_.seconds) {
            const double due =
                std::min(load_.rate * now + 1.0 - static_cast<double>(sent_.messages),
                         static_cast<double>(load_.feed == Feed::Pdus ? most_due_pdus : most_due));
            if (due >= least_due())
                send(static_cast<std::size_t>(due));
            else
                std::this_thread::sleep_until(begun + std::chrono::duration_cast<LoadClock::duration>(
                                                          std::chrono::duration<double>(next_due())));
            now = std::chrono::duration<double>(LoadClock::now() - begun).count();
        }
        sent_.seconds = now;
        return sent_;
    }

private:
    [[nodiscard]] double next_due() const
    {
        return std::min((static_cast<double>(sent_.messages) + least_due() - 1.0) / load_.rate,
                        load_.seconds);
    }
    [[nodiscard]] double least_due() const
    {
        return load_.feed == Feed::Pdus ? static_cast<double>(pdus_a_datagram) : 1.0;
    }

    void send(std::size_t most)
    {
        std::size_t count = std::min(most, messages_.count() - next_);
        if (load_.feed == Feed::Pdus) count = count / pdus_a_datagram * pdus_a_datagram;
        std::size_t done = 0;
        if (load_.feed == Feed::Batched) {
            done = senders_[0]->send_segments(messages_.some(next_, count), load_.bytes);
        } else if (load_.feed == Feed::Pdus) {
            for (; done + pdus_a_datagram <= count; done += pdus_a_datagram) {
                const std::array one{messages_.some(next_ + done, pdus_a_datagram)};
                if (senders_[0]->send(one) == 0) break;
            }
        } else {
            for (; done < count; ++done) {
                const std::array one{messages_.some(next_ + done, 1)};
                if (senders_[(next_ + done) % senders_.size()]->send(one) == 0) break;
            }
        }
        if (done < count) throw std::runtime_error("bench: the system takes no datagrams");
        sent_.messages += count;
        sent_.with_priority += messages_.with_priority(next_, count);
        next_ = (next_ + count) % messages_.count();
    }

    Load load_;
    Messages messages_;
    std::vector<std::unique_ptr<DatagramSender>> senders_;  ///< one for each group
    std::size_t next_ = 0;
    Sent sent_;
};

void send_for_parent(const Load& load, Channel& channel)
{
    Sending sending{load};
    const Sent sent = sending.run();
    channel.send(
        {{"messages", sent.messages}, {"with_priority", sent.with_priority}, {"seconds", sent.seconds}});
}

}  // namespace

LoadSender::LoadSender(const Load& load, std::optional<int> core)
    : process_{core, [&load](Channel& channel) { send_for_parent(load, channel); }}
{}

Sent LoadSender::finish()
{
    const Json answer = process_.receive();
    return {.messages = answer.at("messages").get<std::uint64_t>(),
            .with_priority = answer.at("with_priority").get<std::uint64_t>(),
            .seconds = answer.at("seconds").get<double>()};
}

}  // namespace farfield::net::relay
