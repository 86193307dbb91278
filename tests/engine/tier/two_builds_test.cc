// One program on every kind of disk and file: the traced and the untraced build must spend the same
// time and leave the same bytes. The numbers are what the traced build gave; where a model or a
// price changes on purpose, take the new ones, once both builds agree on them.
#include <gtest/gtest.h>

#include "support/litmus.h"
#include "tier/files/disk_file.h"
#include "tier/files/nvm_file.h"

namespace afterimage::testing_support {
namespace {

using Bytes = std::vector<uint8_t>;

void AddLedgers(Sim& sim, uint32_t threads, Digest* digest) {
  for (uint32_t i = 0; i < threads; ++i) {
    const Thread& t = sim.kernel.thread(i);
    for (int c = 0; c < kCategories; ++c) digest->Word(t.ledger()[c]);
    EXPECT_EQ(Sim::Booked(t), t.now() - t.start());
  }
}

// Six threads run the program, and the digest takes what they have spent and what the NVM holds.
template <class Program>
void RunSix(Sim& sim, Program& program, const Nvm& nvm, Digest* digest) {
  for (int i = 0; i < 6; ++i) sim.Spawn(program);
  ASSERT_TRUE(sim.Run());
  AddLedgers(sim, 6, digest);
  nvm.AddTo(*digest);
}

TEST(TwoBuilds, SpendTheSameTimeOnDisks) {
  Digest digest;
  for (const DiskKind kind : {DiskKind::kFlat, DiskKind::kHdd, DiskKind::kSsd, DiskKind::kSd}) {
    for (const int scheduler : {0, 1}) {
      Sim sim(CoreParams{3, 500, 20000});
      const MachineProfile machine = SetupA({{Price::kDiskWriteCache, scheduler == 0},
                                             {Price::kDiskCacheKb, 16},
                                             {Price::kHddScheduler, scheduler},
                                             {Price::kHddTrack, 65536}});
      BlockDevice disk(sim.arena, machine, 1 << 20, kind);
      auto program = [&](Thread& t) -> Task<> {
        Random random(t.id());
        Bytes data(8192);
        for (int i = 0; i < 40; ++i) {
          const uint32_t size = 512 * (1 + random.Below(16));
          const uint64_t at = uint64_t{t.id()} * 131072 + random.Below((131072 - size) / 512) * 512;
          t.Charge(Category::kLogic, random.Below(100000));
          const uint32_t what = random.Below(10);
          if (what < 5) {
            std::fill(data.begin(), data.end(), static_cast<uint8_t>(random.Next()));
            co_await disk.Write(t, Category::kLogIo, at, data.data(), size);
          } else if (what < 9) {
            co_await disk.Read(t, Category::kDataIo, at, data.data(), size);
            digest.Bytes(data.data(), size);
          } else {
            co_await disk.Flush(t, Category::kLogIo);
          }
        }
      };
      for (int i = 0; i < 8; ++i) sim.Spawn(program);
      ASSERT_TRUE(sim.Run());
      AddLedgers(sim, 8, &digest);
      disk.AddTo(digest);
    }
  }
  EXPECT_EQ(digest.Value(), 8207431187292107436u);
}

TEST(TwoBuilds, SpendTheSameTimeOnFiles) {
  Digest digest;
  for (const int page_cache : {0, 1}) {
    Sim sim(CoreParams{3, 500, 20000});
    const MachineProfile machine = SetupA({{Price::kOsPageCache, page_cache},
                                           {Price::kOsDirtyPages, 5},
                                           {Price::kDiskWriteCache, page_cache},
                                           {Price::kClwb, 0}});
    Nvm nvm(sim.arena, machine, 1 << 20);
    BlockDevice disk(sim.arena, machine, 1 << 20, DiskKind::kSsd);
    NvmFile tmpfs(sim.arena, machine, nvm, NvmFileApi::kTmpfs, 0, 131072);
    NvmFile mmap(sim.arena, machine, nvm, NvmFileApi::kMmap, 1 << 18, 131072);
    NvmFile pmfs(sim.arena, machine, nvm, NvmFileApi::kPmfs, 1 << 19, 131072);
    DiskFile on_disk(sim.arena, machine, disk, 8192, 131072);
    File* const files[] = {&tmpfs, &mmap, &pmfs, &on_disk};
    auto program = [&](Thread& t) -> Task<> {
      Random random(t.id());
      Bytes data(4096);
      for (int i = 0; i < 60; ++i) {
        File& file = *files[random.Below(4)];
        const uint32_t size = 512 * (1 + random.Below(8));
        const uint64_t at = 512 * random.Below((131072 - size) / 512);
        t.Charge(Category::kLogic, random.Below(3000));
        const uint32_t what = random.Below(10);
        if (what < 5) {
          std::fill(data.begin(), data.end(), static_cast<uint8_t>(random.Next()));
          const uint32_t parts[] = {size / 2, size - size / 2};
          if (what % 2 == 0) {
            co_await file.Write(t, Category::kLogIo, at, data.data(), size);
          } else {
            co_await file.WriteParts(t, Category::kLogIo, at, data.data(), parts, 2);
          }
        } else if (what < 8) {
          co_await file.Read(t, Category::kDataIo, at, data.data(), size);
          digest.Bytes(data.data(), size);
        } else {
          co_await file.Sync(t, Category::kLogIo);
        }
      }
    };
    for (int i = 0; i < 8; ++i) sim.Spawn(program);
    ASSERT_TRUE(sim.Run());
    for (uint32_t i = 0; i < 8; ++i) EXPECT_TRUE(sim.kernel.thread(i).done()) << i;
    AddLedgers(sim, 8, &digest);
    for (const File* file : files) {
      digest.Word(file->counters().writes);
      digest.Word(file->counters().bytes_read);
    }
    disk.AddTo(digest);
    nvm.AddTo(digest);
    digest.Word(nvm.counters().lines_written);
  }
  EXPECT_EQ(digest.Value(), 14487727437516776042u);
}

// The cache has room for a third of a file's pages; its flusher, its limit and threads that need
// room write back.
TEST(TwoBuilds, SpendTheSameTimeInAFullPageCache) {
  Digest digest;
  for (const int percent : {20, 100}) {
    Sim sim(CoreParams{3, 500, 20000});
    const MachineProfile machine = SetupA({{Price::kOsPageCache, 1},
                                           {Price::kOsDirtyRatio, percent},
                                           {Price::kOsWritebackTime, 1},
                                           {Price::kOsDirtyExpires, 3},
                                           {Price::kDiskWriteCache, percent == 20}});
    BlockDevice disk(sim.arena, machine, 1 << 20, DiskKind::kSsd);
    OsPageCache cache(sim.kernel, sim.arena, machine);
    DiskFile file(sim.arena, machine, disk, 8192, 48 * 4096, &cache);
    cache.SetRoom(16 * 4096);
    cache.AddFlushers();
    file.Warm();
    auto program = [&](Thread& t) -> Task<> {
      Random random(t.id());
      Bytes data(4096);
      for (int i = 0; i < 60; ++i) {
        const uint32_t size = 512 * (1 + random.Below(8));
        const uint64_t at = 512 * random.Below((48 * 4096 - size) / 512);
        t.Charge(Category::kLogic, random.Below(300000));
        const uint32_t what = random.Below(20);
        if (what < 10) {
          std::fill(data.begin(), data.end(), static_cast<uint8_t>(random.Next()));
          co_await file.Write(t, Category::kDataIo, at, data.data(), size);
        } else if (what < 19) {
          co_await file.Read(t, Category::kDataIo, at, data.data(), size);
          digest.Bytes(data.data(), size);
        } else {
          co_await file.Sync(t, Category::kDataIo);
        }
      }
    };
    for (int i = 0; i < 8; ++i) sim.Spawn(program);
    ASSERT_TRUE(sim.Run());
    AddLedgers(sim, 9, &digest);
    EXPECT_GT(disk.counters().reads, 200u);
    digest.Word(disk.counters().reads);
    digest.Word(disk.counters().writes);
    disk.AddTo(digest);
  }
  EXPECT_EQ(digest.Value(), 7563671667943617159u);
}

// Reads meet caches that the thread's own reads, stores and flushes change, private ones included.
TEST(TwoBuilds, ReadTheSameThroughCaches) {
  Digest digest;
  for (const int processor : {2, 3, 6}) {
    for (const int banks : {0, 3}) {
      Sim sim(CoreParams{4, 500, 20000});
      const MachineProfile machine = SetupA({{Price::kCacheProcessor, processor},
                                             {Price::kClwb, processor == 6},
                                             {Price::kNvmBanks, banks},
                                             {Price::kNvmRead, 300}});
      Nvm nvm(sim.arena, machine, 1 << 21);
      const Address past = LineAt(2048);  // to where stores go past the cache
      auto program = [&](Thread& t) -> Task<> {
        Random random(t.id());
        const uint8_t bytes[1024] = {static_cast<uint8_t>(t.id())};
        const auto mine = Category::kDataIo;
        for (uint32_t i = 0; i < 600; ++i) {
          // Lines of few sets among them.
          const uint32_t line = random.Chance(50) ? random.Below(40) : random.Below(4) * 512 + 64;
          const Address at = LineAt(t.id() * 4096 + line);
          const uint32_t size = 8 + random.Below(random.Chance(5) ? 1016 : 200);
          t.Charge(Category::kLogic, random.Below(300));
          const uint32_t what = random.Below(12);
          if (what < 6) {
            co_await nvm.Read(t, mine, what < 4 ? at : at + past, size);
          } else if (what < 7) {
            co_await Ordered(t);
            const Time read = nvm.StartLoad(t, at, size, t.now());
            t.Charge(mine, read - t.now());
          } else if (what < 9) {
            co_await nvm.Store(t, mine, at, bytes, size, Access::kPrivate);
            co_await nvm.Clwb(t, mine, at, size, Access::kPrivate);
          } else if (what < 10) {
            co_await nvm.StoreAndFlush(t, mine, at, bytes, size, Access::kPrivate, {});
          } else if (what < 11) {
            co_await nvm.NtStore(t, mine, at + past, bytes, size, Access::kPrivate);
          } else {
            co_await nvm.FetchAdd(t, mine, LineAt(30000 + random.Below(4)), 1);
          }
        }
        co_await nvm.Fence(t, mine);
      };
      RunSix(sim, program, nvm, &digest);
    }
  }
  EXPECT_EQ(digest.Value(), 10293953691685007281u);
}

// Threads store past the cache to the same lines, and each fences its own.
TEST(TwoBuilds, WearTheSameWhereThreadsShareLinesPastTheCache) {
  Digest digest;
  for (const int capacity : {0, 3}) {
    Sim sim(CoreParams{4, 500, 20000});
    const MachineProfile machine = SetupA({{Price::kCacheLines, capacity}});
    Nvm nvm(sim.arena, machine, 4096);
    auto program = [&](Thread& t) -> Task<> {
      Random random(t.id());
      for (uint32_t i = 0; i < 200; ++i) {
        const uint64_t word = random.Next();
        // A word of its own in one of eight lines.
        const Address at = random.Below(8) * kLineBytes + t.id() * 8;
        t.Charge(Category::kLogic, random.Below(300));
        co_await nvm.NtStore(t, Category::kDataIo, at, &word, sizeof word, Access::kShared);
        if (random.Chance(40)) co_await nvm.Fence(t, Category::kDataIo);
      }
      co_await nvm.Fence(t, Category::kDataIo);
    };
    RunSix(sim, program, nvm, &digest);
    EXPECT_EQ(nvm.cache().dirty_count(), 0u);
    digest.Word(nvm.counters().lines_written);
    digest.Word(nvm.counters().evictions);
    for (uint32_t unit = 0; unit < 8; ++unit) digest.Word(nvm.wear().Of(unit));
  }
  EXPECT_EQ(digest.Value(), 11691356052989088756u);
}

// A thread that wakes takes a core from others, which have run ahead as far as that cannot be seen;
// but not within a write-back that others wait for.
TEST(TwoBuilds, SpendTheSameTimeWhereSleepersTakeCores) {
  Digest digest;
  Time waited = 0;
  for (const HandsOver hands_over : {HandsOver::kToWhoExecutes, HandsOver::kInQueue}) {
    for (const Time granularity : {Time{0}, Time{3000}}) {
      Sim sim(CoreParams{3, 500, 200000, 1, 100, 10000, granularity});
      const MachineProfile machine = SetupA({{Price::kNvmWrite, 900}});
      Nvm nvm(sim.arena, machine, 1 << 16);
      Latch latch(LatchCosts{3, 5}, hands_over);
      auto program = [&](Thread& t) -> Task<> {
        Random random(t.id());
        const auto mine = Category::kDataIo;
        for (uint32_t i = 0; i < 150; ++i) {
          const uint64_t word = random.Next();
          const uint32_t what = random.Below(10);
          const Address own = LineAt(16 + t.id() * 16 + random.Below(16));
          const Address shared = LineAt(random.Below(2)) + t.id() * 8;
          t.Charge(Category::kLogic, random.Below(2000));
          if (what < 4) {
            co_await nvm.Store(t, mine, own, &word, sizeof word, Access::kPrivate);
            co_await nvm.Clflush(t, mine, own, sizeof word, Access::kPrivate);
          } else if (what < 6) {
            co_await nvm.Store(t, mine, shared, &word, sizeof word, Access::kShared);
            co_await nvm.Clflush(t, mine, shared, sizeof word, Access::kShared);
          } else if (what < 8) {
            co_await Latch::Acquire(t, latch, Category::kLogContention);
            t.Charge(Category::kLogWork, random.Below(500));
            co_await Latch::Release(t, latch);
          } else {
            co_await Delay(t, random.Below(15000), WaitFor::kDevice, Category::kLogIo);
          }
        }
        // The thread's last work cannot be seen: it may have ended long before its clock is
        // reached.
        t.Charge(Category::kLogic, 20000 + random.Below(20000));
      };
      RunSix(sim, program, nvm, &digest);
      for (uint32_t i = 0; i < 6; ++i) {
        waited += Sim::Booked(sim.kernel.thread(i), Category::kCoreWait);
        // A thread without a core keeps no other waiting for a write-back.
        EXPECT_LT(Sim::Booked(sim.kernel.thread(i), Category::kDataIo), 1000000u);
      }
    }
  }
  EXPECT_GT(waited, 0u);
  EXPECT_EQ(digest.Value(), 7358154926016980495u);
}

// Each write keeps others waiting, private operations and evictions included.
TEST(TwoBuilds, SpendTheSameTimeInTheQueuesOfBanks) {
  Digest digest;
  for (const int capacity : {0, 3}) {
    for (const int nt_waits : {0, 1}) {
      Sim sim(CoreParams{4, 500, 20000});
      const MachineProfile machine = SetupA({{Price::kCacheLines, capacity},
                                             {Price::kNtWaits, nt_waits},
                                             {Price::kNvmBanks, 3},
                                             {Price::kNvmInterleave, 128}});
      Nvm nvm(sim.arena, machine, 1 << 16);
      auto program = [&](Thread& t) -> Task<> {
        Random random(t.id());
        const uint8_t bytes[256] = {static_cast<uint8_t>(t.id())};
        const auto mine = Category::kDataIo;
        for (uint32_t i = 0; i < 200; ++i) {
          const Address at = LineAt(t.id() * 64 + random.Below(16));
          const uint32_t size = 8 + random.Below(sizeof bytes - 8);
          t.Charge(Category::kLogic, random.Below(300));
          const uint32_t what = random.Below(10);
          if (what < 3) {
            co_await nvm.Store(t, mine, at, bytes, size, Access::kPrivate);
            co_await nvm.Clflush(t, mine, at, size, Access::kPrivate);
          } else if (what < 5) {
            co_await nvm.StoreAndFlush(t, mine, at, bytes, size, Access::kPrivate, {});
          } else if (what < 7) {
            co_await nvm.Store(t, mine, at, bytes, size, Access::kPrivate);
            co_await nvm.Clwb(t, mine, at, size, Access::kPrivate);
          } else if (what < 9) {
            co_await nvm.NtStore(t, mine, at + 32 * kLineBytes, bytes, size, Access::kPrivate);
          } else {
            co_await nvm.Fence(t, mine);
          }
        }
        co_await nvm.Fence(t, mine);
        if (t.id() == 0) co_await nvm.FlushCaches(t, mine);
      };
      RunSix(sim, program, nvm, &digest);
      digest.Word(nvm.counters().lines_written);
      digest.Word(nvm.counters().evictions);
    }
  }
  EXPECT_EQ(digest.Value(), 3467596547378060770u);
}

// Readers and writers keep each other waiting; some read in plain functions, some beside something.
TEST(TwoBuilds, ReadTheSameInTheQueuesOfBanks) {
  Digest digest;
  for (const int banks : {0, 1, 3}) {
    Sim sim(CoreParams{4, 500, 20000});
    const MachineProfile machine =
        SetupA({{Price::kNvmBanks, banks}, {Price::kNvmInterleave, 128}, {Price::kNvmWrite, 200}});
    Nvm nvm(sim.arena, machine, 1 << 16);
    auto program = [&](Thread& t) -> Task<> {
      Random random(t.id());
      const uint8_t bytes[256] = {static_cast<uint8_t>(t.id())};
      const auto mine = Category::kDataIo;
      for (uint32_t i = 0; i < 200; ++i) {
        const Address at = LineAt(t.id() * 64 + random.Below(16));
        const uint32_t size = 8 + random.Below(sizeof bytes - 8);
        t.Charge(Category::kLogic, random.Below(300));
        const uint32_t what = random.Below(10);
        if (what < 4) {
          co_await nvm.Read(t, mine, at, size);
        } else if (what < 6) {
          nvm.ChargeLoad(t, mine, at, size);
          nvm.ChargeLoad(t, Category::kLogWork, at + 4096, 8);
          co_await nvm.AwaitReads(t);
        } else if (what < 7) {
          co_await Ordered(t);
          const Time read = nvm.StartLoad(t, at, size, t.now());
          t.Charge(mine, read - t.now());
        } else {
          co_await nvm.StoreAndFlush(t, mine, at, bytes, size, Access::kPrivate, {});
        }
      }
    };
    RunSix(sim, program, nvm, &digest);
  }
  EXPECT_EQ(digest.Value(), 17127256730051806300u);
}

// With moving units the order of writes matters, private ones and evictions included.
TEST(TwoBuilds, WearTheSameWhereUnitsMove) {
  Digest digest;
  for (const int banks : {0, 3}) {
    for (const int capacity : {0, 3}) {
      Sim sim(CoreParams{4, 500, 20000});
      const MachineProfile machine = SetupA({{Price::kCacheLines, capacity},
                                             {Price::kNvmBanks, banks},
                                             {Price::kNvmWearUnit, 128},
                                             {Price::kNvmStartGap, 7},
                                             {Price::kNvmRandomize, 1},
                                             {Price::kNvmWornOut, 1},
                                             {Price::kNvmEndurance, 60},
                                             {Price::kNvmSpareUnits, 1000}});
      Nvm nvm(sim.arena, machine, 1 << 13);
      auto program = [&](Thread& t) -> Task<> {
        Random random(t.id());
        const uint8_t bytes[256] = {static_cast<uint8_t>(t.id())};
        const auto mine = Category::kDataIo;
        for (uint32_t i = 0; i < 100; ++i) {
          const Address at = LineAt(t.id() * 8 + random.Below(4));
          const uint32_t size = 8 + random.Below(sizeof bytes - 8);
          t.Charge(Category::kLogic, random.Below(300));
          const uint32_t what = random.Below(10);
          if (what < 4) {
            co_await nvm.StoreAndFlush(t, mine, at, bytes, size, Access::kPrivate, {});
          } else if (what < 6) {
            co_await nvm.Store(t, mine, at, bytes, size, Access::kPrivate);
          } else if (what < 8) {
            co_await nvm.NtStore(t, mine, at + 64 * kLineBytes, bytes, size, Access::kPrivate);
          } else if (what < 9) {
            co_await nvm.Read(t, mine, at, size);
          } else {
            co_await nvm.Fence(t, mine);
          }
        }
        co_await nvm.Fence(t, mine);
      };
      RunSix(sim, program, nvm, &digest);
      digest.Word(nvm.wear().own_lines_written());
      digest.Word(nvm.wear().spares_used());
      for (uint32_t unit = 0; unit < nvm.wear().units(); ++unit) digest.Word(nvm.wear().Of(unit));
      EXPECT_GT(nvm.wear().spares_used(), 0u);
      EXPECT_FALSE(nvm.wear().worn_out());
    }
  }
  EXPECT_EQ(digest.Value(), 7988746556262220507u);
}

}  // namespace
}  // namespace afterimage::testing_support
