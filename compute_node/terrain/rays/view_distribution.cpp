#include "compute_node/terrain/rays/view_distribution.h"

#include "compute_node/support/parallel.h"

#include <algorithm>

namespace farfield::terrain {

namespace {

/// Limits of the tiles that a thread gets at once. One takes less than 0.1 ms, so that smaller parts would be
/// mostly messages; with larger ones a single part might make all others wait.
constexpr std::int64_t min_tiles = 4, max_tiles = 64;
/// Divisor of a thread's share of the tiles left: no part is larger, so that the last parts are small.
constexpr std::int64_t parts_of_share = 3;

/// Gives a picture's tiles away in order.
class TilesLeft {
public:
    TilesLeft(std::int64_t count, std::int64_t all_threads) : count_{count}, all_threads_{all_threads} {}

    [[nodiscard]] bool any() const { return distributed_ < count_; }
    /// Takes the next tiles for a process with so many threads.
    [[nodiscard]] TileRange take(int threads)
    {
        const std::int64_t left = count_ - distributed_;
        const std::int64_t each =
            std::clamp<std::int64_t>(left / (parts_of_share * all_threads_), min_tiles, max_tiles);
        const TileRange tiles{distributed_, std::min(left, each * threads)};
        distributed_ += tiles.count;
        return tiles;
    }

private:
    std::int64_t count_;
    std::int64_t all_threads_;
    std::int64_t distributed_ = 0;
};

}  // namespace

void cast_view_with(ViewHelpers& others, const HeightBlocks& terrain, const ViewRays& rays,
                    const ViewImage& image, int threads, const std::atomic<bool>* cancelled)
{
    const std::unique_ptr<ViewHelp> help = others.begin(rays, image.big_endian, threads);
    const int threads_here = thread_count(threads);
    const std::int64_t count = ViewTiles{rays.width, rays.height}.count();
    TilesLeft left{count, threads_here + help->threads()};
    std::int64_t done = 0;
    while (done < count && !is_set(cancelled)) {
        // This process begins: it casts all of a view of a few tiles.
        const TileRange mine = left.take(threads_here);
        for (auto helper = help->free_helper(); helper && left.any(); helper = help->free_helper())
            help->give(helper->number, left.take(helper->threads));
        cast_tiles(terrain, rays, mine, image, threads, cancelled);
        done += mine.count;
        for (const CastTiles& cast : help->take(!left.any() && done < count)) {
            put_tiles(cast.floats(), rays, cast.tiles, image);
            done += cast.tiles.count;
        }
    }
}

}  // namespace farfield::terrain
