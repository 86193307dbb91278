// Tests the cost of stores past the cache, how banks make writers wait, and what a cache flush
// does.
#include "tier/nvm/nvm_timing.h"

#include <gtest/gtest.h>

#include "support/litmus.h"

namespace afterimage {
namespace {

using testing_support::ImagesOf;
using testing_support::kX;
using testing_support::kX1;
using testing_support::kX2;
using testing_support::kY;
using testing_support::kY1;
using testing_support::kZ;
using testing_support::Override;
using testing_support::Sim;

class NvmTimingTest : public testing_support::Litmus {
 protected:
  // The time of each step of a thread, on a device whose only prices are a write of 100 and these.
  void Free(std::vector<Override> prices) {
    for (const Price free : {Price::kCopyLine, Price::kFlushIssue, Price::kFence, Price::kAtomic})
      prices.emplace_back(free, 0);
    prices.emplace_back(Price::kNvmWrite, 100);
    Start(prices);
  }
  void Lap(Thread& t) {
    laps_.push_back(t.now() - last_);
    last_ = t.now();
  }
  std::vector<Time> laps_;

 private:
  Time last_ = 0;
};

TEST(RewindMachine, NLinesPastTheCacheCostNWrites) {
  for (const char* id : {"rewind", "rewind-150ns"}) {
    const MachineProfile machine(*FindMachine(id));
    const Time write = machine.nvm_write_ns(), copy = machine.copy_ns(8);
    EXPECT_EQ(write, std::string_view(id) == "rewind" ? 204u : 150u);
    for (const uint32_t lines : {1u, 2u, 7u, 1000u}) {
      Sim sim;
      Nvm nvm(sim.arena, machine, 1 << 20);
      Time took = 0;
      auto program = [&](Thread& t) -> Task<> {
        const uint64_t word = 1;
        for (uint32_t line = 0; line < lines; ++line)
          co_await nvm.NtStore(t, Category::kLogWork, LineAt(line), &word, 8, Access::kShared);
        co_await nvm.Fence(t, Category::kLogWork);
        took = t.now();
      };
      sim.Spawn(program);
      ASSERT_TRUE(sim.Run());
      EXPECT_EQ(took, lines * (write + copy) + machine[Price::kFence]) << id << " " << lines;
    }
  }
}

// A fence between them changes nothing: their order must hold, and the write is one (REWIND,
// section 5).
TEST_F(NvmTimingTest, ConsecutiveStoresToALineAreWaitedForOnce) {
  Free({{Price::kNtWaits, 1}});
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    Lap(t);
    co_await NtStore(t, kX1, 2);
    Lap(t);
    co_await Fence(t);
    co_await NtStore(t, kX2, 3);
    Lap(t);
    co_await NtStore(t, kY, 4);
    Lap(t);
    co_await NtStore(t, kX, 5);  // the core has written elsewhere meanwhile
    Lap(t);
    co_await Store(t, kY, 6);
    co_await Clflush(t, kY);
    Lap(t);
    co_await NtStore(t, kX, 7);  // by a write-back, too
    Lap(t);
    co_await Fence(t);  // nothing is left to wait for
    Lap(t);
  });
  EXPECT_EQ(laps_, (std::vector<Time>{100, 0, 0, 100, 100, 100, 100, 0}));
}

TEST_F(NvmTimingTest, WithoutTheWaitTheFenceWaitsOnceForAll) {
  Free({{Price::kNtWaits, 0}});
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await NtStore(t, kY, 1);
    co_await NtStore(t, kZ, 1);
    Lap(t);
    co_await Fence(t);
    Lap(t);
  });
  EXPECT_EQ(laps_, (std::vector<Time>{0, 100}));
}

TEST_F(NvmTimingTest, AFenceWaitsForTheQueueOfEachBank) {
  for (const auto& [banks, lap] : {std::pair{1, 400}, {2, 200}, {3, 200}, {4, 100}, {1024, 100}}) {
    for (const bool past : {false, true}) {
      Free({{Price::kNvmBanks, banks}});
      Time took = 0;
      Play([&](Thread& t) -> Task<> {
        const uint8_t bytes[4 * kLineBytes] = {};
        if (past) {
          co_await nvm_->NtStore(t, Category::kLogWork, 0, bytes, sizeof bytes, Access::kShared);
        } else {
          co_await StoreBytes(t, 0, bytes, sizeof bytes);
          co_await Clwb(t, 0, sizeof bytes);
        }
        const Time from = t.now();
        co_await Fence(t);
        took = t.now() - from;
      });
      EXPECT_EQ(took, static_cast<Time>(lap)) << banks << " banks";
    }
  }
}

TEST_F(NvmTimingTest, LinesSideBySideShareABankUpToTheInterleave) {
  Free({{Price::kNvmBanks, 2}, {Price::kNvmInterleave, 128}});
  Play([&](Thread& t) -> Task<> {
    for (const uint32_t line : {0u, 1u}) co_await NtStore(t, LineAt(line), 1);
    co_await Fence(t);
    Lap(t);
    for (const uint32_t line : {1u, 2u}) co_await NtStore(t, LineAt(line), 1);
    co_await Fence(t);
    Lap(t);
  });
  EXPECT_EQ(laps_, (std::vector<Time>{200, 100}));
}

TEST_F(NvmTimingTest, ABankHasTheRequestsThatItHasNotServed) {
  if (!kTraced) return;
  Free({{Price::kNvmBanks, 2}});
  Play([&](Thread& t) -> Task<> {
    const NvmTiming& timing = nvm_->timing();
    EXPECT_EQ(timing.Requests(0, t.now()).size(), 0u);
    for (const uint32_t line : {0u, 2u, 1u, 4u}) co_await NtStore(t, LineAt(line), 1);
    EXPECT_EQ(timing.Requests(0, t.now()).size(), 3u);
    EXPECT_EQ(timing.Requests(1, t.now()).size(), 1u);
    EXPECT_EQ(timing.Requests(0, t.now() + 99).size(), 3u);
    EXPECT_EQ(timing.Requests(0, t.now() + 100).size(), 2u);
    EXPECT_EQ(timing.Requests(1, t.now() + 100).size(), 0u);
    EXPECT_EQ(timing.Requests(0, t.now() + 300).size(), 0u);
    co_await Fence(t);
    EXPECT_EQ(timing.Requests(0, t.now()).size(), 0u);
    co_await NtStore(t, LineAt(6), 1);
    EXPECT_EQ(timing.Requests(0, t.now()).size(), 1u);
  });
}

// The second thread comes 30 later and finds the bank busy.
TEST_F(NvmTimingTest, AClflushWaitsForTheLinesOfOthers) {
  for (const int banks : {0, 1, 2}) {
    Sim sim;
    const MachineProfile machine = testing_support::SetupA({{Price::kNvmBanks, banks},
                                                            {Price::kNvmWrite, 100},
                                                            {Price::kCopyLine, 0},
                                                            {Price::kFlushIssue, 0},
                                                            {Price::kCores, 4}});
    Nvm nvm(sim.arena, machine, 1024);
    Time done[2] = {};
    auto program = [&](Thread& t) -> Task<> {
      const uint64_t word = t.id();
      const Address at = LineAt(t.id());
      co_await nvm.Store(t, Category::kLogWork, at, &word, 8, Access::kShared);
      co_await nvm.Clflush(t, Category::kLogWork, at, 8, Access::kShared);
      done[t.id()] = t.now();
    };
    sim.Spawn(program);
    sim.Spawn(program, 30);
    ASSERT_TRUE(sim.Run());
    EXPECT_EQ(done[0], 100u) << banks;
    EXPECT_EQ(done[1], banks == 1 ? 200u : 130u) << banks;
  }
}

// Lines of both threads, and only those that are dirty through the cache.
TEST_F(NvmTimingTest, ACacheFlushWritesBackTheDirtyLinesOfEveryCore) {
  Free({});
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Store(t, kX1, 2);
    co_await NtStore(t, kZ, 3);
  });
  Play([&](Thread& t) -> Task<> { co_await Store(t, kY, 4); });
  const uint64_t before = nvm_->counters().write_backs;
  Time took = 0;
  Play([&](Thread& t) -> Task<> {
    const Time from = t.now();
    co_await nvm_->FlushCaches(t, Category::kLogWork);
    took = t.now() - from;
  });
  EXPECT_EQ(nvm_->counters().write_backs - before, 2u);
  EXPECT_EQ(took, 200u);                       // one after the other
  EXPECT_EQ(nvm_->cache().dirty_count(), 1u);  // what went past the cache is its thread's to fence
  if (!kTraced) return;
  EXPECT_EQ(Durable(kX), 1u);
  EXPECT_EQ(Durable(kX1), 2u);
  EXPECT_EQ(Durable(kY), 4u);
  EXPECT_EQ(Durable(kZ), 0u);
}

// Line by line: a cut leaves those that came first, and of the others what their stores allow.
TEST_F(NvmTimingTest, APowerCutInACacheFlushLeavesAnyLegalPart) {
  if (!kTraced) return;  // the untraced build keeps no single stores
  Free({});
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Store(t, kY, 2);
    co_await Store(t, kY1, 3);
  });
  std::vector<size_t> images;
  sim_.Look(sim_.kernel.thread(0).now() + 150,
            [&] { images.push_back(Cut({kX, kY, kY1}).size()); });
  images.push_back(Cut({kX, kY, kY1}).size());
  Play([&](Thread& t) -> Task<> {
    t.Charge(Category::kLogic, sim_.kernel.thread(0).now());
    co_await nvm_->FlushCaches(t, Category::kLogWork);
  });
  images.push_back(Cut({kX, kY, kY1}).size());
  EXPECT_EQ(images, (std::vector<size_t>{2 * 3, 3, 1}));
}

}  // namespace
}  // namespace afterimage
