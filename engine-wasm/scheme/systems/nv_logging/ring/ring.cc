#include "scheme/systems/nv_logging/ring/ring.h"

#include <algorithm>

#include "scheme/systems/nv_logging/ring/fresh_ring.h"
#include "tier/files/file.h"

namespace afterimage::nvlog {

Ring::Ring(const EngineContext& context, const Layout& layout)
    : nvm_(context.devices.nvm), layout_(layout) {
  nvm_.NameHot(Layout::kHead, Layout::kEntries - Layout::kHead);
}

void Ring::Format(Arena& arena) {
  const uint64_t super[2] = {kMagic, uint64_t{layout_.object_bytes} << 32 | layout_.entries};
  const uint64_t first = kFirstLsn;
  nvm_.Format(Layout::kSuper, super, sizeof super);
  nvm_.Format(Layout::kHead, &first, sizeof first);
  nvm_.Format(Layout::kTail, &first, sizeof first);
  const auto* ring = arena.New<FreshRing>(layout_);
  nvm_.set_source(arena.New<RegionSource>(*ring, Layout::kEntries, uint64_t{layout_.entries} * 8,
                                          nvm_.source()));
}

Task<bool> Ring::Open(Thread& thread) {
  thread.At({kRecoverAnchors, kAnchors, 0});
  uint64_t super[2];
  nvm_.Load(Layout::kSuper, super, sizeof super);
  const bool known =
      super[0] == kMagic && super[1] == (uint64_t{layout_.object_bytes} << 32 | layout_.entries);
  head_ = nvm_.LoadWord(Layout::kHead);
  tail_ = nvm_.LoadWord(Layout::kTail);
  co_await nvm_.Read(thread, Category::kLogWork, Layout::kSuper, 3 * kLineBytes);
  reclaimed_ = head_;
  const bool sane = thread.Holds(known) && head_ >= kFirstLsn && tail_ >= head_ &&
                    tail_ - head_ <= layout_.entries && tail_ < EventQueue::kTimeLimit;
  co_await Note(thread, EventKind::kCheck,
                {.tier = Tier::kNvm,
                 .address = Layout::kHead,
                 .a = sane ? 1u : 0u,
                 .b = static_cast<uint32_t>(tail_)});
  co_return sane;
}

// --- Giving out LSNs -----------------------------------------------------------------------------

// An object does not wrap around the ring's end: the entries before it stay unused.
Task<Lsn> Ring::Take(Thread& thread, uint32_t span) {
  Lsn lsn;
  do {
    thread.At({kInsertLsn, kAnchors, 1});
    lsn = co_await nvm_.FetchAdd(thread, Category::kLogContention, Layout::kTail, span);
    tail_ = lsn + span;
    AI_CHECK(used() <= layout_.entries);
  } while (lsn % layout_.entries + span > layout_.entries);
  co_return lsn;
}

Task<void> Ring::TrimTail(Thread& thread, Lsn end) {
  if (end == tail_) co_return;
  const uint64_t word = end;
  thread.At({kRecoverTrim, kAnchors, 1});
  co_await nvm_.Store(thread, Category::kLogWork, Layout::kTail, &word, sizeof word,
                      Access::kShared);
  tail_ = end;
}

Nvm::FlushOp Ring::WriteBackTail(Thread& thread, uint16_t line) {
  thread.At({line, kAnchors, 1});
  return nvm_.Clflush(thread, Category::kLogWork, Layout::kTail, 8, Access::kShared);
}

// --- State bits ----------------------------------------------------------------------------------

// Other threads set their bits in the same line of NVM.
Nvm::StoreAndFlushOp Ring::SetStateBit(Thread& thread, Lsn lsn, const uint64_t& word) {
  const auto key = static_cast<uint32_t>(lsn);
  thread.At({kPersistEntry, kRing, key});
  return nvm_.StoreAndFlush(thread, Category::kLogWork, layout_.Entry(lsn), &word, sizeof word,
                            Access::kShared, {kPersistEntryBack, kRing, key});
}

bool Ring::HasStateBit(Thread& thread, Lsn lsn) {
  nvm_.ChargeLoad(thread, Category::kLogWork, layout_.Entry(lsn), 8);
  return thread.Holds(nvm_.LoadWord(layout_.Entry(lsn)) & kEntryStateBit);
}

// --- Truncation ----------------------------------------------------------------------------------

Task<void> Ring::MoveHead(Thread& thread, Lsn new_head, const HeadLines& lines) {
  co_await WriteBackTail(thread, lines.tail);
  const Lsn old_head = head_;
  const uint64_t word = new_head;
  thread.At({lines.head, kAnchors, 0});
  co_await nvm_.Store(thread, Category::kLogWork, Layout::kHead, &word, sizeof word,
                      Access::kShared);
  thread.At({lines.head_back, kAnchors, 0});
  co_await nvm_.Clflush(thread, Category::kLogWork, Layout::kHead, sizeof word, Access::kShared);
  head_ = new_head;
  co_await Note(thread, EventKind::kTruncate,
                {.tier = Tier::kNvm,
                 .a = static_cast<uint32_t>(old_head),
                 .b = static_cast<uint32_t>(new_head)});
  co_await ClearEntries(thread, old_head, new_head, lines.clear, lines.clear_back);
  reclaimed_ = new_head;
}

Task<void> Ring::ClearOutside(Thread& thread) {
  co_await nvm_.Read(thread, Category::kLogWork, Layout::kEntries, layout_.entries * 8);
  co_await ClearEntries(thread, tail_, head_ + layout_.entries, kRecoverClear, kRecoverClear);
}

Task<void> Ring::ClearEntries(Thread& thread, Lsn from, Lsn to, uint16_t line, uint16_t back_line) {
  for (Lsn lsn = from; lsn < to;) {
    const Address first = layout_.Entry(lsn);
    const uint32_t nvm_line = LineOf(first);
    bool cleared = false;
    for (; lsn < to && LineOf(layout_.Entry(lsn)) == nvm_line && layout_.Entry(lsn) >= first;
         ++lsn) {
      if (!(nvm_.LoadWord(layout_.Entry(lsn)) & kEntryStateBit)) continue;
      const uint64_t word = layout_.EntryWord(lsn, false);
      thread.At({line, kRing, static_cast<uint32_t>(lsn)});
      co_await nvm_.Store(thread, Category::kLogWork, layout_.Entry(lsn), &word, sizeof word,
                          Access::kShared);
      cleared = true;
    }
    if (!cleared) continue;
    thread.At({back_line, kRing, static_cast<uint32_t>(lsn - 1)});
    co_await nvm_.Clflush(thread, Category::kLogWork, LineAt(nvm_line), kLineBytes,
                          Access::kShared);
  }
}

}  // namespace afterimage::nvlog
