#include "compute_node/tomography/arrivals/arrival_distribution.h"

#include "compute_node/support/archive.h"
#include "compute_node/support/elapsed_time.h"
#include "compute_node/support/parallel.h"
#include "compute_node/tomography/arrivals/arrival_helpers.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace farfield::tomography {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begun)
{
    return 1e-9 * static_cast<double>(nanoseconds_since(begun));
}

/// Hands out batches of places in order. Threads: any.
class BatchesLeft {
public:
    explicit BatchesLeft(std::vector<std::size_t> begins) : begins_{std::move(begins)} {}

    /// Takes the next batches, as many as there are threads.
    [[nodiscard]] std::optional<PlaceRange> take(int threads)
    {
        const std::lock_guard lock{mutex_};
        const std::size_t first = next_;
        if (first + 1 == begins_.size()) return std::nullopt;
        next_ = std::min(first + static_cast<std::size_t>(threads), begins_.size() - 1);
        return PlaceRange{begins_[first], begins_[next_]};
    }
    [[nodiscard]] bool is_empty() const
    {
        const std::lock_guard lock{mutex_};
        return next_ + 1 == begins_.size();
    }

private:
    mutable std::mutex mutex_;
    std::vector<std::size_t> begins_;  ///< begin of each batch, and end of the last
    std::size_t next_ = 0;
};

/// Puts arrivals in the order of the data. Threads: any.
class ArrivalSink {
public:
    ArrivalSink(const PlaceTracer& tracer, FirstArrivals& found) : tracer_{tracer}, found_{found} {}

    void put(TracedPlaces traced)
    {
        const std::vector<std::size_t> data = tracer_.data_of(traced.places);
        for (std::size_t n = 0; n < data.size(); ++n)
            found_.arrivals[data[n]] = std::move(traced.arrivals.at(n));
        const std::lock_guard lock{mutex_};
        found_.marched.insert(found_.marched.end(), traced.marched.begin(), traced.marched.end());
        found_.tasks.tasks += traced.tasks;
        found_.tasks.task_seconds += traced.task_seconds;
    }
    void count_messages(std::size_t tasks, double seconds, std::uint64_t bytes)
    {
        const std::lock_guard lock{mutex_};
        found_.tasks.messages += tasks;
        found_.tasks.message_seconds += seconds;
        found_.tasks.message_bytes += bytes;
    }

private:
    const PlaceTracer& tracer_;
    FirstArrivals& found_;
    std::mutex mutex_;
};

/// Distributes a tracing. This process traces on the thread that calls trace(); another thread gives parts to
/// the helpers and takes their results.
class ArrivalDistribution {
public:
    ArrivalDistribution(const PlaceTracer& tracer, ArrivalHelp& help, const EikonalSettings& settings,
                        ArrivalSink& sink)
        : tracer_{tracer},
          help_{help},
          settings_{settings},
          sink_{sink},
          threads_{thread_count(settings.threads)},
          left_{batch_begins(tracer.places(), static_cast<std::size_t>(threads_ + help.threads()))}
    {
        settings_.cancelled = &stopped_;
        cancelled_ = settings.cancelled;
    }

    void trace()
    {
        std::exception_ptr error;
        give_to_free();
        {
            std::jthread others{[&] {
                try {
                    serve_helpers();
                } catch (...) {
                    error = std::current_exception();
                    stopped_ = true;
                }
            }};
            try {
                trace_here();
            } catch (...) {
                stopped_ = true;
                throw;
            }
        }
        if (error) std::rethrow_exception(error);
    }

private:
    void trace_here()
    {
        while (!stopped_) {
            const auto part = left_.take(threads_);
            if (!part) return;
            TracedPlaces traced = tracer_.trace(*part, settings_);
            sink_.put(std::move(traced));
        }
    }

    void serve_helpers()
    {
        while (!stopped_ && (!left_.is_empty() || !given_.empty())) {
            for (const PackedPlaces& packed : help_.take(true)) put(packed);
            give_to_free();
            if (is_set(cancelled_)) stopped_ = true;
        }
    }

    void give_to_free()
    {
        while (const auto helper = help_.free_helper()) {
            const auto part = left_.take(helper->threads);
            if (!part) return;
            given_[part->first] = Clock::now();
            help_.give(helper->number, *part);
        }
    }

    void put(const PackedPlaces& packed)
    {
        TracedPlaces traced;
        ArchiveReader{packed.bytes}(traced);
        const auto given = given_.find(traced.places.first);
        const double seconds = seconds_since(given->second) - traced.elapsed_seconds;
        sink_.count_messages(traced.tasks, std::max(seconds, 0.0), packed.bytes.size());
        given_.erase(given);
        sink_.put(std::move(traced));
    }

    const PlaceTracer& tracer_;
    ArrivalHelp& help_;
    EikonalSettings settings_;
    ArrivalSink& sink_;
    int threads_;
    BatchesLeft left_;
    std::map<std::size_t, Clock::time_point> given_;  ///< time of giving, by first place of parts not back
    std::atomic<bool> stopped_{false};
    const std::atomic<bool>* cancelled_;
};

}  // namespace

void trace_distributed(const SlownessModel& model, const Survey& survey, const ArrivalSettings& settings,
                       FirstArrivals& found)
{
    const auto begun = Clock::now();
    const PlaceTracer tracer{model, survey, settings.model_lattice};
    ArrivalSink sink{tracer, found};
    found.tasks.threads = thread_count(settings.eikonal.threads);
    if (settings.helpers == nullptr) {
        sink.put(tracer.trace({0, tracer.places()}, settings.eikonal));
    } else {
        const auto help = settings.helpers->begin(model, survey, settings.model_lattice, settings.eikonal);
        found.tasks.threads += help->threads();
        ArrivalDistribution{tracer, *help, settings.eikonal, sink}.trace();
    }
    std::ranges::sort(found.marched);
    found.tasks.elapsed_seconds = seconds_since(begun);
}

}  // namespace farfield::tomography
