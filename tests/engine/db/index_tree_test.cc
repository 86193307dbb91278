#include "db/index/index_tree.h"

#include <gtest/gtest.h>

#include <map>

#include "db/pages/apply_change.h"
#include "support/litmus.h"

namespace afterimage {
namespace {

using testing_support::SetupA;
using testing_support::Sim;
using Outcome = IndexTree::Outcome;

constexpr uint32_t kNodeBytes = 256;
constexpr PageId kRoot = 1;

// Pages in memory, every read and every write taking a while.
class MemoryHome final : public PageHome {
 public:
  MemoryHome(Arena& arena, uint32_t pages) : memory_(arena, uint64_t{pages} * kNodeBytes) {
    IndexNode root(View(kRoot));
    root.Format(kRoot, 0);
    Seal(kRoot);
  }
  Task<void> ReadPage(Thread& t, PageId) override {
    ++reads;
    co_await Delay(t, 1000, WaitFor::kDevice, Category::kDataIo);
  }
  Task<void> WritePage(Thread& t, PageId page, const uint8_t* bytes) override {
    co_await Delay(t, 1500, WaitFor::kDevice, Category::kDataIo);
    memory_.Write(uint64_t{page} * kNodeBytes, bytes, kNodeBytes);
  }
  Task<void> Sync(Thread&) override { co_return; }
  bool durable_on_write() const override { return true; }
  void Peek(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const override {
    memory_.Read(uint64_t{page} * kNodeBytes + offset, out, size);
  }
  PageView View(PageId page) { return PageView(memory_, uint64_t{page} * kNodeBytes, kNodeBytes); }
  void Seal(PageId page) {
    uint8_t bytes[kNodeBytes];
    View(page).Read(0, bytes, kNodeBytes);
    SetPageChecksum(bytes, kNodeBytes);
    View(page).Write(0, bytes, kNodeBytes);
  }
  uint32_t reads = 0;

 private:
  PagedBytes memory_;
};

class OpenGate final : public WriteGate {
 public:
  Task<void> BeforeWritePage(Thread&, PageId, Lsn) override { co_return; }
};

// Changes are applied at once, after the time that logging might take. Checks what it is promised:
// pages latched, changes that can be undone.
class FakeAccess final : public PageAccess {
 public:
  FakeAccess(Sim& sim, const MachineProfile& machine, uint32_t pages, uint32_t frames)
      : limit_(pages),
        home(sim.arena, pages),
        pool_(sim.arena, machine, Params(pages, frames), home, gate_) {}

  BufferPool& pool() override { return pool_; }
  Task<Frame*> Latch(Thread& t, PageId page) override {
    Frame* frame = co_await pool_.Fix(t, page);
    if (frame) co_await Latch::Acquire(t, frame->latch, Category::kBufferPool);
    co_return frame;
  }
  // There is no allocator's page here: a latch stands for it.
  Task<Allocation> AllocatePages(Thread& t, uint32_t count, PageId, PageId) override {
    Allocation taken;
    co_await afterimage::Latch::Acquire(t, allocating_, Category::kBufferPool);
    if (next_ + count > limit_) {
      co_await afterimage::Latch::Release(t, allocating_);
      co_return taken;
    }
    co_await Delay(t, 300, WaitFor::kWork, Category::kLogWork);
    for (; taken.count < count; ++taken.count) {
      taken.page[taken.count] = co_await pool_.Create(t, next_ + taken.count);
      co_await Latch::Acquire(t, taken.page[taken.count]->latch, Category::kBufferPool);
    }
    taken.allocator = taken.page[0];
    co_return taken;
  }
  Task<void> ChangeTogether(Thread& t, PageId, const Allocation& taken, FrameChange* changes,
                            uint32_t count, uint64_t* version) override {
    next_ += taken.count;
    for (uint32_t i = 0; i < count; ++i) {
      pool_.MarkDirty(changes[i].frame, lsn_ + 1);
      co_await Delay(t, 200, WaitFor::kWork, Category::kLogWork);
    }
    co_await Ordered(t);
    for (uint32_t i = 0; i < count; ++i) {
      const std::vector<uint8_t> before = Bytes(changes[i].frame);
      Apply(changes[i].frame, changes[i].change);
      const std::vector<uint8_t> after = Bytes(changes[i].frame);
      if (changes[i].change.kind == ChangeKind::kBytes && changes[i].change.before.size == 0)
        continue;
      Apply(changes[i].frame, changes[i].change.Inverse());
      ExpectSameEntries(before, Bytes(changes[i].frame));
      Apply(changes[i].frame, changes[i].change);
      EXPECT_EQ(Bytes(changes[i].frame), after);
    }
    if (version) ++*version;
    ++structure_changes;
    co_await afterimage::Latch::Release(t, allocating_);
  }

  Task<void> BeforeRefill(Thread&, Frame* frame) override {
    ++refills;
    frame->erased = 0;
    co_return;
  }

  void Apply(Frame* frame, const Change& change) {
    EXPECT_EQ(change.page, frame->page);
    if (change.kind == ChangeKind::kEntryErase) ++frame->erased;
    PageView view = pool_.View(frame);
    EXPECT_TRUE(ApplyChange(view, change));
    view.set_page_lsn(++lsn_);
    pool_.MarkDirty(frame, lsn_);
  }

  uint32_t structure_changes = 0;
  uint32_t refills = 0;

 private:
  static PoolParams Params(uint32_t pages, uint32_t frames) {
    PoolParams params;
    params.frames = frames;
    params.page_bytes = kNodeBytes;
    params.pages = pages;
    return params;
  }
  std::vector<uint8_t> Bytes(Frame* frame) {
    std::vector<uint8_t> bytes(kNodeBytes);
    pool_.View(frame).Read(8, bytes.data(), kNodeBytes - 8);
    std::memset(&bytes[PageView::kChecksumAt - 8], 0, 4);
    return bytes;
  }
  // All that counts: header and entries, neither the checksum nor what lies behind the entries.
  static void ExpectSameEntries(std::vector<uint8_t> a, std::vector<uint8_t> b) {
    uint16_t count = 0;
    std::memcpy(&count, &a[IndexNode::kCountAt - 8], sizeof count);
    a.resize(IndexNode::EntryAt(count) - 8);
    b.resize(a.size());
    EXPECT_EQ(a, b);
  }

  OpenGate gate_;
  afterimage::Latch allocating_{{}};
  PageId next_ = kRoot + 1;
  uint32_t limit_;
  Lsn lsn_ = 0;

 public:
  MemoryHome home;

 private:
  BufferPool pool_;
};

class IndexTreeTest : public testing::Test {
 protected:
  void Make(uint32_t pages, uint32_t frames) {
    access_ = sim_.arena.New<FakeAccess>(sim_, machine_, pages, frames);
    tree_ = sim_.arena.New<IndexTree>(*access_, machine_, kRoot);
  }
  // Inserts or deletes an entry as a client does. False if LatchLeaf returned null.
  Task<bool> Change(Thread& t, Key key, uint64_t value, bool insert) {
    Frame* leaf = co_await tree_->LatchLeaf(t, key, insert);
    if (!leaf) co_return false;
    EXPECT_TRUE(!insert || !IndexNode(access_->pool().View(leaf)).full());
    afterimage::Change change;
    change.kind = insert ? ChangeKind::kEntryInsert : ChangeKind::kEntryErase;
    change.page = leaf->page;
    change.key = key;
    (insert ? change.after : change.before) = {reinterpret_cast<const uint8_t*>(&value),
                                               sizeof value};
    co_await Delay(t, 100, WaitFor::kWork, Category::kLogWork);
    access_->Apply(leaf, change);
    co_await access_->Unlatch(t, leaf);
    co_return true;
  }
  Task<> ExpectHolds(Thread& t, const std::map<Key, uint64_t>& reference, Key limit) {
    for (Key key = 0; key < limit; ++key) {
      uint64_t value = 0;
      const Outcome outcome = co_await tree_->Find(t, key, &value);
      const auto expected = reference.find(key);
      EXPECT_EQ(outcome, expected == reference.end() ? Outcome::kMissing : Outcome::kFound) << key;
      if (expected != reference.end()) EXPECT_EQ(value, expected->second) << key;
    }
  }
  Task<> ExpectRange(Thread& t, const std::map<Key, uint64_t>& reference, Key from, Key to) {
    IndexTree::Found found;
    const auto first = reference.lower_bound(from);
    const bool any = first != reference.end() && first->first <= to;
    Outcome outcome = co_await tree_->FindFirst(t, from, to, &found);
    EXPECT_EQ(outcome, any ? Outcome::kFound : Outcome::kMissing) << from << " to " << to;
    if (any && outcome == Outcome::kFound) EXPECT_EQ(found.entry.key, first->first);
    outcome = co_await tree_->FindLast(t, from, to, &found);
    EXPECT_EQ(outcome, any ? Outcome::kFound : Outcome::kMissing) << from << " to " << to;
    if (any && outcome == Outcome::kFound)
      EXPECT_EQ(found.entry.key, std::prev(reference.upper_bound(to))->first)
          << from << " to " << to;
  }
  Task<uint32_t> Level(Thread& t) {
    Frame* frame = co_await access_->pool().Fix(t, kRoot);
    const uint32_t level = IndexNode(access_->pool().View(frame)).level();
    access_->pool().Unfix(t, frame);
    co_return level;
  }
  template <class Program>
  void Play(Program program) {
    Thread& t = sim_.Spawn(program);
    ASSERT_TRUE(sim_.Run());
    ASSERT_TRUE(t.done());
  }

  Sim sim_;
  MachineProfile machine_ = SetupA();
  FakeAccess* access_ = nullptr;
  IndexTree* tree_ = nullptr;
};

TEST_F(IndexTreeTest, AnEmptyTreeHasNothing) {
  Make(10, 4);
  Play([&](Thread& t) -> Task<> {
    const std::map<Key, uint64_t> none;
    co_await ExpectHolds(t, none, 5);
    co_await ExpectRange(t, none, 0, ~Key{0});
    EXPECT_TRUE(co_await Change(t, 7, 0, false));  // takes nothing away
  });
}

// Redo that lacked the erasure would find the leaf full.
TEST_F(IndexTreeTest, AsksBeforeItTakesTheRoomOfAnErasedEntry) {
  Make(10, 4);
  Play([&](Thread& t) -> Task<> {
    constexpr Key kRoom = IndexNode::Capacity(kNodeBytes);
    for (Key key = 1; key < kRoom; ++key) EXPECT_TRUE(co_await Change(t, key, key, true));
    EXPECT_TRUE(co_await Change(t, 1, 1, false));
    EXPECT_TRUE(co_await Change(t, 1, 1, true));
    EXPECT_EQ(access_->refills, 0u) << "there was room for one more";
    EXPECT_TRUE(co_await Change(t, kRoom, 0, true));
    EXPECT_EQ(access_->refills, 1u);
    EXPECT_TRUE(co_await Change(t, 1, 1, false));
    EXPECT_TRUE(co_await Change(t, 2, 2, false));
    EXPECT_TRUE(co_await Change(t, 1, 1, true));
    EXPECT_TRUE(co_await Change(t, 2, 2, true));
    EXPECT_EQ(access_->refills, 2u) << "asked once for both";
    EXPECT_EQ(access_->structure_changes, 0u);
  });
}

TEST_F(IndexTreeTest, AgreesWithAMapOverFourLevels) {
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    Make(2000, seed % 2 ? 1000 : 12);
    Play([&](Thread& t) -> Task<> {
      std::map<Key, uint64_t> reference;
      Random random(seed);
      constexpr Key kLimit = 3000;
      for (int i = 0; i < 4000; ++i) {
        // Rising, falling and random keys.
        Key key = random.Below(kLimit);
        if (seed == 2) key = (random.Below(3000) + static_cast<Key>(i)) % kLimit;
        if (seed == 3) key = i < 3000 ? static_cast<Key>(i) : random.Below(kLimit);
        if (seed == 4) key = i < 3000 ? kLimit - 1 - static_cast<Key>(i) : random.Below(kLimit);
        const bool insert = !random.Chance(i < 3000 ? 15 : 60);
        const uint64_t value = random.Next();
        const bool done = co_await Change(t, key, value, insert);
        EXPECT_TRUE(done) << i;
        if (!done) co_return;
        if (insert) {
          reference[key] = value;
        } else {
          reference.erase(key);
        }
        if (i % 100 == 0) {
          const Key from = random.Below(kLimit), to = from + random.Below(50);
          co_await ExpectRange(t, reference, from, to);
        }
      }
      const uint32_t level = co_await Level(t);
      EXPECT_GE(level, 3u);
      co_await ExpectHolds(t, reference, kLimit);
      for (int i = 0; i < 500; ++i) {
        const Key from = random.Below(kLimit), to = from + random.Below(i % 2 ? 20 : 2000);
        co_await ExpectRange(t, reference, from, to);
      }
    });
  }
}

// Erasing everything leaves empty leaves behind: ranges must step over them in both directions.
TEST_F(IndexTreeTest, RangesStepOverEmptyLeaves) {
  for (const uint32_t frames : {4u, 500u}) {
    Make(500, frames);
    Play([&](Thread& t) -> Task<> {
      std::map<Key, uint64_t> reference;
      for (Key key = 1; key <= 1000; ++key) EXPECT_TRUE(co_await Change(t, key * 2, key, true));
      for (Key key = 1; key <= 1000; ++key) {
        const bool keep = key == 1 || key == 500 || key == 1000;
        if (keep) {
          reference[key * 2] = key;
        } else {
          EXPECT_TRUE(co_await Change(t, key * 2, key, false));
        }
      }
      for (const Key from :
           {Key{0}, Key{2}, Key{3}, Key{999}, Key{1000}, Key{1001}, Key{2000}, Key{2001}}) {
        for (const Key to : {Key{0}, Key{1}, Key{2}, Key{3}, Key{999}, Key{1000}, Key{1001},
                             Key{1999}, Key{2000}, ~Key{0}}) {
          if (from <= to) co_await ExpectRange(t, reference, from, to);
        }
      }
    });
  }
}

TEST_F(IndexTreeTest, TheSmallestAndTheLargestKeyHaveTheirPlace) {
  Make(100, 100);
  Play([&](Thread& t) -> Task<> {
    std::map<Key, uint64_t> reference;
    for (Key key = 0; key < 100; ++key) {
      EXPECT_TRUE(co_await Change(t, key, key, true));
      EXPECT_TRUE(co_await Change(t, ~key, key, true));
      reference[key] = reference[~key] = key;
    }
    for (Key key = 0; key < 100; ++key) {
      uint64_t value = 0;
      EXPECT_EQ(co_await tree_->Find(t, ~key, &value), Outcome::kFound);
      EXPECT_EQ(value, key);
    }
    co_await ExpectRange(t, reference, 0, ~Key{0});
    co_await ExpectRange(t, reference, 100, ~Key{100});
    co_await ExpectRange(t, reference, ~Key{0}, ~Key{0});
    co_await ExpectRange(t, reference, 0, 0);
  });
}

// Threads insert and erase keys of their own while readers look; splits come from all of them.
TEST_F(IndexTreeTest, ManyThreadsChangeOneTree) {
  for (const uint32_t frames : {6u, 8u, 24u, 400u}) {
    Make(600, frames);
    constexpr uint32_t kThreads = 5;
    std::map<Key, uint64_t> reference;
    const auto program = [&](uint32_t me) {
      return [&, me](Thread& t) -> Task<> {
        Random random(me + frames);
        std::map<Key, uint64_t> mine;
        for (int i = 0; i < 300; ++i) {
          const Key key = random.Below(400) * kThreads + me;
          const bool insert = !random.Chance(25);
          const bool done = co_await Change(t, key, key + 1, insert);
          EXPECT_TRUE(done);
          if (insert) {
            mine[key] = key + 1;
          } else {
            mine.erase(key);
          }
          const Key probe = random.Below(400) * kThreads + me;
          uint64_t value = 0;
          const Outcome outcome = co_await tree_->Find(t, probe, &value);
          EXPECT_EQ(outcome, mine.count(probe) ? Outcome::kFound : Outcome::kMissing);
        }
        reference.insert(mine.begin(), mine.end());
      };
    };
    std::vector<std::function<Task<>(Thread&)>> programs;
    for (uint32_t i = 0; i < kThreads; ++i) programs.push_back(program(i));
    const uint32_t first = sim_.kernel.thread_count();
    for (auto& each : programs) sim_.Spawn(each);
    ASSERT_TRUE(sim_.Run());
    for (uint32_t i = 0; i < kThreads; ++i)
      ASSERT_TRUE(sim_.kernel.thread(first + i).done()) << "frames " << frames;
    Play([&](Thread& t) -> Task<> { co_await ExpectHolds(t, reference, 400 * kThreads); });
    EXPECT_GT(access_->structure_changes, 30u);
  }
}

TEST_F(IndexTreeTest, AFullFileIsToldAndHarmsNothing) {
  Make(9, 9);
  Play([&](Thread& t) -> Task<> {
    std::map<Key, uint64_t> reference;
    bool room = true;
    for (Key key = 0; room && key < 200; ++key) {
      room = co_await Change(t, key, key, true);
      if (room) reference[key] = key;
    }
    EXPECT_FALSE(room);
    EXPECT_GT(reference.size(), 40u);
    co_await ExpectHolds(t, reference, 200);
    co_await ExpectRange(t, reference, 0, ~Key{0});
    EXPECT_TRUE(co_await Change(t, 0, 0, false));  // what needs no room still goes
    EXPECT_TRUE(co_await Change(t, 0, 5, true));
  });
}

TEST_F(IndexTreeTest, ADamagedPageIsReportedByWhoeverMeetsIt) {
  Make(600, 6);
  Play([&](Thread& t) -> Task<> {
    for (Key key = 0; key < 300; ++key) EXPECT_TRUE(co_await Change(t, key, key, true));
    uint64_t value = 0;
    EXPECT_EQ(co_await tree_->Find(t, 299, &value), Outcome::kFound);
    co_await access_->pool().WriteOlderThan(t, ~Lsn{0});
    // The page of the smallest keys, long out of the pool; key 150 is elsewhere.
    // The first leaf never moves from the page that the first split gave it.
    constexpr PageId victim = 2;
    EXPECT_EQ(access_->pool().Lookup(victim), nullptr);
    access_->home.View(victim).Put<uint8_t>(100, access_->home.View(victim).Get<uint8_t>(100) ^ 1);
    IndexTree::Found found;
    EXPECT_EQ(co_await tree_->Find(t, 0, &value), Outcome::kDamaged);
    EXPECT_EQ(co_await tree_->FindFirst(t, 0, 10, &found), Outcome::kDamaged);
    EXPECT_EQ(co_await tree_->FindLast(t, 0, 3, &found), Outcome::kDamaged);
    EXPECT_FALSE(co_await Change(t, 0, 1, true));
    EXPECT_EQ(co_await tree_->Find(t, 299, &value), Outcome::kFound);
  });
}

}  // namespace
}  // namespace afterimage
