"""SimPy's speed on the engine's micro-benchmarks: `simpy_peer.py queue|mm1 N` prints JSON."""

import json
import random
import sys
import time

import simpy


def holder(env, rng, share):
    for _ in range(share):
        yield env.timeout(rng.randrange(1, 128))


def arrivals(env, rng, server, customers):
    for _ in range(customers):
        yield env.timeout(rng.expovariate(0.75))
        env.process(customer(env, rng, server))


def customer(env, rng, server):
    with server.request() as turn:
        yield turn
        yield env.timeout(rng.expovariate(1.0))


def main(which, operations):
    env = simpy.Environment()
    rng = random.Random(1)
    if which == "queue":
        for _ in range(64):
            env.process(holder(env, rng, operations // 64))
    else:
        env.process(arrivals(env, rng, simpy.Resource(env), operations))
    start = time.perf_counter()
    env.run()
    print(json.dumps({"seconds": time.perf_counter() - start}))


main(sys.argv[1], int(sys.argv[2]))
