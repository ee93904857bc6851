#include "app/viewer/docks/data/dataset_tree.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {
namespace {

constexpr int name_role = Qt::UserRole, name_column = 0, format_column = 1, steps_column = 2,
              units_column = 3, size_column = 4;
constexpr int few_entries = 60;  ///< folders of so many are shown open

/// Folder in front of a name, without the slash; for a pair "A+B" that of A.
QString folder_in(const QString& name)
{
    const auto end = name.indexOf(QLatin1Char('+'));
    return name.left(end < 0 ? name.size() : end).section(QLatin1Char('/'), 0, -2);
}

/// Name below its folder; for a pair both parts.
QString below(const QString& name, const QString& folder)
{
    QStringList parts = name.split(QLatin1Char('+'));
    for (QString& part : parts)
        if (!folder.isEmpty() && part.startsWith(folder + QLatin1Char('/')))
            part.remove(0, folder.size() + 1);
    return parts.join(QStringLiteral(" + "));
}

QString kind_of(const model::DatasetEntry& entry)
{
    if (!entry.lacks.empty())
        return QObject::tr("%1, without %2").arg(plain_text(entry.format), plain_text(entry.lacks));
    if (!entry.format.empty()) return plain_text(entry.format);
    return entry.kind == "file" ? QString() : plain_text(entry.kind);
}

QString steps_of(const model::DatasetEntry& entry)
{
    return entry.time_steps ? QLocale().toString(*entry.time_steps) : QString();
}

}  // namespace

DatasetTree::DatasetTree(QWidget* parent) : QWidget(parent)
{
    filter_ = new QLineEdit(this);
    filter_->setObjectName(QStringLiteral("dataset_filter"));
    filter_->setPlaceholderText(tr("Filter, or a dataset's name and Enter"));
    filter_->setClearButtonEnabled(true);
    tree_ = new QTreeWidget(this);
    tree_->setObjectName(QStringLiteral("dataset_tree"));
    tree_->setHeaderLabels({tr("Name"), tr("Format"), tr("Times"), tr("Unit"), tr("Size")});
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(name_column, QHeaderView::Stretch);
    for (const int column : {format_column, steps_column, units_column, size_column})
        tree_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    Tip(tr("Time steps, as far as they are known before opening"))
        .show_on(*tree_->headerItem(), steps_column);
    Tip(tr("Of the velocity, or of the first scalar, as far as it is known before opening"))
        .show_on(*tree_->headerItem(), units_column);
    tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree_->setUniformRowHeights(true);
    together_ = new QPushButton(tr("Open the two together"), this);
    Tip(tr("A grid and its solution, or the two components of a velocity: select both with Ctrl"))
        .show_on(*together_);
    auto* column = new QVBoxLayout(this);
    column->addWidget(filter_);
    column->addWidget(tree_, 1);
    column->addWidget(together_);

    connect(filter_, &QLineEdit::textChanged, this, &DatasetTree::filter);
    connect(filter_, &QLineEdit::returnPressed, this, &DatasetTree::choose_typed);
    connect(tree_, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        const QString name = item->data(name_column, name_role).toString();
        if (!name.isEmpty()) Q_EMIT chosen(name);
    });
    connect(tree_, &QTreeWidget::itemSelectionChanged, this,
            [this] { together_->setEnabled(selected_names().size() == 2); });
    connect(together_, &QPushButton::clicked, this,
            [this] { Q_EMIT chosen(selected_names().join(QLatin1Char('+'))); });
    together_->setEnabled(false);
}

void DatasetTree::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    filter_->setFocus();
    filter_->selectAll();
}

QTreeWidgetItem* DatasetTree::folder_for(const QString& path)
{
    QTreeWidgetItem* folder = tree_->invisibleRootItem();
    for (const QString& name : path.split(QLatin1Char('/'), Qt::SkipEmptyParts)) {
        // Names come sorted: an existing folder is the last item of its level.
        QTreeWidgetItem* last = folder->child(folder->childCount() - 1);
        if (last == nullptr || last->text(name_column) != plain_text(name) ||
            !last->data(name_column, name_role).toString().isEmpty()) {
            last = new QTreeWidgetItem(folder, {plain_text(name)});
            last->setFlags(Qt::ItemIsEnabled);
        }
        folder = last;
    }
    return folder;
}

void DatasetTree::show_datasets(const std::vector<model::DatasetEntry>& datasets)
{
    tree_->clear();
    const QString built_in = tr("Built in");
    for (const model::DatasetEntry& entry : datasets) {
        const auto name = QString::fromStdString(entry.name);
        const bool is_built_in = entry.kind == "analytic";
        const QString folder = is_built_in ? QString() : folder_in(name);
        const QString size =
            entry.bytes == 0 ? QString() : QLocale().formattedDataSize(static_cast<qint64>(entry.bytes));
        auto* item = new QTreeWidgetItem(folder_for(is_built_in ? built_in : folder),
                                         {plain_text(below(name, folder)), kind_of(entry), steps_of(entry),
                                          plain_text(entry.units), size});
        item->setData(name_column, name_role, name);
        Tip(name).show_on(*item, name_column);
        for (const int column : {steps_column, size_column})
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    if (static_cast<int>(datasets.size()) <= few_entries) tree_->expandAll();
    filter();
}

void DatasetTree::show_open(const QString& name)
{
    const QSignalBlocker quiet(tree_);
    for (QTreeWidgetItemIterator item(tree_); *item != nullptr; ++item)
        if ((*item)->data(name_column, name_role).toString() == name) {
            tree_->setCurrentItem(*item);
            return;
        }
    tree_->clearSelection();
}

QStringList DatasetTree::selected_names() const
{
    QStringList names;
    for (const QTreeWidgetItem* item : tree_->selectedItems())
        if (const QString name = item->data(name_column, name_role).toString(); !name.isEmpty())
            names.append(name);
    return names;
}

/// Hides datasets without the text in their name, and folders without visible datasets.
void DatasetTree::filter()
{
    const QString wanted = filter_->text().trimmed();
    const auto hide = [&](auto&& again, QTreeWidgetItem* item) -> bool {
        const QString name = item->data(name_column, name_role).toString();
        bool is_shown = !name.isEmpty() && (wanted.isEmpty() || name.contains(wanted, Qt::CaseInsensitive));
        for (int n = 0; n < item->childCount(); ++n) is_shown |= again(again, item->child(n));
        item->setHidden(!is_shown);
        if (is_shown && !wanted.isEmpty()) item->setExpanded(true);
        return is_shown;
    };
    for (int n = 0; n < tree_->topLevelItemCount(); ++n) (void)hide(hide, tree_->topLevelItem(n));
}

/// Chooses the only dataset that the filter shows, else the text as a name, which the list need not have.
void DatasetTree::choose_typed()
{
    QStringList left;
    for (QTreeWidgetItemIterator item(tree_, QTreeWidgetItemIterator::NotHidden); *item != nullptr; ++item)
        if (const QString name = (*item)->data(name_column, name_role).toString(); !name.isEmpty())
            left.append(name);
    const QString typed = filter_->text().trimmed();
    if (left.size() == 1)
        Q_EMIT chosen(left.front());
    else if (!typed.isEmpty())
        Q_EMIT chosen(typed);
}

}  // namespace farfield::app
