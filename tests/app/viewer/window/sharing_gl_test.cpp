// Two windows on one session of a real node.
#include <QLabel>
#include <QSpinBox>
#include <algorithm>
#include <functional>
#include <set>

#include "app/viewer/controls/show_control.h"
#include "app/viewer/sharing/sharing_control.h"
#include "net/client/client.h"
#include "net/client/sharing/invitation.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;

namespace {

/// A window, and a guest that it has invited.
struct TwoWindows {
    explicit TwoWindows(net::MemberRole role = net::MemberRole::Edit)
    {
        owner = open_window(node->port(), "analytic:abc");
        REQUIRE(shows_particles(*owner));
        guest = guest_window(invitation(role));
        REQUIRE(shows_particles(*guest));
        REQUIRE(eventually([&] { return owner->sharing().is_shared(); }));
    }
    [[nodiscard]] std::string invitation(net::MemberRole role = net::MemberRole::Edit) const
    {
        QString text;
        owner->sharing().invite({.role = role}, [&](const QString& made, const QString&) { text = made; });
        REQUIRE(eventually([&] { return !text.isEmpty(); }));
        return text.toStdString();
    }
    [[nodiscard]] std::unique_ptr<MainWindow> guest_window(const std::string& invitation) const
    {
        ViewerOptions options;
        options.host = "127.0.0.1";
        options.port = node->port();
        options.join = net::parse_invitation(invitation).join;
        options.quit_after_frames = 1;  // of windows of one process each is offered the others' sessions
        auto window = std::make_unique<MainWindow>(options);
        window->resize(640, 480);
        window->show();
        return window;
    }
    /// Both have the same document, but for what is each one's own.
    [[nodiscard]] bool agree() const
    {
        return eventually([&] {
            return shared_sections(owner->model().document()) == shared_sections(guest->model().document());
        });
    }
    [[nodiscard]] model::Rake moved_rake(MainWindow& window) const
    {
        auto rake = window.model().rakes().front();
        std::get<model::LineRake>(rake.shape).from[0] -= 0.5;
        return rake;
    }

    std::unique_ptr<NodeProcess> node =
        std::make_unique<NodeProcess>(std::vector<std::string>{"serve", "--port", "0"});
    std::unique_ptr<MainWindow> owner, guest;
};

/// Of the banners the last that says something.
QString line_of(MainWindow& window)
{
    QString line;
    for (const Banner* banner : window.findChildren<Banner*>())
        if (!banner->line().isEmpty()) line = banner->line();
    return line;
}

QString watcher_line()
{
    return QStringLiteral("You watch this session: what all see is changed by others.");
}

/// The last handle of the first rake, in the view.
QPointF handle_of_rake(MainWindow& window)
{
    const auto pixel =
        render::project(window.view().view_transform(), window.view().scene().rakes.at(0).handles.back());
    return {double{pixel->x}, double{pixel->y}};
}

/// Of the particles.
std::optional<std::uint32_t> stream_of(MainWindow& window)
{
    const ProgramDriver* const particles = window.show_control().particles();
    return particles == nullptr ? std::nullopt : particles->stream();
}

}  // namespace

TEST_CASE("Sharing: a guest sees what its host shows, by the same program of the node", "[sharing]")
{
    const TwoWindows two;
    CHECK(two.guest->model().dataset()->dataset == "analytic:abc");
    CHECK(two.agree());
    CHECK(
        eventually([&] { return stream_of(*two.guest) && stream_of(*two.guest) == stream_of(*two.owner); }));
}

TEST_CASE("Sharing: a rake moved in one window moves in the other, and cameras stay apart", "[sharing]")
{
    const TwoWindows two;
    const auto eye = two.guest->view().camera().eye;
    two.owner->view().look_along(0.0F, 0.0F);
    const auto rake = two.moved_rake(*two.owner);
    two.owner->model().change_rake(0, rake);
    CHECK(eventually([&] { return two.guest->model().rakes().front() == rake; }));
    CHECK(two.guest->view().camera().eye == eye);
    const auto back = two.moved_rake(*two.guest);
    two.guest->model().change_rake(0, back);
    CHECK(eventually([&] { return two.owner->model().rakes().front() == back; }));
    CHECK(two.agree());
}

TEST_CASE("Sharing: a rake that one drags the other sees held, and cannot delete", "[sharing]")
{
    const TwoWindows two;
    two.owner->model().change_rake(0, two.moved_rake(*two.owner));  // from now on it is no suggestion
    REQUIRE(two.agree());
    two.owner->model().select_rake(0);
    two.owner->model().begin_gesture(two.owner->model().selected_rake_id());
    REQUIRE(eventually([&] { return two.guest->model().holder_of(0) != nullptr; }));
    two.guest->model().remove_rake(0);
    CHECK(eventually([&] { return two.guest->model().rakes().size() == two.owner->model().rakes().size(); }));
    two.owner->model().end_gesture();
    CHECK(eventually([&] { return two.guest->model().holder_of(0) == nullptr; }));
    CHECK(two.agree());
    two.guest->model().remove_rake(0);
    CHECK(eventually([&] { return two.owner->model().rakes().empty(); }));
}

TEST_CASE("Sharing: undo takes back one's own changes, and none of the other's", "[sharing]")
{
    const TwoWindows two;
    const auto before = two.owner->model().rakes().front();
    const auto moved = two.moved_rake(*two.owner);
    two.owner->model().change_rake(0, moved);
    REQUIRE(eventually([&] { return two.guest->model().rakes().front() == moved; }));
    two.guest->model().set_vertical_scale(2.0);
    REQUIRE(eventually([&] { return two.owner->model().vertical_scale() == 2.0; }));
    two.owner->model().undo();
    CHECK(two.owner->model().rakes().front() == before);
    CHECK(two.owner->model().vertical_scale() == 2.0);
    CHECK(eventually([&] { return two.guest->model().rakes().front() == before; }));
}

TEST_CASE("Sharing: the members are named in each window, and one that leaves is not any more", "[sharing]")
{
    TwoWindows two;
    const auto names = [&] { return two.owner->findChild<QLabel*>(QStringLiteral("members")); };
    REQUIRE(eventually([&] { return names()->isVisible(); }));
    CHECK(names()->text().count(QStringLiteral("●")) == 2);
    two.guest->link().disconnect_from_node();
    CHECK(eventually([&] { return !two.owner->sharing().is_shared(); }));
    CHECK_FALSE(names()->isVisible());
}

TEST_CASE("Sharing: changes by a member that watches are refused at once, and both go on alike", "[sharing]")
{
    const TwoWindows two(net::MemberRole::Watch);
    REQUIRE(two.agree());
    CHECK(line_of(*two.guest) != watcher_line());
    auto& model = two.guest->model();
    const auto before = shared_sections(model.document());
    CHECK_FALSE(two.guest->findChild<QWidget*>(QStringLiteral("add_point"))->isEnabled());
    for (const auto& change : {std::function<void()>([&] { model.remove_rake(0); }),
                               std::function<void()>([&] { model.add_rake(model.rakes().front()); }),
                               std::function<void()>([&] { model.set_vertical_scale(3.0); }),
                               std::function<void()>([&] { two.guest->toggle_pause(); })}) {
        for (Banner* const banner : two.guest->findChildren<Banner*>()) banner->clear();
        change();
        CHECK(shared_sections(model.document()) == before);
        CHECK(line_of(*two.guest) == watcher_line());
        CHECK(model.undo_label() == nullptr);
    }
    const auto moved = two.moved_rake(*two.owner);
    two.owner->model().change_rake(0, moved);
    CHECK(eventually([&] { return model.rakes().front() == moved; }));
    CHECK(two.agree());
}

TEST_CASE("Sharing: a change that the node refuses is taken back, and both go on alike", "[sharing]")
{
    const TwoWindows two;
    two.owner->model().change_rake(0, two.moved_rake(*two.owner));
    REQUIRE(two.agree());
    const auto before = shared_sections(two.guest->model().document());
    auto document = two.guest->model().document();
    document.layers.begin()->second.title =
        std::string(std::size_t{800} << 10, 'a');  // larger than a shared document may be
    two.guest->model().change_document("Title", document);
    CHECK(eventually([&] { return shared_sections(two.guest->model().document()) == before; }));
    CHECK(line_of(*two.guest).startsWith(QStringLiteral("The change was taken back: ")));
    two.guest->model().set_vertical_scale(2.0);
    CHECK(two.agree());
    CHECK(two.owner->model().vertical_scale() == 2.0);
}

TEST_CASE("Sharing: a drag that goes on after a rest holds its rake again", "[sharing]")
{
    const TwoWindows two;
    two.owner->model().change_rake(0, two.moved_rake(*two.owner));
    REQUIRE(two.agree());
    auto& owner = two.owner->model();
    auto& guest = two.guest->model();
    owner.select_rake(0);
    owner.begin_gesture(owner.selected_rake_id());
    REQUIRE(eventually([&] { return guest.holder_of(0) != nullptr; }));
    REQUIRE(eventually([&] { return guest.holder_of(0) == nullptr; }));  // the rest is over
    owner.change_rake(0, two.moved_rake(*two.owner));
    CHECK(eventually([&] { return guest.holder_of(0) != nullptr; }));
    REQUIRE(eventually([&] { return guest.holder_of(0) == nullptr; }));
    guest.select_rake(0);
    guest.begin_gesture(guest.selected_rake_id());
    REQUIRE(eventually([&] { return owner.holder_of(0) != nullptr; }));
    bool is_broken = false;
    QObject::connect(&owner, &SessionModel::gesture_broken, &owner, [&] { is_broken = true; });
    QString said;
    QObject::connect(&two.owner->sharing(), &SharingControl::remark, &owner,
                     [&](const QString& line) { said = line; });
    owner.change_rake(0, two.moved_rake(*two.owner));
    CHECK(eventually([&] { return is_broken; }));
    CHECK(two.agree());
    CHECK(said.contains(QStringLiteral("holds this just now")));
}

TEST_CASE("Sharing: a gesture that drags no rake holds none", "[sharing]")
{
    const TwoWindows two;
    auto& owner = two.owner->model();
    owner.change_rake(0, two.moved_rake(*two.owner));
    REQUIRE(two.agree());
    owner.select_rake(0);
    owner.begin_gesture();
    owner.set_vertical_scale(2.0);
    REQUIRE(two.agree());  // what was sent before it has come
    CHECK(two.guest->model().holder_of(0) == nullptr);
    owner.end_gesture();
}

TEST_CASE("Sharing: a handle that another holds says so, and turns no camera", "[sharing]")
{
    const TwoWindows two;
    two.owner->model().change_rake(0, two.moved_rake(*two.owner));
    REQUIRE(two.agree());
    two.owner->model().select_rake(0);
    two.owner->model().begin_gesture(two.owner->model().selected_rake_id());
    REQUIRE(eventually([&] { return two.guest->model().holder_of(0) != nullptr; }));
    const auto camera = two.guest->view().camera();
    const auto rake = two.guest->model().rakes().front();
    const QPointF handle = handle_of_rake(*two.guest);
    press_mouse(*two.guest, handle);
    move_mouse(*two.guest, handle + QPointF(40.0, 30.0));
    release_mouse(*two.guest, handle + QPointF(40.0, 30.0));
    CHECK(line_of(*two.guest).endsWith(QStringLiteral(" holds this rake just now.")));
    CHECK(two.guest->view().camera() == camera);
    CHECK(two.guest->model().rakes().front() == rake);
}

TEST_CASE("Sharing: after a restart of its node a window says that the others are not in its session, until "
          "that is read",
          "[sharing]")
{
    TwoWindows two;
    const auto says_so = [](MainWindow& window) {
        return std::ranges::any_of(window.findChildren<Banner*>(), [](const Banner* banner) {
            return banner->line().contains(
                QStringLiteral("this is a new session, and the others are not in it"));
        });
    };
    const std::string port = std::to_string(two.node->port());
    const bool is_shut_down = GENERATE(false, true);
    is_shut_down ? (void)two.node->stop() : two.node.reset();
    two.node = std::make_unique<NodeProcess>(std::vector<std::string>{"serve", "--port", port});
    for (MainWindow* const window : {two.owner.get(), two.guest.get()}) {
        CHECK(eventually([&] { return says_so(*window); }));
        REQUIRE(eventually([&] { return window->link().state() == NodeLink::State::Connected; }));
        window->model().set_vertical_scale(2.0);
        REQUIRE(shows_particles(*window));
        CHECK(says_so(*window));
    }
}

TEST_CASE("Sharing: the corner of names is as wide as they are, and no two of the same colour are there",
          "[sharing]")
{
    TwoWindows two;
    auto* const names = two.owner->findChild<QLabel*>(QStringLiteral("members"));
    const auto fits = [&] { return names->isVisible() && names->width() >= names->sizeHint().width(); };
    CHECK(eventually(fits));
    std::set<QRgb> seen;
    // More join and leave, so that numbers run further than colours do.
    for (int joined = 0; joined < 9; ++joined) {
        const auto third = two.guest_window(two.invitation());
        REQUIRE(eventually([&] { return two.owner->sharing().members().size() == 3; }));
        CHECK(eventually(fits));
        seen.clear();
        for (const auto& member : two.owner->sharing().members())
            seen.insert(two.owner->sharing().colour_of(member.member).rgb());
        CHECK(seen.size() == 3);
        third->link().disconnect_from_node();
        REQUIRE(eventually([&] { return two.owner->sharing().members().size() == 2; }));
        CHECK(eventually(fits));
    }
}

TEST_CASE("Sharing: of many members four are named in the corner, and the others counted", "[sharing]")
{
    const TwoWindows two;
    std::vector<std::unique_ptr<net::Client>> more;
    for (int guest = 0; guest < 4; ++guest) {
        net::ClientSettings settings;
        settings.host = "127.0.0.1";
        settings.port = two.node->port();
        settings.join = net::parse_invitation(two.invitation()).join;
        settings.label = std::string(300, 'a');
        more.push_back(std::make_unique<net::Client>(settings, net::ClientEvents{}));
    }
    REQUIRE(eventually([&] { return two.owner->sharing().members().size() == 6; }));
    const auto* const names = two.owner->findChild<QLabel*>(QStringLiteral("members"));
    CHECK(names->text().count(QStringLiteral("●")) == 4);
    CHECK(names->text().endsWith(QStringLiteral("+2")));
    CHECK(names->sizeHint().width() < 900);
    for (const auto& each : more) each->close();
}

TEST_CASE("Sharing: seeds that are changed leave the place to a member that moves the rake meanwhile",
          "[sharing]")
{
    const TwoWindows two;
    auto rake = two.owner->model().rakes().front();
    auto& line = std::get<model::LineRake>(rake.shape);
    line.from = {1.0 / 3.0, 2.0 / 3.0, 4.0 / 7.0};  // more digits than boxes have
    line.to = {13.0 / 3.0, 14.0 / 3.0, 22.0 / 7.0};
    two.owner->model().change_rake(0, rake);
    REQUIRE(two.agree());
    two.guest->model().select_rake(0);
    auto* const seeds = two.guest->findChild<QSpinBox*>(QStringLiteral("rake_seeds"));
    seeds->setValue(seeds->value() + 1);
    auto expected = rake;
    ++std::get<model::LineRake>(expected.shape).seeds;
    CHECK(two.guest->model().rakes().front() == expected);
    REQUIRE(two.agree());
    auto* const x = two.guest->findChild<QWidget*>(QStringLiteral("rake_first"))
                        ->findChild<QDoubleSpinBox*>(QStringLiteral("x"));
    QTest::keyClick(x, Qt::Key_Return);  // it is left as it is
    CHECK(two.guest->model().rakes().front() == expected);
    x->setValue(0.5);
    std::get<model::LineRake>(expected.shape).from[0] = 0.5;
    CHECK(two.guest->model().rakes().front() == expected);
}

TEST_CASE("Sharing: an undo that leaves out what another has changed since says so", "[sharing]")
{
    const TwoWindows two;
    two.owner->model().change_rake(0, two.moved_rake(*two.owner));
    REQUIRE(two.agree());
    const double scale = two.guest->model().vertical_scale();
    two.guest->model().set_vertical_scale(2.0);
    two.guest->model().select_rake(0);
    auto* const seeds = two.guest->findChild<QSpinBox*>(QStringLiteral("rake_seeds"));
    seeds->setValue(seeds->value() + 1);
    REQUIRE(two.agree());
    auto rake = two.owner->model().rakes().front();
    std::get<model::LineRake>(rake.shape).seeds = 7;
    two.owner->model().change_rake(0, rake);
    REQUIRE(eventually([&] { return two.guest->model().rakes().front() == rake; }));
    two.guest->model().undo();
    CHECK(two.guest->model().rakes().front() == rake);
    CHECK(two.guest->model().vertical_scale() == scale);
    CHECK(line_of(*two.guest) == QStringLiteral("What others have changed since stays as it is."));
}
