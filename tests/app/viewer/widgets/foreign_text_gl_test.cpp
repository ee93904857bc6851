#include <QLabel>
#include <QListWidget>
#include <QTextDocument>
#include <QTreeWidgetItem>
#include <string>
#include <thread>
#include <type_traits>

#include "app/viewer/widgets/foreign_text.h"
#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"
#include "net/session/session_server.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

const std::string hostile = "<img src=x><b>m/s</b>";
const QString hostile_text = QString::fromStdString(hostile);

/// A node, or a file, that says the same of everything.
class HostileWords final : public net::Service {
public:
    [[nodiscard]] net::CallResult call(std::string_view method, const net::CallRequest& request,
                                       const net::CallContext& /*context*/) override
    {
        if (method == "dataset.list")
            return {.result =
                        model::write(model::DatasetList{.datasets = {{.name = hostile, .kind = hostile}}})};
        if (method == "terrain.list")
            return {.result = model::write(
                        model::TerrainList{.terrains = {{.name = hostile, .kind = "file"},
                                                        {.name = hostile + "2", .kind = "overlay"}}})};
        if (method == "dataset.open")
            return {.result = model::write(description(request.params.at("dataset")))};
        throw net::RpcError(net::RpcCode::NotFound, hostile);
    }
    [[nodiscard]] std::unique_ptr<net::Program> start(const net::ProgramStart&,
                                                      const std::stop_token&) override
    {
        throw net::RpcError(net::RpcCode::Failed, hostile);
    }

private:
    [[nodiscard]] static model::DatasetInfo description(const std::string& name)
    {
        model::DatasetInfo info;
        info.dataset = name;
        info.kind = hostile;
        info.bounds.max = {1.0, 1.0, 1.0};
        info.length_units = info.time_units = hostile;
        info.z_units = hostile;
        info.time_steps = 2;
        info.time_span = {{0.0, 1.0}};
        info.scalars = {{.name = hostile, .units = hostile, .range = {{0.0, 1.0}}}};
        info.velocity = info.velocity_reason = info.velocity_warning = hostile;
        info.vectors = {{.name = hostile, .units = hostile}, {.name = hostile + "2", .units = hostile}};
        info.suggested.rakes = {{model::PointRake{{0.5, 0.5, 0.5}}}};
        info.remarks = {hostile, "red \x1b[31m, turned \u202e"};
        return info;
    }
};

/// The text as a user sees it.
QString shown(const QString& text, Qt::TextFormat format)
{
    const bool is_html = format == Qt::RichText || (format == Qt::AutoText && Qt::mightBeRichText(text));
    if (!is_html) return text;
    QTextDocument document;
    document.setHtml(text);
    return document.toPlainText();
}

QString shown(const QLabel& label)
{
    return shown(label.text(), label.textFormat());
}

/// Neither a picture nor bold units.
bool is_plain(const QString& seen)
{
    return !seen.contains(QChar::ObjectReplacementCharacter) &&
           seen.count(QStringLiteral("m/s")) == seen.count(QStringLiteral("<b>m/s</b>"));
}

/// Calls `check` with the window of such a node, once the node has answered and refused.
template <typename Check>
void with_hostile_node(const Check& check)
{
    HostileWords service;
    net::ServerSettings settings;
    settings.port = 0;
    settings.node_name = hostile;
    net::SessionServer server{service, settings};
    std::thread io([&server] { server.run(); });
    {
        const auto window = open_window(server.port(), "");
        CHECK(eventually([&] { return window->banner().line().contains(hostile_text); }));
        check(*window);
    }
    server.stop();
    io.join();
}

}  // namespace

TEST_CASE("MainWindow: HTML in the words of a node or a file is text", "[bad-peer]")
{
    with_hostile_node([](MainWindow& window) {
        for (const auto* label : window.findChildren<QLabel*>()) {
            INFO(label->objectName().toStdString() << ": " << label->text().toStdString());
            CHECK(is_plain(shown(*label)));
        }
        for (const auto* widget : window.findChildren<QWidget*>()) {
            INFO(widget->objectName().toStdString() << ": " << widget->toolTip().toStdString());
            CHECK(is_plain(shown(widget->toolTip(), Qt::AutoText)));
        }
        for (const char* name : {"dataset_facts", "time_span", "data_warning"}) {
            const auto* label = window.findChild<QLabel*>(QString::fromLatin1(name));
            REQUIRE(label != nullptr);
            CHECK(shown(*label).contains(hostile_text));
        }
    });
}

TEST_CASE("MainWindow: control characters of a file's words are shown as U+FFFD", "[bad-peer]")
{
    with_hostile_node([](MainWindow& window) {
        const auto* facts = window.findChild<QLabel*>(QStringLiteral("dataset_facts"));
        REQUIRE(facts != nullptr);
        const auto seen = shown(*facts);
        CHECK(seen.contains(QStringLiteral("red \uFFFD[31m, turned \uFFFD")));
    });
}

TEST_CASE("Tip: HTML and lines of words are shown as they are, on widgets and items", "[bad-peer]")
{
    const Tip tip(hostile_text + QStringLiteral("\n\u202e&lt;"));
    const QString words = hostile_text + QStringLiteral("\n\uFFFD&lt;");
    QLabel label;
    QListWidgetItem row;
    QTreeWidgetItem branch;
    tip.show_on(label);
    tip.show_on(row);
    tip.show_on(branch, 1);
    for (const QString& seen : {label.toolTip(), row.toolTip(), branch.toolTip(1)})
        CHECK(shown(seen, Qt::AutoText) == words);
    Tip({}).show_on(label);
    CHECK(label.toolTip().isEmpty());
    static_assert(!std::is_convertible_v<QString, Tip> && !std::is_convertible_v<Tip, QString>);
}

TEST_CASE("LayerDock: a dataset's name in the tooltip of its layer is text", "[bad-peer]")
{
    with_hostile_node([](MainWindow& window) {
        const auto* list = window.findChild<QListWidget*>(QStringLiteral("layer_list"));
        REQUIRE(list != nullptr);
        REQUIRE(eventually([&] { return list->count() > 0; }));
        for (int row = 0; row < list->count(); ++row) {
            const QString tip = list->item(row)->toolTip();
            INFO(tip.toStdString());
            CHECK(is_plain(shown(tip, Qt::AutoText)));
        }
        CHECK(shown(list->item(0)->toolTip(), Qt::AutoText).contains(hostile_text));
    });
}
