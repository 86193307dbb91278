// Tests the atomic list: cut off anywhere, in recovery too, with any surviving stores, it holds
// what it held before the open operation or after it.
#include "base/build.h"
#include "base/random.h"
#include "scheme/rewind/rewind_list.h"
#include "support/effort.h"

namespace afterimage::testing_support {
namespace {

// The contents of the list after each of the operations that ended. After a power cut the
// operations' frames are never destroyed, so nothing in them may be on the heap.
struct Story {
  std::vector<Names> after = {{}};
  Task<void> Append(Thread& t, ListLife& life, uint32_t slot, uint64_t name) {
    open = after.back();
    open.push_back(name);
    co_await life.Append(t, slot, name);
    after.push_back(open);
  }
  Task<void> Remove(Thread& t, ListLife& life, uint32_t slot, uint64_t name) {
    open = after.back();
    open.erase(std::find(open.begin(), open.end(), name));
    co_await life.list.Remove(t, ListLife::Slot(slot));
    after.push_back(open);
  }
  Names open;  // what the last operation that began makes of it
};

// Grows and shrinks at both ends and in the middle, to nothing and again; slots are used again.
Task<> Everything(Thread& t, ListLife& life, Story& story) {
  co_await story.Append(t, life, 0, 10);
  co_await story.Remove(t, life, 0, 10);
  co_await story.Append(t, life, 0, 11);
  co_await story.Append(t, life, 1, 12);
  co_await story.Append(t, life, 2, 13);
  co_await story.Remove(t, life, 1, 12);
  co_await story.Append(t, life, 1, 14);
  co_await story.Remove(t, life, 0, 11);
  co_await story.Remove(t, life, 1, 14);
  co_await story.Append(t, life, 3, 15);
  co_await story.Append(t, life, 0, 16);
  co_await story.Remove(t, life, 2, 13);
  co_await story.Remove(t, life, 0, 16);
  co_await story.Remove(t, life, 3, 15);
}

class Telling {
 public:
  explicit Telling(uint32_t stop_at = ~0u) {
    program_ = [this](Thread& t) -> Task<> { co_await Everything(t, life, story); };
    life.sim.Spawn(program_);
    ended = life.sim.Run(stop_at);
  }
  ListLife life;
  Story story;
  bool ended;

 private:
  std::function<Task<>(Thread&)> program_;
};

TEST(AtomicList, HoldsWhatWasAppendedAndNotRemoved) {
  Telling telling;
  ASSERT_TRUE(telling.ended);
  EXPECT_EQ(telling.story.after.size(), 15u);
  EXPECT_TRUE(telling.life.Forwards().empty());
  uint32_t nodes = 0;
  EXPECT_TRUE(telling.life.list.WellFormed(&nodes));
}

TEST(AtomicList, IsOnTheDeviceWhenAnOperationEnds) {
  Telling telling;
  for (const Address at :
       {rewind::kToAppendAt, rewind::kToRemoveAt, rewind::kHeadAt, rewind::kTailAt}) {
    uint64_t word = 1;
    telling.life.nvm.LoadDurable(rewind::LogSpace().headers[0] + at, &word, sizeof word);
    EXPECT_EQ(word, 0u) << at;
  }
}

TEST(AtomicList, RecoveryOfAWholeListChangesNothing) {
  ListLife life;
  auto program = [&](Thread& t) -> Task<> {
    co_await life.Append(t, 0, 1);
    co_await life.Append(t, 1, 2);
  };
  life.sim.Spawn(program);
  ASSERT_TRUE(life.sim.Run());
  const uint64_t stores = life.nvm.counters().stores;
  ASSERT_TRUE(life.Recover());
  EXPECT_TRUE(life.recovered);
  EXPECT_EQ(life.nvm.counters().stores, stores);
  EXPECT_EQ(life.Forwards(), (Names{1, 2}));
}

#if AFTERIMAGE_TRACED

void ExpectWhole(const ListLife& life, const Story& story, const std::string& where) {
  ASSERT_TRUE(life.recovered) << where;
  const Names names = life.Forwards();
  ASSERT_EQ(names, life.Backwards()) << where;
  ASSERT_TRUE(names == story.after.back() || names == story.open) << where;
  uint64_t words[5];
  life.nvm.LoadDurable(rewind::LogSpace().headers[0], words, sizeof words);
  ASSERT_TRUE(words[3] == 0 && words[4] == 0) << where;
}

TEST(AtomicList, IsWholeWhereverThePowerFailsAndWhateverSurvives) {
  const uint32_t end = static_cast<uint32_t>(Telling().life.sim.events.size());
  uint32_t lives = 0;
  for (uint32_t at = 0; at <= end; ++at) {
    Telling telling(at);
    EveryChoice every;
    do {
      ListLife next(telling.life, every);
      ASSERT_TRUE(next.Recover());
      ExpectWhole(next, telling.story, "event " + std::to_string(at));
      ++lives;
    } while (every.Next());
  }
  EXPECT_GT(lives, end);
}

TEST(AtomicList, IsWholeWhereverRecoveryIsCutOffToo) {
  const uint32_t end = static_cast<uint32_t>(Telling().life.sim.events.size());
  uint32_t lives = 0;
  for (uint32_t at = 0; at <= end; ++at) {
    Telling telling(at);
    EveryChoice first;
    do {
      for (uint32_t stop = 1;; ++stop) {
        EveryChoice replay = first;
        ListLife cut(telling.life, replay);
        const bool ended = cut.Recover(stop);
        EveryChoice every;
        do {
          ListLife last(cut, every);
          ASSERT_TRUE(last.Recover());
          ExpectWhole(last, telling.story,
                      "event " + std::to_string(at) + ", then " + std::to_string(stop));
          ++lives;
        } while (every.Next());
        if (ended) break;
      }
      ListLife advance(telling.life, first);
      advance.Recover();
    } while (first.Next());
  }
  EXPECT_GT(lives, 1000u);
}

#endif

// --- Damage --------------------------------------------------------------------------------------

TEST(AtomicList, RecoveryEndsOnAnyBytes) {
  Random random(4);
  uint32_t refused = 0;
  const uint32_t rounds = Effort(20000);
  for (uint32_t round = 0; round < rounds; ++round) {
    ListLife life;
    const uint32_t appends = random.Below(ListLife::kSlotCount + 1);
    auto program = [&](Thread& t) -> Task<> {
      for (uint32_t i = 0; i < appends; ++i) co_await life.Append(t, i, i + 1);
    };
    life.sim.Spawn(program);
    ASSERT_TRUE(life.sim.Run());
    for (uint32_t flips = 1 + random.Below(3); flips > 0; --flips) {
      // Words of the header and of nodes, so that it matters.
      const bool header = random.Chance(50);
      const Address at =
          header ? rewind::LogSpace().headers[0] + 8 * random.Below(5)
                 : ListLife::Slot(random.Below(ListLife::kSlotCount)) + 8 * random.Below(3);
      uint64_t word = life.nvm.LoadWord(at);
      if (random.Chance(50))
        word ^= uint64_t{1} << random.Below(64);
      else
        word = ListLife::Slot(random.Below(ListLife::kSlotCount));
      life.nvm.Format(at, &word, sizeof word);
    }
    ASSERT_TRUE(life.Recover()) << round;
    refused += life.recovered ? 0 : 1;
    if (life.recovered) {
      EXPECT_EQ(life.Forwards(), life.Backwards());
    }
  }
  EXPECT_GT(refused, rounds / 4);
}

}  // namespace
}  // namespace afterimage::testing_support
