#include "compute_node/terrain/gdal/gdal_library.h"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_http.h>
#include <gdal.h>

#include <algorithm>
#include <cctype>
#include <mutex>

namespace farfield::terrain {

namespace {

/// GDAL's cache of blocks, in place of a twentieth of the machine's memory: a row of 512 x 512 tiles of
/// 32768 posts in 4 bytes takes 64 MiB.
constexpr GIntBig block_cache_bytes = 128LL << 20;

void CPL_STDCALL keep_error(CPLErr severity, CPLErrorNum /*number*/, const char* message)
{
    if (severity == CE_Failure || severity == CE_Fatal)
        static_cast<GdalErrors*>(CPLGetErrorHandlerUserData())->keep(message);
}

/// Refuses to fetch. Without an answer GDAL would fetch by itself.
CPLHTTPResult* refuse_to_fetch(const char* url, CSLConstList /*options*/, GDALProgressFunc /*progress*/,
                               void* /*watcher*/, CPLHTTPFetchWriteFunc /*write*/, void* /*writer*/,
                               void* /*unused*/)
{
    CPLError(CE_Failure, CPLE_NotSupported, "'%s' would have to be fetched, which is not done", url);
    auto* result = static_cast<CPLHTTPResult*>(CPLCalloc(1, sizeof(CPLHTTPResult)));
    result->nStatus = 1;
    result->pszErrBuf = CPLStrdup("not fetched");
    return result;
}

}  // namespace

void fetch_nothing()
{
    static std::once_flag once;
    std::call_once(once, [] { CPLHTTPSetFetchCallback(&refuse_to_fetch, nullptr); });
}

void prepare_gdal()
{
    static std::once_flag once;
    std::call_once(once, [] {
        // Threads of GDAL's own, which no GdalErrors listens to, would print.
        CPLSetErrorHandler(CPLQuietErrorHandler);
        // Without this GDAL writes statistics beside a file into FILE.aux.xml.
        CPLSetConfigOption("GDAL_PAM_ENABLED", "NO");
        CPLSetConfigOption("GDAL_VRT_ENABLE_PYTHON", "NO");
        // Without this each opening reads the whole folder: slow where it has thousands of files.
        CPLSetConfigOption("GDAL_DISABLE_READDIR_ON_OPEN", "YES");
        // Plain TIFF files are read past the cache of blocks; others as always.
        CPLSetConfigOption("GTIFF_DIRECT_IO", "YES");
        GDALAllRegister();
        GDALSetCacheMax64(block_cache_bytes);
    });
}

GdalErrors::GdalErrors()
{
    CPLPushErrorHandlerEx(&keep_error, this);
}

GdalErrors::~GdalErrors()
{
    CPLPopErrorHandler();
}

std::string GdalErrors::in_brackets() const
{
    return first_.empty() ? std::string{} : " (GDAL: " + first_ + ")";
}

void GdalErrors::keep(const char* message)
{
    if (!first_.empty() || message == nullptr) return;
    first_ = message;
    std::replace_if(
        first_.begin(), first_.end(), [](unsigned char c) { return std::isspace(c) != 0; }, ' ');
    while (!first_.empty() && (first_.back() == ' ' || first_.back() == '.')) first_.pop_back();
}

}  // namespace farfield::terrain
