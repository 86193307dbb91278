// Tests when page cleaners that sweep begin a sweep, and what follows it.
#include "scheme/page_engine/cleaning/page_sweeper.h"

#include "support/pool_fixture.h"

namespace afterimage {
namespace {

using namespace pool_test;  // NOLINT

constexpr Time kPause = 50000;

class FakeLog final : public PartitionedLog {
 public:
  uint32_t oldest_partition() const override { return oldest; }
  uint32_t newest_partition() const override { return newest; }
  uint32_t oldest = 7, newest = 7;
};

class FakeTaker final : public CheckpointTaker {
 public:
  Task<void> OnCheckpoint(Thread&) override { co_return; }
};

// 16 frames: more than two dirty pages are too many.
class PageSweeperTest : public BufferPoolTest {
 protected:
  void Start(uint32_t threads, bool partitions) {
    home_.set_run_pages(8);
    Pool(16);
    checkpointer_ = sim_.arena.New<Checkpointer>(sim_.kernel, taker_);
    const SweptLog log = partitions ? SweptLog{&log_, checkpointer_} : SweptLog{};
    sweeper_ = sim_.arena.New<PageSweeper>(sim_.kernel, sim_.arena, *pool_, kPause, log);
    ArenaVector<Thread*> list{ArenaAllocator<Thread*>(sim_.arena)};
    for (uint32_t i = 0; i < threads; ++i)
      list.push_back(&sim_.kernel.AddThread(ThreadKind::kDaemon, {}));
    sweeper_->Start(list);
  }
  // A client that logs what it changes.
  Task<> Log(Thread& t, PageId page, Lsn lsn) {
    co_await Change(t, page, lsn);
    co_await Ordered(t);
    sweeper_->Look(t);
  }
  // The client's part, and the end of all.
  template <class Client>
  void PlayTo(Time end, Client client) {
    auto program = [&](Thread& t) -> Task<> {
      co_await client(t);
      co_await Until(t, end);
      co_await Ordered(t);
      sweeper_->Stop(t);
    };
    sim_.Spawn(program);
    ASSERT_TRUE(sim_.Run());
  }
  std::string Writes() const {
    std::string writes;
    for (size_t at = diary_.find('W'); at != std::string::npos; at = diary_.find('W', at + 1))
      writes += diary_.substr(at, diary_.find(' ', at) - at + 1);
    return writes;
  }

  FakeLog log_;
  FakeTaker taker_;
  Checkpointer* checkpointer_ = nullptr;
  PageSweeper* sweeper_ = nullptr;
};

TEST_F(PageSweeperTest, LeavesFewDirtyPagesWhereTheyAre) {
  Start(1, true);
  PlayTo(1000000, [&](Thread& t) -> Task<> {
    co_await Log(t, 3, 10);
    co_await Log(t, 1, 11);
  });
  EXPECT_EQ(Writes(), "");
}

TEST_F(PageSweeperTest, SweepsOnceMoreThanAnEighthOfTheFramesIsDirty) {
  Start(1, true);
  PlayTo(1000000, [&](Thread& t) -> Task<> {
    co_await Log(t, 3, 10);
    co_await Log(t, 5, 11);
    co_await Log(t, 4, 12);
  });
  EXPECT_EQ(Writes(), "W3-5 ");
}

TEST_F(PageSweeperTest, SweepsWhenAThirdPartitionIsOpened) {
  Start(1, true);
  PlayTo(1000000, [&](Thread& t) -> Task<> {
    co_await Log(t, 3, 10);
    log_.newest = 8;
    co_await Log(t, 3, 11);
    co_await Until(t, 100000);
    EXPECT_EQ(Writes(), "");
    log_.newest = 9;
    co_await Log(t, 3, 12);
    co_await Until(t, 200000);
    EXPECT_EQ(Writes(), "W3 ");
    co_await Log(t, 3, 13);  // still three, but none that is new
  });
  EXPECT_EQ(Writes(), "W3 ");
  EXPECT_TRUE(checkpointer_->idle());
}

TEST_F(PageSweeperTest, WantsACheckpointWhereManyPartitionsAreOpen) {
  Start(1, true);
  PlayTo(1000000, [&](Thread& t) -> Task<> {
    co_await Log(t, 3, 10);
    log_.newest = 11;
    co_await Log(t, 3, 11);
  });
  EXPECT_EQ(Writes(), "W3 ");
  EXPECT_FALSE(checkpointer_->idle());
}

TEST_F(PageSweeperTest, LooksAtNothingButDirtyPagesWhereTheLogHasNoPartitions) {
  Start(1, false);
  PlayTo(1000000, [&](Thread& t) -> Task<> {
    for (Lsn lsn = 10; lsn < 20; ++lsn) co_await Log(t, 1, lsn);
  });
  EXPECT_EQ(Writes(), "");
}

TEST_F(PageSweeperTest, PausesBetweenTwoSweeps) {
  Start(1, true);
  Time first = 0;
  PlayTo(1000000, [&](Thread& t) -> Task<> {
    for (const PageId page : {1, 3, 5}) co_await Log(t, page, 10 + page);
    co_await Until(t, 30000);
    EXPECT_EQ(Writes(), "W1 W3 W5 ");
    first = t.now();
    for (const PageId page : {2, 4, 6}) co_await Log(t, page, 20 + page);
    co_await Until(t, first + kPause / 2);
    EXPECT_EQ(Writes(), "W1 W3 W5 ");
  });
  EXPECT_EQ(Writes(), "W1 W3 W5 W2 W4 W6 ");
}

TEST_F(PageSweeperTest, HelpersLeaveNothingAndEndWithTheLeader) {
  Start(3, true);
  PlayTo(1000000, [&](Thread& t) -> Task<> {
    for (PageId page = 1; page <= 9; ++page) co_await Log(t, page, 10 + page);
  });
  EXPECT_LE(pool_->dirty_count(), 2u);
  for (uint32_t i = 0; i < sim_.kernel.thread_count(); ++i)
    EXPECT_TRUE(sim_.kernel.thread(i).done() || i == 0) << i;  // 0 is the checkpointer's
}

}  // namespace
}  // namespace afterimage
