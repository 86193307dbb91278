"""Cimba's speed on an M/M/1 queue: `cimba_peer.py mm1 N` prints JSON. Compiling is not counted."""

import json
import sys
import time

import cimba
from cimba import inputs

ARRIVALS_A_SECOND = 0.75


class Queue(cimba.Model):
    interarrival: cimba.Input[float] = inputs.dist.exponential(mean=1 / ARRIVALS_A_SECOND)
    service_time: cimba.Input[float] = inputs.dist.exponential(mean=1)
    queue: cimba.Container
    mean_queue: cimba.Output[float]

    @cimba.process
    def arrivals(self):
        while True:
            cimba.hold(self.interarrival.next())
            self.queue.put(1)

    @cimba.process
    def server(self):
        while True:
            self.queue.get(1)
            cimba.hold(self.service_time.next())

    @cimba.on_end
    def measure(self):
        self.mean_queue = self.queue.mean_level()


def run(customers):
    window = cimba.Window(warmup=0, duration=customers / ARRIVALS_A_SECOND)
    cimba.Experiment(Queue(), replications=1, window=window, seed=1).run()


run(1000)
start = time.perf_counter()
run(int(sys.argv[2]))
print(json.dumps({"seconds": time.perf_counter() - start}))
