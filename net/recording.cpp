#include "net/recording.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <vector>

#include "net/bounded_json.h"
#include "net/file_handle.h"
#include "net/json_fields.h"
#include "net/limits.h"

namespace farfield::net {

namespace {
constexpr std::uint32_t recording_version = 1;

/// A whole file, mapped for reading. A file that others shorten while it is mapped is beyond our help.
class MappedFile {
public:
    explicit MappedFile(const std::filesystem::path& file)
    {
        const FileHandle handle(file, O_RDONLY, "open recording");
        struct stat status {};
        if (::fstat(handle.get(), &status) != 0) FileHandle::fail("open recording", file);
        if (!S_ISREG(status.st_mode))
            throw std::runtime_error("cannot open recording '" + file.string() + "': it is not a file");
        if (status.st_size == 0) return;
        size_ = static_cast<std::size_t>(status.st_size);
        memory_ = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, handle.get(), 0);
        if (memory_ == MAP_FAILED) FileHandle::fail("open recording", file);
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile()
    {
        if (size_ > 0) ::munmap(memory_, size_);
    }

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept
    {
        return {static_cast<const std::byte*>(memory_), size_};
    }

private:
    void* memory_ = nullptr;
    std::size_t size_ = 0;
};

using WholeMessage = Recording::Frame;

/// The message at the front, or nothing when what is there is none or is cut.
std::optional<WholeMessage> whole_message(std::span<const std::byte> bytes)
{
    WholeMessage message;
    if (bytes.size() < header_bytes || decode_header(bytes.first<header_bytes>(), message.header))
        return std::nullopt;
    const auto rest = bytes.subspan(header_bytes);
    if (rest.size() < message.header.payload_bytes) return std::nullopt;
    message.payload = rest.first(message.header.payload_bytes);
    return message;
}

RecordingInfo read_info(std::span<const std::byte> text)
{
    const auto* first = reinterpret_cast<const char*>(text.data());
    const auto json = parse_bounded_json({first, text.size()});
    if (json.is_discarded()) throw std::runtime_error("its first message is not JSON");
    JsonFields fields({&json, ""});
    (void)fields["farfield_recording"].uint32({.min = recording_version, .max = recording_version});
    return {.dataset = dataset_info(fields["dataset"].object()),
            .program = program_state(fields["program"].object()),
            .start = program_start(fields["start"].object())};
}
}  // namespace

struct Recording::Impl {
    explicit Impl(const std::filesystem::path& file);

    void read_first_message(const std::filesystem::path& file);
    void find_frames();

    MappedFile mapped;
    RecordingInfo info;
    std::vector<std::uint64_t> frame_at;  ///< offset of each frame's header
    std::uint64_t whole_bytes = 0;
    std::uint64_t largest_payload_bytes = 0;
};

Recording::Impl::Impl(const std::filesystem::path& file) : mapped(file)
{
    read_first_message(file);
    find_frames();
}

void Recording::Impl::read_first_message(const std::filesystem::path& file)
{
    const auto fail = [&file](const std::string& why) {
        throw std::runtime_error("'" + file.string() + "' is no usable recording: " + why);
    };
    const auto bytes = mapped.bytes();
    MessageHeader header;
    if (bytes.size() < header_bytes)
        fail("expected a first message, found " + std::to_string(bytes.size()) + " bytes");
    if (decode_header(bytes.first<header_bytes>(), header) || header.type != MessageType::Control)
        fail("it does not begin with a Control message of protocol version " +
             std::to_string(protocol_version));
    if (header.payload_bytes > max_control_bytes)
        fail("its first message claims " + std::to_string(header.payload_bytes) + " bytes");
    const auto first = whole_message(bytes);
    if (!first)
        fail("its first message is cut: expected " + std::to_string(header_bytes + header.payload_bytes) +
             " bytes, found " + std::to_string(bytes.size()));
    try {
        info = read_info(first->payload);
    } catch (const std::exception& error) {
        fail(error.what());
    }
    whole_bytes = header_bytes + first->payload.size();
}

void Recording::Impl::find_frames()
{
    const auto bytes = mapped.bytes();
    while (const auto message = whole_message(bytes.subspan(whole_bytes))) {
        if (is_frame(message->header.type)) {
            frame_at.push_back(whole_bytes);
            largest_payload_bytes = std::max(largest_payload_bytes, message->header.payload_bytes);
        }
        whole_bytes += header_bytes + message->payload.size();
    }
}

Recording::Recording(const std::filesystem::path& file) : impl_(std::make_unique<Impl>(file)) {}

Recording::~Recording() = default;

const RecordingInfo& Recording::info() const noexcept
{
    return impl_->info;
}

std::size_t Recording::frames() const noexcept
{
    return impl_->frame_at.size();
}

Recording::Frame Recording::frame(std::size_t index) const noexcept
{
    return whole_message(impl_->mapped.bytes().subspan(impl_->frame_at[index])).value_or(Frame{});
}

std::uint64_t Recording::largest_payload_bytes() const noexcept
{
    return impl_->largest_payload_bytes;
}

std::uint64_t Recording::bytes_cut() const noexcept
{
    return impl_->mapped.bytes().size() - impl_->whole_bytes;
}

}  // namespace farfield::net
