#include "scheme/page_engine/logged_pages.h"

#include <algorithm>

#include "db/pages/apply_change.h"

namespace afterimage {

namespace {
PoolParams PoolOf(const PageParams& params, uint32_t page_limit) {
  PoolParams pool;
  pool.frames = params.frames;
  pool.page_bytes = params.page_bytes;
  pool.pages = page_limit;
  pool.replacement = params.replacement;
  pool.structure = kDiskStructure;
  if (params.own_pages > 0) pool.kept_from = page_limit - params.own_pages;
  return pool;
}
}  // namespace

LoggedPages::LoggedPages(const EngineContext& context, const PageParams& params,
                         const PageLabels& labels, LoggingHooks& hooks, DatabaseHome& home,
                         const ActiveTransactions& active)
    : params_(params),
      labels_(labels),
      hooks_(hooks),
      home_(home),
      pool_(context.arena, context.machine, PoolOf(params, home.page_count()), home, hooks),
      changed_(ArenaAllocator<PageId>(context.arena)) {
  pool_.set_active(&active);
}

Task<Frame*> LoggedPages::Latch(Thread& thread, PageId page) {
  thread.Execute(Category::kBufferPool, pool_.fix_ns());
  co_await Ordered(thread);
  Frame* frame = pool_.TryFix(page);
  if (!frame) frame = co_await pool_.Bring(thread, page);
  if (frame) co_await Latch::Acquire(thread, frame->latch, Category::kBufferPool);
  co_return frame;
}

Frame* LoggedPages::TryFix(Thread& thread, PageId page) {
  thread.Execute(Category::kBufferPool, pool_.fix_ns());
  return pool_.TryFix(page);
}

Task<void> LoggedPages::LogAndApply(Thread& thread, Transaction& txn, Frame* frame,
                                    const Change& change) {
  co_await Ordered(thread);  // checkpoints read the list of dirty pages
  pool_.MarkDirty(frame, hooks_.NextLsn());
  const Lsn lsn = co_await hooks_.OnUpdate(thread, txn, change);
  txn.Logged(lsn);
  co_await NoteChange(thread, frame, lsn, change.key);
  co_await InTurn(thread);  // look-ups read pages without their latches
  AI_CHECK(Apply(frame, change, lsn));
  frame->writer = txn.id;
}

Note LoggedPages::NoteChange(Thread& thread, const Frame* frame, Lsn lsn, Key key) {
  thread.At({labels_.change_page, kBufferStructure, frame->page});
  return Note(thread, EventKind::kWrite,
              {.tier = Tier::kDram,
               .address = frame->address,
               .size = params_.page_bytes,
               .a = static_cast<uint32_t>(lsn),
               .b = static_cast<uint32_t>(key)});
}

bool LoggedPages::Apply(Frame* frame, const Change& change, Lsn lsn) {
  PageView view = pool_.View(frame);
  const bool entry =
      change.kind == ChangeKind::kEntryInsert || change.kind == ChangeKind::kEntryErase;
  if (kWhole && entry) pool_.KeepChanged(frame);
  if (!ApplyChange(view, change)) return false;
  view.set_page_lsn(lsn);
  pool_.MarkDirty(frame, lsn);
  pool_.CountChange(frame);
  if (change.kind == ChangeKind::kEntryErase) ++frame->erased;
  if constexpr (kTraced) {
    changed_.erase(std::remove(changed_.begin(), changed_.end(), frame->page), changed_.end());
    if (hashed() || frame->page > kAllocatorPage) changed_.push_back(frame->page);
  }
  return true;
}

}  // namespace afterimage
