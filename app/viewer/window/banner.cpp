#include "app/viewer/window/banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {

namespace {

const char* look_of(Banner::Kind kind)
{
    switch (kind) {
    case Banner::Kind::Lost:
        return "#banner { background: #5a2a2a; } #banner_line { color: #ffe3e0; }";
    case Banner::Kind::Interrupted:
    case Banner::Kind::Problem:
        return "#banner { background: #54431f; } #banner_line { color: #fff0cf; }";
    case Banner::Kind::Note:
    case Banner::Kind::Busy:
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
    text_->setTextFormat(Qt::PlainText);  // the words may be a node's
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    retry_now_ = new QPushButton(tr("Retry now"), this);
    retry_now_->setObjectName(QStringLiteral("retry_now"));
    retry_ = new QPushButton(tr("Retry"), this);
    retry_->setObjectName(QStringLiteral("retry"));
    cancel_ = new QPushButton(tr("Cancel"), this);
    cancel_->setObjectName(QStringLiteral("cancel_opening"));
    cancel_->setToolTip(tr("The node goes on; what comes of it is not shown"));
    dismiss_ = new QToolButton(this);
    dismiss_->setObjectName(QStringLiteral("dismiss"));
    dismiss_->setText(QStringLiteral("×"));
    dismiss_->setToolTip(tr("Dismiss"));
    dismiss_->setAutoRaise(true);
    row->addWidget(text_, 1);
    row->addWidget(retry_now_);
    row->addWidget(retry_);
    row->addWidget(cancel_);
    row->addWidget(dismiss_);
    connect(retry_now_, &QPushButton::clicked, this, &Banner::retry_now);
    connect(retry_, &QPushButton::clicked, this, &Banner::retry);
    connect(cancel_, &QPushButton::clicked, this, &Banner::cancelled);
    connect(dismiss_, &QToolButton::clicked, this, &Banner::clear);
    hide();
}

void Banner::show_line(Kind kind, const QString& line)
{
    kind_ = kind;
    line_ = plain_text(line.simplified());  // one line, whatever came
    text_->setText(line_);
    retry_now_->setVisible(kind == Kind::Interrupted);
    retry_->setText(kind == Kind::Interrupted ? tr("Start over") : tr("Retry"));
    retry_->setVisible(kind == Kind::Lost || kind == Kind::Interrupted);
    cancel_->setVisible(kind == Kind::Busy);
    dismiss_->setVisible(kind != Kind::Busy && kind != Kind::Interrupted);
    setStyleSheet(QString::fromLatin1(look_of(kind)));
    show();
}

void Banner::clear_problem()
{
    if (kind_ != Kind::Lost && kind_ != Kind::Interrupted) clear();
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

}  // namespace farfield::app
