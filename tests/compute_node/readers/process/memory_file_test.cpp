#include "compute_node/readers/process/memory_file.h"
#include "compute_node/readers/process/packets.h"
#include "tests/catch.h"

#include <algorithm>
#include <stdexcept>

#include <fcntl.h>
#include <sys/mman.h>

using namespace farfield::compute;
using namespace farfield;

namespace {

std::vector<std::byte> bytes_of(std::size_t count)
{
    std::vector<std::byte> bytes(count);
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i % 251);
    return bytes;
}

}  // namespace

TEST_CASE("MemoryFileWriter: pieces small and large come out in their order", "[process]")
{
    const std::vector<std::byte> all = bytes_of(300'000);
    MemoryFileWriter file;
    std::size_t at = 0;
    for (const std::size_t piece : {1U, 70'000U, 5U, 65'535U, 100'000U, 64'459U}) {
        file.write(std::span{all}.subspan(at, piece));
        at += piece;
    }
    REQUIRE(at == all.size());
    const SealedMemory memory{file.seal(), 1U << 30U};
    CHECK(std::equal(all.begin(), all.end(), memory.bytes().begin(), memory.bytes().end()));
}

TEST_CASE("MemoryFileWriter: no process can write to a sealed file, or cut it", "[process]")
{
    MemoryFileWriter file;
    file.write(bytes_of(10));
    const Descriptor sealed = file.seal();
    const std::byte one{1};
    CHECK(write(sealed.get(), &one, 1) < 0);
    CHECK(ftruncate(sealed.get(), 0) != 0);
}

TEST_CASE("sealed_arrays: an archive's arrays are read from where they were written", "[process]")
{
    std::vector<float> numbers(3'000'000);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i);
    ArchiveWriter archive;
    const ValueArray two{1.0F, 2.0F}, all{numbers};
    archive(two, all);
    const Descriptor file = sealed_arrays(archive);
    const auto memory = std::make_shared<const SealedMemory>(file, 1U << 30U);
    const std::vector<std::byte> description = archive.take_bytes();
    ValueArray few, many;
    ArchiveReader{description, {memory, memory->bytes().data()}, memory->bytes().size()}(few, many);
    CHECK(std::vector(few.begin(), few.end()) == std::vector{1.0F, 2.0F});
    CHECK(std::vector(many.begin(), many.end()) == numbers);
}

TEST_CASE("SealedMemory: a file that might still change is refused", "[process]")
{
    const Descriptor open{memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
    REQUIRE(ftruncate(open.get(), 100) == 0);
    CHECK_THROWS_AS(SealedMemory(open, 1000), std::runtime_error);
    CHECK_THROWS_AS(SealedMemory(Descriptor{}, 1000), std::runtime_error);
}

TEST_CASE("SealedMemory: a file that is larger than it may be is refused", "[process]")
{
    MemoryFileWriter file;
    file.write(bytes_of(1000));
    const Descriptor sealed = file.seal();
    CHECK_THROWS_AS(SealedMemory(sealed, 999), std::runtime_error);
    CHECK(SealedMemory(sealed, 1000).bytes().size() == 1000);
}

TEST_CASE("packets: what is sent arrives whole, with its file", "[process]")
{
    const auto [here, there] = connected_pair();
    MemoryFileWriter file;
    file.write(bytes_of(1000));
    std::vector<Descriptor> files;
    files.push_back(file.seal());
    send_packet(here, {bytes_of(50), std::move(files)});
    send_packet(here, {bytes_of(max_packet_bytes), {}});
    const Packet first = receive_packet(there), second = receive_packet(there);
    CHECK(first.bytes == bytes_of(50));
    REQUIRE(first.files.size() == 1);
    CHECK(SealedMemory{first.files.front(), 1000}.bytes().size() == 1000);
    CHECK(second.bytes == bytes_of(max_packet_bytes));
    CHECK(second.files.empty());
}

TEST_CASE("packets: one that is too long is refused, and an end that is gone is noticed", "[process]")
{
    auto [here, there] = connected_pair();
    CHECK_THROWS_AS(send_packet(here, {bytes_of(max_packet_bytes + 1), {}}), std::runtime_error);
    there = Descriptor{};
    CHECK(receive_packet(here).bytes.empty());
    CHECK_THROWS_AS(send_packet(here, {bytes_of(1), {}}), std::runtime_error);
}
