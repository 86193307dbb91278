// Queues whose throughput is known without any paper: N threads that think for a random time and
// then want a latch, a disk or a group commit. The simulator must come within one per cent.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "log/group_flush.h"
#include "support/litmus.h"
#include "tier/disk/block_device.h"

namespace afterimage {
namespace {

using testing_support::SetupA;
using testing_support::Sim;

constexpr double kThinkNs = 100'000;
constexpr double kServiceNs = 40'000;
constexpr uint32_t kServices = 200'000;  // over all threads
constexpr double kTolerance = 0.01;

// An exponentially distributed time.
Time Draw(Random& random, double mean) {
  const double uniform = (static_cast<double>(random.Next() >> 11) + 0.5) / 9007199254740992.0;
  return static_cast<Time>(-mean * std::log(uniform) + 0.5);
}

// Mean value analysis of one station with exponential services, and threads that think: services a
// nanosecond.
double ByMeanValues(uint32_t threads, double think, double service) {
  double queue = 0, throughput = 0;
  for (uint32_t n = 1; n <= threads; ++n) {
    const double response = service * (1 + queue);
    throughput = n / (think + response);
    queue = throughput * response;
  }
  return throughput;
}

// Services of one length: the machine interference problem (Takacs 1962).
double WithEqualServices(uint32_t threads, double think, double service) {
  double sum = 0, choose = 1, product = 1;
  for (uint32_t r = 0; r < threads; ++r) {
    sum += choose * product;
    choose = choose * (threads - 1 - r) / (r + 1);
    product *= std::exp((r + 1) * service / think) - 1;
  }
  const double idle = 1 / (1 + threads * service / think * sum);
  return (1 - idle) / service;
}

// A thread that arrives during a flush of `flush` joins the next one. The states are the sizes of a
// flush: a Markov chain whose steps are flushes.
double OfGroups(uint32_t threads, double think, double flush) {
  const double comes = 1 - std::exp(-flush / think);
  // P(k of n come during a flush).
  const auto binomial = [&](uint32_t n, uint32_t k) {
    return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                    k * std::log(comes) + (n - k) * std::log1p(-comes));
  };
  std::vector<double> share(threads + 1, 1.0 / threads);
  share[0] = 0;
  for (int step = 0; step < 2000; ++step) {
    std::vector<double> next(threads + 1, 0);
    for (uint32_t has = 1; has <= threads; ++has) {
      for (uint32_t k = 0; k <= threads - has; ++k)
        next[std::max(k, 1u)] += share[has] * binomial(threads - has, k);
    }
    share = next;
  }
  double members = 0, cycle = flush;
  for (uint32_t has = 1; has <= threads; ++has) {
    members += share[has] * has;
    cycle += share[has] * binomial(threads - has, 0) * think / threads;  // until the first comes
  }
  return members / cycle;
}

class ClosedNetworks : public testing::TestWithParam<uint32_t> {
 protected:
  // Runs as many threads as the parameter says, each of which thinks and then does what `serve`
  // does, and returns how many services a nanosecond there were.
  template <class Serve>
  double Throughput(Serve serve) {
    const uint32_t threads = GetParam(), each = kServices / threads;
    auto program = [&](Thread& t) -> Task<> {
      Random random(1000 * threads + t.id());
      for (uint32_t i = 0; i < each; ++i) {
        co_await Delay(t, Draw(random, kThinkNs), WaitFor::kWork, Category::kWait);
        co_await serve(t, random);
        ++served_;
        if (served_ == kServices / 2) end_ = t.now();
      }
    };
    for (uint32_t i = 0; i < threads; ++i) sim_.Spawn(program);
    EXPECT_TRUE(sim_.Run());
    return kServices / 2 / static_cast<double>(end_);  // while nobody has ended
  }

  Sim sim_;

 private:
  uint32_t served_ = 0;
  Time end_ = 0;
};

TEST_P(ClosedNetworks, AMutexIsAStationOfMeanValueAnalysis) {
  Latch latch{LatchCosts()};
  const double measured = Throughput([&](Thread& t, Random& random) -> Task<> {
    co_await Latch::Acquire(t, latch, Category::kLogContention);
    t.Charge(Category::kLogWork, Draw(random, kServiceNs));
    co_await Latch::Release(t, latch);
  });
  const double expected = ByMeanValues(GetParam(), kThinkNs, kServiceNs);
  EXPECT_NEAR(measured / expected, 1, kTolerance);
}

TEST_P(ClosedNetworks, ADiskServesRequestsOfOneLength) {
  const MachineProfile machine = SetupA({{Price::kDiskRead, static_cast<int64_t>(kServiceNs)}});
  BlockDevice disk(sim_.arena, machine, 1 << 20);
  const double measured = Throughput([&](Thread& t, Random&) -> Task<> {
    co_await disk.Read(t, Category::kDataIo, 0, nullptr, 512);
  });
  const double expected = WithEqualServices(GetParam(), kThinkNs, kServiceNs);
  EXPECT_NEAR(measured / expected, 1, kTolerance);
}

TEST_P(ClosedNetworks, AGroupCommitTakesAllWhoCameMeanwhile) {
  GroupFlush flush(0);
  Latch latch{LatchCosts()};
  Lsn inserted = 0;
  const auto write = [](Thread& t) -> Task<DevicePlace> {
    co_await Delay(t, static_cast<Time>(kServiceNs), WaitFor::kDevice, Category::kLogIo);
    co_return DevicePlace{};
  };
  const double measured = Throughput([&](Thread& t, Random&) -> Task<> {
    co_await Ordered(t);
    const Lsn mine = ++inserted;
    while (flush.durable() < mine) {
      co_await flush.Flush(t, latch, inserted, {}, 0, [&](Lsn, Lsn) { return write(t); });
      co_await Ordered(t);
    }
  });
  const double expected = OfGroups(GetParam(), kThinkNs, kServiceNs);
  EXPECT_NEAR(measured / expected, 1, kTolerance);
}

INSTANTIATE_TEST_SUITE_P(Threads, ClosedNetworks, testing::Values(1, 2, 4, 8, 16));

}  // namespace
}  // namespace afterimage
