// Files and folders of this machine, and the page that offers to open some.
#include <QDropEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QUrl>
#include <fmt/format.h>

#include "app/document/document_file.h"
#include "app/viewer/controls/file_control.h"
#include "app/viewer/session/recent_files.h"
#include "app/viewer/window/start_page.h"
#include "model/layers/layer_kinds.h"
#include "tests/app/run_program.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;

namespace {

/// A folder with a flow of 4 x 4 x 4 nodes, and settings of its own.
class Folder {
public:
    Folder()
    {
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope,
                           QString::fromStdString(settings_.path().string()));
        std::string text = "# vtk DataFile Version 3.0\nflow\nASCII\nDATASET STRUCTURED_POINTS\n"
                           "DIMENSIONS 4 4 4\nORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 64\n"
                           "VECTORS velocity float\n";
        for (int n = 0; n < 64; ++n) text += "1 0 0\n";
        flow = files_.write("flow.vtk", text);
        files_.write("notes.txt", "no flow");
    }

    std::string flow;
    [[nodiscard]] std::string path() const { return files_.path().string(); }
    [[nodiscard]] std::string file(const std::string& name) const { return files_.file(name); }
    void write(const std::string& name, const std::string& text) const { files_.write(name, text); }
    [[nodiscard]] std::string notes() const { return files_.file("notes.txt"); }

private:
    farfield::test::TemporaryFolder settings_, files_;
};

std::unique_ptr<MainWindow> empty_window()
{
    start_application();
    auto window = std::make_unique<MainWindow>(ViewerOptions{});
    window->resize(1280, 800);
    window->show();
    return window;
}

/// Opens the folder's flow, with 3 steps a frame, and saves that.
void save_flow_of_three_steps(MainWindow& window, const Folder& folder, const QString& session)
{
    window.files().open({folder.flow});
    REQUIRE(shows_particles(window));
    auto particles = window.model().particles();
    particles.steps_per_frame = 3;
    window.model().set_particles(particles);
    REQUIRE(window.save_document(session));
}

}  // namespace

TEST_CASE("MainWindow: a file is shown through a node of its own", "[files]")
{
    const Folder folder;
    const auto window = empty_window();
    CHECK(window->start_page().isVisible());
    window->files().open({folder.flow});
    REQUIRE(shows_particles(*window));
    CHECK(window->model().dataset()->dataset == "flow.vtk");
    CHECK_FALSE(window->start_page().isVisible());
    CHECK(text_of(*window, "status_node") == QStringLiteral("flow.vtk"));
}

TEST_CASE("MainWindow: a folder shows the first of its files that can be read", "[files]")
{
    const Folder folder;
    const auto window = empty_window();
    window->open_paths({QString::fromStdString(folder.path())});
    REQUIRE(shows_particles(*window));
    CHECK(window->model().dataset()->dataset == "flow.vtk");
}

TEST_CASE("MainWindow: files that are dropped on it are shown", "[files]")
{
    const Folder folder;
    const auto window = empty_window();
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(QString::fromStdString(folder.flow))});
    QDragEnterEvent enter{QPoint{600, 400}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier};
    QCoreApplication::sendEvent(window.get(), &enter);
    CHECK(enter.isAccepted());
    QDropEvent drop{QPointF{600, 400}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier};
    QCoreApplication::sendEvent(window.get(), &drop);
    CHECK(shows_particles(*window));
}

TEST_CASE("MainWindow: a file that is no data is named, and the window works on", "[files]")
{
    const Folder folder;
    const auto window = empty_window();
    window->files().open({folder.notes()});
    REQUIRE(eventually([&] { return window->banner().line().contains(QStringLiteral("notes.txt")); }));
    CHECK(eventually([&] { return window->start_page().isVisible(); }));  // others can be chosen
    CHECK(window->banner().line().count(QStringLiteral("'notes.txt'")) == 1);
    CHECK(text_of(*window, "status_node") == QStringLiteral("nothing open"));
    window->files().open({folder.path() + "/flw.vtk"});
    CHECK(window->banner().line().contains(QStringLiteral("/flow.vtk'?")));
    window->files().open({folder.flow});
    CHECK(shows_particles(*window));
    CHECK(text_of(*window, "status_node") == QStringLiteral("flow.vtk"));
    window->files().open({folder.notes()});
    REQUIRE(eventually([&] { return window->banner().problem().contains(QStringLiteral("notes.txt")); }));
    const bool shows_flow = window->model().dataset().has_value();
    CHECK(text_of(*window, "status_node") ==
          (shows_flow ? QStringLiteral("flow.vtk") : QStringLiteral("nothing open")));
}

TEST_CASE("MainWindow: all formats that are read are named where a file is of none of them", "[files]")
{
    const Folder folder;
    const auto window = empty_window();
    window->resize(900, 700);
    window->files().open({folder.notes()});
    REQUIRE(eventually([&] { return window->banner().problem().contains(QStringLiteral("PLOT3D")); }));
    const auto* label = window->findChild<QLabel*>(QStringLiteral("banner_line"));
    CHECK(eventually([&] { return label->height() >= label->heightForWidth(label->width()); }));
    CHECK(window->width() == 900);
    const auto finished = run_program({FARFIELD_PROGRAM, folder.notes(), "--quit-after-frames", "1"});
    CHECK(finished.exit_code == 1);
    CHECK(finished.errors.ends_with("or PLOT3D as GRID+SOLUTION\n"));
}

TEST_CASE("MainWindow: of a folder the first that has a velocity is shown; without any, the first", "[files]")
{
    const Folder folder, other;
    std::string text =
        "# vtk DataFile Version 3.0\nrest\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 4 4 4\n"
        "ORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 64\nSCALARS warm float\nLOOKUP_TABLE default\n";
    for (int n = 0; n < 64; ++n) text += "1\n";
    folder.write("a_scalar.vtk", text);
    const auto window = empty_window();
    window->files().open({folder.path()});
    REQUIRE(eventually([&] { return window->model().dataset().has_value(); }));
    CHECK(window->model().dataset()->dataset == "flow.vtk");
    other.write("flow.vtk", text);
    window->files().open({other.path()});
    REQUIRE(eventually([&] { return window->model().dataset() && !window->model().dataset()->velocity; }));
    CHECK(window->model().dataset()->dataset == "flow.vtk");
}

TEST_CASE("MainWindow: a saved session of a file opens through a node of the window's own", "[files]")
{
    const Folder folder;
    const auto session = QString::fromStdString(folder.file("s.farfield"));
    {
        const auto window = empty_window();
        save_flow_of_three_steps(*window, folder, session);
    }
    const auto saved = load_document(session.toStdString(), model::layer_kinds());
    CHECK(saved.files == std::vector<std::string>{folder.flow});
    start_application();
    ViewerOptions options;
    options.open = session.toStdString();
    MainWindow window(options);
    window.show();
    REQUIRE(shows_particles(window));
    CHECK(window.model().dataset()->dataset == "flow.vtk");
    CHECK(window.model().particles().steps_per_frame == 3);
    CHECK(window.files().served() == saved.files);
}

TEST_CASE("MainWindow: a saved session opens in place of files that are shown", "[files]")
{
    const Folder folder, other;
    const auto session = QString::fromStdString(folder.file("s.farfield"));
    const auto window = empty_window();
    save_flow_of_three_steps(*window, folder, session);
    window->files().open({other.flow});
    REQUIRE(eventually(
        [&] { return window->files().served() == std::vector{other.flow} && shows_particles(*window); }));
    window->open_paths({session});
    REQUIRE(eventually(
        [&] { return window->files().served() == std::vector{folder.flow} && window->model().dataset(); }));
    CHECK(shows_particles(*window));
    CHECK(window->model().particles().steps_per_frame == 3);
}

TEST_CASE("MainWindow: a session whose files are missing, or a node's, is one line at once", "[files]")
{
    const Folder folder;
    const auto window = empty_window();
    folder.write("old.farfield", R"({"farfield": 1, "files": ["flw.vtk"], "data": {"flow": {"kind": "dataset",
        "name": "flw.vtk"}}, "layers": {"smoke": {"kind": "particles", "data": "flow"}}})");
    folder.write("node.farfield",
                 R"({"farfield": 1, "data": {"flow": {"kind": "dataset", "name": "flow.vtk"}},
        "layers": {"smoke": {"kind": "particles", "data": "flow"}}})");
    CHECK_FALSE(window->open_document(QString::fromStdString(folder.file("old.farfield"))));
    CHECK(window->banner().line().contains(QStringLiteral("flw.vtk' is no file or folder")));
    CHECK(window->model().document().layers.empty());
    CHECK(window->open_document(QString::fromStdString(folder.file("node.farfield"))));
    CHECK(window->banner().line().contains(QStringLiteral("'node.farfield' shows data of a node")));
    CHECK(window->control().opening().empty());
}

TEST_CASE("StartPage: what was opened is listed, newest first, while it exists", "[files]")
{
    const Folder folder;
    const auto window = empty_window();
    const auto flow = QString::fromStdString(folder.flow), path = QString::fromStdString(folder.path());
    add_recent_files({QStringLiteral("/no/such/file")});
    window->files().open({folder.path()});
    REQUIRE(eventually([&] { return recent_files() == QList<QStringList>{{path}}; }));
    window->files().open({folder.flow});
    CHECK(eventually([&] { return recent_files() == QList<QStringList>{{flow}, {path}}; }));
}

TEST_CASE("StartPage: what did not open is not listed, whatever was shown before", "[files]")
{
    const Folder folder;
    const auto window = empty_window();
    const auto flow = QString::fromStdString(folder.flow);
    const auto is_refused = [&](const std::string& path, const char* name) {
        window->files().open({path});
        return eventually([&] { return window->banner().problem().contains(QLatin1String(name)); });
    };
    REQUIRE(is_refused(folder.notes(), "notes.txt"));
    CHECK(recent_files().isEmpty());
    window->files().open({folder.flow});
    REQUIRE(shows_particles(*window));
    CHECK(recent_files() == QList<QStringList>{{flow}});
    REQUIRE(is_refused(folder.notes(), "notes.txt"));
    folder.write("broken.vtk", "# vtk DataFile Version 3.0\nbroken\nASCII\nDATASET STRUCTURED_POINTS\n");
    REQUIRE(is_refused(folder.file("broken.vtk"), "broken.vtk"));
    CHECK(recent_files() == QList<QStringList>{{flow}});
}

TEST_CASE("MainWindow: another dataset leaves the picture its width", "[files]")
{
    const Folder folder;
    folder.write("wide.vtk",
                 "# vtk DataFile Version 3.0\nwide\nASCII\nDATASET STRUCTURED_POINTS\n"
                 "DIMENSIONS 2 2 2\nORIGIN -123456.789 -987654.321 0\nSPACING 1 1 1\n"
                 "POINT_DATA 8\nVECTORS a_velocity_of_which_the_name_is_far_too_long_for_a_dock float\n"
                 "1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0\n");
    const auto window = empty_window();
    window->files().open({folder.flow});
    REQUIRE(shows_particles(*window));
    const int before = window->view().width();
    window->files().open({folder.file("wide.vtk")});
    REQUIRE(eventually([&] { return window->model().dataset()->dataset == "wide.vtk"; }));
    REQUIRE(shows_particles(*window));
    auto info = *window->model().dataset();
    info.length_units = "degrees of the Earth";
    info.z_units = "hectopascals";
    info.time_units = "s";
    info.time_span = {0.0, 5097600.0};
    info.time_origin = 1009843200.0;
    info.time_steps = 60;
    const std::string& flow = window->model().edited().flow;
    window->show_control().data().adopt(flow, window->model().document().data.at(flow), info);
    window->model().set_dataset(info, false);
    CHECK(text_of(*window, "rake_units") ==
          QStringLiteral("Lengths in degrees of the Earth, z in hectopascals"));
    CHECK(eventually([&] { return text_of(*window, "clock_time").contains(QStringLiteral("UTC")); }));
    QTest::qWait(0);
    CHECK(window->view().width() == before);
    const auto* playback = window->findChild<QScrollArea*>(QStringLiteral("playback_area"));
    CHECK(playback->widget()->width() == playback->viewport()->width());
}

TEST_CASE("RakeDock: of scalars without a velocity it says where one is chosen", "[files]")
{
    const Folder folder;
    std::string text = "# vtk DataFile Version 3.0\nwind\nASCII\nDATASET STRUCTURED_POINTS\n"
                       "DIMENSIONS 4 4 4\nORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 64\n";
    for (const char* const name : {"viento_zonal", "viento_meridional"}) {
        text += std::string("SCALARS ") + name + " float 1\nLOOKUP_TABLE default\n";
        for (int n = 0; n < 64; ++n) text += std::to_string(n) + "\n";
    }
    folder.write("wind.vtk", text);
    const auto window = empty_window();
    window->files().open({folder.file("wind.vtk")});
    REQUIRE(eventually([&] { return window->model().dataset().has_value(); }));
    CHECK(text_of(*window, "rake_summary").contains(QStringLiteral("Of scalars")));
}

TEST_CASE(
    "recent_files: the same files in another order are listed once, and each opening has a name of its own",
    "[files]")
{
    const Folder one, other;
    const auto path = [](const Folder& in, const char* name) {
        return QString::fromStdString(in.file(name));
    };
    const QStringList pair{path(one, "flow.vtk"), path(one, "notes.txt")};
    add_recent_files(pair);
    add_recent_files({pair[1], pair[0]});
    CHECK(recent_files() == QList<QStringList>{{pair[1], pair[0]}});
    add_recent_files({path(other, "notes.txt"), path(other, "flow.vtk")});
    const auto folder = [](const Folder& of) {
        return QFileInfo(QString::fromStdString(of.path())).fileName();
    };
    CHECK(recent_names(recent_files()) ==
          QStringList{QStringLiteral("notes.txt and 1 more – ") + folder(other),
                      QStringLiteral("notes.txt and 1 more – ") + folder(one)});
    CHECK(recent_names({{path(one, "flow.vtk")}}) == QStringList{QStringLiteral("flow.vtk")});
}

TEST_CASE("StartPage: a built-in scene opens without a file", "[files]")
{
    const Folder folder;
    const auto window = empty_window();
    for (auto* button : window->start_page().findChildren<QPushButton*>())
        if (button->text().startsWith(QStringLiteral("Tornado"))) button->click();
    REQUIRE(shows_particles(*window));
    CHECK(window->model().dataset()->dataset == "analytic:tornado");
}
