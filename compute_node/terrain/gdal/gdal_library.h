#pragma once

#include <string>

namespace farfield::terrain {

/// Makes GDAL ready, once however often it is called: formats registered, nothing printed, nothing written
/// beside the files that are read, no code in files run. Any thread.
void prepare_gdal();

/// Stops GDAL from fetching over HTTP from now on, for as long as the program runs and on any thread: a file
/// that names something to be fetched, as GeoJSON may name its reference system, meets an error. Any thread.
void fetch_nothing();

/// Keeps the errors that GDAL reports to this thread while it lives.
class GdalErrors {
public:
    GdalErrors();
    ~GdalErrors();
    GdalErrors(const GdalErrors&) = delete;
    GdalErrors& operator=(const GdalErrors&) = delete;

    /// The first error in one line; empty when there was none. Warnings do not count.
    [[nodiscard]] const std::string& first() const { return first_; }
    /// " (GDAL: its words)" for the end of a sentence; empty when there was no error.
    [[nodiscard]] std::string in_brackets() const;
    void keep(const char* message);

private:
    std::string first_;
};

}  // namespace farfield::terrain
