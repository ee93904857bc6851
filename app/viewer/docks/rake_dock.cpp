#include "app/viewer/docks/rake_dock.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/document/seeds_file.h"
#include "app/viewer/docks/data/component_dialog.h"
#include "app/viewer/docks/rake_editor.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/widgets/foreign_text.h"
#include "net/message/limits.h"

namespace farfield::app {

namespace {

constexpr std::uint32_t list_particles = 20;  // for each seed

}  // namespace

RakeDock::RakeDock(SessionModel& model, QWidget* parent) : QDockWidget(tr("Rakes"), parent), model_(model)
{
    setObjectName(QStringLiteral("rake_dock"));
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    list_ = new QListWidget(content);
    list_->setObjectName(QStringLiteral("rake_list"));
    list_->setMinimumHeight(48);
    buttons_ = make_buttons();
    editor_ = new RakeEditor(content);
    summary_ = new QLabel(content);
    summary_->setObjectName(QStringLiteral("rake_summary"));
    summary_->setWordWrap(true);
    column->addWidget(list_, 1);
    column->addWidget(buttons_);
    column->addWidget(editor_);
    column->addWidget(summary_);
    setWidget(content);

    connect(list_, &QListWidget::currentRowChanged, this, [this](int row) {
        model_.select_rake(row < 0 ? std::nullopt : std::optional<std::size_t>(row));
    });
    connect(editor_, &RakeEditor::edited, this, [this] {
        if (const auto selected = model_.selected_rake()) model_.change_rake(*selected, editor_->rake());
    });
    connect(&model_, &SessionModel::document_changed, this, &RakeDock::show_rakes);
    connect(&model_, &SessionModel::selection_changed, this, &RakeDock::show_selection);
    connect(&model_, &SessionModel::dataset_changed, this, &RakeDock::show_dataset);
    connect(&model_, &SessionModel::program_changed, this, &RakeDock::show_rakes);
    connect(&model_, &SessionModel::watching_changed, this, &RakeDock::show_dataset);
    show_dataset();
}

QWidget* RakeDock::make_buttons()
{
    auto* pile = new QWidget(this);
    auto* grid = new QGridLayout(pile);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    make_add_buttons(*grid);
    remove_ = new QToolButton(pile);
    remove_->setText(tr("Remove"));
    remove_->setObjectName(QStringLiteral("remove_rake"));
    Tip(tr("Remove the selected rake")).show_on(*remove_);
    remove_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(remove_, &QToolButton::clicked, this, [this] {
        if (const auto selected = model_.selected_rake()) model_.remove_rake(*selected);
    });
    grid->addWidget(remove_, 2, 3);
    return pile;
}

void RakeDock::make_add_buttons(QGridLayout& grid)
{
    const auto button = [&](RakeKind kind, const QString& text, const char* name, const QString& tip) {
        auto* made = new QToolButton(grid.parentWidget());
        made->setText(text);
        made->setObjectName(QString::fromLatin1(name));
        Tip(tip).show_on(*made);
        made->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        const auto number = static_cast<int>(kind);
        grid.addWidget(made, number / 4, number % 4);
        connect(made, &QToolButton::clicked, this, [this, kind] {
            if (kind == RakeKind::List)
                ask_and_add_list();
            else
                add(kind);
        });
    };
    button(RakeKind::Point, tr("+ Point"), "add_point", tr("Add a single seed"));
    button(RakeKind::Line, tr("+ Line"), "add_line", tr("Add a line of seeds"));
    button(RakeKind::Plane, tr("+ Plane"), "add_plane", tr("Add a lattice of seeds"));
    button(RakeKind::Circle, tr("+ Circle"), "add_circle", tr("Add a ring of seeds"));
    button(RakeKind::Sphere, tr("+ Sphere"), "add_sphere", tr("Add seeds all over a sphere"));
    button(RakeKind::Box, tr("+ Box"), "add_box", tr("Add a lattice of seeds that fills a box"));
    button(RakeKind::List, tr("+ List…"), "add_list",
           tr("Add the seeds of a CSV file: x,y,z, or x,y,z,t where lines begin at times of their own"));
    button(RakeKind::Slice, tr("+ Slice"), "add_slice", tr("Add a lattice of seeds through all the data"));
    button(RakeKind::Isovalue, tr("+ Isovalue"), "add_isovalue", tr("Add seeds where a scalar has a value"));
}

void RakeDock::ask_and_add_list()
{
    const auto file = QFileDialog::getOpenFileName(this, tr("Seeds"), {}, tr("CSV (*.csv);;All files (*)"));
    if (!file.isEmpty()) add_list(file);
}

void RakeDock::add_list(const QString& file)
{
    try {
        auto rakes = model_.rakes();
        rakes.push_back({.shape = load_seeds(file.toStdString()), .particles_per_seed = list_particles});
        const auto listed = model::listed_seeds(rakes);
        if (listed > model::max_listed_seeds)
            throw net::limit_error("max_listed_seeds", model::max_listed_seeds, listed);
        model_.add_rake(rakes.back());
    } catch (const std::runtime_error& error) {
        Q_EMIT problem(QString::fromStdString(error.what()));
    }
}

void RakeDock::add(RakeKind kind)
{
    if (model_.dataset()) model_.add_rake(new_rake(kind, *model_.dataset()));
}

void RakeDock::show_rakes()
{
    const auto rakes = model_.rakes();
    const auto& program = model_.program();
    const QSignalBlocker quiet(list_);
    while (list_->count() > static_cast<int>(rakes.size())) delete list_->takeItem(list_->count() - 1);
    while (list_->count() < static_cast<int>(rakes.size())) list_->addItem(QString());
    for (std::size_t i = 0; i < rakes.size(); ++i) {
        const bool are_reported = program && program->seeds.size() == rakes.size();
        const auto found = are_reported && model::is_data_dependent(rakes[i].shape)
                               ? std::optional<std::uint64_t>(program->seeds[i])
                               : std::nullopt;
        list_->item(static_cast<int>(i))
            ->setText(QStringLiteral("%1  %2").arg(i + 1).arg(title_of(rakes[i], found)));
    }
    show_selection();
    show_summary();
}

void RakeDock::show_selection()
{
    const auto selected = model_.selected_rake();
    const QSignalBlocker quiet(list_);
    list_->setCurrentRow(selected ? static_cast<int>(*selected) : -1);
    editor_->setVisible(selected.has_value());
    remove_->setEnabled(selected && model_.editable() && !model_.is_watching());
    if (selected) editor_->show_rake(model_.rakes()[*selected]);
}

void RakeDock::show_dataset()
{
    const auto& dataset = model_.dataset();
    const bool may_change = model_.editable() && !model_.is_watching();
    buttons_->setEnabled(may_change);
    editor_->setEnabled(may_change);
    if (dataset) editor_->set_dataset(*dataset);
    show_rakes();
}

void RakeDock::show_summary()
{
    const QLocale locale;
    const auto& program = model_.program();
    const bool counted = program && model::data_dependent_rakes(model_.rakes()) > 0;
    const auto particles = counted ? program->particles : model_.particle_count();
    auto text = tr("%1 particles").arg(locale.toString(qulonglong{particles}));
    if (program && program->seeds_outside > 0)
        text += tr(" · <span style='color:#e0a85a'>%1 seeds outside the domain</span>")
                    .arg(program->seeds_outside);
    if (!model_.dataset())
        text = tr("Open a dataset to place rakes in it.");
    else if (!model_.editable())
        text = tr("A recording: its rakes are as they were.");
    else if (model_.is_watching())
        text += tr(" · You watch this session: others place its rakes.");
    else if (!model_.dataset()->velocity)
        text = component_names(*model_.dataset()).size() < 2
                   ? tr("No velocity was recognised: there is nothing that particles could follow.")
                   : tr("No velocity was recognised: choose its components in the dock <b>Colour</b>, "
                        "<i>Velocity</i> &gt; <i>Of scalars …</i>");
    else if (model_.rakes().empty())
        text = tr("No rake yet: add one to see particles.");
    summary_->setText(text);
}

}  // namespace farfield::app
