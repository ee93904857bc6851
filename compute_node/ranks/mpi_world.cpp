#include "compute_node/ranks/mpi_world.h"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <list>
#include <map>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <semaphore.h>
#include <unistd.h>

namespace farfield::compute {

namespace {

/// Size of MPI's unit: its counts are ints, which in this unit hold messages of any size.
constexpr std::size_t unit_bytes = 64;
/// Number of the memory that holds the semaphores.
constexpr std::uint32_t semaphores_id = 0;
/// Room to align a window's beginning.
constexpr std::size_t memory_alignment = 128;

void check(int code, const char* what)
{
    if (code == MPI_SUCCESS) return;
    std::array<char, MPI_MAX_ERROR_STRING> words{};
    int length = 0;
    (void)MPI_Error_string(code, words.data(), &length);
    throw std::runtime_error(
        fmt::format("MPI: {}: {}", what, std::string_view{words.data(), static_cast<std::size_t>(length)}));
}

/// A message as it is sent: its bytes, padding of the last unit, and its length.
std::vector<std::byte> packed(std::vector<std::byte> bytes)
{
    const std::uint64_t length = bytes.size();
    bytes.resize((length + sizeof length + unit_bytes - 1) / unit_bytes * unit_bytes);
    std::memcpy(bytes.data() + bytes.size() - sizeof length, &length, sizeof length);
    return bytes;
}

std::vector<std::byte> unpacked(std::vector<std::byte> packet)
{
    std::uint64_t length = 0;
    std::memcpy(&length, packet.data() + packet.size() - sizeof length, sizeof length);
    packet.resize(length);
    return packet;
}

/// Value of FARFIELD_RANKS_TOGETHER: number of ranks that share a copy of a field, as if those of a host were
/// on several. 0: all of a host.
int ranks_together()
{
    const char* text = std::getenv("FARFIELD_RANKS_TOGETHER");
    return text != nullptr ? std::max(0, std::atoi(text)) : 0;
}

struct Window {
    MPI_Win window = MPI_WIN_NULL;
};

struct Sending {
    int to = 0;
    std::vector<std::byte> packet;
    MPI_Request request = MPI_REQUEST_NULL;
};

}  // namespace

struct MpiWorld::State {
    int rank = 0, size = 1;
    MPI_Comm world = MPI_COMM_NULL;  ///< own communicator, with errors returned
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Datatype unit = MPI_DATATYPE_NULL;
    std::vector<int> processes, host_leads;
    std::vector<sem_t*> semaphores;  ///< [ranks] null for ranks of other hosts
    std::list<Sending> sending;
    std::map<std::uint32_t, Window> windows;
    bool abandoned = false;

    void settle();
    void find_host();
    void make_semaphores(void* memory);
    void ring(int to);
};

MpiWorld::MpiWorld() : state_{std::make_unique<State>()}
{
    int provided = 0;
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "beginning");
    State& s = *state_;
    check(MPI_Comm_dup(MPI_COMM_WORLD, &s.world), "a communicator");
    check(MPI_Comm_set_errhandler(s.world, MPI_ERRORS_RETURN), "errors");
    check(MPI_Comm_rank(s.world, &s.rank), "the rank");
    check(MPI_Comm_size(s.world, &s.size), "the number of ranks");
    s.find_host();
    check(MPI_Type_contiguous(static_cast<int>(unit_bytes), MPI_BYTE, &s.unit), "a type");
    check(MPI_Type_commit(&s.unit), "a type");

    int first_of_host = s.rank;
    check(MPI_Bcast(&first_of_host, 1, MPI_INT, 0, s.host), "the host's first rank");
    const std::array<int, 2> mine{static_cast<int>(getpid()), first_of_host};
    std::vector<std::array<int, 2>> all(s.size);
    check(MPI_Allgather(mine.data(), 2, MPI_INT, all.data(), 2, MPI_INT, s.world), "the ranks of each host");
    for (const auto& [process, first] : all) {
        s.processes.push_back(first == first_of_host ? process : 0);
        s.host_leads.push_back(first);
    }
    s.make_semaphores(share_memory(semaphores_id, all.size() * sizeof(sem_t)));
}

/// Makes a semaphore for each rank of this host. Its first rank initialises them.
void MpiWorld::State::make_semaphores(void* memory)
{
    auto* next = static_cast<sem_t*>(memory);
    for (int other = 0; other < size; ++other) {
        const bool is_here = host_leads[other] == host_leads[rank];
        semaphores.push_back(is_here ? next++ : nullptr);
        if (is_here && host_leads[rank] == rank && sem_init(semaphores.back(), 1, 0) != 0)
            throw std::runtime_error("a semaphore for the ranks of a host cannot be had");
    }
    check(MPI_Barrier(host), "the host's ranks");
}

void MpiWorld::State::ring(int to)
{
    if (semaphores[to] != nullptr) (void)sem_post(semaphores[to]);
}

void MpiWorld::State::find_host()
{
    check(MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &host), "the host");
    if (const int together = ranks_together(); together > 0) {
        MPI_Comm whole = host;
        int host_rank = 0;
        check(MPI_Comm_rank(whole, &host_rank), "the rank on this host");
        check(MPI_Comm_split(whole, host_rank / together, host_rank, &host), "parts of a host");
        check(MPI_Comm_free(&whole), "a communicator");
    }
    check(MPI_Comm_set_errhandler(host, MPI_ERRORS_RETURN), "errors");
}

MpiWorld::~MpiWorld()
{
    State& s = *state_;
    if (s.abandoned) return;
    for (Sending& sending : s.sending) (void)MPI_Wait(&sending.request, MPI_STATUS_IGNORE);
    while (!s.windows.empty()) free_memory(s.windows.begin()->first);
    (void)MPI_Type_free(&s.unit);
    (void)MPI_Comm_free(&s.host);
    (void)MPI_Comm_free(&s.world);
    (void)MPI_Finalize();
}

int MpiWorld::rank() const
{
    return state_->rank;
}

int MpiWorld::size() const
{
    return state_->size;
}

const std::vector<int>& MpiWorld::neighbours() const
{
    return state_->processes;
}

bool MpiWorld::leads_host(int rank) const
{
    return state_->host_leads[rank] == rank;
}

void MpiWorld::send(int to, RankMessage message)
{
    State& s = *state_;
    s.settle();
    Sending& sending = s.sending.emplace_back();
    sending.to = to;
    sending.packet = packed(std::move(message.bytes));
    check(MPI_Isend(sending.packet.data(), static_cast<int>(sending.packet.size() / unit_bytes), s.unit, to,
                    message.kind, s.world, &sending.request),
          "sending");
    s.ring(to);
}

/// Frees messages that have been sent.
void MpiWorld::State::settle()
{
    std::erase_if(sending, [this](Sending& one) {
        int done = 0;
        check(MPI_Test(&one.request, &done, MPI_STATUS_IGNORE), "sending");
        if (done != 0) ring(one.to);
        return done != 0;
    });
}

std::optional<MpiWorld::Received> MpiWorld::receive()
{
    State& s = *state_;
    if (!s.sending.empty()) s.settle();
    int arrived = 0;
    MPI_Message handle = MPI_MESSAGE_NULL;
    MPI_Status status;
    // Open MPI receives messages only after a first probe.
    for (int look = 0; look < 2 && arrived == 0; ++look)
        check(MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, s.world, &arrived, &handle, &status),
              "looking for mail");
    if (arrived == 0) return std::nullopt;
    int units = 0;
    check(MPI_Get_count(&status, s.unit, &units), "a message's length");
    std::vector<std::byte> packet(static_cast<std::size_t>(units) * unit_bytes);
    check(MPI_Mrecv(packet.data(), units, s.unit, &handle, MPI_STATUS_IGNORE), "receiving");
    return Received{status.MPI_SOURCE, {status.MPI_TAG, unpacked(std::move(packet))}};
}

std::byte* MpiWorld::share_memory(std::uint32_t id, std::size_t bytes)
{
    State& s = *state_;
    int host_rank = 0;
    check(MPI_Comm_rank(s.host, &host_rank), "the rank on this host");
    const auto mine = static_cast<MPI_Aint>(host_rank == 0 ? bytes + memory_alignment : 0);
    void* begin = nullptr;
    Window& window = s.windows[id];
    check(MPI_Win_allocate_shared(mine, 1, MPI_INFO_NULL, s.host, &begin, &window.window),
          "memory shared by the ranks of a host");
    MPI_Aint size = 0;
    int unit = 1;
    check(MPI_Win_shared_query(window.window, 0, &size, &unit, &begin), "where shared memory is");
    check(MPI_Win_lock_all(MPI_MODE_NOCHECK, window.window), "access to shared memory");
    // The window begins at a page in every process, so that this is the same place for all.
    std::size_t room = bytes + memory_alignment;
    return static_cast<std::byte*>(std::align(memory_alignment, bytes, begin, room));
}

void MpiWorld::free_memory(std::uint32_t id)
{
    const auto found = state_->windows.find(id);
    if (found == state_->windows.end()) return;
    (void)MPI_Win_unlock_all(found->second.window);
    (void)MPI_Win_free(&found->second.window);
    state_->windows.erase(found);
}

void MpiWorld::sync_memory(std::uint32_t id)
{
    check(MPI_Win_sync(state_->windows.at(id).window), "shared memory");
}

void MpiWorld::wait(std::chrono::microseconds at_most)
{
    using std::chrono::nanoseconds;
    constexpr std::int64_t second = 1'000'000'000;
    timespec until{};
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    const std::int64_t end = until.tv_nsec + nanoseconds{at_most}.count();
    until.tv_sec += end / second;
    until.tv_nsec = end % second;
    sem_t* semaphore = state_->semaphores[state_->rank];
    (void)sem_clockwait(semaphore, CLOCK_MONOTONIC, &until);
    while (sem_trywait(semaphore) == 0) {
    }  // one look finds all messages announced
}

void MpiWorld::wake()
{
    state_->ring(state_->rank);
}

bool MpiWorld::is_sending() const
{
    return !state_->sending.empty();
}

void MpiWorld::abandon()
{
    state_->abandoned = true;
}

}  // namespace farfield::compute
