#include "net/client/reach/known_nodes.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "net/client/tls_terms.h"
#include "net/transport/user_folder.h"

namespace farfield::net {

namespace {

void add_line(const std::filesystem::path& file, const std::string& line)
{
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR);
    const bool is_written =
        descriptor >= 0 && ::write(descriptor, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    const int why = errno;
    if (descriptor >= 0) ::close(descriptor);
    if (!is_written)
        throw std::runtime_error("cannot note the node's key in '" + file.string() +
                                 "': " + std::system_category().message(why));
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
    std::ifstream in(file);
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
