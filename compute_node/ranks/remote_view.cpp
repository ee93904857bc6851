#include "compute_node/ranks/remote_view.h"

#include "compute_node/ranks/orders.h"

namespace farfield::compute {

RemoteView::~RemoteView()
{
    postman_.send_to_all(message_of(Order::EndView, view_));
}

std::optional<terrain::ViewHelp::Helper> RemoteView::free_helper() const
{
    const int rank = answers_->free_rank();
    if (rank == 0) return std::nullopt;
    return Helper{rank, answers_->threads_of(rank)};
}

void RemoteView::give(int helper, const terrain::TileRange& tiles)
{
    answers_->note_given(helper);
    postman_.send(helper, message_of(Order::Tiles, TilesOrder{view_, tiles}));
}

}  // namespace farfield::compute
