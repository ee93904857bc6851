#include "app/document/document_file.h"

#include <cerrno>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <system_error>

#include <unistd.h>

namespace farfield::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t max_toml_bytes = 1 << 20;

std::string text_in(const fs::path& file, std::uintmax_t max_bytes)
{
    std::error_code error;
    if (fs::is_directory(file, error))
        throw std::runtime_error(
            fmt::format("cannot read script '{}': expected a file, found a folder", file.string()));
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (!in || !fs::is_regular_file(file, error))
        throw std::runtime_error(
            fmt::format("cannot read script '{}': {}", file.string(),
                        errno != 0 ? std::generic_category().message(errno) : "no file"));
    if (fs::file_size(file, error) > max_bytes)
        throw std::runtime_error(
            fmt::format("cannot read script '{}': it has more than {} bytes", file.string(), max_bytes));
    return {std::istreambuf_iterator<char>(in), {}};
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

/// A file beside another, which is gone with this unless it took that one's name.
class FileBeside {
public:
    explicit FileBeside(const fs::path& name)
        : name_(fs::is_regular_file(name) ? fs::canonical(name) : name),  // a link stays one
          part_(fmt::format("{}.{}.part", name_.string(), getpid()))
    {}
    FileBeside(const FileBeside&) = delete;
    FileBeside& operator=(const FileBeside&) = delete;
    ~FileBeside()
    {
        std::error_code ignored;
        fs::remove(part_, ignored);
    }

    [[nodiscard]] const fs::path& part() const { return part_; }
    void take_name(std::error_code& error)
    {
        std::error_code ignored;
        if (fs::exists(name_, ignored)) fs::permissions(part_, fs::status(name_).permissions(), ignored);
        fs::rename(part_, name_, error);
    }

private:
    fs::path name_, part_;
};

}  // namespace

namespace {

/// Files beside the document are found from any folder.
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
    const std::string text = model::text_of(document);
    FileBeside beside(file);
    errno = 0;
    std::ofstream out(beside.part(), std::ios::binary);
    out << text << std::flush;
    std::error_code error;
    if (!out)
        error = std::error_code(errno != 0 ? errno : EIO, std::generic_category());
    else
        beside.take_name(error);
    if (error) throw std::runtime_error(fmt::format("cannot write '{}': {}", file.string(), error.message()));
}

}  // namespace farfield::app
