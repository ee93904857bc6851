#include "app/viewer/window/window_menus.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <numbers>

#include "app/viewer/controls/stream_control.h"
#include "app/viewer/sharing/resume_control.h"
#include "app/viewer/sharing/sharing_control.h"
#include "app/viewer/view/flow_view.h"
#include "app/viewer/window/main_window.h"

namespace farfield::app {

namespace {

template <typename Do>
void add(QMenu& menu, const QString& text, const QKeySequence& key, Do&& action)
{
    auto* made = menu.addAction(text);
    made->setShortcut(key);
    QObject::connect(made, &QAction::triggered, &menu, std::forward<Do>(action));
}

QString keys_text()
{
    const auto row = [](const QString& key, const QString& what) {
        return QStringLiteral("<tr><td style='padding-right:18px'><b>%1</b></td><td>%2</td></tr>")
            .arg(key, what);
    };
    return QStringLiteral("<table>") +
           row(QObject::tr("Left drag"), QObject::tr("turn the view; on a handle: move the rake")) +
           row(QObject::tr("Right drag, Shift + left drag"), QObject::tr("shift the view")) +
           row(QObject::tr("Wheel"), QObject::tr("nearer, farther")) +
           row(QObject::tr("Double click, F"), QObject::tr("show the whole domain")) +
           row(QStringLiteral("1  2  3  0"),
               QObject::tr("look from the front, the side, the top, a corner")) +
           row(QStringLiteral("G  H"),
               QObject::tr("fly, walk: look around, and move with W A S D; E up, Q down;"
                           " Shift fast, Ctrl slow")) +
           row(QStringLiteral("L"), QObject::tr("look from the place under the cursor, and walk on")) +
           row(QObject::tr("Space"), QObject::tr("pause, resume")) +
           row(QStringLiteral("."), QObject::tr("one more frame while paused")) +
           row(QObject::tr("Delete"), QObject::tr("remove the selected rake")) +
           row(QStringLiteral("Ctrl+S"), QObject::tr("save the picture, but in flight")) +
           row(QStringLiteral("Ctrl+O  Ctrl+Shift+S"), QObject::tr("open files, save a session")) +
           row(QStringLiteral("Ctrl+Z  Ctrl+Shift+Z"), QObject::tr("undo, redo")) +
           QStringLiteral("</table>");
}

/// Adds the entry for invitations; grey where the user may not invite.
void add_invite(QMenu& menu, MainWindow& window)
{
    auto* invite = menu.addAction(QObject::tr("&Invite to this session …"));
    QObject::connect(invite, &QAction::triggered, &window, &MainWindow::ask_and_invite);
    const auto show = [invite, &window] { invite->setEnabled(window.sharing().may_invite()); };
    QObject::connect(&window.sharing(), &SharingControl::members_changed, invite, show);
    show();
}

/// Adds the entry that leaves the session running; grey where the node keeps no sessions.
void add_leave_running(QMenu& menu, MainWindow& window)
{
    auto* leave = menu.addAction(QObject::tr("Quit, and &leave the session running"));
    QObject::connect(leave, &QAction::triggered, &window, &MainWindow::leave_running);
    const auto show = [leave, &window] { leave->setEnabled(window.resume().may_leave_running()); };
    QObject::connect(&window.link(), &NodeLink::state_changed, leave, show);
    show();
}

void add_file_menu(MainWindow& window)
{
    auto& menu = *window.menuBar()->addMenu(QObject::tr("&File"));
    add(menu, QObject::tr("&Open …"), QKeySequence::Open, [&window] { window.ask_and_open_files(); });
    add(menu, QObject::tr("Open &folder …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
        [&window] { window.ask_and_open_folder(); });
    menu.addSeparator();
    add(menu, QObject::tr("&Connect"), {}, [&window] { window.connect_now(); });
    add(menu, QObject::tr("&Disconnect"), {}, [&window] { window.link().disconnect_from_node(); });
    add_invite(menu, window);
    add(menu, QObject::tr("Connect to &relay …"), {}, [&window] { window.ask_and_connect_to_relay(); });
    add(menu, QObject::tr("Disconnect &from relay"), {}, [&window] { window.disconnect_from_relay(); });
    menu.addSeparator();
    add(menu, QObject::tr("Save s&ession …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
        [&window] { window.ask_and_save_document(); });
    add(menu, QObject::tr("&Save picture …"), QKeySequence::Save,
        [&window] { window.ask_and_save_picture(); });
    menu.addSeparator();
    add_leave_running(menu, window);
    add(menu, QObject::tr("&Quit"), QKeySequence::Quit, [&window] { window.close(); });
}

/// Adds an entry that names the change to undo or redo; grey where there is none.
void add_history(QMenu& menu, SessionModel& model, const QString& verb, const QKeySequence& key,
                 const std::string* (SessionModel::*label)() const noexcept, void (SessionModel::*act)())
{
    auto* action = menu.addAction(verb);
    action->setShortcut(key);
    QObject::connect(action, &QAction::triggered, &model, act);
    const auto show = [action, &model, verb, label] {
        const std::string* what = (model.*label)();
        action->setEnabled(what != nullptr);
        action->setText(what == nullptr ? verb : verb + ": " + QString::fromStdString(*what).toLower());
    };
    QObject::connect(&model, &SessionModel::history_changed, action, show);
    show();
}

void add_edit_menu(MainWindow& window)
{
    auto& menu = *window.menuBar()->addMenu(QObject::tr("&Edit"));
    add_history(menu, window.model(), QObject::tr("&Undo"), QKeySequence::Undo, &SessionModel::undo_label,
                &SessionModel::undo);
    add_history(menu, window.model(), QObject::tr("&Redo"), QKeySequence::Redo, &SessionModel::redo_label,
                &SessionModel::redo);
}

/// Adds an entry for a navigation; pressed again, it returns to orbiting.
void add_navigation(QMenu& menu, MainWindow& window, const QString& text, Qt::Key key, Navigation navigation)
{
    auto* action = menu.addAction(text);
    action->setShortcut(QKeySequence(key));
    action->setCheckable(true);
    QObject::connect(action, &QAction::triggered, &menu, [&window, navigation](bool on) {
        window.view().set_navigation(on ? navigation : Navigation::Orbit);
        window.view().setFocus();
    });
    QObject::connect(&window.view(), &FlowView::navigation_changed, action, [&window, action, navigation] {
        action->setChecked(window.view().navigation() == navigation);
    });
}

void add_view_menu(MainWindow& window)
{
    auto& menu = *window.menuBar()->addMenu(QObject::tr("&View"));
    constexpr float quarter_turn = std::numbers::pi_v<float> / 2.0F;
    const auto look = [&window](float yaw, float pitch) {
        return [&window, yaw, pitch] { window.view().look_along(yaw, pitch); };
    };
    add(menu, QObject::tr("Whole &domain"), QKeySequence(Qt::Key_F),
        [&window] { window.view().fit_camera(); });
    add(menu, QObject::tr("From the &front"), QKeySequence(Qt::Key_1), look(-quarter_turn, 0.0F));
    add(menu, QObject::tr("From the &side"), QKeySequence(Qt::Key_2), look(0.0F, 0.0F));
    add(menu, QObject::tr("From the &top"), QKeySequence(Qt::Key_3), look(0.0F, quarter_turn));
    add(menu, QObject::tr("From a &corner"), QKeySequence(Qt::Key_0), look(0.6F, 0.45F));
    menu.addSeparator();
    add_navigation(menu, window, QObject::tr("F&ly"), Qt::Key_G, Navigation::Fly);
    add_navigation(menu, window, QObject::tr("&Walk"), Qt::Key_H, Navigation::Walk);
    add(menu, QObject::tr("&Look from under the cursor"), QKeySequence(Qt::Key_L),
        [&window] { window.view().look_from_cursor(); });
    menu.addSeparator();
    for (auto* dock : window.findChildren<QDockWidget*>()) menu.addAction(dock->toggleViewAction());
}

void add_playback_menu(MainWindow& window)
{
    auto& menu = *window.menuBar()->addMenu(QObject::tr("&Playback"));
    add(menu, QObject::tr("&Pause or resume"), QKeySequence(Qt::Key_Space),
        [&window] { window.toggle_pause(); });
    add(menu, QObject::tr("&One frame"), QKeySequence(Qt::Key_Period),
        [&window] { window.control().step(); });
    add(menu, QObject::tr("Start o&ver"), {}, [&window] { window.control().restart(); });
    menu.addSeparator();
    add(menu, QObject::tr("&Remove rake"), QKeySequence::Delete, [&window] {
        if (const auto selected = window.model().selected_rake(); selected && window.model().editable())
            window.model().remove_rake(*selected);
    });
}

void add_help_menu(MainWindow& window)
{
    auto& menu = *window.menuBar()->addMenu(QObject::tr("&Help"));
    add(menu, QObject::tr("&Mouse and keys"), QKeySequence::HelpContents,
        [&window] { QMessageBox::information(&window, QObject::tr("Mouse and keys"), keys_text()); });
    add(menu, QObject::tr("&About Farfield"), {}, [&window] {
        QMessageBox::about(
            &window, QObject::tr("About Farfield"),
            QObject::tr(
                "<h3>Farfield %1</h3><p>Compute where the data is, see it where you are.</p><p>%2</p>")
                .arg(QStringLiteral(FARFIELD_VERSION), window.view().driver()));
    });
}

}  // namespace

void add_menus(MainWindow& window)
{
    add_file_menu(window);
    add_edit_menu(window);
    add_view_menu(window);
    add_playback_menu(window);
    add_help_menu(window);
}

}  // namespace farfield::app
