// Micro-benchmarks of the engine's hot parts. They do the work and return a checksum; the caller
// holds the clock.
#ifndef AFTERIMAGE_RUN_MEASURE_BENCH_H_
#define AFTERIMAGE_RUN_MEASURE_BENCH_H_

#include <cstdint>

namespace afterimage {

// Hold model: 64 pending events, each replaced by one up to 1023 ns later; ties in order.
uint32_t BenchEventQueue(uint32_t operations);
// M/M/1: a source and a server as coroutines, `customers` in all.
uint32_t BenchMm1(uint32_t customers);
// Random 64-byte stores with write-backs, four threads on a 1 MB device: bytes, wear and queues.
uint32_t BenchNvmWrites(uint32_t writes);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_MEASURE_BENCH_H_
