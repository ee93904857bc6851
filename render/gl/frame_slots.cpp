#include "render/gl/frame_slots.h"

#include <cstdint>
#include <new>
#include <stdexcept>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

constexpr auto alignment = std::align_val_t{FrameSlots::slot_alignment};

std::size_t rounded_up(std::size_t bytes)
{
    return (bytes + FrameSlots::slot_alignment - 1) / FrameSlots::slot_alignment * FrameSlots::slot_alignment;
}

bool has_persistent_mapping()
{
    return epoxy_gl_version() >= 44 || epoxy_has_gl_extension("GL_ARB_buffer_storage");
}

/// Maps a buffer, always readable, as the CPU reads each frame's preamble. Null when there is no memory.
void* map_persistently(GlId buffer, std::size_t bytes, bool cpu_reads)
{
    const GLbitfield access =
        GL_MAP_WRITE_BIT | GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    const GLbitfield storage = access | (cpu_reads ? GL_CLIENT_STORAGE_BIT : 0U);
    const auto length = static_cast<GLsizeiptr>(bytes);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferStorage(GL_ARRAY_BUFFER, length, nullptr, storage);
    void* memory = glMapBufferRange(GL_ARRAY_BUFFER, 0, length, access);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    if (memory == nullptr) glGetError();
    return memory;
}

void check_readable(std::size_t slot_bytes)
{
    GLint most_words = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most_words);
    const std::size_t most_bytes = static_cast<std::size_t>(most_words) * sizeof(std::uint32_t);
    if (slot_bytes > most_bytes)
        throw std::runtime_error("frame slots of " + std::to_string(slot_bytes) +
                                 " bytes: this graphics driver lets shaders read " +
                                 std::to_string(most_bytes) +
                                 " (GL_MAX_TEXTURE_BUFFER_SIZE); ask for more parts");
}

Texture make_texels(GlId buffer, GLenum format)
{
    Texture texture = Texture::create();
    glBindTexture(GL_TEXTURE_BUFFER, texture.id());
    glTexBuffer(GL_TEXTURE_BUFFER, format, buffer);
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    return texture;
}

}  // namespace

void FrameSlots::FreeAligned::operator()(std::byte* memory) const
{
    ::operator delete(memory, alignment);
}

FrameSlots::FrameSlots(const FrameSlotsSettings& settings) : slot_bytes_(rounded_up(settings.slot_bytes))
{
    if (settings.slots == 0 || settings.slot_bytes == 0)
        throw std::invalid_argument("frame slots need a count and a size, found " +
                                    std::to_string(settings.slots) + " slots of " +
                                    std::to_string(settings.slot_bytes) + " bytes");
    if (settings.read_by_words) check_readable(slot_bytes_);
    for (std::size_t i = 0; i < settings.slots; ++i) buffers_.push_back(Buffer::create());
    memory_.resize(settings.slots);
    if (settings.path == SlotPath::Plain)
        path_ = "plain: as asked";
    else if (!has_persistent_mapping())
        path_ = "plain: no persistent mapping";
    else if (mapped_ = map_all(settings.cpu_reads); mapped_)
        path_ = "mapped";
    else
        path_ = "plain: no memory to map";
    if (!mapped_ && settings.path == SlotPath::Mapped)
        throw std::runtime_error("cannot map " + std::to_string(settings.slots) + " frame slots of " +
                                 std::to_string(slot_bytes_) + " bytes (" + path_ + ")");
    if (!mapped_) allocate_all();
    for (const Buffer& buffer : buffers_) {
        texels_.push_back(make_texels(buffer.id(), GL_RGBA32UI));
        words_.push_back(make_texels(buffer.id(), GL_R32UI));
    }
}

FrameSlots::~FrameSlots() = default;

bool FrameSlots::map_all(bool cpu_reads)
{
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
        void* memory = map_persistently(buffers_[i].id(), slot_bytes_, cpu_reads);
        if (memory == nullptr) return false;
        memory_[i] = {static_cast<std::byte*>(memory), slot_bytes_};
    }
    return true;
}

void FrameSlots::allocate_all()
{
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
        // A buffer of a failed mapping has immutable storage, hence a new one is made.
        buffers_[i] = Buffer::create();
        glBindBuffer(GL_ARRAY_BUFFER, buffers_[i].id());
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(slot_bytes_), nullptr, GL_STREAM_DRAW);
        heap_.emplace_back(static_cast<std::byte*>(::operator new(slot_bytes_, alignment)));
        memory_[i] = {heap_[i].get(), slot_bytes_};
    }
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    if (glGetError() == GL_OUT_OF_MEMORY)
        throw std::runtime_error("no graphics memory for " + std::to_string(count()) + " frame slots of " +
                                 std::to_string(slot_bytes_) + " bytes");
}

void FrameSlots::publish(std::size_t i, std::size_t bytes)
{
    if (i >= count() || bytes > slot_bytes_)
        throw std::invalid_argument("cannot publish " + std::to_string(bytes) + " bytes of frame slot " +
                                    std::to_string(i) + ": there are " + std::to_string(count()) +
                                    " slots of " + std::to_string(slot_bytes_) + " bytes");
    if (mapped_) return;
    glBindBuffer(GL_ARRAY_BUFFER, buffers_[i].id());
    // New storage under the same name: the driver need not wait for draws from the old one.
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(slot_bytes_), nullptr, GL_STREAM_DRAW);
    glBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(bytes), memory_[i].data());
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

}  // namespace farfield::render
