#include <map>

#include "base/random.h"
#include "support/lock_fixture.h"

namespace afterimage {
namespace {

using namespace lock_test;  // NOLINT

class LockManagerTest : public LockFixture {};

TEST_F(LockManagerTest, SharedLocksGoTogetherExclusiveOnesDoNot) {
  auto s1 = Holder(1, kA, kS, 0, 100), s2 = Holder(2, kA, kS, 10, 200),
       x3 = Holder(3, kA, kX, 20, 300);
  auto x4 = Holder(4, kA, kX, 30, 400), other = Holder(5, kB, kX, 40, 100);
  sim_.Spawn(s1);
  sim_.Spawn(s2);
  sim_.Spawn(x3);
  sim_.Spawn(x4);
  sim_.Spawn(other);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "1+@0 2+@10 5+@40 3+@200 4+@300 ");
}

TEST_F(LockManagerTest, AreGrantedInTheOrderTheyWereAskedFor) {
  auto x1 = Holder(1, kA, kX, 0, 100), x2 = Holder(2, kA, kX, 10, 200),
       s3 = Holder(3, kA, kS, 20, 300);
  auto s4 = Holder(4, kA, kS, 30, 400), x5 = Holder(5, kA, kX, 40, 500),
       s6 = Holder(6, kA, kS, 50, 600);
  sim_.Spawn(x1);
  sim_.Spawn(x2);
  sim_.Spawn(s3);
  sim_.Spawn(s4);
  sim_.Spawn(x5);
  sim_.Spawn(s6);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "1+@0 2+@100 3+@200 4+@200 5+@400 6+@500 ");
}

// A shared request must not starve an exclusive one that came first.
TEST_F(LockManagerTest, ASharedRequestDoesNotOvertakeAWaitingExclusiveOne) {
  auto s1 = Holder(1, kA, kS, 0, 100), x2 = Holder(2, kA, kX, 10, 200),
       s3 = Holder(3, kA, kS, 20, 300);
  sim_.Spawn(s1);
  sim_.Spawn(x2);
  sim_.Spawn(s3);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "1+@0 2+@100 3+@200 ");
}

TEST_F(LockManagerTest, ALockThatIsHeldIsGrantedAgainAtOnce) {
  Transaction& txn = Txn(1);
  auto program = [&](Thread& t) -> Task<> {
    co_await Lock(t, txn, kA, kX);
    co_await Lock(t, txn, kA, kS);
    co_await Lock(t, txn, kA, kX);
    co_await Lock(t, txn, kB, kS);
    co_await Lock(t, txn, kB, kS);
    uint32_t requests = 0;
    locks_->ForEach([&](const LockName&, const LockRequest&) { ++requests; });
    EXPECT_EQ(requests, 2u);
    co_await locks_->ReleaseAll(t, txn);
    locks_->ForEach([&](const LockName&, const LockRequest&) { FAIL(); });
    EXPECT_EQ(txn.locks, nullptr);
  };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "1+@0 1+@0 1+@0 1+@0 1+@0 ");
}

TEST_F(LockManagerTest, AnUpgradeGoesBeforeThoseWhoWait) {
  Transaction& txn = Txn(1);
  auto upgrader = [&](Thread& t) -> Task<> {
    co_await Lock(t, txn, kA, kS);
    co_await Until(t, 50);
    co_await Lock(t, txn, kA, kX);
    EXPECT_EQ(locks_->ExclusiveHolder(kScriptTable, kA), &txn);
    co_await Until(t, 200);
    co_await locks_->ReleaseAll(t, txn);
  };
  auto other = Holder(2, kA, kS, 0, 100), waiter = Holder(3, kA, kX, 10, 300);
  sim_.Spawn(upgrader);
  sim_.Spawn(other);
  sim_.Spawn(waiter);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "1+@0 2+@0 1+@100 3+@200 ");
}

TEST_F(LockManagerTest, KnowsWhoHoldsAndWaits) {
  auto holder = Holder(1, kA, kX, 0, 100), waiter = Holder(2, kA, kS, 10, 200),
       reader = Holder(3, kB, kS, 0, 100);
  sim_.Spawn(holder);
  sim_.Spawn(waiter);
  sim_.Spawn(reader);
  sim_.Look(50, [&] {
    EXPECT_TRUE(locks_->LockedByOther(kScriptTable, kA, txns_[1]));
    EXPECT_TRUE(locks_->LockedByOther(kScriptTable, kA, txns_[0]));  // the waiter counts
    EXPECT_FALSE(locks_->LockedByOther(kScriptTable, kB, txns_[2]));
    EXPECT_FALSE(locks_->LockedByOther(kScriptTable, kC, txns_[0]));
    EXPECT_EQ(locks_->ExclusiveHolder(kScriptTable, kA), &txns_[0]);
    EXPECT_EQ(locks_->ExclusiveHolder(kScriptTable, kB), nullptr);
    EXPECT_EQ(locks_->ExclusiveHolder(kScriptTable, kC), nullptr);
  });
  sim_.Look(150, [&] { EXPECT_FALSE(locks_->LockedByOther(kScriptTable, kA, txns_[1])); });
  ASSERT_TRUE(sim_.Run());
}

TEST_F(LockManagerTest, WaitingIsBookedAsWaitingAndEachLockAsWork) {
  machine_.Set(Price::kPathLock, 1000);  // 375 ns
  Use(DeadlockPolicy::kDetect);
  auto first = Holder(1, kA, kX, 0, 2000), second = Holder(2, kA, kX, 0, 0);
  sim_.Spawn(first);
  Thread& t = sim_.Spawn(second);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(Sim::Booked(t, Category::kLockManager), 2u * 375);
  EXPECT_EQ(Sim::Booked(t, Category::kWait), 2375u - 375);
}

// --- Deadlocks -----------------------------------------------------------------------------------

// Locks `first`, then at 100 * age `second`; on death releases everything.
struct Crosser {
  uint64_t age;
  Key first, second;
};

class DeadlockTest : public LockManagerTest {
 protected:
  void Cross(const std::vector<Crosser>& crossers) {
    for (const Crosser& c : crossers) {
      Transaction* txn = &Txn(c.age);
      programs_.push_back([this, txn, c](Thread& t) -> Task<> {
        co_await Lock(t, *txn, c.first, kX);
        co_await Until(t, 100 * c.age);
        co_await Lock(t, *txn, c.second, kX);
        co_await locks_->ReleaseAll(t, *txn);
      });
      sim_.Spawn(programs_.back());
    }
    ASSERT_TRUE(sim_.Run());
    for (uint32_t i = 0; i < crossers.size(); ++i) EXPECT_TRUE(sim_.kernel.thread(i).done()) << i;
  }
  std::deque<std::function<Task<>(Thread&)>> programs_;
};

TEST_F(DeadlockTest, OfTwoKillsTheYoungerWhoAsksLast) {
  Cross({{1, kA, kB}, {2, kB, kA}});
  EXPECT_EQ(diary_, "1+@0 2+@0 2-@200 1+@200 ");
}

TEST_F(DeadlockTest, OfTwoKillsTheYoungerWhoWaitsAlready) {
  txns_.clear();
  Transaction *old_txn = &Txn(1), *young = &Txn(2);
  auto younger = [&](Thread& t) -> Task<> {
    co_await Lock(t, *young, kB, kX);
    co_await Until(t, 50);
    const LockResult result = co_await Lock(t, *young, kA, kX);
    EXPECT_EQ(result, LockResult::kDie);
    co_await Until(t, 500);
    co_await locks_->ReleaseAll(t, *young);
  };
  auto older = [&](Thread& t) -> Task<> {
    co_await Lock(t, *old_txn, kA, kX);
    co_await Until(t, 100);
    const LockResult result = co_await Lock(t, *old_txn, kB, kX);
    EXPECT_EQ(result, LockResult::kGranted);
    co_await locks_->ReleaseAll(t, *old_txn);
  };
  sim_.Spawn(younger);
  sim_.Spawn(older);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "2+@0 1+@0 2-@100 1+@500 ");
}

// The victim runs first at the same time: what it releases must not be missed.
TEST_F(DeadlockTest, TheSurvivorIsThereWhenTheVictimReleasesAtOnce) {
  Transaction *young = &Txn(2), *old_txn = &Txn(1);
  const auto crosser = [&](Transaction* txn, Key first, Key second, Time at) {
    return [this, txn, first, second, at](Thread& t) -> Task<> {
      co_await Lock(t, *txn, first, kX);
      co_await Until(t, at);
      co_await Lock(t, *txn, second, kX);
      co_await locks_->ReleaseAll(t, *txn);
    };
  };
  auto younger = crosser(young, kB, kA, 50), older = crosser(old_txn, kA, kB, 100);
  sim_.Spawn(younger);
  Thread& t = sim_.Spawn(older);
  ASSERT_TRUE(sim_.Run());
  EXPECT_TRUE(t.done());
  EXPECT_EQ(diary_, "2+@0 1+@0 2-@100 1+@100 ");
}

TEST_F(DeadlockTest, OfThreeKillsTheYoungest) {
  Cross({{1, kA, kB}, {2, kB, kC}, {3, kC, kA}});
  EXPECT_EQ(diary_, "1+@0 2+@0 3+@0 3-@300 2+@300 1+@300 ");
}

TEST_F(DeadlockTest, AChainWithoutACycleIsLeftAlone) {
  Cross({{1, kA, kA}, {2, kB, kA}, {3, kC, kB}});
  EXPECT_EQ(diary_.find('-'), std::string::npos) << diary_;
}

TEST_F(DeadlockTest, OfTwoUpgradesKillsTheYounger) {
  Transaction *one = &Txn(1), *two = &Txn(2);
  const auto upgrader = [&](Transaction* txn, Time at) {
    return [this, txn, at](Thread& t) -> Task<> {
      co_await Lock(t, *txn, kA, kS);
      co_await Until(t, at);
      co_await Lock(t, *txn, kA, kX);
      co_await locks_->ReleaseAll(t, *txn);
    };
  };
  auto first = upgrader(one, 100), second = upgrader(two, 50);
  sim_.Spawn(first);
  sim_.Spawn(second);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "1+@0 2+@0 2-@100 1+@100 ");
}

TEST_F(DeadlockTest, AVictimInTheQueueMakesRoomForThoseBehindIt) {
  // 1 holds A shared; 2 holds B, waits for A exclusively; 3 waits for A shared behind 2; then 1
  // wants B.
  Transaction *one = &Txn(1), *two = &Txn(2), *three = &Txn(3);
  auto p1 = [&](Thread& t) -> Task<> {
    co_await Lock(t, *one, kA, kS);
    co_await Until(t, 100);
    co_await Lock(t, *one, kB, kX);
    co_await locks_->ReleaseAll(t, *one);
  };
  auto p2 = [&](Thread& t) -> Task<> {
    co_await Lock(t, *two, kB, kX);
    co_await Until(t, 10);
    co_await Lock(t, *two, kA, kX);
    co_await Until(t, 300);
    co_await locks_->ReleaseAll(t, *two);
  };
  auto p3 = [&](Thread& t) -> Task<> {
    co_await Until(t, 20);
    co_await Lock(t, *three, kA, kS);
    co_await locks_->ReleaseAll(t, *three);
  };
  sim_.Spawn(p1);
  sim_.Spawn(p2);
  sim_.Spawn(p3);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "1+@0 2+@0 2-@100 3+@100 1+@300 ");
}

// --- Wait-die ------------------------------------------------------------------------------------

TEST_F(DeadlockTest, UnderWaitDieTheOlderWaitsAndTheYoungerDiesAtOnce) {
  Use(DeadlockPolicy::kWaitDie);
  auto middle = Holder(5, kA, kX, 0, 100), older = Holder(2, kA, kX, 10, 200),
       younger = Holder(9, kA, kX, 20, 300);
  sim_.Spawn(middle);
  sim_.Spawn(older);
  sim_.Spawn(younger);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "5+@0 9-@20 2+@100 ");
}

TEST_F(DeadlockTest, UnderWaitDieSharedReadersDoNotKillEachOther) {
  Use(DeadlockPolicy::kWaitDie);
  auto first = Holder(1, kA, kS, 0, 100), second = Holder(9, kA, kS, 10, 200);
  sim_.Spawn(first);
  sim_.Spawn(second);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "1+@0 9+@10 ");
}

// 5 waits for 9 alone, and 4 behind it; then 1 gets a mode that 5 would have to wait for, too.
TEST_F(DeadlockTest, UnderWaitDieAnUpgradeKillsTheYoungerThatItBlocksAndLetsThoseBehindOn) {
  Use(DeadlockPolicy::kWaitDie);
  Transaction* one = &Txn(1);
  auto upgrader = [&](Thread& t) -> Task<> {
    co_await LockTable(t, *one, 2, kIS);
    co_await Until(t, 30);
    co_await LockTable(t, *one, 2, kIX);
    co_await Until(t, 200);
    co_await locks_->ReleaseAll(t, *one);
  };
  auto youngest = TableHolder(9, 2, kIX, 0, 100), reader = TableHolder(5, 2, kS, 10, 150),
       behind = TableHolder(4, 2, kIX, 20, 40);
  sim_.Spawn(upgrader);
  sim_.Spawn(youngest);
  sim_.Spawn(reader);
  sim_.Spawn(behind);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "1+@0 9+@0 1+@30 5-@30 4+@30 ");
  EXPECT_EQ(txns_[2].died_for, 1u);
  EXPECT_EQ(Everything(), "");
}

// A transaction that dies restarts with its old age and is served before those that began later.
TEST_F(DeadlockTest, UnderWaitDieARestartedTransactionDoesNotStarve) {
  Use(DeadlockPolicy::kWaitDie);
  int deaths = 0;
  uint64_t next_age = 3;
  auto holder = Holder(1, kA, kX, 0, 250);
  Transaction* patient = &Txn(2);
  auto restarter = [&](Thread& t) -> Task<> {
    co_await Until(t, 10);
    while (co_await Lock(t, *patient, kA, kX) == LockResult::kDie) {
      ++deaths;
      co_await Until(t, t.now() + 100);
    }
    co_await locks_->ReleaseAll(t, *patient);
  };
  // A stream of newcomers, each younger.
  bool stop = false;
  auto newcomers = [&](Thread& t) -> Task<> {
    while (!stop) {
      Transaction* txn = &Txn(next_age++);
      const LockResult result = co_await Lock(t, *txn, kA, kX);
      if (result == LockResult::kGranted) co_await Until(t, t.now() + 90);
      co_await locks_->ReleaseAll(t, *txn);
      co_await Until(t, t.now() + 7);
    }
  };
  sim_.Spawn(holder);
  Thread& t = sim_.Spawn(restarter);
  sim_.Spawn(newcomers);
  sim_.Spawn(newcomers);
  sim_.Look(5000, [&] { stop = true; });
  ASSERT_TRUE(sim_.Run());
  EXPECT_TRUE(t.done());
  EXPECT_GT(deaths, 0);
  EXPECT_LT(t.now(), 1000u);
}

// --- Anything goes -------------------------------------------------------------------------------

TEST_F(DeadlockTest, RandomLoadsAlwaysEndAndNeverGrantIncompatibleLocks) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    Sim sim;
    const DeadlockPolicy policy = seed % 2 ? DeadlockPolicy::kDetect : DeadlockPolicy::kWaitDie;
    locks_ = sim.arena.New<LockManager>(sim.arena, machine_,
                                        LockParams{.deadlock = policy, .structure = 3});
    uint64_t age = 0;
    uint32_t grants = 0, deaths = 0;
    auto program = [&](Thread& t) -> Task<> {
      Random random(seed * 100 + t.id());
      for (int n = 0; n < 15; ++n) {
        Transaction* txn = sim.arena.New<Transaction>();
        txn->timestamp = txn->id = static_cast<TxnId>(++age);
        for (int i = 0; i < 4; ++i) {
          co_await Delay(t, random.Below(30), WaitFor::kWork, Category::kWait);
          const Key key = 1 + random.Below(4);
          const LockMode mode = random.Chance(50) ? kS : kX;
          const LockResult result = co_await locks_->Lock(t, *txn, kScriptTable, key, mode);
          if (result == LockResult::kDie) {
            ++deaths;
            break;
          }
          ++grants;
          std::map<Key, std::vector<const LockRequest*>> held;
          locks_->ForEach([&](const LockName& name, const LockRequest& r) {
            if (r.granted) held[name.key].push_back(&r);
          });
          for (const auto& [k, requests] : held) {
            for (const LockRequest* r : requests)
              EXPECT_TRUE(requests.size() == 1 || r->mode == kS) << seed;
          }
        }
        co_await locks_->ReleaseAll(t, *txn);
      }
    };
    for (int i = 0; i < 6; ++i) sim.Spawn(program);
    ASSERT_TRUE(sim.Run());
    std::string left;
    locks_->ForEach([&](const LockName& name, const LockRequest& r) {
      left += " " + std::to_string(name.key) + ":" + std::to_string(r.txn->id) +
              (r.mode == kS ? "S" : "X") + (r.granted ? "" : "?");
    });
    for (uint32_t i = 0; i < 6; ++i)
      ASSERT_TRUE(sim.kernel.thread(i).done()) << "seed " << seed << " left" << left;
    EXPECT_GT(grants, 50u);
    EXPECT_GT(deaths, 0u);
    locks_->ForEach(
        [&](const LockName&, const LockRequest&) { ADD_FAILURE() << "a lock is left"; });
  }
}

TEST_F(LockManagerTest, OneMutexHoldsUpThoseWhoLockOtherRecords) {
  machine_ = SetupA({{Price::kPathLock, 100},
                     {Price::kInstructionPs, 1000},
                     {Price::kAtomic, 10},
                     {Price::kLineTransfer, 20}});
  const auto run = [&](bool one_mutex) {
    Sim sim;
    diary_.clear();
    locks_ = sim.arena.New<LockManager>(sim.arena, machine_,
                                        LockParams{.structure = 3, .one_mutex = one_mutex});
    auto a = Holder(1, kA, kX, 0, 1000), b = Holder(2, kB, kX, 0, 2000),
         c = Holder(3, kC, kX, 0, 0);
    sim.Spawn(a);
    sim.Spawn(b);
    sim.Spawn(c);
    EXPECT_TRUE(sim.Run());
    EXPECT_EQ(Everything(), "");
    return diary_;
  };
  EXPECT_EQ(run(false), "1+@100 2+@100 3+@100 ");
  // Each has it for 100 ns, and hands it on in 20. The third releases its lock under it as well.
  EXPECT_EQ(run(true), "1+@110 2+@230 3+@350 ");
}

}  // namespace
}  // namespace afterimage
