#include "tests/app/viewer/node_process.h"

#include <QRegularExpression>
#include <stdexcept>

namespace farfield::app {

namespace {

constexpr int patience_milliseconds = 30'000;

}  // namespace

NodeProcess::NodeProcess(std::uint16_t port, const QStringList& more_arguments)
{
    process_.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    QStringList arguments{QStringLiteral("serve"), QStringLiteral("--port"), QString::number(port)};
    process_.start(QStringLiteral(FARFIELD_NODE_PROGRAM), arguments + more_arguments);
    QByteArray text;
    while (!text.contains('\n') && process_.waitForReadyRead(patience_milliseconds))
        text += process_.readAllStandardOutput();
    static const QRegularExpression ready(QStringLiteral("^farfield-node ready host=\\S+ port=(\\d+) "));
    const auto match = ready.match(QString::fromUtf8(text));
    if (!match.hasMatch())
        throw std::runtime_error("no ready line from farfield-node: " + text.toStdString());
    port_ = match.captured(1).toUShort();
}

NodeProcess::~NodeProcess()
{
    kill();
}

void NodeProcess::kill()
{
    if (process_.state() == QProcess::NotRunning) return;
    process_.kill();
    process_.waitForFinished(patience_milliseconds);
}

}  // namespace farfield::app
