#include "app/viewer/docks/data/dataset_tree.h"

#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"

using namespace farfield::app;
using farfield::model::DatasetEntry;

namespace {

const std::vector<DatasetEntry> datasets{{"analytic:abc", "analytic"},
                                         {"fin/grid.xyz+fin/flow.q", "file", "PLOT3D", 1'300'000},
                                         {"ocean/u.nc", "file", "NetCDF", 2'000'000, 1200, "cm/s"},
                                         {"ocean/v.nc", "file", "NetCDF", 2'000'000},
                                         {"top.vtk", "file", "VTK", 10}};

/// A tree, and what was chosen in it.
struct Chosen {
    Chosen()
    {
        start_application();
        view = std::make_unique<DatasetTree>();
        view->show_datasets(datasets);
        tree = view->findChild<QTreeWidget*>();
        filter = view->findChild<QLineEdit*>();
        QObject::connect(view.get(), &DatasetTree::chosen,
                         [this](const QString& name) { names.append(name); });
    }
    [[nodiscard]] QStringList shown() const
    {
        QStringList texts;
        for (QTreeWidgetItemIterator item(tree, QTreeWidgetItemIterator::NotHidden); *item != nullptr; ++item)
            texts.append((*item)->text(0));
        return texts;
    }
    [[nodiscard]] QTreeWidgetItem* item(const QString& text) const
    {
        return tree->findItems(text, Qt::MatchExactly | Qt::MatchRecursive).value(0);
    }

    std::unique_ptr<DatasetTree> view;
    QTreeWidget* tree = nullptr;
    QLineEdit* filter = nullptr;
    QStringList names;
};

}  // namespace

TEST_CASE("DatasetTree: lists datasets below their folders, pairs in short, with format and size", "[files]")
{
    const Chosen chosen;
    CHECK(chosen.shown() == QStringList{"Built in", "analytic:abc", "fin", "grid.xyz + flow.q", "ocean",
                                        "u.nc", "v.nc", "top.vtk"});
    CHECK(chosen.item("u.nc")->text(1) == QStringLiteral("NetCDF"));
    CHECK_FALSE(chosen.item("u.nc")->text(4).isEmpty());
}

TEST_CASE("DatasetTree: has time steps and the unit where the node knows them", "[files]")
{
    const Chosen chosen;
    CHECK(chosen.item("u.nc")->text(2) == QLocale().toString(1200));
    CHECK(chosen.item("u.nc")->text(3) == QStringLiteral("cm/s"));
    CHECK(chosen.item("v.nc")->text(2).isEmpty());
    CHECK(chosen.item("v.nc")->text(3).isEmpty());
}

TEST_CASE("DatasetTree: the filter leaves names that have it, and Enter opens the only one left", "[files]")
{
    Chosen chosen;
    chosen.filter->setText(QStringLiteral("U.N"));
    CHECK(chosen.shown() == QStringList{"ocean", "u.nc"});
    QTest::keyClick(chosen.filter, Qt::Key_Return);
    CHECK(chosen.names == QStringList{"ocean/u.nc"});
}

TEST_CASE("DatasetTree: a name that is not listed is chosen as it was typed", "[files]")
{
    Chosen chosen;
    chosen.filter->setText(QStringLiteral("analytic:abc:64"));
    QTest::keyClick(chosen.filter, Qt::Key_Return);
    CHECK(chosen.names == QStringList{"analytic:abc:64"});
}

TEST_CASE("DatasetTree: two that are selected open together", "[files]")
{
    Chosen chosen;
    auto* together = chosen.view->findChild<QPushButton*>();
    CHECK_FALSE(together->isEnabled());
    chosen.item("u.nc")->setSelected(true);
    chosen.item("v.nc")->setSelected(true);
    together->click();
    CHECK(chosen.names == QStringList{"ocean/u.nc+ocean/v.nc"});
}
