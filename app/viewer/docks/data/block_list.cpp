#include "app/viewer/docks/data/block_list.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {
namespace {

constexpr int fewest_block_rows = 3, most_block_rows = 7, many_blocks = 12, settle_milliseconds = 600;

}  // namespace

BlockList::BlockList(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("block_list"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* row = new QHBoxLayout();
    count_ = new QLabel(this);
    count_->setObjectName(QStringLiteral("block_count"));
    row->addWidget(count_, 1);
    const auto button = [&](const QString& text, const char* name, bool on) {
        auto* made = new QPushButton(text, this);
        made->setObjectName(QString::fromLatin1(name));
        made->setFlat(true);
        row->addWidget(made);
        connect(made, &QPushButton::clicked, this, [this, on] { set_all(on); });
    };
    button(tr("All"), "all_blocks", true);
    button(tr("None"), "no_blocks", false);
    column->addLayout(row);
    filter_ = new QLineEdit(this);
    filter_->setObjectName(QStringLiteral("block_filter"));
    filter_->setPlaceholderText(tr("Filter"));
    filter_->setClearButtonEnabled(true);
    column->addWidget(filter_);
    list_ = new QListWidget(this);
    list_->setObjectName(QStringLiteral("blocks"));
    list_->setUniformItemSizes(true);
    Tip(tr("Only what is ticked is read from the file")).show_on(*list_);
    column->addWidget(list_);
    settle_.setSingleShot(true);
    settle_.setInterval(settle_milliseconds);
    connect(&settle_, &QTimer::timeout, this, &BlockList::emit_chosen);
    connect(filter_, &QLineEdit::textChanged, this, &BlockList::filter);
    connect(list_, &QListWidget::itemChanged, this, [this] {
        show_count();
        settle_.start();
    });
    hide();
}

void BlockList::show_blocks(const std::vector<model::BlockInfo>& blocks)
{
    settle_.stop();
    shown_ = blocks;
    setVisible(blocks.size() > 1);
    const QSignalBlocker quiet(list_);
    list_->clear();
    for (const model::BlockInfo& block : blocks) {
        auto* item = new QListWidgetItem(plain_text(block.name), list_);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(block.shown ? Qt::Checked : Qt::Unchecked);
    }
    const int count = static_cast<int>(blocks.size());
    filter_->setVisible(count > many_blocks);
    const int row = std::max(list_->sizeHintForRow(0), 1);
    const auto height = [&](int rows) { return row * std::min(count, rows) + 2 * list_->frameWidth(); };
    list_->setMinimumHeight(
        height(fewest_block_rows));  // with more rows a window of 800 pixels would be too small
    list_->setMaximumHeight(height(most_block_rows));
    filter();
    show_count();
}

void BlockList::filter()
{
    for (int n = 0; n < list_->count(); ++n)
        list_->item(n)->setHidden(!list_->item(n)->text().contains(filter_->text(), Qt::CaseInsensitive));
}

/// Ticks or unticks all blocks that the filter shows.
void BlockList::set_all(bool on)
{
    {
        const QSignalBlocker quiet(list_);
        for (int n = 0; n < list_->count(); ++n)
            if (!list_->item(n)->isHidden()) list_->item(n)->setCheckState(on ? Qt::Checked : Qt::Unchecked);
    }
    show_count();
    settle_.start();
}

int BlockList::ticked() const
{
    int count = 0;
    for (int n = 0; n < list_->count(); ++n) count += list_->item(n)->checkState() == Qt::Checked ? 1 : 0;
    return count;
}

void BlockList::show_count()
{
    count_->setText(ticked() == 0 ? tr("Tick the blocks to show")
                                  : tr("%1 of %2 blocks").arg(ticked()).arg(list_->count()));
}

/// Emits the choice unless it is empty or the shown one. An empty choice would leave no data to open.
void BlockList::emit_chosen()
{
    std::vector<std::string> numbers;
    bool is_same = true;
    for (int n = 0; n < list_->count(); ++n) {
        const bool is_ticked = list_->item(n)->checkState() == Qt::Checked;
        is_same = is_same && is_ticked == shown_[static_cast<std::size_t>(n)].shown;
        if (is_ticked) numbers.push_back(std::to_string(n + 1));
    }
    if (numbers.empty() || is_same) return;
    if (numbers.size() == shown_.size()) numbers.clear();
    Q_EMIT chosen(numbers);
}

}  // namespace farfield::app
