#include "net/recording/recording.h"

#include <set>
#include <stdexcept>
#include <utility>

#include "model/fields/json_fields.h"
#include "net/message/bounded_json.h"

namespace farfield::net {
namespace {

constexpr std::uint32_t newest_version = 2;
constexpr std::size_t most_streams = 1024;

/// The first message of version 2.
struct DocumentHead {
    std::uint32_t version = newest_version;
    Json document = Json::object(), data = Json::object();
    std::vector<RecordedStream> streams;
    std::vector<RecordedCall> calls;

    static void fields(auto& visit)
    {
        visit("farfield_recording", &DocumentHead::version, model::required);
        visit("document", &DocumentHead::document, model::required);
        visit("data", &DocumentHead::data, model::required);
        visit("streams", &DocumentHead::streams, model::required);
        visit("calls", &DocumentHead::calls, model::required);
    }
    /// Throws when two streams have the same number, or a stream's data is not described.
    static void check(const DocumentHead& head, const std::string& path)
    {
        std::set<std::uint32_t> numbers;
        if (head.streams.empty() || head.streams.size() > most_streams)
            throw model::FieldError(path + "streams", "1 to " + std::to_string(most_streams) + " streams",
                                    std::to_string(head.streams.size()));
        for (const auto& stream : head.streams) {
            if (!numbers.insert(stream.stream).second)
                throw model::FieldError(path + "streams", "a number of its own for each stream",
                                        "two with " + std::to_string(stream.stream));
            if (!head.data.contains(stream.data) || !head.data[stream.data].is_object())
                throw model::FieldError(path + "streams", "an id of a description in \"data\"",
                                        '"' + stream.data + '"');
        }
    }
};

}  // namespace

RecordingHead head_of_stream(Json dataset, Json program, ProgramStart start)
{
    RecordingHead head;
    head.data.emplace("", std::move(dataset));
    head.streams.push_back(
        {.layer = "", .data = "", .program = std::move(program), .start = std::move(start)});
    return head;
}

std::string RecordingHead::text() const
{
    const Json json = version == 1 ? Json{{"farfield_recording", version},
                                          {"dataset", data.begin()->second},
                                          {"program", streams.front().program},
                                          {"start", model::write(streams.front().start)}}
                                   : model::write(DocumentHead{version, document, data, streams, calls});
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

RecordingHead RecordingHead::from(std::string_view text)
{
    const auto json = parse_bounded_json(text);
    if (json.is_discarded()) throw std::runtime_error("its first message is not JSON");
    model::JsonFields fields({&json, ""});
    const std::uint32_t version = fields["farfield_recording"].uint32({.min = 1, .max = newest_version});
    if (version == 1)
        return head_of_stream(fields["dataset"].object(), fields["program"].object(),
                              model::read<ProgramStart>(fields["start"].object()));
    auto head = model::read<DocumentHead>(json);
    return {.version = version,
            .document = std::move(head.document),
            .data = std::move(head.data).get<std::map<std::string, Json>>(),
            .streams = std::move(head.streams),
            .calls = std::move(head.calls)};
}

}  // namespace farfield::net
