#include "app/viewer/docks/playback_dock.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStyle>
#include <QVBoxLayout>
#include <array>
#include <cmath>

#include "app/viewer/controls/stream_control.h"
#include "app/viewer/docks/clock/clock_bar.h"
#include "app/viewer/docks/clock/time_choice.h"
#include "app/viewer/session/chosen_time.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/widgets/number_box.h"
#include "app/viewer/widgets/scrolled.h"

namespace farfield::app {

PlaybackDock::PlaybackDock(SessionModel& model, StreamControl& control, ShowControl& show, QWidget* parent)
    : QDockWidget(tr("Playback"), parent), model_(model), control_(control)
{
    setObjectName(QStringLiteral("playback_dock"));
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->addWidget(make_buttons());
    column->addWidget(new ClockBar(model_, control_, show, content));
    column->addWidget(make_numbers());
    column->addStretch(1);
    auto* area = new_scrolled(content, this);
    area->setObjectName(QStringLiteral("playback_area"));
    setWidget(area);
    listen();
    show_all();
}

QWidget* PlaybackDock::make_buttons()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    const auto button = [&](const QString& text, const char* name, const QString& tip) {
        auto* made = new QPushButton(text, bar);
        made->setObjectName(QString::fromLatin1(name));
        Tip(tip).show_on(*made);
        row->addWidget(made, 1);
        return made;
    };
    pause_ = button(tr("Pause"), "pause", tr("Pause or resume (Space)"));
    step_ = button(tr("Step"), "step", tr("Compute one more frame while paused (.)"));
    restart_ = button(tr("Start over"), "restart", tr("Start again from frame 0"));
    return bar;
}

QWidget* PlaybackDock::make_numbers()
{
    auto* numbers = new QWidget(this);
    auto* form = new QFormLayout(numbers);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(4);
    rate_ = new NumberBox(numbers);
    rate_->setRange(0.0, 1000.0);
    rate_->setSingleStep(5.0);
    rate_->setSpecialValueText(tr("as fast as possible"));
    rate_->setSuffix(tr(" frames/s"));
    policy_ = new QComboBox(numbers);
    policy_->addItem(tr("Newest frame"), static_cast<int>(model::FramePolicy::Latest));
    policy_->addItem(tr("Every frame"), static_cast<int>(model::FramePolicy::Every));
    Tip(tr("Newest: frames that come too fast are passed over, and counted.\n"
           "Every: all are shown, and the node waits for the display; but those that a\n"
           "change of yours has outdated are passed over."))
        .show_on(*policy_);
    step_size_ = new NumberBox(numbers);
    Tip(tr("Integration step; negative traces upstream")).show_on(*step_size_);
    steps_per_frame_ = new_count_box(1, 1000, numbers);
    max_age_ = new_count_box(1, model::max_max_age_frames, numbers);
    max_age_->setSuffix(tr(" frames"));
    developed_ = new QCheckBox(tr("Begin with the flow filled"), numbers);
    live_ = new QCheckBox(tr("Live: the time is that of now"), numbers);
    live_->setObjectName(QStringLiteral("live"));
    Tip(tr("Particles and entities are shown as they are now, but for a short delay")).show_on(*live_);
    form->addRow(QString(), live_);
    form->addRow(tr("Rate"), rate_);
    form->addRow(tr("Show"), policy_);
    form->addRow(tr("Step"), step_size_);
    form->addRow(tr("Steps/frame"), steps_per_frame_);
    form->addRow(tr("Lifetime"), max_age_);
    form->addRow(QString(), developed_);
    make_time(*form);
    rate_->setObjectName(QStringLiteral("rate"));
    policy_->setObjectName(QStringLiteral("policy"));
    step_size_->setObjectName(QStringLiteral("step_size"));
    steps_per_frame_->setObjectName(QStringLiteral("steps_per_frame"));
    max_age_->setObjectName(QStringLiteral("max_age"));
    return numbers;
}

void PlaybackDock::make_time(QFormLayout& form)
{
    time_span_ = new QLabel(form.parentWidget());
    time_span_->setObjectName(QStringLiteral("time_span"));
    time_span_->setWordWrap(true);
    show_plain(*time_span_);
    time_choice_ = new TimeChoice(form.parentWidget());
    Tip(tr("The time steps of the dataset; type a part of a date to find one")).show_on(*time_choice_);
    start_time_ = new NumberBox(form.parentWidget());
    start_time_->setObjectName(QStringLiteral("start_time"));
    loop_ = new QCheckBox(tr("After the end from the beginning"), form.parentWidget());
    loop_->setObjectName(QStringLiteral("loop_time"));
    form.addRow(tr("Field time"), time_span_);
    form.addRow(tr("Time step"), time_choice_);
    form.addRow(tr("Start at"), start_time_);
    form.addRow(QString(), loop_);
}

void PlaybackDock::listen_to_time()
{
    const auto time = [this](auto set) {
        auto params = model_.particles();
        set(params.time);
        model_.set_particles(params);
    };
    connect(time_choice_, &TimeChoice::chosen, &control_, &StreamControl::seek);
    connect(start_time_, &QDoubleSpinBox::valueChanged, this,
            [time](double value) { time([value](model::ProgramTime& of) { of.start = value; }); });
    connect(loop_, &QCheckBox::clicked, this,
            [time](bool on) { time([on](model::ProgramTime& of) { of.loop = on; }); });
}

void PlaybackDock::listen()
{
    listen_to_time();
    const auto clock = [this](auto set) {
        auto changed = model_.document().clock;
        set(changed);
        model_.set_clock(changed);
    };
    const auto particles = [this](auto set) {
        auto params = model_.particles();
        set(params);
        model_.set_particles(params);
    };
    connect(pause_, &QPushButton::clicked, this,
            [clock] { clock([](model::Clock& of) { of.playing = !of.playing; }); });
    connect(step_, &QPushButton::clicked, &control_, [this] { control_.step(); });
    connect(restart_, &QPushButton::clicked, &control_, [this] { control_.restart(); });
    connect(rate_, &QDoubleSpinBox::valueChanged, this,
            [clock](double value) { clock([value](model::Clock& of) { of.max_rate = value; }); });
    connect(policy_, &QComboBox::activated, this, [this, clock] {
        const auto policy = static_cast<model::FramePolicy>(policy_->currentData().toInt());
        clock([policy](model::Clock& of) { of.policy = policy; });
    });
    connect(step_size_, &QDoubleSpinBox::valueChanged, this, [particles](double value) {
        if (value != 0.0) particles([value](model::ParticleLayerParams& params) { params.step = value; });
    });
    connect(steps_per_frame_, &QSpinBox::valueChanged, this, [particles](int value) {
        particles([value](model::ParticleLayerParams& params) {
            params.steps_per_frame = static_cast<std::uint32_t>(value);
        });
    });
    connect(max_age_, &QSpinBox::valueChanged, this, [particles](int value) {
        particles([value](model::ParticleLayerParams& params) {
            params.max_age_frames = static_cast<std::uint32_t>(value);
        });
    });
    connect(live_, &QCheckBox::clicked, &control_, [this](bool on) { control_.set_live(on); });
    connect(developed_, &QCheckBox::clicked, this, [particles](bool on) {
        particles([on](model::ParticleLayerParams& params) { params.developed = on; });
    });
    connect(&model_, &SessionModel::document_changed, this, &PlaybackDock::show_all);
    connect(&model_, &SessionModel::dataset_changed, this, &PlaybackDock::show_all);
    connect(&model_, &SessionModel::program_changed, this, &PlaybackDock::show_all);
}

void PlaybackDock::show_all()
{
    const model::Pace pace = model_.pace();
    const bool is_paused = model_.is_paused();
    const auto particles = model_.particles();
    const double step = particles.step.value_or(0.0);
    const auto& dataset = model_.dataset();
    const auto& program = model_.program();
    pause_->setText(is_paused ? tr("Resume") : tr("Pause"));
    const bool has_clock = control_.has_recording() || control_.is_live();
    const bool plays = dataset || has_clock;
    live_->setChecked(control_.is_live());
    pause_->setEnabled(plays);
    step_->setEnabled(is_paused && (program || has_clock));
    restart_->setEnabled(plays);
    rate_->show_value(pace.max_rate);
    policy_->setCurrentIndex(policy_->findData(static_cast<int>(pace.policy)));
    const auto units = dataset ? plain_text(dataset->time_units) : QString();
    step_size_->setSuffix(units.isEmpty() ? QString() : QStringLiteral(" ") + units);
    step_size_->set_scale(20.0 * std::abs(step));
    step_size_->show_value(step);
    show_count(*steps_per_frame_, particles.steps_per_frame);
    show_count(*max_age_, particles.max_age_frames);
    developed_->setChecked(particles.developed);
    const bool not_filled = program && particles.developed && !program->developed;
    Tip(not_filled ? tr("The node did without: it would cost too many steps.") : QString())
        .show_on(*developed_);
    for (auto* box : {static_cast<QWidget*>(step_size_), static_cast<QWidget*>(steps_per_frame_),
                      static_cast<QWidget*>(max_age_), static_cast<QWidget*>(developed_)})
        box->setEnabled(model_.editable() && has_particles());
    show_time();
}

bool PlaybackDock::has_particles() const
{
    return find_layer(model_.document(), model_.edited().particles) != nullptr;
}

/// Updates the boxes of time. For a steady field they are disabled, and the label gives the reason.
void PlaybackDock::show_time()
{
    const auto& dataset = model_.dataset();
    const auto time = model_.particles().time;
    const bool unsteady = dataset && dataset->time_span;
    const auto [first, last] = unsteady ? *dataset->time_span : std::array{0.0, 0.0};
    const auto units = dataset ? plain_text(dataset->time_units) : QString();
    time_choice_->show_times(unsteady ? &*dataset : nullptr,
                             time_of(model_.document(), model_.edited().flow));
    const auto reason = dataset ? tr("steady: the same at all times") : QString();
    time_span_->setText(unsteady ? tr("%1 … %2 %3, %4 slices")
                                       .arg(QString::number(first), QString::number(last), units,
                                            QString::number(dataset->time_steps))
                                 : reason);
    start_time_->setSuffix(units.isEmpty() ? QString() : QStringLiteral(" ") + units);
    start_time_->set_scale(last - first);
    const QSignalBlocker quiet(start_time_);  // a narrower range may change the number
    start_time_->setRange(first, last);
    start_time_->show_value(time.start);
    Tip(unsteady ? tr("Time of the field in the program's first frame") : reason).show_on(*start_time_);
    loop_->setChecked(time.loop);
    Tip(unsteady ? tr("Otherwise the last slice holds on") : reason).show_on(*loop_);
    for (auto* box : {static_cast<QWidget*>(start_time_), static_cast<QWidget*>(loop_)})
        box->setEnabled(unsteady && model_.editable() && has_particles());
}

}  // namespace farfield::app
