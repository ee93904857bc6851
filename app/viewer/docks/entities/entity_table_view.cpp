#include "app/viewer/docks/entities/entity_table_view.h"

#include <QHeaderView>

namespace farfield::app {

EntityTableView::EntityTableView(QAbstractItemModel& model, std::initializer_list<int> widths,
                                 QWidget* parent)
    : QTableView(parent)
{
    setModel(&model);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    horizontalHeader()->setHighlightSections(false);  // bold headings would be wider than their columns
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
    int column = 0;
    for (const int width : widths) setColumnWidth(column++, width);
    setMinimumHeight(72);
}

}  // namespace farfield::app
