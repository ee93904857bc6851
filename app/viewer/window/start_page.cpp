#include "app/viewer/window/start_page.h"

#include <QDir>
#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <utility>

#include "app/viewer/session/recent_files.h"
#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/widgets/scrolled.h"

namespace farfield::app {
namespace {

constexpr int column_width = 250, gap = 6;

QLabel* heading(const QString& text)
{
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    label->setContentsMargins(0, 0, 0, gap);
    return label;
}

/// A button that looks like an entry of a list.
QPushButton* entry(const QString& text, const QString& tip)
{
    auto* button = new QPushButton(plain_text(text).replace(QLatin1Char('&'), QStringLiteral("&&")));
    button->setFlat(true);
    button->setCursor(Qt::PointingHandCursor);
    button->setStyleSheet(QStringLiteral("QPushButton { text-align: left; padding: 4px 2px; color: #6fb1ec; }"
                                         "QPushButton:hover, QPushButton:focus { color: #ffffff; }"));
    Tip(tip).show_on(*button);
    return button;
}

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("start_page"));
    setAutoFillBackground(true);
    auto* title = new QLabel(tr("Farfield"));
    QFont font = title->font();
    font.setPointSizeF(2.2 * font.pointSizeF());
    title->setFont(font);
    auto* subtitle = new QLabel(tr("Open a case, or drop files and folders anywhere in this window."));

    auto* columns = new QHBoxLayout;
    columns->setSpacing(6 * gap);
    auto* ways = new QVBoxLayout;
    auto* scenes = new QVBoxLayout;
    auto* recent = new QVBoxLayout;
    add_ways(*ways);
    add_scenes(*scenes);
    recent->addWidget(heading(tr("Recent")));
    recent_ = new QVBoxLayout;
    recent->addLayout(recent_);
    for (auto* column : {ways, scenes, recent}) {
        column->setSpacing(gap);
        column->addStretch();
        auto* box = new QWidget;
        box->setFixedWidth(column_width);
        column->setContentsMargins(0, 0, 0, 0);
        box->setLayout(column);
        columns->addWidget(box);
    }
    // Scrolled, so that the window can be as narrow as over a flow.
    auto* content = new QWidget;
    auto* scrolled = new_scrolled(content, this);
    scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scrolled);
    auto* page = new QGridLayout(content);
    page->addWidget(title, 1, 1);
    page->addWidget(subtitle, 2, 1);
    page->addItem(new QSpacerItem(0, 5 * gap), 3, 1);
    page->addLayout(columns, 4, 1);
    page->setRowStretch(0, 2);
    page->setRowStretch(5, 3);
    page->setColumnStretch(0, 1);
    page->setColumnStretch(2, 1);
}

void StartPage::add_ways(QVBoxLayout& column)
{
    const std::pair<QString, void (StartPage::*)()> ways[] = {
        {tr("Open files …"), &StartPage::files_wanted},
        {tr("Open folder …"), &StartPage::folder_wanted},
        {tr("Connect to a node …"), &StartPage::node_wanted},
    };
    column.addWidget(heading(tr("Start")));
    for (const auto& [text, signal] : ways) {
        auto* button = new QPushButton(text);
        connect(button, &QPushButton::clicked, this, signal);
        column.addWidget(button);
    }
}

/// Adds scenes that every node has built in.
void StartPage::add_scenes(QVBoxLayout& column)
{
    const std::pair<QString, DataChoice> scenes[] = {
        {tr("Tornado: particles in a whirl"), {{"analytic:tornado"}, ""}},
        {tr("Double gyre: a flow that changes"), {{"analytic:double-gyre"}, ""}},
        {tr("ABC flow: chaotic paths"), {{"analytic:abc"}, ""}},
        {tr("Mountains: a landscape to fly over"), {{}, "fractal:2000"}},
        {tr("Mine: its velocities from travel times"), {{"tomography:mine:1"}, ""}},
    };
    column.addWidget(heading(tr("Demo")));
    for (const auto& [title, scene] : scenes) {
        auto* button = entry(title, {});
        connect(button, &QPushButton::clicked, this, [this, choice = scene] { Q_EMIT scene_wanted(choice); });
        column.addWidget(button);
    }
}

void StartPage::show_recent(const QList<QStringList>& openings)
{
    while (QLayoutItem* item = recent_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (openings.isEmpty()) recent_->addWidget(new QLabel(tr("Nothing yet")));
    const QStringList names = recent_names(openings);
    for (qsizetype i = 0; i < openings.size(); ++i) {
        const QStringList& paths = openings[i];
        auto* button = entry(names[i], QDir::toNativeSeparators(paths.join(QLatin1Char('\n'))));
        connect(button, &QPushButton::clicked, this, [this, paths] { Q_EMIT paths_wanted(paths); });
        recent_->addWidget(button);
    }
}

}  // namespace farfield::app
