// Ways to decide what a power cut leaves, on real devices.
#include "crash/persist_choices.h"

#include <map>

#include "base/build.h"
#include "support/litmus.h"
#include "tier/device_set.h"

namespace afterimage {
namespace {

using testing_support::SetupA;
using testing_support::Sim;

TEST(Choices, NoneAndAllAreTheFirstAndTheLastOption) {
  PersistUnit unit;
  unit.ordinary = 3;
  unit.non_temporal = 2;
  EXPECT_EQ(unit.options(), 16u);
  EXPECT_EQ(UniformChoice(false).Choose(0, unit), 0u);
  EXPECT_EQ(UniformChoice(true).Choose(0, unit), 15u);
}

TEST(Choices, ARandomOneDependsOnSeedAndPlaceAlone) {
  PersistUnit unit;
  unit.ordinary = 9;
  std::map<std::pair<uint64_t, uint32_t>, uint32_t> chosen;
  std::vector<uint32_t> times(10);
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    RandomChoice choice(seed);
    for (uint32_t line = 0; line < 20; ++line) {
      unit.address = line * 64;
      chosen[{seed, line}] = choice.Choose(line, unit);
      ASSERT_LT((chosen[{seed, line}]), 10u);
      ++times[chosen[{seed, line}]];
    }
  }
  for (uint64_t seed = 20; seed >= 1; --seed) {  // asked in another order, under another number
    RandomChoice choice(seed);
    for (uint32_t line = 20; line-- > 0;) {
      unit.address = line * 64;
      ASSERT_EQ(choice.Choose(line + 7, unit), (chosen[{seed, line}]));
    }
  }
  for (const uint32_t n : times) EXPECT_GT(n, 10u);  // of 400: no option is out of reach
}

TEST(Choices, ASectorAndALineAtTheSameAddressAreChosenApart) {
  PersistUnit line, sector;
  line.ordinary = 1;
  sector.tier = Tier::kDisk;
  bool apart = false;
  for (uint64_t seed = 1; seed <= 64; ++seed) {
    RandomChoice choice(seed);
    apart |= choice.Choose(0, line) != choice.Choose(0, sector);
  }
  EXPECT_TRUE(apart);
}

TEST(Counting, ProductsAreExactFarBeyond64Bits) {
  Count count(1);
  EXPECT_EQ(count.Decimal(), "1");
  for (int i = 0; i < 3; ++i) count.Multiply(1000000007);
  EXPECT_EQ(count.Decimal(), "1000000021000000147000000343");
  Count zero(5);
  zero.Multiply(0);
  EXPECT_EQ(zero.Decimal(), "0");
  Count power(1);
  for (int i = 0; i < 256; ++i) power.Multiply(2);
  EXPECT_EQ(power.Decimal(),
            "115792089237316195423570985008687907853269984665640564039457584007913129639936");
  Count groups(1000000000);  // zeros inside must not get lost
  groups.Multiply(1000000000);
  EXPECT_EQ(groups.Decimal(), "1000000000000000000");
}

#if AFTERIMAGE_TRACED

// The runs are exactly the product of the options if everything is read.
TEST(EveryChoiceOnDevices, VisitsExactlyTheProductWhereEverythingIsRead) {
  Sim sim;
  const MachineProfile machine = SetupA();
  DeviceSet devices(sim.arena, machine, {1024, 2048});
  const std::vector<uint8_t> page(1024, 1);
  const uint64_t words[3] = {1, 2, 3};
  auto program = [&](Thread& t) -> Task<> {
    co_await devices.nvm.Store(t, Category::kLogWork, 0, words, 24, Access::kShared);  // 4 options
    co_await devices.nvm.Store(t, Category::kLogWork, 64, words, 8, Access::kShared);  // 2
    co_await devices.nvm.NtStore(t, Category::kLogWork, 128, words, 16, Access::kShared);  // 4
    co_await devices.disk.Write(t, Category::kDataIo, 512, page.data(), 1024);             // 2 * 2
  };
  sim.Spawn(program);
  uint32_t runs = 0;
  std::set<std::vector<uint64_t>> images;
  sim.Look(1000, [&] {
    ArenaVector<PersistUnit> units{ArenaAllocator<PersistUnit>(sim.arena)};
    devices.CollectUnits(units);
    Count product(1);
    for (const PersistUnit& unit : units) product.Multiply(unit.options());
    EXPECT_EQ(product.Decimal(), "128");
    EveryChoice every;
    do {
      DeviceSet fork(sim.arena, machine, devices, every);
      std::vector<uint64_t> image;
      for (const Address word : {0, 8, 16, 64, 128, 136}) image.push_back(fork.nvm.LoadWord(word));
      for (const uint32_t sector : {512, 1024}) {
        uint8_t byte = 0;
        fork.disk.LoadDurable(sector, &byte, 1);
        image.push_back(byte);
      }
      images.insert(image);
      ++runs;
    } while (every.Next());
  });
  ASSERT_TRUE(sim.Run());
  EXPECT_EQ(runs, 128u);
  EXPECT_EQ(images.size(), 128u);
}

TEST(EveryChoiceOnDevices, BranchesOnlyOnLinesThatAreRead) {
  Sim sim;
  const MachineProfile machine = SetupA();
  Nvm nvm(sim.arena, machine, 1 << 16);
  const uint64_t word = 1;
  auto program = [&](Thread& t) -> Task<> {
    for (Address line = 0; line < 64 * 1000; line += 64) {
      co_await nvm.Store(t, Category::kLogWork, line, &word, 8, Access::kShared);
    }
  };
  sim.Spawn(program);
  sim.Run();
  EveryChoice every;
  uint32_t runs = 0;
  do {
    Arena arena(sim.pool);
    Nvm fork(arena, machine, nvm, every);
    if (fork.LoadWord(64)) fork.LoadWord(640);  // the second only where the first survived
    ++runs;
  } while (every.Next());
  EXPECT_EQ(runs, 3u);
}

#endif

}  // namespace
}  // namespace afterimage
