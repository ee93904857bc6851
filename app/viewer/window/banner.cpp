#include "app/viewer/window/banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QToolButton>
#include <QVBoxLayout>
#include <chrono>

#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {

namespace {

constexpr std::chrono::seconds time_of_remark{15};

const char* look_of(Banner::Kind kind)
{
    switch (kind) {
    case Banner::Kind::Lost:
        return "#banner { background: #5a2a2a; } #banner_line { color: #ffe3e0; }";
    case Banner::Kind::Interrupted:
    case Banner::Kind::Taken:
    case Banner::Kind::TakenAway:
    case Banner::Kind::Problem:
        return "#banner { background: #54431f; } #banner_line { color: #fff0cf; }";
    case Banner::Kind::Offered:
    case Banner::Kind::Note:
    case Banner::Kind::Busy:
    case Banner::Kind::Remark:
        break;
    }
    return "#banner { background: #24384d; } #banner_line { color: #dcebfa; }";
}

}  // namespace

Banner::Banner(QWidget* parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("banner"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 6, 6, 6);
    text_ = new QLabel(this);
    text_->setObjectName(QStringLiteral("banner_line"));
    text_->setTextFormat(Qt::PlainText);  // the text may come from a node
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    const auto button = [this](const QString& text, const char* name) {
        auto* made = new QPushButton(text, this);
        made->setObjectName(QString::fromLatin1(name));
        return made;
    };
    retry_now_ = button(tr("Retry now"), "retry_now");
    go_on_ = button(tr("Resume"), "go_on");
    start_over_ = button(tr("Start over"), "start_over");
    Tip(tr("A new session shows what this window shows")).show_on(*start_over_);
    retry_ = button(tr("Retry"), "retry");
    cancel_ = button(tr("Cancel"), "cancel_opening");
    Tip(tr("The node goes on; what comes of it is not shown")).show_on(*cancel_);
    dismiss_ = new QToolButton(this);
    dismiss_->setObjectName(QStringLiteral("dismiss"));
    dismiss_->setText(QStringLiteral("×"));
    Tip(tr("Dismiss")).show_on(*dismiss_);
    dismiss_->setAutoRaise(true);
    row->addWidget(text_, 1);
    for (auto* each : {retry_now_, go_on_, start_over_, retry_, cancel_}) row->addWidget(each);
    row->addWidget(dismiss_);
    connect(retry_now_, &QPushButton::clicked, this, &Banner::retry_now);
    connect(go_on_, &QPushButton::clicked, this, &Banner::go_on);
    connect(start_over_, &QPushButton::clicked, this, &Banner::start_over);
    connect(retry_, &QPushButton::clicked, this, &Banner::retry);
    connect(cancel_, &QPushButton::clicked, this, &Banner::cancelled);
    connect(dismiss_, &QToolButton::clicked, this, &Banner::clear);
    remark_over_.setSingleShot(true);
    remark_over_.setInterval(time_of_remark);
    connect(&remark_over_, &QTimer::timeout, this, &Banner::clear);
    hide();
}

void Banner::show_line(Kind kind, const QString& line)
{
    kind_ = kind;
    line_ = plain_text(line.simplified());  // always one line
    text_->setText(line_);
    retry_now_->setVisible(kind == Kind::Interrupted);
    go_on_->setText(kind == Kind::Taken ? tr("Take back") : tr("Resume"));
    go_on_->setVisible(kind == Kind::Offered || kind == Kind::Taken);
    start_over_->setVisible(waits_for_user() && kind != Kind::Lost);
    retry_->setVisible(kind == Kind::Lost);
    cancel_->setVisible(kind == Kind::Busy);
    dismiss_->setVisible(kind == Kind::Lost || kind == Kind::Problem || kind == Kind::Note ||
                         kind == Kind::Remark);
    kind == Kind::Remark ? remark_over_.start() : remark_over_.stop();
    setStyleSheet(QString::fromLatin1(look_of(kind)));
    show();
}

void Banner::clear_problem()
{
    if (!waits_for_user() && kind_ != Kind::Remark) clear();
}

void Banner::clear()
{
    line_.clear();
    hide();
}

QString Banner::line() const
{
    return isVisibleTo(parentWidget()) ? line_ : QString();
}

BannerPile::BannerPile(QWidget* parent) : QWidget(parent)
{
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
}

void BannerPile::add(Banner* banner)
{
    layout()->addWidget(banner);
}

void BannerPile::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    Q_EMIT resized(event->size().height());
}

}  // namespace farfield::app
