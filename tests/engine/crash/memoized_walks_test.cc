// Is a point looked up where one like it has been walked, and nowhere else?
#include "crash/memoized_walks.h"

#include <gtest/gtest.h>

#include <limits>

#include "crash/explorer.h"
#include "support/toy_machine.h"

namespace afterimage::testing_support {
namespace {

class MemoizedWalksTest : public testing::Test {
 protected:
  // A machine that has done the first `operations` of its program; recovery does not matter.
  CrashPoint& At(size_t operations) {
    const std::vector<ToyOp> program = {Store(0, 0, 1), Store(1, 0, 1), Store(1, 1, 1), Flush(1),
                                        Store(2, 0, 1)};
    machines_.push_back(std::make_unique<ToyMachine>(program, none_));
    for (size_t i = 0; i < operations; ++i) machines_.back()->ToNextPoint();
    points_.push_back(
        std::make_unique<CrashPoint>(*machines_.back(), FailureModel::kAdr, numbers_));
    return *points_.back();
  }
  ToyMachine& machine() { return *machines_.back(); }
  UnitNumber Line(uint32_t line) { return numbers_.Of({Tier::kNvm, line * kLineBytes}); }
  void Keep(CrashPoint& point, const std::vector<UnitNumber>& looked, OutcomeId outcome) {
    MemoizedWalks::Walk walk;
    walk.all.reached.push_back({outcome, point.images(), {{0, {}}}, 0});
    walk.images = point.images();
    memoized_.Keep(point, looked, walk);
  }
  // The outcome that is known of the point, or -1, and the units that were looked at for it.
  int Find(CrashPoint& point) {
    looks_.clear();
    const MemoizedWalks::Walk* walk =
        memoized_.Find(point, [&](UnitNumber unit) { looks_.push_back(unit); });
    return walk ? static_cast<int>(walk->all.reached[0].outcome) : -1;
  }

  const std::vector<ToyOp> none_{};  // no recovery
  UnitNumbers numbers_;
  std::vector<std::unique_ptr<ToyMachine>> machines_;
  std::vector<std::unique_ptr<CrashPoint>> points_;
  MemoizedWalks memoized_;
  std::vector<UnitNumber> looks_;
};

TEST_F(MemoizedWalksTest, FindsAPointWhereTheSameUnitsMayHoldTheSame) {
  CrashPoint& point = At(2);
  EXPECT_EQ(Find(point), -1);
  Keep(point, {Line(1), Line(0)}, 7);
  EXPECT_EQ(Find(At(2)), 7);
  EXPECT_EQ(looks_, (std::vector<UnitNumber>{Line(1), Line(0)}));
}

TEST_F(MemoizedWalksTest, FindsNoneWhereAUnitMayHoldMoreOrLess) {
  Keep(At(2), {Line(1), Line(0)}, 7);
  EXPECT_EQ(Find(At(1)), -1);  // line 1 is still as it was
  EXPECT_EQ(Find(At(3)), -1);  // it has another store
  EXPECT_EQ(Find(At(4)), -1);  // it is durable
  EXPECT_TRUE(looks_.empty());
  Keep(At(4), {Line(1), Line(0)}, 8);
  EXPECT_EQ(Find(At(4)), 8);
  EXPECT_EQ(Find(At(2)), 7);
}

TEST_F(MemoizedWalksTest, DoesNotMindWhatTheWalkHasNotLookedAt) {
  Keep(At(4), {Line(1), Line(0)}, 8);
  EXPECT_EQ(Find(At(5)), 8);
  EXPECT_EQ(points_.back()->images(), 4);  // line 2 is open now as well
}

TEST_F(MemoizedWalksTest, LooksAgainOnlyFromTheUnitThatHasChanged) {
  Keep(At(2), {Line(0), Line(1)}, 1);
  Keep(At(3), {Line(0), Line(1)}, 2);
  CrashPoint& point = At(2);
  EXPECT_EQ(Find(point), 1);
  EXPECT_EQ(Find(point), 1);
  EXPECT_TRUE(looks_.empty());
  ASSERT_TRUE(machine().ToNextPoint());
  point.Renew();
  EXPECT_EQ(Find(point), 2);
  EXPECT_EQ(looks_, std::vector<UnitNumber>{Line(1)});
  ASSERT_TRUE(machine().ToNextPoint());
  point.Renew();
  EXPECT_EQ(Find(point), -1);
}

// Samples of a point count as they are, however many images it has: three open pages have more than
// a double can count.
TEST_F(MemoizedWalksTest, CountsWhereThereAreMoreImagesThanCanBeCounted) {
  constexpr double kUncountable = std::numeric_limits<double>::infinity();
  MemoizedWalks::Walk walk;
  walk.images = kUncountable;
  EXPECT_EQ(walk.Scaled(3, kUncountable), 3);
  walk.images = 4;
  EXPECT_EQ(walk.Scaled(3, 4), 3);
  EXPECT_EQ(walk.Scaled(3, 8), 6);
  EXPECT_EQ(walk.Scaled(4, 3), 3);
  EXPECT_EQ(walk.Scaled(3, kUncountable), kUncountable);
  walk.images = 1e200;
  EXPECT_DOUBLE_EQ(walk.Scaled(1e200, 2e200), 2e200);
}

TEST(CrashPoint, CountsNoMoreImagesThanCanBeAddedUp) {
  std::vector<ToyOp> program;
  for (uint32_t i = 0; i < 400 * 8; ++i) program.push_back(Store(i / 8, i % 8, 1));
  const std::vector<ToyOp> recovery = {Read(0, 0)};
  ToyMachine machine(program, recovery);
  for (size_t i = 0; i < program.size(); ++i) machine.ToNextPoint();
  const PointReport report = Explorer(FailureModel::kAdr, 0).Explore(machine);
  EXPECT_EQ(report.images, CrashPoint::kMostImages);  // of 9 to the power of 400
  EXPECT_NEAR(report.pairs / report.images, 1, 1e-9);
  ASSERT_EQ(report.reached.size(), 2u);
  EXPECT_NEAR(report.reached[0].pairs / report.images, 1.0 / 9,
              1e-9);  // nothing of the line survives
}

TEST(UnitList, HasEachUnitOnceInTheOrderOfFirstAdding) {
  UnitList list;
  EXPECT_TRUE(list.Add(40));
  EXPECT_TRUE(list.Add(3));
  EXPECT_FALSE(list.Add(40));
  EXPECT_EQ(list.units(), (std::vector<UnitNumber>{40, 3}));
  list.Clear();
  EXPECT_TRUE(list.units().empty());
  EXPECT_TRUE(list.Add(3));
  EXPECT_EQ(list.units(), std::vector<UnitNumber>{3});
}

}  // namespace
}  // namespace afterimage::testing_support
