#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "net/client/reach/command_process.h"
#include "net/transport/descriptor_stream.h"

namespace farfield::net {

/// Receives lines that a command prints outside of the messages: on its standard error, and before the first
/// message. Called on the event loop's thread.
using Noted = std::function<void(const std::string& line)>;

/// Standard input and output of a command that speaks as a node, as a ByteStream. Up to 64 KiB before the
/// first "FFLD" are read past. The destructor ends the command and waits for it. Threads: the event
/// loop's.
class CommandStream final : public ByteStream {
public:
    static constexpr std::size_t max_banner_bytes = 64 << 10;

    /// words: as CommandProcess takes them. called: the command's name in messages, "ssh". name: peer().
    /// Throws std::runtime_error as CommandProcess does.
    CommandStream(boost::asio::io_context& io, std::vector<std::string> words, std::string called,
                  std::string name, Noted noted);
    ~CommandStream() override;

    void wait_readable(std::shared_ptr<StreamWaiter> waiter) override;
    void wait_writable(std::shared_ptr<StreamWaiter> waiter) override;
    [[nodiscard]] IoResult read_some(std::array<std::span<std::byte>, 2> into) override;
    [[nodiscard]] IoResult write_some(std::span<const std::span<const std::byte>> from) override;
    void tune(const StreamTuning& /*tuning*/) override {}
    void end_writing() noexcept override { pipes_.end_writing(); }
    void close() noexcept override { pipes_.close(); }
    [[nodiscard]] std::string peer() const override { return pipes_.peer(); }
    [[nodiscard]] Trust trust() const noexcept override { return Trust::SameUser; }
    [[nodiscard]] std::string why_ended() override;

private:
    class Errors;

    [[nodiscard]] IoResult read_banner();
    [[nodiscard]] IoResult take_held(std::array<std::span<std::byte>, 2> into);

    const Noted noted_;
    const std::string called_;
    CommandProcess process_;
    const std::shared_ptr<Errors> errors_;
    DescriptorStream pipes_;  ///< closed before the process is waited for
    bool is_begun_ = false;   ///< the first message has begun
    bool is_too_long_ = false;
    std::vector<std::byte> held_;  ///< output before the first message, then the message's first bytes
};

}  // namespace farfield::net
