#include "app/viewer/session/shared_copy.h"

#include <algorithm>
#include <utility>

#include "model/document/patch.h"

namespace farfield::app {

model::Json shared_sections(const model::Document& document)
{
    model::Json sections = model::write(document);
    for (const char* const own : {"farfield", "camera", "output", "files"}) sections.erase(own);
    return sections;
}

void SharedCopy::begin(model::Json shared, std::uint64_t version)
{
    shared_ = std::move(shared);
    version_ = version;
    on_its_way_.reset();
}

std::optional<model::Json> SharedCopy::change(const model::Json& local)
{
    if (on_its_way_ || local == shared_) return std::nullopt;
    on_its_way_ = model::difference(shared_, local);
    return on_its_way_;
}

bool SharedCopy::accepted(std::uint64_t version)
{
    if (const auto patch = std::exchange(on_its_way_, std::nullopt))
        shared_ = model::patched(std::move(shared_), *patch);
    const bool is_newest = version >= version_;
    version_ = std::max(version_, version);
    return is_newest;
}

void SharedCopy::refused()
{
    on_its_way_.reset();
}

model::Json SharedCopy::take(const model::Json& patch, std::uint64_t version, const model::Json& local)
{
    version_ = std::max(version_, version);
    const model::Json own = model::difference(shared_, local);
    shared_ = model::patched(std::move(shared_), patch);
    return model::patched(shared_, own);
}

}  // namespace farfield::app
