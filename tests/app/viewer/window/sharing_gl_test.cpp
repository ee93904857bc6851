// Two windows on one session of a real node.
#include <QLabel>

#include "app/viewer/controls/show_control.h"
#include "app/viewer/sharing/sharing_control.h"
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
    TwoWindows()
    {
        owner = open_window(node.port(), "analytic:abc");
        REQUIRE(shows_particles(*owner));
        QString invitation;
        owner->sharing().invite({.role = role},
                                [&](const QString& text, const QString&) { invitation = text; });
        REQUIRE(eventually([&] { return !invitation.isEmpty(); }));
        ViewerOptions options;
        options.host = "127.0.0.1";
        options.port = node.port();
        options.join = net::parse_invitation(invitation.toStdString()).join;
        guest = std::make_unique<MainWindow>(options);
        guest->resize(640, 480);
        guest->show();
        REQUIRE(shows_particles(*guest));
        REQUIRE(eventually([&] { return owner->sharing().is_shared(); }));
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

    static constexpr net::MemberRole role = net::MemberRole::Edit;
    NodeProcess node{{"serve", "--port", "0"}};
    std::unique_ptr<MainWindow> owner, guest;
};

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
    two.owner->model().begin_gesture();
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
