#include "run/measure/bench.h"

#include <cstring>

#include "base/random.h"
#include "sim/event_queue.h"
#include "sim/latch.h"
#include "tier/nvm/nvm.h"

namespace afterimage {

uint32_t BenchEventQueue(uint32_t operations) {
  constexpr uint32_t kPending = 64;
  BlockPool pool;
  Arena arena(pool);
  EventQueue queue(arena, kPending);
  Random random(1);
  for (uint32_t i = 0; i < kPending; ++i)
    queue.Push(random.Below(1024), static_cast<uint16_t>(i), i);
  uint32_t sum = 0;
  for (uint32_t i = 0; i < operations; ++i) {
    const Time time = queue.top_time();
    const uint32_t payload = queue.top_payload();
    sum = sum * 31 + payload;
    queue.ReplaceTop(time + (random.Next() & 1023), static_cast<uint16_t>(payload), payload);
  }
  return sum;
}

namespace {

struct Station {
  uint32_t waiting = 0;
  bool closed = false;
  WaitQueue idle;
  Time total_wait = 0;
};

// Exponential by inversion would need a logarithm, which differs between libraries; the sum of four
// uniform numbers loads the queue the same way here.
Time Interval(Random& random, uint32_t mean) {
  Time sum = 0;
  for (int i = 0; i < 4; ++i) sum += random.Below(mean / 2 + 1);
  return sum;
}

Task<void> Source(Thread& thread, Station& station, uint32_t customers) {
  Random random(1);
  for (uint32_t i = 0; i < customers; ++i) {
    co_await Delay(thread, Interval(random, 1000), WaitFor::kWork, Category::kWait);
    ++station.waiting;
    if (!station.idle.empty()) station.idle.WakeFirst(thread.kernel(), thread.now());
  }
  station.closed = true;
  station.idle.WakeAll(thread.kernel(), thread.now());
}

Task<void> Server(Thread& thread, Station& station) {
  Random random(2);
  for (;;) {
    co_await Ordered(thread);
    if (station.waiting > 0) {
      --station.waiting;
      co_await Delay(thread, Interval(random, 900), WaitFor::kWork, Category::kLogic);
      station.total_wait += station.waiting;
    } else if (station.closed) {
      co_return;
    } else {
      co_await Sleep(thread, station.idle, WaitFor::kWork);
    }
  }
}

Task<void> Writer(Thread& thread, Nvm& nvm, uint32_t writes, uint64_t seed) {
  Random random(seed);
  uint64_t line[8] = {};
  for (uint32_t i = 0; i < writes; ++i) {
    line[i % 8] = random.Next();
    const Address address = LineAt(random.Below(LineOf(nvm.size())));
    co_await nvm.Store(thread, Category::kLogWork, address, line, sizeof line, Access::kShared);
    co_await nvm.Clflush(thread, Category::kLogWork, address, sizeof line, Access::kShared);
  }
}

}  // namespace

uint32_t BenchMm1(uint32_t customers) {
  BlockPool pool;
  Arena arena(pool);
  Recorder recorder;
  Kernel kernel(arena, recorder, 2, {2, 0, 0});
  recorder.Mute(true);
  Station station;
  Thread& source = kernel.AddThread(ThreadKind::kClient, {});
  Thread& server = kernel.AddThread(ThreadKind::kClient, {});
  kernel.Spawn(source, Source(source, station, customers));
  kernel.Spawn(server, Server(server, station));
  kernel.Run();
  return static_cast<uint32_t>(kernel.now()) ^ static_cast<uint32_t>(station.total_wait);
}

uint32_t BenchNvmWrites(uint32_t writes) {
  constexpr uint32_t kThreads = 4;
  BlockPool pool;
  Arena arena(pool);
  Recorder recorder;
  recorder.Mute(true);
  Kernel kernel(arena, recorder, kThreads, {kThreads, 0, 0});
  const MachineProfile machine(kMachines[0]);
  Nvm nvm(arena, machine, 1 << 20);
  for (uint32_t i = 0; i < kThreads; ++i) {
    Thread& thread = kernel.AddThread(ThreadKind::kClient, {});
    kernel.Spawn(thread, Writer(thread, nvm, writes / kThreads, i));
  }
  kernel.Run();
  Digest digest;
  nvm.AddTo(digest);
  return static_cast<uint32_t>(digest.Value()) ^
         static_cast<uint32_t>(nvm.counters().lines_written);
}

}  // namespace afterimage
