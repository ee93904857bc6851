#pragma once

#include <array>
#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <cstdint>
#include <thread>
#include <vector>

namespace farfield::net::test {

/// A man in the middle of connections over TLS, one after the other: passes their records on both ways, and
/// changes the last byte of one record of each.
class SpoilingProxy {
    using tcp = boost::asio::ip::tcp;

public:
    enum class Side { Viewer, Node };
    /// The record with this number, counted from 0, of those that this side sends.
    SpoilingProxy(std::uint16_t node, Side sender, int record)
        : node_port_(node), sender_(sender), record_(record), thread_([this] { serve(); })
    {}
    ~SpoilingProxy()
    {
        is_over_ = true;
        boost::system::error_code ignored;
        tcp::socket(io_).connect({boost::asio::ip::address_v4::loopback(), port_}, ignored);  // wakes it
        thread_.join();
    }
    SpoilingProxy(const SpoilingProxy&) = delete;
    SpoilingProxy& operator=(const SpoilingProxy&) = delete;

    [[nodiscard]] std::uint16_t port() const { return port_; }
    [[nodiscard]] bool has_spoilt() const { return has_spoilt_; }

private:
    void serve()
    {
        for (;;) {
            tcp::socket viewer(io_), node(io_);
            acceptor_.accept(viewer);
            if (is_over_) return;
            node.connect({boost::asio::ip::address_v4::loopback(), node_port_});
            std::thread up([&] { pass_on(viewer, node, Side::Viewer); });
            pass_on(node, viewer, Side::Node);
            up.join();
        }
    }
    /// Until one side ends; then the other hears of it.
    void pass_on(tcp::socket& from, tcp::socket& to, Side sender)
    {
        boost::system::error_code error;
        for (int number = 0; !error; ++number) {
            std::array<unsigned char, 5> header{};  // type, version, length
            boost::asio::read(from, boost::asio::buffer(header), error);
            if (error) break;
            std::vector<unsigned char> body((header[3] << 8) + header[4]);
            boost::asio::read(from, boost::asio::buffer(body), error);
            if (error) break;
            if (sender == sender_ && number == record_) {
                body.back() ^= 1;
                has_spoilt_ = true;
            }
            boost::asio::write(to,
                               std::array{boost::asio::buffer(header.data(), header.size()),
                                          boost::asio::buffer(body.data(), body.size())},
                               error);
        }
        boost::system::error_code ignored;
        to.shutdown(tcp::socket::shutdown_send, ignored);
    }

    boost::asio::io_context io_{1};
    tcp::acceptor acceptor_{io_, {boost::asio::ip::address_v4::loopback(), 0}};
    const std::uint16_t port_ = acceptor_.local_endpoint().port();
    const std::uint16_t node_port_;
    const Side sender_;
    const int record_;
    std::atomic<bool> has_spoilt_ = false, is_over_ = false;
    std::thread thread_;
};

}  // namespace farfield::net::test
