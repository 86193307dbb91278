// Does the explorer find everything, count it right, and run no more than it must?
#include "crash/explorer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/toy_machine.h"

namespace afterimage::testing_support {
namespace {

struct Totals {
  static constexpr int kOutcomes = 16;
  double direct[kOutcomes] = {};  // pairs by outcome
  double in_recovery[kOutcomes] = {};
  uint32_t points = 0;
  uint32_t ways = 0;
};

Totals ExploreAll(Explorer& explorer, ToyMachine& machine) {
  Totals totals;
  do {
    const PointReport report = explorer.Explore(machine);
    ++totals.points;
    totals.ways += report.ways;
    for (const Reached& reached : report.reached) {
      (reached.in_recovery() ? totals.in_recovery : totals.direct)[reached.outcome] +=
          reached.pairs;
    }
  } while (machine.ToNextPoint());
  return totals;
}

// Three points with 1, 2 and 3 images of line 0, then line 1 doubles them.
const std::vector<ToyOp> kThreeStores = {Store(0, 0, 1), Store(0, 1, 1), Store(1, 0, 1)};

TEST(Explorer, CountsEveryImageOfAKnownMachine) {
  const std::vector<ToyOp> recovery = {Read(0, 0), Read(0, 1), Read(1, 0, 4)};
  ToyMachine machine(kThreeStores, recovery);
  Explorer explorer(FailureModel::kAdr, 0);
  const Totals totals = ExploreAll(explorer, machine);
  EXPECT_EQ(totals.points, 4u);
  EXPECT_EQ(explorer.counters().pairs, 1 + 2 + 3 + 6);
  // Counted by hand: line 0 shows 0, 1 or 2 of its stores; line 1 adds 4.
  const double expected[] = {1 + 1 + 1 + 1, 1 + 1 + 1, 1 + 1, 0, 1, 1, 1, 0};
  EXPECT_TRUE(std::equal(expected, expected + 8, totals.direct));
  EXPECT_EQ(explorer.counters().runs, 6u);  // each state once, at whatever point
  EXPECT_EQ(explorer.states(), 6u);
}

TEST(Explorer, BranchesOnlyOnWhatRecoveryReads) {
  const std::vector<ToyOp> recovery = {Read(1, 0)};
  ToyMachine machine(kThreeStores, recovery);
  Explorer explorer(FailureModel::kAdr, 0);
  const Totals totals = ExploreAll(explorer, machine);
  EXPECT_EQ(explorer.counters().pairs, 12);
  EXPECT_EQ(explorer.counters().runs, 2u);
  EXPECT_EQ(totals.direct[0], 1 + 2 + 3 + 3);
  EXPECT_EQ(totals.direct[1], 3);
}

TEST(Explorer, TakesStoresThatLeaveTheSameBytesForOne) {
  const std::vector<ToyOp> program = {Store(0, 0, 1), Store(0, 0, 0), Store(0, 0, 1)};
  const std::vector<ToyOp> recovery = {Read(0, 0)};
  ToyMachine machine(program, recovery);
  Explorer explorer(FailureModel::kAdr, 0);
  const Totals totals = ExploreAll(explorer, machine);
  EXPECT_EQ(explorer.counters().runs, 2u);
  EXPECT_EQ(totals.direct[0], 1 + 1 + 2 + 2);
  EXPECT_EQ(totals.direct[1], 0 + 1 + 1 + 2);
}

// Recovery itself stores and writes back: by hand, an image has points after its store (two images)
// and after its flush (one).
TEST(Explorer, CutsThePowerOnceMoreInRecovery) {
  const std::vector<ToyOp> recovery = {If(0, 0, 1), Store(1, 0, 1), If(0, 0, 1),
                                       Flush(1),    Read(0, 0),     Read(1, 0, 2)};
  ToyMachine machine({Store(0, 0, 1)}, recovery);
  Explorer explorer(FailureModel::kAdr, 1);
  const Totals totals = ExploreAll(explorer, machine);
  EXPECT_EQ(totals.direct[0], 2);
  EXPECT_EQ(totals.direct[3], 1);
  EXPECT_EQ(totals.in_recovery[3], 2 + 1);
  EXPECT_EQ(explorer.counters().pairs, 3 + 3);
}

// The first recovery never reads line 2, but the one after a cut in it does. What that one finds
// differs between images on which the first recovery reads the same.
TEST(Explorer, DoesNotTakeForKnownWhatOnlyTheSecondRecoveryReads) {
  const std::vector<ToyOp> recovery = {If(0, 0, 0), Store(0, 0, 7), If(0, 0, 9), Read(2, 0),
                                       Flush(0),    If(0, 0, 7),    Read(2, 0)};
  ToyMachine machine({Store(2, 0, 1), Flush(2), Store(2, 0, 2), Flush(2)}, recovery);
  Explorer explorer(FailureModel::kAdr, 1);
  Totals totals = ExploreAll(explorer, machine);
  EXPECT_EQ(explorer.limit(), Limit::kNone);
  // A second recovery sees line 2 as each of the five points' images left it: 0; 0 or 1; 1; 1 or 2;
  // 2.
  double expected[3] = {}, found[3] = {};
  for (const uint64_t value : {0, 0, 1, 1, 1, 2, 2}) ++expected[value];
  for (int value = 0; value < 3; ++value) found[value] = totals.direct[value];
  EXPECT_TRUE(std::equal(expected, expected + 3, found));
  for (int value = 0; value < 3; ++value)
    found[value] = totals.in_recovery[value] / 3;  // store: two images, flush: one
  EXPECT_TRUE(std::equal(expected, expected + 3, found));
}

// Many ways after each cut in recovery, most of which part only at its end.
TEST(Explorer, FindsTheSameWhereRecoveriesGoBackToWhereTheyPart) {
  const std::vector<ToyOp> program = {Store(0, 0, 1), Store(1, 0, 1), Store(2, 0, 1), Flush(0),
                                      Store(0, 1, 1)};
  const std::vector<ToyOp> recovery = {Read(5, 0),    Read(6, 0),    If(7, 0, 0), Store(4, 0, 1),
                                       Read(2, 0, 4), Read(1, 0, 2), If(1, 0, 1), Store(3, 0, 1),
                                       Flush(3),      Read(0, 0),    Read(4, 0)};
  Totals totals[2];
  uint64_t operations[2];
  for (const bool goes_back : {false, true}) {
    ToyMachine machine(program, recovery);
    machine.set_goes_back(goes_back);
    Explorer explorer(FailureModel::kAdr, 1);
    const uint64_t before = ToyMachine::operations;
    totals[goes_back] = ExploreAll(explorer, machine);
    operations[goes_back] = ToyMachine::operations - before;
    EXPECT_EQ(explorer.limit(), Limit::kNone);
  }
  for (int outcome = 0; outcome < Totals::kOutcomes; ++outcome) {
    EXPECT_EQ(totals[0].direct[outcome], totals[1].direct[outcome]);
    EXPECT_EQ(totals[0].in_recovery[outcome], totals[1].in_recovery[outcome]);
  }
  EXPECT_GT(totals[1].in_recovery[8], 0);  // of the image that keeps everything
  EXPECT_LT(operations[1], operations[0]);
}

// The same of the recoveries after the first power cut, where no further one comes.
TEST(Explorer, FindsTheSameWhereFirstRecoveriesShareTheirBeginnings) {
  const std::vector<ToyOp> program = {Store(0, 0, 1), Store(1, 0, 1), Store(2, 0, 1), Flush(0),
                                      Store(0, 1, 1)};
  const std::vector<ToyOp> recovery = {Read(5, 0),    Read(6, 0),    If(7, 0, 0), Store(4, 0, 1),
                                       Read(2, 0, 4), Read(1, 0, 2), If(1, 0, 1), Store(3, 0, 1),
                                       Flush(3),      Read(0, 0),    Read(4, 0)};
  Totals totals[2];
  uint64_t operations[2], runs[2];
  for (const bool whole : {false, true}) {
    ToyMachine machine(program, recovery);
    machine.set_goes_back(true);
    Explorer explorer(FailureModel::kAdr, 0, {}, {}, whole);
    const uint64_t before = ToyMachine::operations;
    totals[whole] = ExploreAll(explorer, machine);
    operations[whole] = ToyMachine::operations - before;
    runs[whole] = explorer.counters().runs;
    EXPECT_EQ(explorer.limit(), Limit::kNone);
  }
  for (int outcome = 0; outcome < Totals::kOutcomes; ++outcome)
    EXPECT_EQ(totals[0].direct[outcome], totals[1].direct[outcome]);
  EXPECT_EQ(runs[0], runs[1]);
  EXPECT_LT(operations[0], operations[1]);
}

TEST(Explorer, KnowsWhatEachFailureModelAllows) {
  const std::vector<ToyOp> recovery = {Read(0, 0), Read(0, 1)};
  const auto images = [&](FailureModel model) {
    ToyMachine machine({Store(0, 0, 1), Store(0, 1, 1)}, recovery);
    Explorer explorer(model, 0);
    return ExploreAll(explorer, machine);
  };
  EXPECT_EQ(images(FailureModel::kAdr).direct[1], 1 + 1);  // either store alone, in its turn
  EXPECT_EQ(images(FailureModel::kEadr).direct[1], 1);     // after the first only
  EXPECT_EQ(images(FailureModel::kEadr).direct[0], 1);
  EXPECT_EQ(images(FailureModel::kWsp).direct[0],
            1 + 1 + 1);  // a line is saved whole or not at all
  EXPECT_EQ(images(FailureModel::kWsp).direct[2], 1);
}

TEST(Explorer, TellsTheSimplestCutsOfAnOutcome) {
  const std::vector<ToyOp> recovery = {Read(1, 0), Read(0, 0)};
  ToyMachine machine({Store(0, 0, 1), Store(1, 0, 2)}, recovery);
  machine.ToNextPoint();
  machine.ToNextPoint();
  Explorer explorer(FailureModel::kAdr, 0);
  std::vector<Way> ways;
  const PointReport report = explorer.Explore(machine, &ways);
  EXPECT_EQ(ways.size(), 4u);
  const auto two = std::find_if(report.reached.begin(), report.reached.end(),
                                [](const Reached& r) { return r.outcome == 2; });
  ASSERT_NE(two, report.reached.end());
  ASSERT_EQ(two->cuts.size(), 1u);
  EXPECT_EQ(two->cuts[0].at, 2u);
  ASSERT_EQ(two->cuts[0].survivors.size(), 2u);
  EXPECT_EQ(two->cuts[0].survivors[0].option, 1u);  // line 1 survives
  EXPECT_EQ(two->cuts[0].survivors[1].option, 0u);  // line 0 does not
}

// Three lines of one store each: a sum of 2 results from the line that recovery reads first, or
// from both others.
TEST(Explorer, TellsTheCutThatFewestLinesSurvive) {
  const std::vector<ToyOp> recovery = {Read(2, 0), Read(0, 0), Read(1, 0)};
  ToyMachine machine({Store(0, 0, 1), Store(1, 0, 1), Store(2, 0, 2)}, recovery);
  while (machine.at() < 3) machine.ToNextPoint();
  Explorer explorer(FailureModel::kAdr, 0);
  const PointReport report = explorer.Explore(machine);
  const auto two = std::find_if(report.reached.begin(), report.reached.end(),
                                [](const Reached& r) { return r.outcome == 2; });
  ASSERT_NE(two, report.reached.end());
  EXPECT_EQ(two->pairs, 2);  // lines 0 and 1, or line 2 alone
  EXPECT_EQ(two->surviving, 1u);
  EXPECT_EQ(two->cuts[0].survivors.front().option, 1u);
}

// The earliest second cut is the one at the earliest event; of those, the one after which the
// fewest lines survive.
TEST(Explorer, TellsTheEarliestCutInRecovery) {
  const std::vector<ToyOp> recovery = {Read(0, 0), Store(1, 0, 2), Store(1, 1, 4), Read(1, 0),
                                       Read(1, 1)};
  ToyMachine machine({Store(0, 0, 1)}, recovery);
  machine.ToNextPoint();
  Explorer explorer(FailureModel::kAdr, 1);
  for (const Reached& reached : explorer.Explore(machine).reached) {
    if (!reached.in_recovery()) continue;
    EXPECT_EQ(reached.cuts[1].at, 2u) << reached.outcome;  // as early as recovery's first store
    EXPECT_EQ(reached.surviving, reached.outcome % 2);     // what recovery stores it stores again
  }
}

TEST(Explorer, SamplesImagesAsOftenAsTheyOccur) {
  const std::vector<ToyOp> recovery = {Read(0, 0), Read(0, 1), Read(0, 2), Read(1, 0, 4)};
  const std::vector<ToyOp> program = {Store(0, 0, 1), Store(0, 1, 1), Store(0, 2, 1),
                                      Store(1, 0, 1)};
  ToyMachine machine(program, recovery), sampled(program, recovery);
  while (machine.at() < 4) machine.ToNextPoint();
  while (sampled.at() < 4) sampled.ToNextPoint();
  Explorer every(FailureModel::kAdr, 0), some(FailureModel::kAdr, 0, {}, {4000, 1, 7});
  const PointReport all = every.Explore(machine), part = some.Explore(sampled);
  ASSERT_EQ(all.reached.size(), 8u);
  ASSERT_EQ(part.reached.size(), all.reached.size());
  for (const Reached& reached : part.reached) EXPECT_NEAR(reached.pairs / 4000, 1.0 / 8, 0.02);
}

TEST(Explorer, NoticesARecoveryThatDoesNotDoTheSameTwice) {
  std::vector<ToyOp> recovery = {Read(0, 0)};
  ToyMachine machine({Store(0, 0, 1), Store(0, 1, 1)}, recovery);
  Explorer explorer(FailureModel::kAdr, 0);
  machine.ToNextPoint();
  EXPECT_TRUE(explorer.Explore(machine).exact);
  recovery = {Read(1, 0), Read(0, 0)};
  machine.ToNextPoint();
  EXPECT_FALSE(explorer.Explore(machine).exact);
  EXPECT_EQ(explorer.limit(), Limit::kUnrepeatable);
}

TEST(Explorer, ForgetsWhatItKnewWhereRecoveryHasChanged) {
  std::vector<ToyOp> recovery = {Read(0, 0)};
  ToyMachine machine({Store(0, 0, 1), Store(0, 1, 1)}, recovery);
  Explorer explorer(FailureModel::kAdr, 0);
  machine.ToNextPoint();
  explorer.Explore(machine);
  recovery = {Read(1, 0), Read(0, 1)};
  machine.ToNextPoint();
  explorer.Forget();
  const PointReport report = explorer.Explore(machine);
  EXPECT_TRUE(report.exact);
  EXPECT_EQ(report.reached.size(), 2u);
  EXPECT_EQ(explorer.states(), 2u + 3);
}

TEST(Explorer, GivesUpAtItsLimitAndSaysSo) {
  const std::vector<ToyOp> recovery = {Read(0, 0), Read(1, 0)};
  ToyMachine machine(kThreeStores, recovery);
  Explorer explorer(FailureModel::kAdr, 0, {2});
  bool exact = true;
  do exact = explorer.Explore(machine).exact && exact;
  while (machine.ToNextPoint());
  EXPECT_FALSE(exact);
  EXPECT_EQ(explorer.counters().runs, 2u);
  EXPECT_EQ(explorer.limit(), Limit::kRuns);
}

TEST(Explorer, IsExactWhereTheBudgetJustSuffices) {
  const std::vector<ToyOp> recovery = {Read(0, 0), Read(1, 0)};
  const auto limit = [&](uint64_t runs) {
    ToyMachine machine({Store(0, 0, 1), Store(1, 0, 1)}, recovery);
    Explorer explorer(FailureModel::kAdr, 0, {runs});
    ExploreAll(explorer, machine);
    return explorer.limit();
  };
  EXPECT_EQ(limit(4), Limit::kNone);  // each line as it was, or not
  EXPECT_EQ(limit(3), Limit::kRuns);
}

TEST(Explorer, GivesUpWhereOnePointNeedsTooMuchMemory) {
  std::vector<ToyOp> program, recovery;
  for (uint32_t line = 0; line < 8; ++line) {
    program.push_back(Store(line, 0, 1));
    recovery.push_back(Read(line, 0));
  }
  ToyMachine machine(program, recovery);
  Explorer explorer(FailureModel::kAdr, 0, {~uint64_t{0}, 8000});
  ExploreAll(explorer, machine);
  EXPECT_EQ(explorer.limit(), Limit::kMemory);
  EXPECT_LT(explorer.bytes(), 8000u + 2000);
}

// The cache of recoveries only saves running them again.
TEST(Explorer, ForgettingForWantOfMemoryChangesNoNumber) {
  std::vector<ToyOp> program, recovery;
  for (uint32_t line = 0; line < 4; ++line) {
    program.push_back(Store(line, 0, 1));
    recovery.push_back(Read(line, 0));
    recovery.push_back(Store(4, line, 1));
  }
  for (uint32_t line = 0; line < 4; ++line) program.push_back(Flush(line));
  ToyMachine machine(program, recovery), poor(program, recovery);
  Explorer explorer(FailureModel::kAdr, 1);
  const Totals all = ExploreAll(explorer, machine);
  Explorer forgetful(FailureModel::kAdr, 1, {~uint64_t{0}, explorer.bytes()});
  const Totals same = ExploreAll(forgetful, poor);
  EXPECT_EQ(forgetful.limit(), Limit::kNone);
  EXPECT_GT(forgetful.counters().runs, explorer.counters().runs);
  EXPECT_TRUE(std::equal(all.direct, all.direct + 8, same.direct));
  EXPECT_TRUE(std::equal(all.in_recovery, all.in_recovery + 8, same.in_recovery));
}

}  // namespace
}  // namespace afterimage::testing_support
