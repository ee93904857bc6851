#include "net/client/reach/tls_connect.h"

#include <utility>

#include "net/client/reach/known_nodes.h"

namespace farfield::net {

namespace {

class Readiness final : public StreamWaiter {
public:
    void ready(const std::error_code& /*error*/) override { is_there = true; }
    bool is_there = false;
};

}  // namespace

void expect_node(const TlsStream& stream, const TlsTerms& terms, const std::string& name)
{
    if (terms.check == TlsTerms::Check::Authorities) return;
    const std::string pin = stream.facts().pin;
    if (terms.check == TlsTerms::Check::Known) return expect_known(terms.file, name, pin);
    if (pin != terms.pin) throw NotTrusted("its key is another: found " + pin + ", expected " + terms.pin);
}

std::unique_ptr<TlsStream> secure(boost::asio::io_context& io, boost::asio::ip::tcp::socket socket,
                                  const TlsTerms& terms, const HostPort& node, Deadline deadline,
                                  const std::stop_token& cancelled)
{
    const bool by_authority = terms.check == TlsTerms::Check::Authorities;
    const auto context = std::make_shared<const TlsContext>(by_authority ? TlsContext::Check::Authorities
                                                                         : TlsContext::Check::Later);
    const std::string name = to_string(node);
    auto stream = std::make_unique<TlsStream>(std::move(socket), context, node.host);
    const std::string begin = "cannot connect to " + name + ": ";
    for (;;) {
        const IoResult result = stream->shake_hands();
        if (result.kind == IoResult::Kind::Done) break;
        if (result.kind != IoResult::Kind::WouldBlock) {
            if (stream->is_certificate_refused()) throw NotTrusted(begin + stream->why_ended());
            throw std::runtime_error(begin + stream->why_ended());
        }
        const auto readiness = std::make_shared<Readiness>();
        stream->wait_readable(readiness);
        const auto is_over = [&] { return readiness->is_there || cancelled.stop_requested(); };
        const bool is_late = !run_until(io, deadline, is_over);
        if (!readiness->is_there) {
            stream->close();
            io.restart();
            io.poll();  // runs the handler of the wait that ended; it lies in the stream's memory
            throw std::runtime_error(
                begin + (is_late ? "the handshake of TLS was not answered in time" : "cancelled"));
        }
    }
    try {
        expect_node(*stream, terms, name);
    } catch (const NotTrusted& error) {
        throw NotTrusted(begin + error.what());
    }
    return stream;
}

}  // namespace farfield::net
