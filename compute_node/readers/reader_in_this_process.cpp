#include "compute_node/fields/field_reader.h"
#include "compute_node/readers/netcdf/netcdf_reader.h"
#include "compute_node/readers/readers.h"

namespace farfield::compute {

namespace {

class ReaderInThisProcess final : public FieldReader {
public:
    [[nodiscard]] ReadAnswer read(const ReadRequest& request,
                                  const std::stop_token& /*cancel*/) const override
    {
        const auto& [what, dataset, files, velocity, max_nodes, time_step, only_scalar, box, blocks] =
            request;
        switch (what) {
        case ReadRequest::What::Heading:
            return {heading_of(files, velocity), {}};
        case ReadRequest::What::Times:
            return {{times_of_steps(files)}, {}};
        case ReadRequest::What::Step:
            return {{}, read_files(files, max_nodes, time_step, only_scalar, velocity, blocks)};
        case ReadRequest::What::Shape:
            return {{}, netcdf_shape(files, velocity)};
        case ReadRequest::What::Part:
            return {{}, read_netcdf_part(files, box, max_nodes, time_step, only_scalar, velocity)};
        }
        return {};
    }
};

}  // namespace

std::shared_ptr<FieldReader> reader_in_this_process()
{
    return std::make_shared<ReaderInThisProcess>();
}

}  // namespace farfield::compute
