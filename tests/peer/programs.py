"""The rakes and settings that most tests run."""

from reference.rakes import line, plane

ABC = "analytic:abc"

STEP = 1 / 64
"""A power of two, so that binary32 holds it exactly."""

MIDDLE_LINE = line([2.5, 2.75, 3.0], [3.5, 3.25, 3.75], seeds=7, particles_per_seed=4)
MIDDLE_PLANE = plane([2.75, 2.5, 2.75], [0.75, 0.25, 0], [0, 0.5, 0.75], seeds=[3, 4], particles_per_seed=6)
MOVED_PLANE = plane([3.0, 2.75, 2.5], [0.5, 0, 0.5], [0, 0.75, 0.25], seeds=[3, 4], particles_per_seed=6)

PARAMS = {"rakes": [MIDDLE_LINE, MIDDLE_PLANE], "step": STEP, "max_age_frames": 40}
"""A life of 39 steps is 0.61 time units: at less than 3.2 units per component, no particle reaches a face 2.5 away."""

PARTICLE_COUNT = 7 * 4 + 12 * 6
