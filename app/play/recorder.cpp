#include "app/play/recorder.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "model/programs/program_answer.h"

namespace farfield::app {
namespace {

constexpr std::size_t recorded_slots = 8;

bool is_shown_dataset(const model::Document& document, const model::Layer& layer)
{
    return layer.visible && !layer.data.empty() &&
           document.data.at(layer.data).kind == model::DataKind::Dataset;
}

/// True for calls with answers that a recording holds, beside its frames and descriptions.
bool is_recorded(std::string_view method)
{
    return !method.starts_with("session.") && !method.starts_with("program.") && !method.ends_with(".open") &&
           !method.ends_with(".list");
}

net::Json description_of(const OpenData& data)
{
    return data.terrain ? model::write(*data.terrain) : model::write(*data.dataset);
}

net::RecordingHead head_of_one(PlayedDocument& played, const std::string& layer)
{
    const auto& data = *played.data().find(played.document().layers.at(layer).data);
    const ProgramDriver& driver = *played.layers().first_driver(layer);
    auto start = driver.sent()->start;
    start.slot_bytes = driver.slot_bytes();
    return net::head_of_stream(
        model::write(*data.dataset),
        model::write(model::read_answer<model::ProgramAnswer>(played.layers().answer(layer))), start);
}

}  // namespace

/// Rings of a layer that does not tick and needs its frames itself: they are recorded as they arrive.
class Recorder::Observed final : public Intake {
public:
    Observed(Intake& intake, net::FrameRing::Observer observer)
        : intake_(intake), observer_(std::move(observer))
    {}

    net::FrameRing& open(const ProgramRequest& request, std::uint64_t slot_bytes) override
    {
        net::FrameRing& ring = intake_.open(request, slot_bytes);
        ring.observe(observer_);
        return ring;
    }
    [[nodiscard]] bool serves(const ProgramRequest& request) const override
    {
        return intake_.serves(request);
    }
    [[nodiscard]] std::optional<std::uint64_t> grown_to(const ProgramRequest& request,
                                                        std::uint64_t frame_bytes) const override
    {
        return intake_.grown_to(request, frame_bytes);
    }
    void close() override { intake_.close(); }

private:
    Intake& intake_;
    net::FrameRing::Observer observer_;
};

bool has_one_stream(const model::Document& document)
{
    const auto shown = std::ranges::count_if(document.layers, [](const auto& layer) {
        return layer.second.visible && layer.second.recording.empty();
    });
    const auto of_datasets = std::ranges::count_if(
        document.layers, [&](const auto& layer) { return is_shown_dataset(document, layer.second); });
    return shown == 1 && of_datasets == 1;
}

Recorder::Recorder(std::filesystem::path file) : file_(std::move(file)) {}

Recorder::~Recorder() = default;

PlayedDocument::Answered Recorder::answered()
{
    return [this](const std::string& method, const net::Json& params, const net::Json& result) {
        note(method, params, result);
    };
}

void Recorder::note(const std::string& method, const net::Json& params, const net::Json& result)
{
    const std::lock_guard lock(mutex_);
    if (method == "program.start")
        started_[result.value("stream", std::uint32_t{0})] = {params, result, ""};
    else if (is_recorded(method))
        calls_.push_back({method, params, result});
}

Stage Recorder::stage(PlayedDocument& played)
{
    if (!has_one_stream(played.document())) late_ = std::make_unique<net::LateHeadWriter>(file_);
    Stage stage;
    stage.cpu_reads = true;
    stage.intake = [this, &played](const std::string& id, const std::string& key) -> Intake* {
        Layer& layer = *played.layers().find(id);
        // The recorder takes the first stream of a ticking layer, and observes further ones, such as ground,
        // since the layer needs them itself.
        const bool is_first = std::ranges::find(ticking_, id, &Ticking::layer) == ticking_.end();
        if (ticks(layer) && is_first) {
            ticking_.push_back(
                std::make_unique<Ticking>(Ticking{.layer = id, .frames = PlainIntake(recorded_slots)}));
            return &ticking_.back()->frames;
        }
        observed_.push_back(std::make_unique<Observed>(
            layer.intake(key), [this, id](const net::FrameInfo& info, std::span<const std::byte> payload) {
                append(id, info.header, payload);
            }));
        return observed_.back().get();
    };
    return stage;
}

void Recorder::begin(PlayedDocument& played)
{
    if (!late_)
        writer_ = std::make_unique<net::RecordingWriter>(file_, head_of_one(played, ticking_.front()->layer));
}

void Recorder::append(const std::string& layer, const net::MessageHeader& header,
                      std::span<const std::byte> payload)
{
    const std::lock_guard lock(mutex_);
    if (fault_) return;
    try {
        if (writer_) return writer_->append(header, payload);
        started_[header.stream].layer = layer;
        late_->append(header, payload);
    } catch (...) {
        fault_ = std::current_exception();
    }
}

std::size_t Recorder::take()
{
    std::size_t taken = 0;
    for (const auto& stream : ticking_) {
        const auto count = stream->frames.take_all(
            [&](const net::MessageHeader& header, auto payload) { append(stream->layer, header, payload); });
        stream->taken += count;
        taken += count;
    }
    const std::lock_guard lock(mutex_);
    if (fault_) std::rethrow_exception(fault_);
    return taken;
}

std::uint64_t Recorder::pictures() const
{
    std::uint64_t fewest = ticking_.empty() ? 0 : ticking_.front()->taken;
    for (const auto& stream : ticking_) fewest = std::min(fewest, stream->taken);
    return fewest;
}

std::optional<StreamEnd> Recorder::end(const PlayedDocument& played) const
{
    return played.end([&](const std::string& layer) {
        const auto stream = std::ranges::find(ticking_, layer, &Ticking::layer);
        return stream == ticking_.end() || (*stream)->taken >= played.frames() ||
               (*stream)->frames.waiting() > 0;
    });
}

net::RecordedStream Recorder::recorded(const PlayedDocument& played, std::uint32_t number) const
{
    const Started& started = started_.at(number);
    return {.stream = number,
            .layer = started.layer,
            .data = played.document().layers.at(started.layer).data,
            .program = started.answer,
            .start = model::read<net::ProgramStart>(started.start)};
}

net::RecordingHead Recorder::head(const PlayedDocument& played) const
{
    model::Document document = played.document();
    std::erase_if(document.layers, [](const auto& layer) { return !layer.second.recording.empty(); });
    net::RecordingHead head{.version = 2, .document = model::write(document)};
    for (const auto& [id, source] : played.document().data)
        if (const auto* data = played.data().find(id)) head.data[id] = description_of(*data);
    for (const auto& [number, started] : started_)
        if (!started.layer.empty()) head.streams.push_back(recorded(played, number));
    head.calls = calls_;
    return head;
}

std::uint64_t Recorder::finish(const PlayedDocument& played)
{
    const std::lock_guard lock(mutex_);
    if (pictures() > 0) return writer_ ? writer_->bytes() : late_->finish(head(played));
    std::error_code ignored;
    if (std::exchange(writer_, nullptr)) std::filesystem::remove(file_, ignored);
    return 0;
}

}  // namespace farfield::app
