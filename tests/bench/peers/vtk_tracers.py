"""VTK's filters that trace lines and particles, as a user would set them to do what the workload asks for."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple

import numpy as np
import vtk
from vtk.util.numpy_support import vtk_to_numpy
from vtkmodules.util.vtkAlgorithm import VTKPythonAlgorithmBase

from . import vtk_grids, workload


class Traced(NamedTuple):
    """What a filter did. Lines that it did not return (in VTK, those that took no step) are not in the rows."""

    seconds: float
    steps: int
    seeds: np.ndarray
    """Where the lines began."""
    ends: np.ndarray
    """Where they are after `durations`, by the filter's own account of time."""
    durations: np.ndarray
    """The workload's, or what the line lasted."""


def use_threads(threads: int) -> None:
    """Before the first filter: by itself, VTK's wheel works in sequence."""
    vtk.vtkSMPTools.SetBackend("STDThread")
    vtk.vtkSMPTools.Initialize(threads)


def smp_backend() -> str:
    return vtk.vtkSMPTools.GetBackend()


def _at(when: np.ndarray, first: np.ndarray, last: np.ndarray, time: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The value at a time of each line, linear between its points, which lie from `first` to `last`."""
    return np.array([np.interp(t, time[a : b + 1], values[a : b + 1]) for t, a, b in zip(when, first, last)])


class StreamTracer:
    """vtkStreamTracer with Runge-Kutta 4.

    It integrates the unit vector v / |v|, so that its fixed step is a length: here the mean speed at the seeds times
    the workload's step. Steps are counted by the points of its lines. Vorticity is not asked for. Its interpolator is
    the default one, which goes from cell to neighbour.
    """

    def __init__(self, data: vtk.vtkDataSet, step_length: float) -> None:
        self._tracer = vtk.vtkStreamTracer()
        self._tracer.SetInputData(data)
        self._tracer.SetInputArrayToProcess(0, 0, 0, vtk.vtkDataObject.FIELD_ASSOCIATION_POINTS, "velocity")
        self._tracer.SetIntegratorTypeToRungeKutta4()
        self._tracer.SetIntegrationDirectionToForward()
        self._tracer.SetIntegrationStepUnit(vtk.vtkStreamTracer.LENGTH_UNIT)
        self._tracer.SetInitialIntegrationStep(step_length)
        self._tracer.SetMaximumNumberOfSteps(workload.STEPS)
        self._tracer.SetMaximumPropagation(1e9)
        self._tracer.SetComputeVorticity(False)
        self.trace(np.full((1, 3), 1.0))  # builds the data set's links, once

    def trace(self, seeds: np.ndarray) -> Traced:
        self._tracer.SetSourceData(vtk_grids.seeds(seeds))
        begin = perf_counter()
        self._tracer.Update()
        seconds = perf_counter() - begin
        lines = self._tracer.GetOutput()
        offsets = vtk_to_numpy(lines.GetLines().GetOffsetsArray())
        first, last = offsets[:-1], offsets[1:] - 1
        points = vtk_to_numpy(lines.GetPoints().GetData())
        time = vtk_to_numpy(lines.GetPointData().GetArray("IntegrationTime"))
        durations = np.minimum(time[last], workload.STEP * workload.STEPS)
        ends = np.stack([_at(durations, first, last, time, points[:, axis]) for axis in range(3)], axis=1)
        return Traced(seconds, int((last - first).sum()), points[first].astype(float), ends, durations)


class _Slices(VTKPythonAlgorithmBase):
    """A source of the gusty flow at many times, all of them in memory."""

    def __init__(self, n: int, times: np.ndarray) -> None:
        super().__init__(nInputPorts=0, nOutputPorts=1, outputType="vtkImageData")
        nodes = workload.lattice(n)
        self._n = n
        self._times = times
        strengths = np.interp(times, workload.SLICE_TIMES, workload.GUSTS)
        self._images = [vtk_grids.uniform(n, workload.velocity_at_nodes(nodes, s)) for s in strengths]

    def RequestInformation(self, _request, _inputs, outputs) -> int:
        information = outputs.GetInformationObject(0)
        pipeline = vtk.vtkStreamingDemandDrivenPipeline
        information.Set(pipeline.TIME_STEPS(), self._times.tolist(), len(self._times))
        information.Set(pipeline.TIME_RANGE(), [self._times[0], self._times[-1]], 2)
        information.Set(pipeline.WHOLE_EXTENT(), [0, self._n - 1] * 3, 6)
        return 1

    def RequestData(self, _request, _inputs, outputs) -> int:
        information = outputs.GetInformationObject(0)
        time = information.Get(vtk.vtkStreamingDemandDrivenPipeline.UPDATE_TIME_STEP())
        image = vtk.vtkImageData.GetData(information)
        image.ShallowCopy(self._images[int(np.abs(self._times - time).argmin())])
        image.GetInformation().Set(vtk.vtkDataObject.DATA_TIME_STEP(), time)
        return 1


class ParticleTracer:
    """vtkParticleTracer with Runge-Kutta 4.

    Its step cannot be set: it takes two between two times of its input. So it is given the field at 101 times, linear
    between the workload's five as the workload says, which makes 200 steps of 0.01. Steps are counted by particles'
    ages, so that those of particles that it lost do not count.
    """

    def __init__(self, n: int) -> None:
        self._source = _Slices(n, np.linspace(0.0, workload.STEP * workload.STEPS, workload.STEPS // 2 + 1))

    def trace(self, seeds: np.ndarray) -> Traced:
        # A filter of its own: one that has run goes on from where it was.
        tracer = vtk.vtkParticleTracer()
        tracer.SetInputConnection(0, self._source.GetOutputPort())
        tracer.SetInputArrayToProcess(0, 0, 0, vtk.vtkDataObject.FIELD_ASSOCIATION_POINTS, "velocity")
        tracer.AddInputData(1, vtk_grids.seeds(seeds))
        tracer.SetIntegratorType(vtk.vtkParticleTracerBase.RUNGE_KUTTA4)
        tracer.SetMeshOverTimeToStatic()
        tracer.SetStaticSeeds(True)
        tracer.SetComputeVorticity(False)
        begin = perf_counter()
        tracer.UpdateTimeStep(workload.STEP * workload.STEPS)
        seconds = perf_counter() - begin
        particles = tracer.GetOutput()
        arrays = particles.GetPointData()
        ends = vtk_to_numpy(particles.GetPoints().GetData()).astype(float)
        ages = vtk_to_numpy(arrays.GetArray("ParticleAge")).astype(float)
        begun_at = seeds[vtk_to_numpy(arrays.GetArray("InjectedPointId"))]
        return Traced(seconds, round(float(ages.sum()) / workload.STEP), begun_at, ends, ages)
