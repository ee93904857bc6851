#include "app/document/document_file.h"

#include <fmt/format.h>

#include "model/files/atomic_file.h"
#include "model/files/plain_file.h"

namespace farfield::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t max_toml_bytes = 1 << 20;

std::string text_in(const fs::path& file, std::uintmax_t max_bytes)
{
    return model::PlainFile(file, "script", max_bytes).text();
}

model::Document read_session(const std::string& text, const std::string& file,
                             std::span<const model::LayerKind> kinds)
{
    try {
        return model::parse_document(text, kinds);
    } catch (const model::FieldError& error) {
        throw std::runtime_error(fmt::format("{}: '{}': {}", file,
                                             error.path.empty() ? "the document" : error.path, error.reason));
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(fmt::format("{}: {}", file, error.what()));
    }
}

/// The document with absolute paths to the files beside it, so that they are found from any folder.
model::Document with_paths_from(model::Document document, const fs::path& folder)
{
    const auto found_from = [&](const std::string& path) {
        return fs::absolute(folder / path).lexically_normal().string();
    };
    for (auto& [id, layer] : document.layers)
        if (!layer.recording.empty()) layer.recording = found_from(layer.recording);
    if (document.files)
        for (std::string& file : *document.files) file = found_from(file);
    return document;
}

}  // namespace

model::Document load_document(const fs::path& file, std::span<const model::LayerKind> kinds)
{
    if (file.extension() == session_ending)
        return with_paths_from(read_session(text_in(file, model::max_document_bytes), file.string(), kinds),
                               file.parent_path());
    return with_paths_from(read_toml(text_in(file, max_toml_bytes), file.string(), kinds),
                           file.parent_path());
}

void save_document(const model::Document& document, const fs::path& file)
{
    write_atomically(file, model::text_of(document));
}

}  // namespace farfield::app
