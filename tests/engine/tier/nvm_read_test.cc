// Tests how banks make readers wait: behind which accesses, for how long, and that nothing changes
// without a limit.
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <memory>

#include "support/litmus.h"
#include "tier/nvm/nvm.h"

namespace afterimage {
namespace {

using testing_support::Override;
using testing_support::SetupA;
using testing_support::Sim;

constexpr Time kReadNs = 10, kWriteNs = 100;

// A device whose only prices are a read of 10 and a write of 100, and threads on cores of their
// own, which all begin at 0.
class NvmReadTest : public testing::Test {
 protected:
  void Start(int banks, int interleave = kLineBytes, int next = 0) {
    nvm_.reset();  // it lives in the arena of its simulation
    sim_ = std::make_unique<Sim>();
    const MachineProfile machine = SetupA({{Price::kNvmBanks, banks},
                                           {Price::kNvmInterleave, interleave},
                                           {Price::kNvmRead, kReadNs},
                                           {Price::kNvmNextRead, next},
                                           {Price::kNvmWrite, kWriteNs},
                                           {Price::kCopyLine, 0},
                                           {Price::kFlushIssue, 0},
                                           {Price::kFence, 0},
                                           {Price::kThreadsPerCore, 1},
                                           {Price::kCores, 16}});
    nvm_ = std::make_unique<Nvm>(sim_->arena, machine, 1 << 16);
    done_.clear();
  }
  // A thread that reads lines from this one on, from `from` on.
  void Reader(uint32_t line, uint32_t lines, Time from = 0) {
    const size_t i = done_.size();
    done_.push_back(0);
    programs_.push_back([this, line, lines, i](Thread& t) -> Task<> {
      co_await nvm_->Read(t, Category::kDataIo, LineAt(line), uint64_t{lines} * kLineBytes);
      done_[i] = t.now();
    });
    sim_->Spawn(programs_.back(), from);
  }
  void Writer(uint32_t line, Time from = 0) {
    const size_t i = done_.size();
    done_.push_back(0);
    programs_.push_back([this, line, i](Thread& t) -> Task<> {
      const uint64_t word = 1;
      co_await nvm_->Store(t, Category::kDataIo, LineAt(line), &word, 8, Access::kPrivate);
      co_await nvm_->Clflush(t, Category::kDataIo, LineAt(line), 8, Access::kPrivate);
      done_[i] = t.now();
    });
    sim_->Spawn(programs_.back(), from);
  }
  std::vector<Time> Ends() {
    EXPECT_TRUE(sim_->Run());
    return done_;
  }

  std::unique_ptr<Sim> sim_;
  std::unique_ptr<Nvm> nvm_;
  std::deque<std::function<Task<>(Thread&)>> programs_;
  std::vector<Time> done_;
};

TEST_F(NvmReadTest, WaitBehindTheWritesOfTheirBankAndNotOfOthers) {
  Start(2);
  Writer(0);
  Reader(2, 1, 30);  // the writer's bank
  Reader(1, 1, 30);
  EXPECT_EQ(Ends(), (std::vector<Time>{100, 110, 40}));
}

TEST_F(NvmReadTest, KeepWritesWaiting) {
  Start(2);
  Reader(0, 1);
  Writer(2, 3);
  Writer(1, 3);
  EXPECT_EQ(Ends(), (std::vector<Time>{10, 110, 103}));
}

// A processor asks for the next line before the first has come; none is asked for beyond a stretch.
TEST_F(NvmReadTest, LinesThatAdjoinTakeLessThanTheFirst) {
  Start(0, kLineBytes, 3);
  Reader(0, 1);
  Reader(8, 5);
  EXPECT_EQ(Ends(), (std::vector<Time>{10, 22}));
  Start(2, 2 * kLineBytes, 3);
  Reader(0, 2);
  Reader(8, 4);
  EXPECT_EQ(Ends(), (std::vector<Time>{13, 39}));
}

// Seven at once, of lines side by side: the nth of a bank waits for those before it.
TEST_F(NvmReadTest, ManyAtOnceTakeAsLongAsTheLongestQueue) {
  for (const int banks : {0, 1, 2, 3, 4, 7, 64}) {
    Start(banks);
    for (uint32_t i = 0; i < 7; ++i) Reader(i, 1);
    const std::vector<Time> ends = Ends();
    for (uint32_t i = 0; i < 7; ++i)
      EXPECT_EQ(ends[i], (banks == 0 ? 1 : 1 + i / banks) * kReadNs) << banks << " banks, " << i;
  }
}

// Banks only add waiting: alone, a thread pays a line after the other however many there are.
TEST_F(NvmReadTest, OfOneThreadTakeTheSameWithAnyNumberOfBanks) {
  for (const int banks : {0, 1, 2, 5, 1024}) {
    for (const int interleave : {64, 128, 4096}) {
      for (const uint32_t lines : {1u, 2u, 3u, 9u, 128u}) {
        Start(banks, interleave);
        Reader(3, lines);
        EXPECT_EQ(Ends(), std::vector<Time>{lines * kReadNs}) << banks << " " << interleave;
      }
    }
  }
}

// Two lines side by side in a bank are one request; between requests others have their turn.
TEST_F(NvmReadTest, LetOthersInBetweenTheirRequests) {
  Start(1, 2 * kLineBytes);
  Reader(0, 6);
  Reader(1, 1, 5);
  EXPECT_EQ(Ends(), (std::vector<Time>{70, 30}));
}

TEST_F(NvmReadTest, OfAPlainFunctionAreAwaitedByItsCaller) {
  for (const int banks : {0, 4}) {
    Start(banks);
    Time charged = 0, done = 0;
    programs_.push_back([&](Thread& t) -> Task<> {
      nvm_->ChargeLoad(t, Category::kDataIo, LineAt(0), 8);
      nvm_->ChargeLoad(t, Category::kLogWork, LineAt(9), 65);
      nvm_->ChargeLoad(t, Category::kLogWork, LineAt(9), 0);
      charged = t.now();
      co_await nvm_->AwaitReads(t);
      done = t.now();
      co_await nvm_->AwaitReads(t);  // nothing is left
      EXPECT_EQ(t.now(), done);
    });
    Thread& t = sim_->Spawn(programs_.back());
    ASSERT_TRUE(sim_->Run());
    EXPECT_EQ(charged, banks == 0 ? 3 * kReadNs : 0);
    EXPECT_EQ(done, 3 * kReadNs);
    EXPECT_EQ(Sim::Booked(t, Category::kDataIo), kReadNs);
    EXPECT_EQ(Sim::Booked(t, Category::kLogWork), 2 * kReadNs);
  }
}

// Reads that run concurrently with other work occupy their banks all the same.
TEST_F(NvmReadTest, BesideSomethingElseOccupyTheirBanks) {
  for (const int banks : {0, 1, 2}) {
    Start(banks);
    Time read = 0;
    programs_.push_back([&](Thread& t) -> Task<> {
      co_await Ordered(t);
      read = nvm_->StartLoad(t, LineAt(0), kLineBytes, t.now());
      read = nvm_->StartLoad(t, LineAt(2), 2 * kLineBytes, read);
      EXPECT_EQ(t.now(), 0u);
    });
    sim_->Spawn(programs_.back());
    Reader(0, 1, 1);
    const std::vector<Time> ends = Ends();
    EXPECT_EQ(read, 3 * kReadNs) << banks;
    EXPECT_EQ(ends[0], banks == 0 ? 11u : banks == 1 ? 40u : 30u) << banks;
  }
}

}  // namespace
}  // namespace afterimage
