#include "app/viewer/docks/job_dock.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <stdexcept>
#include <utility>

#include "app/viewer/session/node_link.h"
#include "app/viewer/widgets/decay_chart.h"
#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {
namespace {

QString words_of(const model::JobProgress& now)
{
    const auto name = QString::fromStdString(now.dataset);
    auto figures = QObject::tr("%1: iteration %2 of at most %3\nchi² %4, rms %5 ms, %6 s")
                       .arg(name)
                       .arg(now.iteration)
                       .arg(now.iterations)
                       .arg(now.chi2, 0, 'g', 3)
                       .arg(1e3 * now.rms, 0, 'g', 3)
                       .arg(now.seconds, 0, 'f', 1);
    switch (now.state) {
    case model::JobState::Running:
        return figures;
    case model::JobState::Finished:
        return figures + QObject::tr("\nfinished");
    case model::JobState::Stopped:
        return figures + QObject::tr("\nstopped");
    case model::JobState::Failed:
        return QObject::tr("%1 failed: %2").arg(name, QString::fromStdString(now.message));
    }
    return figures;
}

}  // namespace

JobDock::JobDock(NodeLink& link, QWidget* parent) : QDockWidget(tr("Job"), parent), link_(link)
{
    setObjectName(QStringLiteral("job_dock"));
    make_content();
    connect(start_, &QPushButton::clicked, this, &JobDock::start);
    connect(data_, &QLineEdit::returnPressed, this, &JobDock::start);
    connect(stop_, &QPushButton::clicked, this, &JobDock::stop);
    connect(&link_, &NodeLink::job_progressed, this, &JobDock::take);
    connect(&link_, &NodeLink::state_changed, this, [this] {
        if (link_.state() == NodeLink::State::Connecting) {
            progress_.clear();
            job_ = {};
        }
        show_progress();
    });
    show_progress();
}

void JobDock::make_content()
{
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    data_ = new QLineEdit(QStringLiteral("mine:1"), content);
    data_->setObjectName(QStringLiteral("job_data"));
    Tip(tr("First arrivals to invert for velocity: a CSV or unified data file below the node's "
           "data, or mine:SEED, built in"))
        .show_on(*data_);
    start_ = new QPushButton(tr("Invert"), content);
    start_->setObjectName(QStringLiteral("job_start"));
    stop_ = new QPushButton(tr("Stop"), content);
    stop_->setObjectName(QStringLiteral("job_stop"));
    auto* row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("Travel times"), content));
    row->addWidget(data_, 1);
    row->addWidget(start_);
    row->addWidget(stop_);
    state_ = new QLabel(content);
    state_->setObjectName(QStringLiteral("job_state"));
    state_->setWordWrap(true);
    show_plain(*state_);
    chart_ = new DecayChart(1.0, tr("chi²; dashed: the data's noise"), content);
    chart_->setObjectName(QStringLiteral("job_chart"));
    column->addLayout(row);
    column->addWidget(state_);
    column->addWidget(chart_, 1);
    setWidget(content);
}

/// Takes progress of the job started here, or else of the first that reports, until it has ended.
void JobDock::take(const model::JobProgress& progress)
{
    const bool is_other = progress.job != job_.job;
    const bool is_free =
        job_.job.empty() || (!progress_.empty() && progress_.back().state != model::JobState::Running);
    if (is_other && !is_free) return;
    if (is_other) {
        job_ = {.job = progress.job, .dataset = progress.dataset};
        progress_.clear();
    }
    progress_.push_back(progress);
    show_progress();
    if (progress_.size() == 1) raise();
    if (std::exchange(opens_result_, false) && progress.state == model::JobState::Running)
        Q_EMIT result_wanted(progress.dataset);
}

void JobDock::show_progress()
{
    const bool is_connected = link_.state() == NodeLink::State::Connected;
    start_->setEnabled(is_connected);
    const bool has_ended = !progress_.empty() && progress_.back().state != model::JobState::Running;
    stop_->setEnabled(is_connected && !job_.job.empty() && !has_ended);
    state_->setText(!progress_.empty() ? words_of(progress_.back())
                    : job_.job.empty()
                        ? tr("No job has reported yet.")
                        : tr("Job %1: before its first iteration …").arg(QString::fromStdString(job_.job)));
    std::vector<double> misfits;
    for (const model::JobProgress& step : progress_)
        if (step.state == model::JobState::Running) misfits.push_back(step.chi2);
    chart_->show_values(std::move(misfits), progress_.empty() ? 10 : progress_.back().iterations);
}

/// Starts a job. Its result is opened with its first slice, as progress reports it.
void JobDock::start()
{
    const model::JobStartCall call{.data = data_->text().toStdString()};
    link_.call("job.start", model::write(call), [this](const auto& error, const net::Json& result) {
        try {
            if (error) throw *error;
            job_ = model::read_answer<model::JobStarted>(result);
        } catch (const std::runtime_error& fault) {
            return Q_EMIT problem(tr("Cannot start the job: %1").arg(QString::fromUtf8(fault.what())));
        }
        progress_.clear();
        opens_result_ = true;
        show_progress();
    });
}

void JobDock::stop()
{
    link_.call("job.stop", {{"job", job_.job}}, [this](const auto& error, const net::Json&) {
        if (error) Q_EMIT problem(tr("Cannot stop the job: %1").arg(QString::fromUtf8(error->what())));
    });
}

}  // namespace farfield::app
