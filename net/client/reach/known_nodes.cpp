#include "net/client/reach/known_nodes.h"

#include <algorithm>
#include <fcntl.h>
#include <sstream>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include "model/files/atomic_file.h"
#include "model/files/plain_file.h"
#include "net/client/reach/tls_terms.h"
#include "net/transport/user_folder.h"

namespace farfield::net {

namespace {

constexpr std::uint64_t max_known_bytes = 1 << 20;

std::string text_of(const std::filesystem::path& file)
{
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return {};
    return model::PlainFile(file, "keys of nodes", max_known_bytes).text();
}

/// Locks the folder, so that other viewers add no lines meanwhile; without effect where locks do not exist.
class FolderLock {
public:
    explicit FolderLock(const std::filesystem::path& folder)
        : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    {
        if (descriptor_ >= 0) (void)::flock(descriptor_, LOCK_EX);
    }
    ~FolderLock()
    {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    int descriptor_;
};

void add_line(const std::filesystem::path& file, const std::string& line)
{
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    try {
        const FolderLock lock(file.parent_path());
        std::string text = text_of(file);
        if (!text.empty() && !text.ends_with('\n')) text += '\n';
        write_atomically(file, text + line, AtomicFile::Access::Owner);
    } catch (const std::runtime_error& error) {
        throw std::runtime_error("cannot note the node's key in '" + file.string() + "': " + error.what());
    }
}

}  // namespace

bool is_pin(const std::string& text)
{
    constexpr std::string_view begins = "sha256:";
    constexpr std::size_t digits = 64;
    return text.starts_with(begins) && text.size() == begins.size() + digits &&
           text.find_first_not_of("0123456789abcdef", begins.size()) == std::string::npos;
}

std::filesystem::path own_known_nodes()
{
    return user_folder("XDG_CONFIG_HOME", ".config", "keys of nodes") / "known_nodes";
}

void expect_known(const std::filesystem::path& file, const std::string& node, const std::string& pin)
{
    std::istringstream in(text_of(file));
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        std::istringstream words(line);
        std::string name, known;
        words >> name >> known;
        if (name != node) continue;
        if (known == pin) return;
        throw NotTrusted("its key has changed: found " + pin + ", expected " + known + " of " +
                         file.string() + ":" + std::to_string(number) +
                         "; if the node has a new key, and not another one answers, remove that line");
    }
    add_line(file, node + " " + pin + "\n");
}

}  // namespace farfield::net
