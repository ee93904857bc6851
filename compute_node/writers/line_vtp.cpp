#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/writers/line_writer.h"
#include "model/files/atomic_file.h"

#include <fmt/format.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkTypeInt64Array.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLPolyDataWriter.h>

#include <stdexcept>

namespace farfield::compute {

namespace {

/// Cells of one kind with their attributes.
struct Cells {
    vtkNew<vtkCellArray> cells;
    vtkNew<vtkTypeInt64Array> seed, steps;
    vtkNew<vtkUnsignedCharArray> reason;

    void add(std::size_t seed_number, const Line& line)
    {
        cells->InsertNextCell(static_cast<int>(line.points));
        seed->InsertNextValue(static_cast<vtkTypeInt64>(seed_number));
        steps->InsertNextValue(line.steps);
        reason->InsertNextValue(static_cast<unsigned char>(line.reason));
    }
    void append(const Cells& others)
    {
        const auto append_array = [](vtkDataArray* to, vtkDataArray* from) {
            to->InsertTuples(to->GetNumberOfTuples(), from->GetNumberOfTuples(), 0, from);
        };
        append_array(seed, others.seed);
        append_array(steps, others.steps);
        append_array(reason, others.reason);
    }
};

class VtpWriter final : public LineWriter {
public:
    VtpWriter(const std::filesystem::path& name, const std::string& scalar_name, glm::dvec3 origin)
        : file_{name}, origin_{origin}
    {
        if (origin != glm::dvec3{0.0}) points_->SetDataTypeToDouble();
        scalar_->SetName(scalar_name.c_str());
        time_->SetName("t");
        dots_.seed->SetName("seed");
        dots_.steps->SetName("steps");
        dots_.reason->SetName("reason");
    }

    void add(const LineBlock& block, std::span<const double> starts) override
    {
        for (std::size_t i = 0; i < block.lines.size(); ++i) {
            const Line& line = block.lines[i];
            const std::size_t seed = block.first_seed + i;
            const double start = starts[seed];
            Cells& kind = line.points == 1 ? dots_ : lines_;
            kind.add(seed, line);
            for (std::size_t p = line.first_point; p < line.first_point + line.points; ++p)
                kind.cells->InsertCellPoint(add_point(block.points[p], start + block.elapsed[p]));
        }
    }

    void finish() override
    {
        const vtkNew<vtkPolyData> all;
        all->SetPoints(points_);
        all->SetVerts(dots_.cells);
        all->SetLines(lines_.cells);
        all->GetPointData()->SetScalars(scalar_);
        all->GetPointData()->AddArray(time_);
        dots_.append(lines_);  // cell data go through the kinds in this order
        all->GetCellData()->AddArray(dots_.seed);
        all->GetCellData()->AddArray(dots_.steps);
        all->GetCellData()->AddArray(dots_.reason);
        write(all);
        file_.keep();
    }

private:
    vtkIdType add_point(const glm::vec4& point, double time)
    {
        scalar_->InsertNextValue(point.w);
        time_->InsertNextValue(time);
        const glm::dvec3 place = origin_ + glm::dvec3{point};
        return points_->InsertNextPoint(place.x, place.y, place.z);
    }

    void write(vtkPolyData* all) const
    {
        const vtkNew<vtkXMLPolyDataWriter> writer;
        writer->SetFileName(file_.part().c_str());
        writer->SetInputData(all);
        writer->SetDataModeToAppended();
        writer->EncodeAppendedDataOff();
        const VtkErrors errors;
        // VTK's own error text is long and, once it has removed the file, wrong.
        if (writer->Write() == 0 || writer->GetErrorCode() != 0)
            throw std::runtime_error(fmt::format(
                "cannot write '{}': it was not written whole; is the disk full?", file_.name().string()));
    }

    AtomicFile file_;
    glm::dvec3 origin_;
    vtkNew<vtkPoints> points_;
    vtkNew<vtkFloatArray> scalar_;
    vtkNew<vtkDoubleArray> time_;
    Cells dots_;  ///< lines of one point, which VTK has no lines for
    Cells lines_;
};

}  // namespace

std::unique_ptr<LineWriter> vtp_writer(const std::filesystem::path& file, const std::string& scalar_name,
                                       glm::dvec3 origin)
{
    return std::make_unique<VtpWriter>(file, scalar_name, origin);
}

}  // namespace farfield::compute
