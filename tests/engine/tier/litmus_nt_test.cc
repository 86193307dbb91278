// Non-temporal stores, and lines that the cache writes back by itself.
#include <functional>
#include <map>
#include <string>

#include "base/build.h"
#include "base/random.h"
#include "support/litmus.h"

#if AFTERIMAGE_TRACED

namespace afterimage {
namespace {

using testing_support::Images;
using testing_support::kX;
using testing_support::kX1;
using testing_support::kX2;
using testing_support::kY;
using testing_support::kZ;
using testing_support::Words;
using testing_support::Until;

class LitmusNt : public testing_support::Litmus {};

TEST_F(LitmusNt, AnySubsetOfALinesNonTemporalStoresMaySurvive) {
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await NtStore(t, kX1, 1);
    co_await NtStore(t, kX2, 1);
  });
  EXPECT_EQ(Cut({kX, kX1, kX2}).size(), 8u);
}

TEST_F(LitmusNt, AreCertainAfterTheThreadsOwnFence) {
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await NtStore(t, kY, 1);
    co_await Fence(t);
    co_await NtStore(t, kX1, 1);
  });
  EXPECT_EQ(Cut({kX, kX1, kY}), (Images{{1, 0, 1}, {1, 1, 1}}));
}

TEST_F(LitmusNt, AreNotHelpedByAnotherThreadsFence) {
  auto program = [&](Thread& t) -> Task<> { co_await NtStore(t, kX, 1); };
  auto other = [&](Thread& t) -> Task<> {
    co_await Until(t, 50);
    co_await NtStore(t, kX1, 1);
    co_await Fence(t);
  };
  sim_.Spawn(program);
  sim_.Spawn(other);
  sim_.Run();
  EXPECT_EQ(Cut({kX, kX1}), (Images{{0, 1}, {1, 1}}));
}

TEST_F(LitmusNt, AreDrainedByALockedOperation) {
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await FetchAdd(t, kY, 1);
  });
  EXPECT_EQ(Cut({kX, kY}), (Images{{1, 0}, {1, 1}}));
}

TEST_F(LitmusNt, AreNotWaitedForByAClflush) {
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await Store(t, kX1, 1);
    co_await Clflush(t, kX);
  });
  EXPECT_EQ(Cut({kX, kX1}), (Images{{0, 1}, {1, 1}}));
}

TEST_F(LitmusNt, AreIndependentOfOrdinaryStoresToOtherWords) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await NtStore(t, kX1, 1);
    co_await Store(t, kX2, 1);
  });
  EXPECT_EQ(Cut({kX, kX1, kX2}), (Images{{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 1, 0}, {1, 1, 0}, {1, 1, 1}}));
}

// A word keeps the order of the stores to it, whatever kind they are of.
TEST_F(LitmusNt, AfterAnOrdinaryStoreToTheSameWordTheLaterValueStays) {
  Images open, fenced;
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await NtStore(t, kX, 2);
    open = Cut({kX});
    co_await Fence(t);
    fenced = Cut({kX});
    co_await Clflush(t, kX);
  });
  EXPECT_EQ(open, (Images{{0}, {1}, {2}}));
  EXPECT_EQ(fenced, (Images{{2}}));
  EXPECT_EQ(Cut({kX}), (Images{{2}}));
  EXPECT_EQ(Durable(kX), 2u);
}

TEST_F(LitmusNt, BeforeAnOrdinaryStoreToTheSameWordTheLaterValueStays) {
  Images flushed;
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await Store(t, kX, 2);
    co_await Clflush(t, kX);
    flushed = Cut({kX});
    co_await Fence(t);
  });
  EXPECT_EQ(flushed, (Images{{2}}));
  EXPECT_EQ(Cut({kX}), (Images{{2}}));
  EXPECT_EQ(Durable(kX), 2u);
}

// --- Eviction ------------------------------------------------------------------------------------

TEST_F(LitmusNt, ABoundedCacheEvictsItsOldestLine) {
  Start({{Price::kCacheLines, 2}});
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Store(t, kY, 1);
    co_await Store(t, kX1, 1);  // no new line
    co_await Store(t, kZ, 1);
  });
  EXPECT_EQ(nvm_->counters().evictions, 1u);
  EXPECT_EQ(Cut({kX, kX1, kY, kZ}), (Images{{1, 1, 0, 0}, {1, 1, 0, 1}, {1, 1, 1, 0}, {1, 1, 1, 1}}));
}

TEST_F(LitmusNt, EachCoreHasACacheOfItsOwn) {
  Start({{Price::kCacheLines, 1}});
  auto first = [&](Thread& t) -> Task<> { co_await Store(t, kX, 1); };
  auto second = [&](Thread& t) -> Task<> { co_await Store(t, kY, 1); };
  sim_.Spawn(first);
  sim_.Spawn(second);
  sim_.Run();
  EXPECT_EQ(nvm_->counters().evictions, 0u);
  EXPECT_EQ(Cut({kX, kY}).size(), 4u);
}

TEST_F(LitmusNt, ALineWithNonTemporalStoresCanBeEvicted) {
  Start({{Price::kCacheLines, 1}});
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await Store(t, kX1, 1);
    co_await Store(t, kY, 1);
    co_await Store(t, kZ, 1);
    co_await Fence(t);
  });
  EXPECT_LE(nvm_->counters().evictions, 3u);
  EXPECT_EQ(Cut({kX, kX1, kY, kZ}), (Images{{1, 1, 1, 0}, {1, 1, 1, 1}}));
}

// --- Against a second reading of the rules -----------------------------------------------------------

// Random programs of two threads, one operation after the other, and the images that the rules allow.
struct Reference {
  struct Op {
    Address address;
    uint64_t value;
    bool nt;
    ActorId actor;
    bool certain = false;
    bool covered[2] = {false, false};  // by a clwb of this thread
  };
  std::vector<Op> ops;

  static Address Line(Address address) { return address / kLineBytes; }
  void Persist(Address line, const std::function<bool(const Op&)>& which) {
    for (Op& op : ops) op.certain |= Line(op.address) == line && !op.nt && which(op);
  }
  void Fence(ActorId actor) {
    for (Op& op : ops) op.certain |= op.nt ? op.actor == actor : op.covered[actor];
  }
  // The values that the words of one line may have.
  Images Of(const std::vector<Address>& words) const {
    std::vector<const Op*> ordinary, nt;
    for (const Op& op : ops) {
      if (Line(op.address) == Line(words[0])) (op.nt ? nt : ordinary).push_back(&op);
    }
    Images images;
    for (size_t prefix = 0; prefix <= ordinary.size(); ++prefix) {
      for (uint32_t subset = 0; subset < (1u << nt.size()); ++subset) {
        std::set<const Op*> kept(ordinary.begin(), ordinary.begin() + static_cast<ptrdiff_t>(prefix));
        for (size_t i = 0; i < nt.size(); ++i) {
          if ((subset >> i) & 1) kept.insert(nt[i]);
        }
        bool legal = true;
        std::map<Address, uint64_t> value;
        for (const Op& op : ops) {
          if (Line(op.address) != Line(words[0])) continue;
          if (kept.count(&op)) value[op.address] = op.value;
          legal &= !op.certain || kept.count(&op);
        }
        Words image;
        for (const Address word : words) image.push_back(value.count(word) ? value[word] : 0);
        if (legal) images.insert(image);
      }
    }
    return images;
  }
};

TEST_F(LitmusNt, RandomProgramsLeaveExactlyTheImagesThatTheRulesAllow) {
  const std::vector<Address> xs = {kX, kX1}, ys = {kY, kY + 8};
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    testing_support::Sim sim;
    nvm_ = sim.arena.New<Nvm>(sim.arena, machine_, 1024);
    Reference reference;
    Random random(seed);
    Time now = 0;
    uint64_t value = 0;
    std::string story;
    for (int i = 0; i < 9; ++i) {
      const auto actor = static_cast<ActorId>(random.Below(2));
      const Address word = (random.Below(2) ? xs : ys)[random.Below(2)];
      const uint32_t what = random.Below(8);
      // Bound by value: they outlive this turn of the loop.
      auto one = [this, what, word, v = ++value](Thread& t) -> Task<> {
        if (what < 3) co_await Store(t, word, v);
        if (what == 3 || what == 4) co_await NtStore(t, word, v);
        if (what == 5) co_await Clflush(t, word);
        if (what == 6) co_await Clwb(t, word);
        if (what == 7) co_await Fence(t);
      };
      if (sim.kernel.thread_count() == 0) {
        sim.kernel.AddThread(ThreadKind::kClient, {});
        sim.kernel.AddThread(ThreadKind::kClient, {});
      }
      sim.kernel.Spawn(sim.kernel.thread(actor), one(sim.kernel.thread(actor)), now += 1000);
      ASSERT_TRUE(sim.Run());
      story += "t" + std::to_string(actor) + (what < 3 ? " store " : what < 5 ? " nt " : what == 5 ? " clflush " : what == 6 ? " clwb " : " fence ") + std::to_string(word) + "; ";
      if (what < 5) reference.ops.push_back({word, value, what >= 3, actor});
      if (what == 5) reference.Persist(Reference::Line(word), [](const Reference::Op&) { return true; });
      if (what == 6) {
        for (Reference::Op& op : reference.ops) {
          if (!op.nt && Reference::Line(op.address) == Reference::Line(word)) op.covered[actor] = true;
        }
      }
      if (what == 7) reference.Fence(actor);
      ASSERT_EQ(Cut(xs), reference.Of(xs)) << "seed " << seed << ": " << story;
      ASSERT_EQ(Cut(ys), reference.Of(ys)) << "seed " << seed << ": " << story;
    }
  }
}

}  // namespace
}  // namespace afterimage

#endif  // AFTERIMAGE_TRACED
