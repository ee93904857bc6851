#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <cstdint>
#include <list>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace farfield::net::test {

/// A port of the loopback interface behind which a node seems to be: what comes is passed on both ways, until
/// so many bytes have come from the node. All connections are then reset, and others are accepted.
class CuttingProxy {
    using tcp = boost::asio::ip::tcp;

public:
    /// cut_after: bytes from the node, counted anew after each cut; cuts: so often.
    CuttingProxy(std::uint16_t node, std::uint64_t cut_after, int cuts)
        : node_(node), cut_after_(cut_after), cuts_left_(cuts)
    {
        accept();
        thread_ = std::thread([this] { io_.run(); });
    }
    ~CuttingProxy()
    {
        io_.stop();
        thread_.join();
    }
    CuttingProxy(const CuttingProxy&) = delete;
    CuttingProxy& operator=(const CuttingProxy&) = delete;

    [[nodiscard]] std::uint16_t port() const { return port_; }
    [[nodiscard]] int cuts() const { return cuts_made_; }

private:
    static constexpr std::size_t chunk = 64 << 10;

    /// The two sockets of one connection.
    struct Pair {
        explicit Pair(boost::asio::io_context& io) : viewer(io), node(io) {}
        tcp::socket viewer, node;
        std::vector<std::byte> up = std::vector<std::byte>(chunk), down = std::vector<std::byte>(chunk);
    };

    void accept()
    {
        auto pair = std::make_shared<Pair>(io_);
        acceptor_.async_accept(pair->viewer, [this, pair](const boost::system::error_code& error) {
            if (error) return;
            pair->node.connect({boost::asio::ip::address_v4::loopback(), node_});
            pairs_.push_back(pair);
            pass_on(pair, pair->viewer, pair->node, pair->up, false);
            pass_on(pair, pair->node, pair->viewer, pair->down, true);
            accept();
        });
    }
    void pass_on(const std::shared_ptr<Pair>& pair, tcp::socket& from, tcp::socket& to,
                 std::vector<std::byte>& bytes, bool is_counted)
    {
        from.async_read_some(
            boost::asio::buffer(bytes), [=, this, &from, &to, &bytes](const auto& error, std::size_t read) {
                if (error) return end(*pair);
                boost::asio::async_write(to, boost::asio::buffer(bytes.data(), read),
                                         [=, this, &from, &to, &bytes](const auto& failure, std::size_t) {
                                             if (failure) return end(*pair);
                                             if (is_counted && count(read)) return cut();
                                             pass_on(pair, from, to, bytes, is_counted);
                                         });
            });
    }
    [[nodiscard]] bool count(std::size_t bytes)
    {
        passed_ += bytes;
        return cuts_left_ > 0 && passed_ >= cut_after_;
    }
    void cut()
    {
        --cuts_left_;
        ++cuts_made_;
        passed_ = 0;
        for (const auto& pair : std::exchange(pairs_, {})) {
            for (tcp::socket* socket : {&pair->viewer, &pair->node}) {
                boost::system::error_code ignored;
                socket->set_option(boost::asio::socket_base::linger(true, 0), ignored);  // a reset
            }
            end(*pair);
        }
    }
    static void end(Pair& pair)
    {
        boost::system::error_code ignored;
        pair.viewer.close(ignored);
        pair.node.close(ignored);
    }

    boost::asio::io_context io_{1};
    tcp::acceptor acceptor_{io_, {boost::asio::ip::address_v4::loopback(), 0}};
    const std::uint16_t port_ = acceptor_.local_endpoint().port();
    const std::uint16_t node_;
    const std::uint64_t cut_after_;
    std::uint64_t passed_ = 0;
    int cuts_left_;
    std::atomic<int> cuts_made_ = 0;
    std::list<std::shared_ptr<Pair>> pairs_;
    std::thread thread_;
};

}  // namespace farfield::net::test
