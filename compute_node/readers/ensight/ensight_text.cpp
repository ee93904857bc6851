#include "compute_node/readers/ensight/ensight_text.h"

#include "compute_node/readers/common/opened_paths.h"
#include "compute_node/readers/common/reader_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace farfield::compute {

namespace {

constexpr std::size_t letters_of_record = 80, mark_of_record = 4;

/// Bytes of marks about a record of Fortran's, where there are such about the record at a place.
std::size_t marks_about(std::string_view bytes, std::size_t at)
{
    if (at < mark_of_record) return 0;
    const std::string_view before = bytes.substr(at - mark_of_record, mark_of_record);
    constexpr std::string_view little{"P\0\0\0", 4}, big{"\0\0\0P", 4};  // 80
    return before == little || before == big ? mark_of_record : 0;
}

}  // namespace

EnsightText::EnsightText(const std::filesystem::path& file) : file_{file}
{
    if (OpenedPaths::of_process().refuses(file)) throw_reader_error(file, "it is outside the data folders");
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) throw_reader_error(file, std::strerror(errno));
    struct stat status {};
    const bool is_file = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    const auto size = is_file ? static_cast<std::size_t>(status.st_size) : 0;
    void* at = is_file ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : MAP_FAILED;
    ::close(descriptor);
    if (!is_file) throw_reader_error(file, "the file is empty, or is none");
    if (at == MAP_FAILED) throw_reader_error(file, std::strerror(errno));
    mapped_ = {at, Unmap{size}};
    bytes_ = {static_cast<const char*>(at), size};
}

void EnsightText::Unmap::operator()(void* mapped) const
{
    munmap(mapped, bytes);
}

std::size_t EnsightText::mark(std::string_view words, std::size_t number) const
{
    std::size_t at = bytes_.find(words);
    for (std::size_t n = 0; n < number && at != std::string_view::npos; ++n)
        at = bytes_.find(words, at + words.size());
    if (at == std::string_view::npos)
        throw_reader_error(file_, fmt::format("expected {} steps with '{}', as the case's section FILE says, "
                                              "found fewer",
                                              number + 1, words));
    return at;
}

std::string EnsightText::step(std::size_t number) const
{
    const std::size_t begin = mark("BEGIN TIME STEP", number), end = mark("END TIME STEP", number);
    if (end < begin)
        throw_reader_error(file_, fmt::format("expected step {} to end behind its beginning", number + 1));
    const bool is_text =
        bytes_.substr(begin, letters_of_record).find_first_of("\r\n") != std::string_view::npos;
    if (is_text) {
        const std::size_t line = bytes_.find('\n', begin);
        return std::string{bytes_.substr(line + 1, end - line - 1)};
    }
    const std::size_t marks = marks_about(bytes_, begin), first = begin + letters_of_record + marks;
    const std::size_t record = letters_of_record + 2 * marks;
    const std::string_view head = bytes_.substr(0, record);
    const bool says_form = head.find(" Binary") != std::string_view::npos;
    std::string step{says_form ? head : std::string_view{}};
    if (end - marks > first) step += bytes_.substr(first, end - marks - first);
    return step;
}

}  // namespace farfield::compute
