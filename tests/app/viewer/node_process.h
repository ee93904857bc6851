#pragma once

#include <QProcess>
#include <QStringList>
#include <cstdint>

namespace farfield::app {

/// A real farfield-node, serving on loopback while this lives.
class NodeProcess {
public:
    /// port 0: any free one. Throws std::runtime_error when no ready line comes.
    explicit NodeProcess(std::uint16_t port = 0, const QStringList& more_arguments = {});
    ~NodeProcess();

    [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
    /// Ends it at once, as a crash would.
    void kill();

private:
    QProcess process_;
    std::uint16_t port_ = 0;
};

}  // namespace farfield::app
