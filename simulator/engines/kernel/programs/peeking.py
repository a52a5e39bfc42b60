"""What another server would find in its cache, which is as this one's."""

from simulator.engines.compiling import seldom
from simulator.engines.draws import WORDS, guess, pick, service_uniform
from simulator.engines.kernel.state import NEVER, NOWHERE


@seldom
def peek_step(world, job, step, now):
    """Draws an object, and jumps over what a miss takes if a request would find it. The cache stays as it is. True: the
    job goes on.

    Reads: key, caches. Changes: jobs.
    """
    state, caches = world.jobs[job], world.caches
    u = service_uniform(world.key, state.session, state.request, step.stream)
    near = guess(caches.guide[step.process], u)
    o = int(step.amount) + pick(caches.reach[step.process], near, int(u * WORDS))
    place = caches.place[step.at, o]
    hit = place != NOWHERE
    if hit and caches.state[step.at].time_to_live < NEVER:
        hit = now - caches.used[step.at, place] <= caches.state[step.at].time_to_live
    state.step = step.jump if hit else state.step + 1
    return True
