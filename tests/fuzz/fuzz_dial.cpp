#include <algorithm>
#include <array>
#include <vector>

#include "net/message/dial_messages.h"
#include "net/message/messages.h"
#include "net/transport/first_messages.h"
#include "tests/fuzz/fuzz_targets.h"

namespace farfield::fuzz {

using namespace farfield::net;

namespace {

const std::array<std::string, 3> dial_texts = {
    node_hello_text(
        {.node = "farfield-node 0.1.0", .epoch = "9f2c51d0a4e7b836", .nonce = std::string(32, '1')}),
    viewer_hello_text({.nonce = std::string(32, '2'), .proof = std::string(64, 'a')}),
    node_proof_text(std::string(64, 'b')),
};

/// Bytes that come in pieces of any length, with waits between them.
class Pieces final : public ByteStream {
public:
    Pieces(std::vector<std::byte> bytes, Mutator& mutator) : bytes_(std::move(bytes)), mutator_(mutator) {}
    void wait_readable(std::shared_ptr<StreamWaiter> /*waiter*/) override {}
    void wait_writable(std::shared_ptr<StreamWaiter> /*waiter*/) override {}
    [[nodiscard]] IoResult read_some(std::array<std::span<std::byte>, 2> into) override
    {
        if (mutator_.one_in(4)) return {.kind = IoResult::Kind::WouldBlock};
        if (read_ == bytes_.size()) return {.kind = IoResult::Kind::End};
        const std::size_t most = std::min(into[0].size(), bytes_.size() - read_);
        const std::size_t count = 1 + mutator_.below(most);
        const std::size_t moved = std::min(count, most);
        std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(read_), moved, into[0].begin());
        read_ += moved;
        return {.bytes = moved};
    }
    [[nodiscard]] IoResult write_some(std::span<const std::span<const std::byte>> from) override
    {
        return {.bytes = from.front().size()};
    }
    void tune(const StreamTuning& /*tuning*/) override {}
    void end_writing() noexcept override {}
    void close() noexcept override {}
    [[nodiscard]] std::string peer() const override { return "pieces"; }
    [[nodiscard]] std::size_t bytes_read() const noexcept { return read_; }

private:
    const std::vector<std::byte> bytes_;
    Mutator& mutator_;
    std::size_t read_ = 0;
};

template <typename Read>
void read_dial_text(Read read, const std::string& text)
{
    try {
        read(text);
    } catch (const std::runtime_error&) {  // the only way to refuse
    }
}

void check_hello(const std::string& text)
{
    const NodeHello hello = read_node_hello(text);
    require(hello.nonce.size() == 32, "a nonce of another length");
    require(read_node_hello(node_hello_text(hello)).nonce == hello.nonce, "another nonce");
}

void check_answer(const std::string& text)
{
    const ViewerHello hello = read_viewer_hello(text);
    require(hello.nonce.size() == 32 && hello.proof.size() == 64, "a proof of another length");
}

}  // namespace

void fuzz_dial(Mutator& mutator)
{
    const std::string text = mutator.spoilt(dial_texts[mutator.below(dial_texts.size())]);
    read_dial_text(check_hello, text);
    read_dial_text(check_answer, text);
    read_dial_text([](const std::string& json) { require(read_node_proof(json).size() == 64, "no proof"); },
                   text);

    std::vector<std::byte> bytes;
    for (const std::string& json : dial_texts) {
        const HeaderBytes header =
            encode_header({.type = MessageType::Control, .payload_bytes = json.size()});
        bytes.insert(bytes.end(), header.begin(), header.end());
        const auto payload = std::as_bytes(std::span(json));
        bytes.insert(bytes.end(), payload.begin(), payload.end());
    }
    mutator.spoil(bytes);
    Pieces stream(std::move(bytes), mutator);
    FirstMessages messages(stream);
    std::size_t taken = 0;
    try {
        for (;;) {
            const auto message = messages.receive();
            if (!message) continue;
            require(message->size() <= FirstMessages::max_bytes, "a message that is too long");
            taken += header_bytes + message->size();
            require(taken == stream.bytes_read(), "bytes behind the message were read");
        }
    } catch (const std::runtime_error&) {
    }
}

}  // namespace farfield::fuzz
