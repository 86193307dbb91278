// Tests that a thread which asks for room in XtraDB's circular log can trust the answer.
#include "scheme/systems/xtradb/redo_log.h"

#include "support/litmus.h"
#include "tier/files/disk_file.h"

namespace afterimage::testing_support {
namespace {

using namespace xtradb;

constexpr uint32_t kBlocks = 6;

class RedoLogTest : public testing::Test {
 protected:
  RedoLogTest()
      : machine_(SetupA({{Price::kDiskWrite, 200000}})),
        disk_(sim_.arena, machine_, 65536),
        file_(sim_.arena, machine_, disk_, 0, 16384),
        log_(sim_.arena, machine_, file_, Params()) {
    log_.Format();
  }
  static RedoLogParams Params() {
    RedoLogParams params;
    params.file_bytes = kBlocks * params.blocks.bytes;
    params.buffer_bytes = 2048;
    return params;
  }
  // Appends a group of one record if there is room for it; false if there is none.
  Task<bool> Append(Thread& t) {
    static constexpr uint8_t kBytes[16] = {};
    LogRecord record;
    record.after_bytes = sizeof kBytes;
    if (log_.Room() < record.bytes()) co_return false;
    co_await log_.Open(t, record.bytes());
    co_await log_.Put(t, record, {kBytes, sizeof kBytes});
    co_await log_.Close(t);
    co_return true;
  }
  // The distance of the log from the block in which redo begins, in blocks.
  uint64_t BlocksInUse() const {
    const Blocks blocks;
    return (blocks.BlockOf(log_.next_lsn()) - blocks.BlockOf(log_.checkpoint_lsn())) /
               blocks.bytes +
           1;
  }

  Sim sim_;
  MachineProfile machine_;
  BlockDevice disk_;
  DiskFile file_;
  RedoLog log_;
};

// Redo may begin anywhere in its block.
TEST_F(RedoLogTest, RoomEndsBeforeTheBlockInWhichRedoBegins) {
  uint32_t full = 0;
  auto program = [&](Thread& t) -> Task<> {
    for (int lap = 0; lap < 12; ++lap) {
      uint64_t appended = 0;
      for (;;) {
        const bool more = co_await Append(t);
        if (!more) break;
        ++appended;
        EXPECT_LE(BlocksInUse(), kBlocks);
      }
      co_await log_.Flush(t);
      EXPECT_GT(appended, 50u);  // nor before it is nearly full
      ++full;
      co_await log_.WriteCheckpoint(t, log_.durable_lsn());
      // The next one thus begins elsewhere.
      for (int i = 0; i <= lap; ++i) co_await Append(t);
      co_await log_.Flush(t);
      co_await log_.WriteCheckpoint(t, log_.durable_lsn());
    }
  };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(full, 12u);
}

// Until then a power cut leaves the checkpoint before.
TEST_F(RedoLogTest, RoomGrowsOnceTheCheckpointIsDurable) {
  const Lsn first = log_.checkpoint_lsn();
  auto program = [&](Thread& t) -> Task<> {
    co_await Append(t);
    co_await log_.Flush(t);
    co_await Until(t, 1000000);
    co_await log_.WriteCheckpoint(t, log_.durable_lsn());
    EXPECT_EQ(log_.checkpoint_lsn(), log_.durable_lsn());
    EXPECT_GE(t.now(), 1200000u);
  };
  sim_.Spawn(program);
  sim_.Look(1100000, [&] { EXPECT_EQ(log_.checkpoint_lsn(), first); });
  ASSERT_TRUE(sim_.Run());
  EXPECT_GT(log_.checkpoint_lsn(), first);
}

// The checkpoint that restart finds is the newer of two intact ones, in either place.
TEST_F(RedoLogTest, TheNewerCheckpointCounts) {
  auto program = [&](Thread& t) -> Task<> {
    for (int i = 0; i < 5; ++i) {
      co_await Append(t);
      co_await log_.Flush(t);
      co_await log_.WriteCheckpoint(t, log_.durable_lsn());
      RedoLog again(sim_.arena, machine_, file_, Params());
      const bool found = co_await again.ReadCheckpoint(t);
      EXPECT_TRUE(found);
      EXPECT_EQ(again.checkpoint_lsn(), log_.checkpoint_lsn());
    }
  };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
}

}  // namespace
}  // namespace afterimage::testing_support
