// Tests forks of the NVM, as a power cut makes them: a line is decided when it is read.
#include "base/build.h"
#include "base/random.h"
#include "support/litmus.h"

#if AFTERIMAGE_TRACED

namespace afterimage {
namespace {

using testing_support::Images;
using testing_support::kX;
using testing_support::kX1;
using testing_support::kY;
using testing_support::kZ;
using testing_support::Sim;

// Remembers what it was asked.
class Asked final : public PersistChoice {
 public:
  explicit Asked(PersistChoice& inner) : inner_(inner) {}
  uint32_t Choose(uint32_t index, const PersistUnit& unit) override {
    asked.push_back({index, unit.address});
    return inner_.Choose(index, unit);
  }
  std::vector<std::pair<uint32_t, uint32_t>> asked;

 private:
  PersistChoice& inner_;
};

class NvmFork : public testing_support::Litmus {
 protected:
  void StoreEverywhere() {
    Play([&](Thread& t) -> Task<> {
      co_await Store(t, kX, 1);
      co_await Store(t, kX1, 2);
      co_await Store(t, kY, 3);
      co_await Store(t, kZ, 4);
    });
  }
  uint64_t DigestOf(const Nvm& nvm) {
    Digest digest;
    nvm.AddTo(digest);
    return digest.Value();
  }
  std::vector<PersistUnit> Units(const Nvm& nvm) {
    ArenaVector<PersistUnit> units{ArenaAllocator<PersistUnit>(sim_.arena)};
    nvm.CollectUnits(units);
    return {units.begin(), units.end()};
  }
  UniformChoice none_{false}, all_{true};
};

// A power cut takes no ordinary store back if caches keep their contents; stores that go past the
// cache remain in doubt.
TEST_F(NvmFork, KeepsWhatIsInCachesThatSurvive) {
  Start({{Price::kCachesKept, 1}});
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Store(t, kX, 2);
    co_await NtStore(t, kY, 5);
    co_await Store(t, kY, 3);
  });
  EXPECT_EQ(nvm_->cache().StandingOf(kX, 8), NvmCache::Standing::kDurable);
  EXPECT_EQ(nvm_->cache().StandingOf(kY, 8), NvmCache::Standing::kVolatile);
  const std::vector<PersistUnit> units = Units(*nvm_);
  ASSERT_EQ(units.size(), 2u);
  EXPECT_EQ(units[0].options(), 1u);
  EXPECT_EQ(units[1].options(), 2u);
  EXPECT_EQ(units[1].count(), 1u);
  for (UniformChoice* choice : {&none_, &all_}) {
    Nvm fork(sim_.arena, machine_, *nvm_, *choice);
    EXPECT_EQ(fork.LoadWord(kX), 2u);
    EXPECT_EQ(fork.LoadWord(kY), 3u);
  }
}

TEST_F(NvmFork, AsksOnlyAboutLinesThatAreRead) {
  StoreEverywhere();
  Asked choice(all_);
  Nvm fork(sim_.arena, machine_, *nvm_, choice);
  EXPECT_EQ(fork.crash_image().open(), 3u);
  EXPECT_EQ(fork.LoadWord(kY), 3u);
  EXPECT_EQ(fork.LoadWord(kY), 3u);
  EXPECT_EQ(fork.LoadWord(512), 0u);
  EXPECT_EQ(choice.asked, (std::vector<std::pair<uint32_t, uint32_t>>{{1, kY}}));
  EXPECT_EQ(fork.crash_image().open(), 2u);
}

TEST_F(NvmFork, ARangeAsksAboutEachOfItsLinesInOrder) {
  StoreEverywhere();
  Asked choice(none_);
  Nvm fork(sim_.arena, machine_, *nvm_, choice);
  uint8_t bytes[200];
  fork.Load(32, bytes, sizeof bytes);
  EXPECT_EQ(choice.asked, (std::vector<std::pair<uint32_t, uint32_t>>{{0, kX}, {1, kY}, {2, kZ}}));
}

TEST_F(NvmFork, DecidingLateIsTheSameAsDecidingAtOnce) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Sim sim;
    nvm_ = sim.arena.New<Nvm>(sim.arena, machine_, 1024);
    auto program = [&](Thread& t) -> Task<> {
      Random random(seed);
      for (int i = 0; i < 30; ++i) {
        const Address word = random.Below(128) * 8;
        co_await Store(t, word, random.Next());
        if (random.Chance(20)) co_await Clflush(t, word);
        if (random.Chance(20)) co_await NtStore(t, random.Below(128) * 8, random.Next());
      }
    };
    sim.Spawn(program);
    ASSERT_TRUE(sim.Run());
    RandomChoice first(seed), second(seed);
    Nvm eager(sim.arena, machine_, *nvm_, first);
    eager.crash_image().DecideAll();
    EXPECT_EQ(eager.crash_image().open(), 0u);
    Nvm lazy(sim.arena, machine_, *nvm_, second);
    Random random(seed + 1000);
    for (int i = 0; i < 20; ++i) lazy.LoadWord(random.Below(128) * 8);
    for (Address word = 0; word < 1024; word += 8)
      ASSERT_EQ(lazy.LoadWord(word), eager.LoadWord(word)) << seed;
    EXPECT_EQ(DigestOf(lazy), DigestOf(eager));
  }
}

TEST_F(NvmFork, DoesNotChangeItsParent) {
  StoreEverywhere();
  const uint64_t before = DigestOf(*nvm_);
  const Images images = Cut({kX, kX1, kY, kZ});
  {
    Sim other;
    Nvm fork(other.arena, machine_, *nvm_, all_);
    auto program = [&](Thread& t) -> Task<> {
      for (Address word = 0; word < 1024; word += 8) {
        const uint64_t value = word + 1;
        co_await fork.Store(t, Category::kLogWork, word, &value, 8, Access::kShared);
      }
      co_await fork.Clflush(t, Category::kLogWork, 0, 1024, Access::kShared);
    };
    other.Spawn(program);
    ASSERT_TRUE(other.Run());
    EXPECT_NE(DigestOf(fork), before);
    EXPECT_EQ(fork.wear().Of(0), 1u);
  }
  EXPECT_EQ(DigestOf(*nvm_), before);
  EXPECT_EQ(nvm_->wear().Of(0), 0u);
  EXPECT_EQ(Cut({kX, kX1, kY, kZ}), images);
}

TEST_F(NvmFork, CountsItsOwnOperationsAndGoesOnWithTheWear) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Clflush(t, kX);
  });
  Nvm fork(sim_.arena, machine_, *nvm_, none_);
  EXPECT_EQ(fork.counters().lines_written, 0u);
  EXPECT_EQ(fork.wear().Of(1), 1u);
}

TEST_F(NvmFork, AStoreToAnUndecidedLineDecidesItFirst) {
  StoreEverywhere();
  for (const bool survives : {false, true}) {
    UniformChoice choice(survives);
    Sim other;
    Nvm fork(other.arena, machine_, *nvm_, choice);
    auto program = [&](Thread& t) -> Task<> {
      const uint64_t value = 50;
      co_await fork.Store(t, Category::kLogWork, kX, &value, 8, Access::kShared);
      const uint64_t before = co_await fork.FetchAdd(t, Category::kLogWork, kY, 10);
      EXPECT_EQ(before, survives ? 3u : 0u);
    };
    other.Spawn(program);
    ASSERT_TRUE(other.Run());
    EXPECT_EQ(testing_support::ImagesOf(fork, machine_, {kX, kX1, kY}),
              survives ? (Images{{1, 2, 3}, {1, 2, 13}, {50, 2, 3}, {50, 2, 13}})
                       : (Images{{0, 0, 0}, {0, 0, 10}, {50, 0, 0}, {50, 0, 10}}));
  }
}

TEST_F(NvmFork, OfAForkLeavesOpenWhatNobodyHasLookedAt) {
  StoreEverywhere();
  EveryChoice undecided;
  Nvm fork(sim_.arena, machine_, *nvm_, undecided);
  EXPECT_EQ(fork.LoadWord(kX), 0u);  // looked at: lost
  // X is decided in the fork; Y and Z are as open as they were.
  EXPECT_EQ(Units(fork).size(), 2u);
  EXPECT_EQ(testing_support::ImagesOf(fork, machine_, {kX, kX1, kY, kZ}),
            (Images{{0, 0, 0, 0}, {0, 0, 0, 4}, {0, 0, 3, 0}, {0, 0, 3, 4}}));
}

TEST_F(NvmFork, OfForksGoThreeDeep) {
  StoreEverywhere();
  Nvm first(sim_.arena, machine_, *nvm_, all_);
  EXPECT_EQ(first.LoadWord(kX), 1u);
  Nvm second(sim_.arena, machine_, first, none_);
  EXPECT_EQ(second.LoadWord(kY), 0u);
  EXPECT_EQ(second.LoadWord(kX1), 2u);
  Nvm third(sim_.arena, machine_, second, all_);
  EXPECT_EQ(third.LoadWord(kX), 1u);
  EXPECT_EQ(third.LoadWord(kX1), 2u);
  EXPECT_EQ(third.LoadWord(kY), 0u);
  EXPECT_EQ(third.LoadWord(kZ), 4u);
}

TEST_F(NvmFork, UnitsNameTheLineItsStoresAndWhoseTheyAre) {
  auto program = [&](Thread& t) -> Task<> {
    t.set_txn(7);
    t.At({3, 5, 11});
    co_await Store(t, kX, 1);
    co_await NtStore(t, kX1, 2);
    co_await Store(t, kY, 3);
    co_await Clflush(t, kY);
  };
  sim_.Spawn(program);
  std::vector<PersistUnit> units;
  sim_.Look(50, [&] { units = Units(*nvm_); });
  sim_.Run();
  ASSERT_EQ(units.size(), 2u);
  EXPECT_EQ(units[0].tier, Tier::kNvm);
  EXPECT_EQ(units[0].address, kX);
  EXPECT_EQ(units[0].size, 64u);
  EXPECT_FALSE(units[0].in_flight);
  EXPECT_EQ(units[0].ordinary, 1u);
  EXPECT_EQ(units[0].non_temporal, 1u);
  EXPECT_EQ(units[0].options(), 4u);
  EXPECT_EQ(units[0].count(), 2u);
  EXPECT_EQ(units[0].txn, 7u);
  EXPECT_EQ(units[0].structure, 5u);
  EXPECT_EQ(units[0].key, 11u);
  EXPECT_EQ(units[0].stores->address, kX);
  EXPECT_EQ(units[0].stores->next->address, kX1);
  EXPECT_TRUE(units[0].stores->next->non_temporal);
  EXPECT_EQ(units[1].address, kY);
  EXPECT_TRUE(units[1].in_flight);
}

// The last option is everything, the first nothing, and each option is a different subset.
TEST_F(NvmFork, OptionsOfAUnitAreDifferentLegalSubsets) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await NtStore(t, kX1, 1);
    co_await Store(t, kX + 16, 1);
    co_await NtStore(t, kX + 24, 1);
    co_await Store(t, kX + 32, 1);
  });
  const PersistUnit unit = Units(*nvm_).at(0);
  ASSERT_EQ(unit.options(), 4u * 4);
  std::set<std::vector<bool>> subsets;
  for (uint32_t option = 0; option < unit.options(); ++option) {
    SurvivingStores surviving(unit, option);
    std::vector<bool> subset;
    for (const PendingStore* store = unit.stores; store; store = store->next)
      subset.push_back(surviving.Survives(*store));
    EXPECT_TRUE(subset[0] || !subset[2]);
    EXPECT_TRUE(subset[2] || !subset[4]);
    if (option == 0) EXPECT_EQ(subset, std::vector<bool>(5, false));
    if (option == unit.options() - 1) EXPECT_EQ(subset, std::vector<bool>(5, true));
    subsets.insert(subset);
  }
  EXPECT_EQ(subsets.size(), 16u);
}

}  // namespace
}  // namespace afterimage

#endif  // AFTERIMAGE_TRACED
