#include <QFile>
#include <QPushButton>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <array>

#include "app/viewer/window/start_page.h"
#include "net/message/messages.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;

namespace {

/// A server that answers each connection with the same bytes.
class RudeServer {
public:
    explicit RudeServer(const QByteArray& answer)
    {
        start_application();
        QObject::connect(&server_, &QTcpServer::newConnection, &server_,
                         [this, answer] { server_.nextPendingConnection()->write(answer); });
        REQUIRE(server_.listen(QHostAddress::LocalHost));
    }
    [[nodiscard]] std::uint16_t port() const { return server_.serverPort(); }

private:
    QTcpServer server_;
};

/// The banner's words about a node at that port, once they are there.
QString complaint(MainWindow& window)
{
    REQUIRE(eventually(
        [&] { return window.banner().kind() == Banner::Kind::Lost && !window.banner().line().isEmpty(); }));
    auto line = window.banner().line();
    CHECK_FALSE(line.contains(QLatin1Char('\n')));
    CHECK(line.contains(QStringLiteral("127.0.0.1:")));
    CHECK(line.size() < 300);
    return line;
}

}  // namespace

TEST_CASE("MainWindow: a server that talks something else gets one clear line", "[bad-peer]")
{
    const RudeServer server(
        QByteArrayLiteral("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
    const auto window = open_window(server.port());
    const auto line = complaint(*window);
    INFO(line.toStdString());
    CHECK(line.contains(QStringLiteral("no usable Farfield node")));
}

TEST_CASE("MainWindow: a node of another protocol version gets a line that names the version", "[bad-peer]")
{
    auto header = net::encode_header({});
    header[4] = std::byte{9};  // the version's place in the header
    const RudeServer server(QByteArray(reinterpret_cast<const char*>(header.data()), net::header_bytes));
    const auto window = open_window(server.port());
    const auto line = complaint(*window);
    CHECK(line.contains(QStringLiteral("version")));
    CHECK(line.contains(QStringLiteral("9")));
}

TEST_CASE("MainWindow: a refused token gets a line that says so", "[bad-peer]")
{
    const QTemporaryDir folder;
    const auto file = folder.filePath(QStringLiteral("token"));
    QFile token(file);
    REQUIRE(token.open(QIODevice::WriteOnly));
    token.write("a token that only its owner knows\n");
    token.close();
    token.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    const NodeProcess node({"serve", "--port", "0", "--token-file", file.toStdString()});
    const auto window = open_window(node.port());
    CHECK(complaint(*window).contains(QStringLiteral("token")));
}

TEST_CASE("MainWindow: a port without a node gets a line with Retry, and the window stays alive",
          "[bad-peer]")
{
    QTcpServer nobody;
    REQUIRE(nobody.listen(QHostAddress::LocalHost));
    const auto port = nobody.serverPort();
    nobody.close();
    const auto window = open_window(port);
    complaint(*window);
    CHECK(window->start_page().isVisible());
    const QPoint middle_of_line = window->banner().mapTo(window.get(), window->banner().rect().center());
    CHECK(window->childAt(middle_of_line) != &window->start_page());
    for (auto* scene : window->start_page().findChildren<QPushButton*>())
        if (scene->text().startsWith(QStringLiteral("Tornado"))) scene->click();
    CHECK(shows_particles(*window));
}

TEST_CASE("StatusPanel: says what it waits for when a node is silent for two seconds", "[bad-peer]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    CHECK(text_of(*window, "status_waiting").isEmpty());
    const auto waits_for = [&](const QString& what) {
        return eventually([&] {
            return text_of(*window, "status_waiting").startsWith(QStringLiteral("waiting for ") + what);
        });
    };
    node.send(SIGSTOP);
    CHECK(waits_for(QStringLiteral("a frame, ")));
    window->control().open_dataset("analytic:abc");
    CHECK(waits_for(QStringLiteral("the answer to dataset.open, ")));
    node.send(SIGCONT);
    CHECK(eventually([&] { return text_of(*window, "status_waiting").isEmpty(); }));
}
