#include <random>

#include "tests/app/document/documents.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;

namespace {

/// With a few of its bytes and lines changed, copied or gone.
std::string damaged(std::string text, std::mt19937& random)
{
    constexpr std::string_view bytes = "[]{}=.,\"'\n 019-eax_#\xff";
    for (auto changes = 1 + random() % 4; changes > 0; --changes) {
        const auto at = random() % text.size();
        const auto line = text.substr(at, text.find('\n', at) - at + 1);
        switch (random() % 4) {
        case 0:
            text[at] = bytes[random() % bytes.size()];
            break;
        case 1:
            text.insert(random() % text.size(), line);
            break;
        case 2:
            text.erase(at, line.size());
            break;
        default:
            text.insert(at, 1, bytes[random() % bytes.size()]);
        }
        if (text.empty()) return " ";
    }
    return text;
}

/// Throws what no reader of documents should.
void read_or_be_refused(const auto& read)
{
    try {
        (void)read();
    } catch (const std::runtime_error&) {
    }
}

}  // namespace

TEST_CASE("read_toml: a damaged script is read or refused", "[document]")
{
    std::mt19937 random(1);
    const std::filesystem::path scripts = FARFIELD_SOURCE_DIR "/assets/scripts";
    for (const auto& file : std::filesystem::recursive_directory_iterator(scripts)) {
        if (!file.is_regular_file()) continue;
        const auto text = farfield::test::read_text(file.path());
        for (int i = 0; i < 100; ++i) {
            const auto changed = damaged(text, random);
            INFO(changed);
            CHECK_NOTHROW(read_or_be_refused([&] { return farfield::app::test::document_of(changed); }));
        }
    }
}

TEST_CASE("parse_document: a damaged saved session is read or refused", "[document]")
{
    std::mt19937 random(2);
    const auto text = model::text_of(farfield::app::load_document(
        FARFIELD_SOURCE_DIR "/assets/scripts/everything.toml", model::layer_kinds()));
    for (int i = 0; i < 1000; ++i) {
        const auto changed = damaged(text, random);
        INFO(changed);
        CHECK_NOTHROW(
            read_or_be_refused([&] { return model::parse_document(changed, model::layer_kinds()); }));
    }
}
