// Tests the cost of a read with caches: against an independent model of lists, and as threads pay
// it.
#include "tier/nvm/read_caches.h"

#include <gtest/gtest.h>

#include <functional>
#include <list>
#include <map>
#include <string>
#include <vector>

#include "base/random.h"
#include "support/litmus.h"

namespace afterimage {
namespace {

using testing_support::Override;
using testing_support::Sim;

// The lines of one set, the last used first.
class ListCache {
 public:
  ListCache(uint32_t sets, uint32_t ways) : sets_(sets), ways_(ways) {}
  bool Touch(uint32_t line) {
    std::list<uint32_t>& set = lines_[line % sets_];
    const bool there = Drop(line);
    set.push_front(line);
    if (set.size() > ways_) set.pop_back();
    return there;
  }
  bool Drop(uint32_t line) {
    std::list<uint32_t>& set = lines_[line % sets_];
    const size_t before = set.size();
    set.remove(line);
    return set.size() < before;
  }

 private:
  uint32_t sets_, ways_;
  std::map<uint32_t, std::list<uint32_t>> lines_;
};

TEST(LruSets, DoAsListsDo) {
  for (const auto& [sets, ways] : {std::pair{1u, 1u}, {1u, 4u}, {3u, 2u}, {16u, 8u}, {48u, 24u}}) {
    BlockPool pool;
    Arena arena(pool);
    LruSets caches(arena, sets, ways);
    ListCache lists(sets, ways);
    Random random(sets * 100 + ways);
    for (int i = 0; i < 4000; ++i) {
      const uint32_t line = random.Below(sets * ways * 2);
      const uint32_t what = random.Below(8);
      if (what < 5) {
        ASSERT_EQ(caches.Touch(line), lists.Touch(line)) << i;
      } else if (what < 6) {
        ASSERT_EQ(caches.Drop(line), lists.Drop(line)) << i;
      } else {
        ASSERT_EQ(caches.Pass(line), lists.Touch(line)) << i;
        lists.Drop(line);
      }
    }
  }
}

MachineProfile Profile(const char* machine, const std::vector<Override>& overrides = {}) {
  MachineProfile profile(*FindMachine(machine));
  profile.Set(Price::kCacheProcessor, kOwnCaches);
  for (const auto& [price, value] : overrides) profile.Set(price, value);
  return profile;
}

// A thread's caches as levels of lists: the same shares, worked out by hand.
class ListCaches {
 public:
  struct Level {
    uint32_t sets, ways, ps;
  };
  explicit ListCaches(const std::vector<Level>& levels) {
    for (const Level& level : levels)
      levels_.push_back({ListCache(level.sets, level.ways), level.ps});
  }
  uint32_t Read(uint32_t line) {
    for (auto& [cache, ps] : levels_) {
      if (cache.Touch(line)) return ps;
    }
    return ReadCaches::kMissed;
  }
  void Drop(uint32_t line) {
    for (auto& [cache, ps] : levels_) cache.Drop(line);
  }

 private:
  std::vector<std::pair<ListCache, uint32_t>> levels_;
};

struct Shares {
  const char* machine;
  uint32_t threads;
  std::vector<ListCaches::Level> levels;
};
// The shares of the sets: 64 of 8 ways and 4,096 of 24 in an E5420, whose four cores have two of
// the second; 64, 512 and 8,192 in an X5550, of which there are two with four cores of two threads
// each.
const Shares kShares[] = {
    {"rewind", 1, {{64, 8, 1200}, {4096, 24, 6000}}},
    {"rewind", 2, {{64, 8, 1200}, {4096, 24, 6000}}},
    {"rewind", 3, {{64, 8, 1200}, {2048, 24, 6000}}},
    {"rewind", 9, {{64, 8, 1200}, {2048, 24, 6000}}},
    {"setup-a", 1, {{64, 8, 1498}, {512, 8, 3745}, {8192, 16, 14232}}},
    {"setup-a", 6, {{64, 8, 1498}, {512, 8, 3745}, {2730, 16, 14232}}},
    {"setup-a", 9, {{32, 8, 1498}, {256, 8, 3745}, {1638, 16, 14232}}},
    {"setup-a", 40, {{32, 8, 1498}, {256, 8, 3745}, {1024, 16, 14232}}},
};

// Lines that are near each other, and some that share few sets, so that each level has its hits and
// is too small.
uint32_t SomeLine(Random& random) {
  const uint32_t reach[] = {100, 1000, 20000};
  const uint32_t far = random.Below(4);
  return far < 3 ? random.Below(reach[far]) : random.Below(60) * 8192 + random.Below(4);
}

TEST(ReadCaches, DoAsListsOfTheSameSharesDo) {
  for (const Shares& of : kShares) {
    Sim sim;
    ReadCaches caches(sim.arena, Profile(of.machine));
    ASSERT_TRUE(caches.on());
    for (uint32_t i = 0; i < of.threads; ++i) sim.kernel.AddThread(ThreadKind::kClient, {});
    sim.kernel.AddThread(ThreadKind::kDaemon, {});
    Thread& thread = sim.kernel.thread(of.threads / 2);
    ListCaches lists(of.levels);
    Random random(of.threads);
    std::map<uint32_t, int> seen;
    for (int i = 0; i < 20000; ++i) {
      const uint32_t line = SomeLine(random);
      const uint32_t what = random.Below(10);
      if (what == 0) {
        caches.Drop(thread, line);
        lists.Drop(line);
      } else if (what == 1) {
        caches.Store(thread, line);
        lists.Read(line);
      } else if (what == 2) {
        const uint32_t last = line + random.Below(i % 50 == 0 ? 100 : 20);
        caches.StoreThrough(thread, line, last);
        for (uint32_t each = line; each <= last; ++each) lists.Read(each);
        for (uint32_t each = line; each <= last; ++each) lists.Drop(each);
      } else {
        const uint32_t ps = caches.Read(thread, line);
        ASSERT_EQ(ps, lists.Read(line)) << of.machine << " " << of.threads << " " << i;
        ++seen[ps];
      }
    }
    EXPECT_EQ(seen.size(), of.levels.size() + 1);
    for (const auto& [ps, count] : seen) EXPECT_GT(count, 200) << of.machine << " " << ps;
  }
}

TEST(ReadCaches, OfOthersChangeNothing) {
  Sim sim;
  ReadCaches caches(sim.arena, Profile("rewind"));
  Thread& mine = sim.kernel.AddThread(ThreadKind::kClient, {});
  Thread& other = sim.kernel.AddThread(ThreadKind::kClient, {});
  EXPECT_EQ(caches.Read(mine, 7), ReadCaches::kMissed);
  EXPECT_EQ(caches.Read(other, 7), ReadCaches::kMissed);
  caches.Drop(other, 7);
  EXPECT_EQ(caches.Read(mine, 7), 1200u);
}

TEST(ReadCaches, AreThereOnlyWhereAsked) {
  BlockPool pool;
  Arena arena(pool);
  for (int i = 0; i < kMachineCount; ++i) {
    EXPECT_FALSE(ReadCaches(arena, MachineProfile(kMachines[i])).on()) << kMachines[i].id;
    MachineProfile own(kMachines[i]);
    own.Set(Price::kCacheProcessor, kOwnCaches);
    EXPECT_EQ(own.caches(), &kCacheProfiles[static_cast<int>(kMachines[i].caches)]);
    EXPECT_GE(own[Price::kCacheProcessor], static_cast<uint64_t>(kFirstCaches));
  }
}

// Each number has a source, and a machine is slower to read than its slowest cache.
TEST(CacheProfile, SaysWhereItsNumbersAreFrom) {
  ASSERT_EQ(kPriceInfo[static_cast<int>(Price::kCacheProcessor)].max,
            kFirstCaches + static_cast<int64_t>(kCacheProfiles.size()) - 1);
  for (const CacheProfile& profile : kCacheProfiles) {
    EXPECT_LE(profile.levels.size(), kMostCacheLevels);
    uint32_t kb = 0, ps = 0;
    for (const CacheLevel& level : profile.levels) {
      EXPECT_GT(std::string(level.shape_source).size(), 20u) << profile.id;
      EXPECT_GT(std::string(level.latency_source).size(), 20u) << profile.id;
      EXPECT_GT(level.kb, kb);
      EXPECT_GT(level.latency_ps, ps);
      EXPECT_EQ(level.kb * 1024 % (level.ways * kLineBytes), 0u) << profile.id;
      kb = level.kb;
      ps = level.latency_ps;
    }
  }
  for (int i = 0; i < kMachineCount; ++i) {
    const MachineProfile own = Profile(kMachines[i].id);
    EXPECT_LT(own.caches()->levels.back().latency_ps, 1000 * own[Price::kDramRead]);
    EXPECT_LT(own.caches()->levels.back().latency_ps, 1000 * own[Price::kNvmRead]);
  }
}

// --- What threads pay ----------------------------------------------------------------------------

class CachedReads : public testing::Test {
 protected:
  static constexpr Time kMemory = 110;
  // The costs of the operations of `program`, one after the other.
  std::vector<Time> Costs(const std::vector<Override>& overrides,
                          const std::function<Task<>(Thread&, Nvm&, std::vector<Time>&)>& program) {
    Sim sim;
    const MachineProfile machine = Profile("rewind", overrides);
    Nvm nvm(sim.arena, machine, 1 << 20);
    std::vector<Time> costs;
    auto body = [&](Thread& t) -> Task<> { co_await program(t, nvm, costs); };
    sim.Spawn(body);
    EXPECT_TRUE(sim.Run());
    return costs;
  }
  static Task<> Read(Thread& t, Nvm& nvm, Address address, uint64_t size,
                     std::vector<Time>& costs) {
    const Time before = t.now();
    co_await nvm.Read(t, Category::kDataIo, address, size);
    costs.push_back(t.now() - before);
  }
};

TEST_F(CachedReads, CostTheMemoryOnceAndThenTheNearestCache) {
  for (const int banks : {0, 4}) {
    EXPECT_EQ(Costs({{Price::kNvmBanks, banks}},
                    [](Thread& t, Nvm& nvm, std::vector<Time>& costs) -> Task<> {
                      co_await Read(t, nvm, 640, 8, costs);
                      co_await Read(t, nvm, 648, 8, costs);
                      co_await Read(t, nvm, 576, 192, costs);  // of three lines it has one
                      co_await Read(t, nvm, 576, 192, costs);
                      EXPECT_EQ(nvm.StartLoad(t, 512, 128, 1000), 1000 + kMemory + 1);
                    }),
              (std::vector<Time>{kMemory, 1, 2 * kMemory + 1, 3}))
        << banks;
  }
}

TEST_F(CachedReads, FindWhatWasStoredUntilItIsFlushed) {
  for (const Access access : {Access::kPrivate, Access::kShared}) {
    EXPECT_EQ(Costs({{Price::kClwb, 1}},
                    [access](Thread& t, Nvm& nvm, std::vector<Time>& costs) -> Task<> {
                      const uint64_t words[16] = {1};
                      const Category kWork = Category::kLogWork;
                      co_await nvm.Store(t, kWork, 0, words, 8, access);
                      co_await Read(t, nvm, 0, 8, costs);  // stored
                      co_await nvm.Clwb(t, kWork, 0, 8, access);
                      co_await nvm.Fence(t, kWork, access);
                      co_await Read(t, nvm, 0, 8, costs);  // clwb keeps it
                      co_await nvm.Clflush(t, kWork, 0, 8, access);
                      co_await Read(t, nvm, 0, 8, costs);
                      co_await nvm.NtStore(t, kWork, 0, words, 8, access);
                      co_await nvm.Fence(t, kWork, access);
                      co_await Read(t, nvm, 0, 8, costs);
                      co_await nvm.StoreAndFlush(t, kWork, 0, words, 128, access, t.where());
                      co_await Read(t, nvm, 64, 8, costs);
                      co_await nvm.FetchAdd(t, kWork, 256, 1);
                      co_await Read(t, nvm, 256, 8, costs);
                    }),
              (std::vector<Time>{1, 1, kMemory, kMemory, kMemory, 1}));
  }
}

}  // namespace
}  // namespace afterimage
