// A buffer pool over a home and a gate that keep a diary.
#ifndef AFTERIMAGE_TESTS_SUPPORT_POOL_FIXTURE_H_
#define AFTERIMAGE_TESTS_SUPPORT_POOL_FIXTURE_H_

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "db/pool/buffer_pool.h"
#include "support/litmus.h"
#include "support/pages.h"

namespace afterimage::pool_test {

using namespace page_test;  // NOLINT
using testing_support::SetupA;
using testing_support::Sim;
using testing_support::Until;

inline constexpr uint32_t kBytes = 256;
inline constexpr Time kReadNs = 1000, kWriteNs = 5000, kSyncNs = 700;

// Keeps pages by id and a diary. A write's source must be the same at its start and its end, and no
// two writes of one page may overlap. A write is durable unless the test says otherwise.
class FakeHome final : public PageHome {
 public:
  explicit FakeHome(std::string& diary) : diary_(diary) {
    for (PageId id = 1; id <= 9; ++id) Format(id);
  }
  void Format(PageId id) {
    pages_[id].resize(kBytes);
    own_.page.Format(id);
    own_.page.Read(0, pages_[id].data(), kBytes);
    Seal(id);
  }
  Task<void> ReadPage(Thread& t, PageId page) override {
    diary_ += "r" + std::to_string(page) + " ";
    co_await Delay(t, kReadNs, WaitFor::kDevice, Category::kDataIo);
  }
  Task<void> WritePage(Thread& t, PageId page, const uint8_t* bytes) override {
    diary_ += "w" + std::to_string(page) + " ";
    EXPECT_TRUE(writing_.insert(page).second) << "two writes of page " << page << " at once";
    const std::vector<uint8_t> given(bytes, bytes + kBytes);
    co_await Delay(t, kWriteNs, WaitFor::kDevice, Category::kDataIo);
    EXPECT_EQ(std::memcmp(given.data(), bytes, kBytes), 0) << "changed while being written";
    pages_[page] = given;
    writing_.erase(page);
    diary_ += "W" + std::to_string(page) + " ";
  }
  uint32_t run_pages() const override { return run_pages_; }
  Task<void> WriteRun(Thread& t, const PageWrite* pages, uint32_t count) override {
    const std::string run =
        std::to_string(pages[0].page) + "-" + std::to_string(pages[count - 1].page) + " ";
    diary_ += "w" + run;
    EXPECT_GT(count, 1u);
    EXPECT_LE(count, run_pages_);
    co_await Delay(t, kWriteNs, WaitFor::kDevice, Category::kDataIo);
    for (uint32_t i = 0; i < count; ++i) {
      EXPECT_EQ(pages[i].page, pages[0].page + i);
      pages_[pages[i].page].assign(pages[i].bytes, pages[i].bytes + kBytes);
    }
    diary_ += "W" + run;
  }
  Task<void> Sync(Thread& t) override {
    diary_ += "s ";
    co_await Delay(t, kSyncNs, WaitFor::kDevice, Category::kDataIo);
    diary_ += "S ";
  }
  bool durable_on_write() const override { return durable_on_write_; }
  void Peek(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const override {
    std::memcpy(out, pages_.at(page).data() + offset, size);
  }

  uint64_t pool_bytes() const override { return pool_bytes_; }

  void set_run_pages(uint32_t pages) { run_pages_ = pages; }
  void set_pool_bytes(uint64_t bytes) { pool_bytes_ = bytes; }
  void set_durable_on_write(bool durable) { durable_on_write_ = durable; }
  std::vector<uint8_t>& bytes(PageId page) { return pages_[page]; }
  void Seal(PageId page) { SetPageChecksum(pages_[page].data(), kBytes); }
  Lsn page_lsn(PageId page) {
    Lsn lsn = 0;
    std::memcpy(&lsn, pages_[page].data(), sizeof lsn);
    return lsn;
  }

 private:
  std::string& diary_;
  OwnPage own_{kBytes};
  std::map<PageId, std::vector<uint8_t>> pages_;
  std::set<PageId> writing_;
  bool durable_on_write_ = true;
  uint32_t run_pages_ = 1;
  uint64_t pool_bytes_ = 0;
};

class FakeGate final : public WriteGate {
 public:
  explicit FakeGate(std::string& diary) : diary_(diary) {}
  Task<void> BeforeWritePage(Thread& t, PageId page, Lsn lsn) override {
    diary_ += "g" + std::to_string(page) + "@" + std::to_string(lsn) + " ";
    co_await Delay(t, wait_ns, WaitFor::kWork, Category::kLogWork);
  }
  Time wait_ns = 100;

 private:
  std::string& diary_;
};

class BufferPoolTest : public testing::Test {
 protected:
  BufferPool& Pool(uint32_t frames, Replacement replacement = Replacement::kLru,
                   uint32_t pages = 10) {
    return Pool(sim_, frames, replacement, pages);
  }
  BufferPool& Pool(Sim& sim, uint32_t frames, Replacement replacement = Replacement::kLru,
                   uint32_t pages = 10) {
    PoolParams params;
    params.frames = frames;
    params.page_bytes = kBytes;
    params.pages = pages;
    params.replacement = replacement;
    params.structure = 2;
    params.kept_from = kept_from_;
    pool_ = sim.arena.New<BufferPool>(sim.arena, machine_, params, home_, gate_);
    return *pool_;
  }
  // Changes the page as a client does: under its latch.
  Task<> Change(Thread& t, PageId page, Lsn lsn, Time hold = 0) {
    Frame* frame = co_await pool_->Fix(t, page);
    co_await Latch::Acquire(t, frame->latch, Category::kBufferPool);
    t.Charge(Category::kLogic, hold);
    co_await Ordered(t);
    pool_->MarkDirty(frame, lsn);
    SlottedPage view(pool_->View(frame));
    EXPECT_TRUE(ApplyInsert(view, 0, page, Value::FromNumber(static_cast<int64_t>(lsn), 8)));
    view.set_page_lsn(lsn);
    pool_->CountChange(frame);
    co_await Latch::Release(t, frame->latch);
    pool_->Unfix(t, frame);
  }
  Task<> Touch(Thread& t, PageId page) {
    Frame* frame = co_await pool_->Fix(t, page);
    EXPECT_NE(frame, nullptr);
    EXPECT_EQ(frame->page, page);
    EXPECT_EQ(pool_->View(frame).id(), page);
    pool_->Unfix(t, frame);
  }
  template <class Program>
  void Play(Program program) {
    Thread& t = sim_.Spawn(program);
    ASSERT_TRUE(sim_.Run());
    ASSERT_TRUE(t.done());
  }

  Sim sim_;
  MachineProfile machine_ =
      SetupA({{Price::kPathFix, 0}, {Price::kCopyLine, 0}, {Price::kAtomic, 0}});
  std::string diary_;
  FakeHome home_{diary_};
  FakeGate gate_{diary_};
  BufferPool* pool_ = nullptr;
  PageId kept_from_ = ~PageId{0};  // of the next pool
};

}  // namespace afterimage::pool_test

#endif  // AFTERIMAGE_TESTS_SUPPORT_POOL_FIXTURE_H_
