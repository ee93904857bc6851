#include "compute_node/ranks/shared_fields.h"

#include "compute_node/fields/field_image.h"

#include <cstring>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

std::shared_ptr<const Field> SharedFields::share(const Field& field)
{
    std::uint32_t id = 0;
    const auto take_memory = [&](std::size_t bytes) {
        const Communicator::Shared shared = communicator_.share_memory(bytes);
        id = shared.id;
        return std::shared_ptr<std::byte>{shared.begin, [this, id](std::byte*) { drop(id); }};
    };
    FieldImage image = image_of(field, take_memory);
    communicator_.publish_memory(id);
    communicator_.send_to_all(message_of(TracingOrder::Field, FieldOrder{id, image.description}));
    auto shared = field_of(image);
    const std::lock_guard lock{mutex_};
    fields_[shared.get()] = id;
    return shared;
}

/// Drops a field once the last FixedArray in its memory is gone.
void SharedFields::drop(std::uint32_t field)
{
    {
        const std::lock_guard lock{mutex_};
        std::erase_if(fields_, [field](const auto& entry) { return entry.second == field; });
    }
    communicator_.send_to_all(message_of(TracingOrder::DropField, field));
    communicator_.release_memory(field);
}

std::unique_ptr<LineHelp> SharedFields::begin(const Field& field, const LineSettings& settings, int threads,
                                              std::vector<int> each)
{
    using RemoteLines = RemoteWork<LinePart, LineBlock, TracingOrder::Lines, TracingOrder::EndJob>;
    const std::lock_guard lock{mutex_};
    if (!failure_.empty()) throw std::runtime_error(failure_);
    const auto known = fields_.find(&field);
    if (known == fields_.end()) return nullptr;
    auto answers = std::make_shared<LineAnswers>(std::move(each));
    const std::uint32_t job = next_job_++;
    jobs_.add(job, answers);
    communicator_.send_to_all(
        message_of(TracingOrder::Job, LineJobOrder{job, known->second, settings, threads}));
    return std::make_unique<RemoteLines>(communicator_, job, std::move(answers));
}

std::unique_ptr<ParticleHelp> SharedFields::begin_particles(const Field& field)
{
    const std::lock_guard lock{mutex_};
    if (!failure_.empty()) throw std::runtime_error(failure_);
    const auto known = fields_.find(&field);
    if (known == fields_.end()) return nullptr;
    auto answers = std::make_shared<RankAnswers>(communicator_.size());
    const std::uint32_t particle_set = next_job_++;
    particle_sets_.add(particle_set, answers);
    return std::make_unique<RemoteParticles>(communicator_, particle_set, known->second, std::move(answers));
}

void SharedFields::take(int from, RankMessage message)
{
    const std::lock_guard lock{mutex_};
    switch (static_cast<TracingOrder>(message.kind)) {
    case TracingOrder::Block: {
        auto answer = content_of<BlockAnswer>(message);
        if (const auto answers = jobs_.find(answer.job))
            answers->add(from, std::move(answer.block), answer.last);
        break;
    }
    case TracingOrder::Failed: {
        const auto answer = content_of<FailedAnswer>(message);
        jobs_.fail(answer.job, answer.text);
        particle_sets_.fail(answer.job, answer.text);
        break;
    }
    case TracingOrder::MadeFrames: {
        std::uint32_t particle_set = 0;
        std::memcpy(&particle_set, message.bytes.data() + message.bytes.size() - sizeof particle_set,
                    sizeof particle_set);
        if (const auto answers = particle_sets_.find(particle_set)) answers->add(from, std::move(message));
        break;
    }
    case TracingOrder::GivenBack:
        if (const auto answers = particle_sets_.find(content_of<std::uint32_t>(message)))
            answers->add(from, std::move(message));
        break;
    default:
        break;
    }
}

void SharedFields::fail(const std::string& text)
{
    const std::lock_guard lock{mutex_};
    failure_ = text;
    jobs_.fail_all(text);
    particle_sets_.fail_all(text);
}

}  // namespace farfield::compute
