#include "compute_node/datasets/reference_system.h"

#include <memory>
#include <proj.h>

namespace farfield::compute {

namespace {

struct DestroyProj {
    void operator()(PJ_CONTEXT* context) const { proj_context_destroy(context); }
    void operator()(PJ* object) const { proj_destroy(object); }
};

}  // namespace

std::string wkt_of_system(const std::string& text)
{
    if (!text.starts_with("+proj=")) return text;
    const std::unique_ptr<PJ_CONTEXT, DestroyProj> context(proj_context_create());
    if (!context) return {};
    proj_log_level(context.get(), PJ_LOG_NONE);
    proj_context_set_enable_network(context.get(), 0);
    const std::unique_ptr<PJ, DestroyProj> crs(proj_create(context.get(), text.c_str()));
    const char* wkt = crs ? proj_as_wkt(context.get(), crs.get(), PJ_WKT2_2019, nullptr) : nullptr;
    return wkt != nullptr ? wkt : std::string();
}

}  // namespace farfield::compute
