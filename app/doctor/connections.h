#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "net/transport/byte_stream.h"

namespace farfield::app {

/// Makes the connections of one session on behalf of its client: the control connection, the data
/// connection, and its replacement after cut_data(). Threads: the client's calls make(); any thread the
/// rest.
class Connections {
public:
    /// second: called before the first data connection is made.
    Connections(net::StreamMaker connect, std::function<void()> second);

    [[nodiscard]] std::unique_ptr<net::ByteStream> make(boost::asio::io_context& io);
    [[nodiscard]] int made() const noexcept { return made_.load(); }
    /// Breaks the data connection at the next read from it.
    void cut_data() noexcept { is_cut_due_->store(true); }

private:
    const net::StreamMaker connect_;
    const std::function<void()> second_;
    std::atomic<int> made_{0};
    const std::shared_ptr<std::atomic<bool>> is_cut_due_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace farfield::app
