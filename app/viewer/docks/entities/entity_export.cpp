#include <QDir>
#include <QFileDialog>

#include "app/viewer/docks/entities/entity_csv.h"
#include "app/viewer/docks/entities/entity_dock.h"

/// Export of the list of entities to a file.
namespace farfield::app {

void EntityDock::ask_and_export()
{
    const auto file = QFileDialog::getSaveFileName(this, tr("Export entities"),
                                                   QStringLiteral("entities.csv"), tr("CSV (*.csv)"));
    if (!file.isEmpty()) export_csv(file);
}

bool EntityDock::export_csv(const QString& file)
{
    EntityLayer* const layer = this->layer();
    if (layer == nullptr) return false;
    std::vector<const KnownEntity*> shown;
    for (int row = 0; row < sorted_.rowCount(); ++row)
        if (const auto* entity =
                layer->table().find(rows_.id(sorted_.mapToSource(sorted_.index(row, 0)).row())))
            shown.push_back(entity);
    const QString fault = write_file(
        file, entity_csv(shown, layer->relay_ns(), [this](const KnownEntity& entity, std::uint64_t now_ns) {
            return height_above_ground(entity, now_ns);
        }));
    if (!fault.isEmpty()) {
        Q_EMIT problem(fault);
        return false;
    }
    Q_EMIT remark(tr("Saved %1 entities to %2").arg(shown.size()).arg(QDir::toNativeSeparators(file)));
    return true;
}

}  // namespace farfield::app
