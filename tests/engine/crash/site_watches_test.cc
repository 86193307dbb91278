#include "crash/site_watches.h"

#include <gtest/gtest.h>

#include "support/sim.h"

namespace afterimage {
namespace {

using testing_support::Sim;

constexpr Site kStore{5, 1, SiteKind::kStore};
constexpr Site kFence{5, 1, SiteKind::kFence};

TEST(SiteCensus, CountsWhatIsReachedAndOnlyFindsWhatIsSighted) {
  SiteCensus census;
  census.Reach(kStore);
  census.Reach(kStore);
  census.Idle(kStore);
  EXPECT_FALSE(census.sighted().Has(kStore));  // it counts
  census.sightings().Reach(kStore);
  census.sightings().Reach(kFence);
  EXPECT_TRUE(census.sighted().Has(kStore));
  EXPECT_TRUE(census.sighted().Has(kFence));
  EXPECT_FALSE(census.sighted().Has({5, 2, SiteKind::kFence}));
  EXPECT_FALSE(census.sighted().Has({6, 1, SiteKind::kFence}));
  ASSERT_EQ(census.entries().size(), 2u);
  EXPECT_EQ(census.entries()[0].site, kStore);
  EXPECT_EQ(census.entries()[0].reached, 2u);
  EXPECT_EQ(census.entries()[0].idle, 1u);
  EXPECT_EQ(census.entries()[1].site, kFence);
  EXPECT_EQ(census.entries()[1].reached, 0u);
}

TEST(SiteCensus, HearsOfASightedSiteOnce) {
  struct Watch final : SiteWatch {
    SiteAction Reach(const Site& site) override {
      ++heard;
      seen.Add(site);
      return SiteAction::kAsWritten;
    }
    SeenSites seen;
    int heard = 0;
  } watch;
  Sim sim;
  sim.kernel.set_site_watch(&watch, &watch.seen);
  auto program = [&](Thread& t) -> Task<> {
    for (int i = 0; i < 3; ++i) {
      t.At({5, 0, 0});
      EXPECT_EQ(t.Reach(SiteKind::kStore), SiteAction::kAsWritten);
      EXPECT_EQ(t.Reach(SiteKind::kStore), SiteAction::kAsWritten);  // the next in the line
    }
    co_await Note(t, EventKind::kStep);
  };
  sim.Spawn(program);
  EXPECT_TRUE(sim.Run());
  EXPECT_EQ(watch.heard, kTraced ? 2 : 0);
}

}  // namespace
}  // namespace afterimage
