// Tests wear levelling below the addresses: the device's own writes, spares, and its end.
#include <gtest/gtest.h>

#include "crash/persist_choices.h"
#include "support/litmus.h"

namespace afterimage {
namespace {

using testing_support::Override;
using testing_support::SetupA;
using testing_support::Sim;

class NvmLevellingTest : public testing::Test {
 protected:
  static constexpr uint32_t kBytes = 64 * kLineBytes;

  void Start(const std::vector<Override>& prices) {
    nvm_.reset();  // it lives in the arena of its simulation
    sim_ = std::make_unique<Sim>();
    machine_ = SetupA(prices);
    nvm_ = std::make_unique<Nvm>(sim_->arena, machine_, kBytes);
  }
  // Writes the line so often; the word that it then holds is the count.
  void Write(uint32_t line, uint32_t times) {
    auto program = [&](Thread& t) -> Task<> {
      for (uint64_t i = 1; i <= times; ++i) {
        co_await nvm_->StoreAndFlush(t, Category::kDataIo, LineAt(line), &i, sizeof i,
                                     Access::kPrivate, {});
        ++done_;
      }
    };
    Thread& thread = sim_->Spawn(program, sim_->kernel.now());
    EXPECT_TRUE(sim_->Run());
    ended_ = thread.done();
  }
  uint64_t Sum() const {
    uint64_t sum = 0;
    nvm_->wear().ForEach([&](uint32_t, uint32_t writes) { sum += writes; });
    return sum;
  }
  uint32_t Most() const {
    uint32_t most = 0;
    nvm_->wear().ForEach([&](uint32_t, uint32_t writes) { most = std::max(most, writes); });
    return most;
  }

  std::unique_ptr<Sim> sim_;
  MachineProfile machine_ = SetupA();
  std::unique_ptr<Nvm> nvm_;
  uint64_t done_ = 0;
  bool ended_ = false;
};

TEST_F(NvmLevellingTest, WritesAUnitOfItsOwnForEveryInterval) {
  for (const int unit : {64, 128, 256}) {
    for (const int every : {1, 7, 100}) {
      Start({{Price::kNvmStartGap, every}, {Price::kNvmWearUnit, unit}});
      Write(3, 1000);
      EXPECT_EQ(nvm_->wear().lines_written(), 1000u);
      EXPECT_EQ(nvm_->wear().gap_moves(), 1000u / every);
      EXPECT_EQ(nvm_->wear().own_lines_written(), 1000u / every * (unit / kLineBytes));
      EXPECT_EQ(Sum(), nvm_->wear().lines_written() + nvm_->wear().own_lines_written());
      EXPECT_EQ(nvm_->wear().units(), kBytes / unit + 1);
    }
  }
}

// 64 units and their gap: round once is 65 moves.
TEST_F(NvmLevellingTest, SpreadsTheWritesOfAHotLine) {
  constexpr uint32_t kTimes = 65 * 64 * 4;
  Start({});
  Write(9, kTimes);
  EXPECT_EQ(Most(), kTimes);
  for (const int randomize : {0, 1}) {
    Start({{Price::kNvmStartGap, 4}, {Price::kNvmRandomize, randomize}});
    Write(9, kTimes);
    EXPECT_LT(Most(), 2 * (kTimes + kTimes / 4) / 65);
    uint64_t word = 0;
    nvm_->Load(LineAt(9), &word, sizeof word);
    EXPECT_EQ(word, kTimes);
  }
}

// Only what the system has named moves, and its content is found wherever it is.
TEST_F(NvmLevellingTest, RotatesNamedUnitsOverPlacesInReserve) {
  for (const int unit : {64, 128}) {
    for (const int gap : {0, 5}) {
      Start({{Price::kNvmRotate, 10},
             {Price::kNvmReserve, 7},
             {Price::kNvmStartGap, gap},
             {Price::kNvmWearUnit, unit}});
      nvm_->NameHot(LineAt(8), 2 * 64);
      const uint32_t named = 2 * 64 / static_cast<uint32_t>(unit);
      const uint32_t units = kBytes / static_cast<uint32_t>(unit) + (gap > 0 ? 1 : 0);
      EXPECT_EQ(nvm_->wear().units(), units + 7);
      Write(20, 100);
      EXPECT_EQ(nvm_->wear().rotations(), 0u);
      Write(9, 1600);
      EXPECT_EQ(nvm_->wear().rotations(), 160u);
      const uint32_t lines = nvm_->wear().unit_lines();
      const uint64_t gaps = gap > 0 ? 1700 / 5 : 0;
      EXPECT_EQ(nvm_->wear().own_lines_written(), (160 + gaps) * lines);
      EXPECT_EQ(Sum(), 1700 + (160 + gaps) * lines);
      // Round and round over the named units' places and the reserve.
      EXPECT_LT(Most(), 2 * (1600 + 160 * lines) / (named + 7)) << unit << " " << gap;
      uint64_t word = 0;
      nvm_->Load(LineAt(9), &word, sizeof word);
      EXPECT_EQ(word, 1600u);
    }
  }
}

// Another life names the same range: that changes nothing.
TEST_F(NvmLevellingTest, KeepsTheRotationWithoutPower) {
  Start({{Price::kNvmRotate, 3}, {Price::kNvmReserve, 4}});
  nvm_->NameHot(LineAt(1), 64);
  Write(1, 100);
  EXPECT_NE(nvm_->wear().LineAtMedium(1), 1u);
  UniformChoice nothing(0);
  BlockPool pool;
  Arena arena(pool);
  Nvm fork(arena, machine_, *nvm_, nothing);
  fork.NameHot(LineAt(1), 64);
  EXPECT_EQ(fork.wear().rotations(), 33u);
  for (uint32_t line = 0; line < 64; ++line)
    EXPECT_EQ(fork.wear().LineAtMedium(line), nvm_->wear().LineAtMedium(line)) << line;
}

TEST_F(NvmLevellingTest, KeepsOthersWaitingInTheBanksThatItCopiesBetween) {
  for (const int every : {0, 1}) {
    Start({{Price::kNvmStartGap, every},
           {Price::kNvmBanks, 1},
           {Price::kNvmRead, 10},
           {Price::kNvmWrite, 100},
           {Price::kCopyLine, 0},
           {Price::kFlushIssue, 0}});
    Write(0, 2);
    // The second write comes when the copy behind the first is under way.
    EXPECT_EQ(sim_->kernel.thread(0).now(), every == 0 ? 200u : 310u);
  }
}

TEST_F(NvmLevellingTest, MovesWhatNoLongerTakesWritesToSpares) {
  Start({{Price::kNvmWornOut, 1}, {Price::kNvmEndurance, 10}, {Price::kNvmSpareUnits, 3}});
  Write(5, 10);
  EXPECT_EQ(nvm_->wear().spares_used(), 0u);
  Write(5, 1);
  EXPECT_EQ(nvm_->wear().spares_used(), 1u);
  EXPECT_EQ(nvm_->wear().LineAtMedium(5), 64u);
  EXPECT_EQ(nvm_->wear().LineAtMedium(4), 4u);
  Write(5, 29);
  EXPECT_TRUE(ended_);
  EXPECT_EQ(nvm_->wear().spares_used(), 3u);
  EXPECT_EQ(Most(), 10u);
  EXPECT_FALSE(nvm_->wear().worn_out());
  done_ = 0;
  Write(5, 1);
  EXPECT_TRUE(nvm_->wear().worn_out());
  EXPECT_FALSE(ended_) << "nothing says that this write has been made";
  EXPECT_EQ(done_, 0u);
  EXPECT_EQ(Sum(), 40u);
}

// A picture of the medium would otherwise show a spare in use, and a gap that is not there.
TEST_F(NvmLevellingTest, SaysThatTheGapIsAtTheSpareOfAWornPlace) {
  Start({{Price::kNvmStartGap, 1},
         {Price::kNvmWornOut, 1},
         {Price::kNvmEndurance, 20},
         {Price::kNvmSpareUnits, 8}});
  bool at_spare = false;
  for (int i = 0; i < 200 && !nvm_->wear().worn_out() && !at_spare; ++i) {
    Write(3, 1);
    const NvmWear& wear = nvm_->wear();
    uint32_t gaps = 0;
    for (uint32_t place = 0; place < wear.units(); ++place) {
      if (!wear.IsGap(place)) continue;
      ++gaps;
      at_spare = at_spare || wear.IsSpare(place);
      for (uint32_t unit = 0; unit < wear.addressed(); ++unit)
        EXPECT_NE(wear.PlaceOfUnit(unit), place);
    }
    EXPECT_EQ(gaps, 1u);
  }
  EXPECT_TRUE(at_spare);
}

// The rest of a unit goes along.
TEST_F(NvmLevellingTest, CopiesTheWholeUnitToASpare) {
  Start({{Price::kNvmWornOut, 1},
         {Price::kNvmEndurance, 10},
         {Price::kNvmSpareUnits, 2},
         {Price::kNvmWearUnit, 256}});
  Write(1, 11);
  EXPECT_EQ(nvm_->wear().own_lines_written(), 3u);
  EXPECT_EQ(nvm_->wear().Of(16), 4u);
  EXPECT_EQ(Sum(), 11u + 3u);
}

TEST_F(NvmLevellingTest, EndsTheRunAtOnceWithoutSpares) {
  Start({{Price::kNvmWornOut, 1}, {Price::kNvmEndurance, 4}});
  uint32_t other = 0;
  auto bystander = [&](Thread& t) -> Task<> {
    for (;;) {
      co_await Delay(t, 10, WaitFor::kWork, Category::kWait);
      ++other;
    }
  };
  sim_->Spawn(bystander);
  Write(0, 5);
  EXPECT_FALSE(ended_);
  EXPECT_EQ(done_, 4u);
  EXPECT_TRUE(nvm_->wear().worn_out());
  const uint32_t before = other;
  sim_->kernel.Limit(1000);
  EXPECT_TRUE(sim_->kernel.Run());
  EXPECT_EQ(other, before);
  uint64_t word = 0;
  nvm_->LoadDurable(0, &word, sizeof word);
  EXPECT_EQ(word, 4u);
#if AFTERIMAGE_TRACED
  // A power cut does not bring in what no unit takes.
  BlockPool pool;
  Arena arena(pool);
  ArenaVector<PersistUnit> open{ArenaAllocator<PersistUnit>(arena)};
  nvm_->cache().CollectUnits(open);
  EXPECT_EQ(open.size(), 1u);
  open.clear();
  nvm_->CollectUnits(open);
  EXPECT_TRUE(open.empty());
#endif
}

TEST_F(NvmLevellingTest, KeepsItsRegistersAndSparesWithoutPower) {
  Start({{Price::kNvmStartGap, 3},
         {Price::kNvmRandomize, 1},
         {Price::kNvmWornOut, 1},
         {Price::kNvmEndurance, 30},
         {Price::kNvmSpareUnits, 20}});
  Write(7, 1000);
  EXPECT_GT(nvm_->wear().spares_used(), 2u);
  UniformChoice nothing(0);
  BlockPool pool;
  Arena arena(pool);
  const Nvm fork(arena, machine_, *nvm_, nothing);
  EXPECT_EQ(fork.wear().spares_used(), nvm_->wear().spares_used());
  EXPECT_EQ(fork.wear().units(), nvm_->wear().units());
  for (uint32_t line = 0; line < 64; ++line)
    EXPECT_EQ(fork.wear().LineAtMedium(line), nvm_->wear().LineAtMedium(line)) << line;
  for (uint32_t unit = 0; unit < nvm_->wear().units(); ++unit)
    EXPECT_EQ(fork.wear().Of(unit), nvm_->wear().Of(unit)) << unit;
}

}  // namespace
}  // namespace afterimage
