#include "scheme/systems/base/tables/unlinked.h"

#include <algorithm>

#include "scheme/systems/base/story.h"
#include "scheme/systems/base/words.h"

namespace afterimage::base {

Unlinked::Unlinked(Arena& arena, Nvm& nvm, const Layout& layout, UndoTable& undo, RedoTable& redo,
                   bool others_undo_left)
    : nvm_(nvm),
      layout_(layout),
      undo_(undo),
      redo_(redo),
      others_undo_left_(others_undo_left),
      arena_(arena),
      queues_(arena.NewArray<Queue>(layout.pages)) {}

void Unlinked::Add(TxnLog& log, PageId page, const Made& redo) {
  Entry* entry = free_;
  if (entry)
    free_ = entry->next;
  else
    entry = arena_.New<Entry>();
  *entry = {redo, &log, log.undo.size(), nullptr};
  Queue& queue = queues_[page];
  (queue.last ? queue.last->next : queue.first) = entry;
  queue.last = entry;
  log.pages.push_back({page, redo.lsn});
}

Task<void> Unlinked::LinkAll(Thread& thread, TxnLog& log) {
  ArenaVector<Part> parts{ArenaAllocator<Part>(arena_)};
  for (const TxnLog::Place& place : log.pages) parts.push_back({place.page, place.lsn});
  log.pages.clear();
  co_await Link(thread, parts, &log);
}

Task<void> Unlinked::LinkPage(Thread& thread, PageId page) {
  if (!queues_[page].last) co_return;
  ArenaVector<Part> parts{ArenaAllocator<Part>(arena_)};
  parts.push_back({page, queues_[page].last->redo.lsn});
  co_await Link(thread, parts, nullptr);
}

// Buckets are latched in their order, so that two who link do not wait for each other.
Task<void> Unlinked::Link(Thread& thread, ArenaVector<Part>& parts, const TxnLog* mine) {
  const auto before = [this](const Part& a, const Part& b) {
    const uint32_t x = layout_.BucketOf(a.page), y = layout_.BucketOf(b.page);
    if (x != y) return x < y;
    return a.page != b.page ? a.page < b.page : a.up_to > b.up_to;
  };
  std::sort(parts.begin(), parts.end(), before);
  const auto same = [](const Part& a, const Part& b) { return a.page == b.page; };
  parts.erase(std::unique(parts.begin(), parts.end(), same), parts.end());
  const auto first_of_bucket = [&](size_t i) {
    return i == 0 || layout_.BucketOf(parts[i].page) != layout_.BucketOf(parts[i - 1].page);
  };
  for (size_t i = 0; i < parts.size(); ++i) {
    if (first_of_bucket(i)) co_await redo_.LatchBucket(thread, parts[i].page);
  }
  co_await Ordered(thread);
  // Another thread may have linked them meanwhile.
  const auto linked = [this](const Part& part) {
    const Entry* first = queues_[part.page].first;
    return !first || first->redo.lsn > part.up_to;
  };
  bool any = false;
  for (const Part& part : parts) any = any || !linked(part);
  if (any) {
    for (const Part& part : parts) co_await WriteBack(thread, part, mine);
    co_await Settle(thread, nvm_, {kPersistFence, kRedoRecords, 0});
    for (const Part& part : parts) co_await LinkUndo(thread, part, mine);
    // Each of several headers that are made in one bucket leads to the one before.
    uint64_t next = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
      Part& part = parts[i];
      if (first_of_bucket(i)) next = redo_.Bucket(layout_.BucketOf(part.page));
      if (linked(part)) continue;
      co_await Step(thread, {kRedoFind, kRedoRecords, HeaderKey(part.page)});
      part.place = redo_.Find(thread, part.page);
      co_await nvm_.AwaitReads(thread);
      if (!part.place.fresh) continue;
      const Made first = queues_[part.page].first->redo;
      part.place.header = co_await redo_.MakeHeader(thread, part.page, first, next);
      if (part.place.header != 0) next = part.place.header;
    }
    co_await Settle(thread, nvm_, {kUndoFence, kUndoRecords, 0});
    for (const Part& part : parts) {
      if (!linked(part)) co_await LinkRedo(thread, part);
    }
    co_await Settle(thread, nvm_, {kRedoFence, kRedoRecords, 0});
    for (const Part& part : parts) {
      if (!linked(part)) co_await Drop(thread, part);
    }
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    if (first_of_bucket(i)) co_await redo_.UnlatchBucket(thread, parts[i].page);
  }
}

// The thread's own records are on their way already; it is unknown when others wait for theirs.
Task<void> Unlinked::WriteBack(Thread& thread, const Part& part, const TxnLog* mine) {
  for (const Entry* e = queues_[part.page].first; e && e->redo.lsn <= part.up_to; e = e->next) {
    if (e->owner == mine) continue;
    const auto key = static_cast<uint32_t>(e->redo.lsn);
    thread.At({kPersistBack, kRedoRecords, key});
    co_await nvm_.Clwb(thread, Category::kLogWork, e->redo.at, e->redo.bytes, Access::kShared);
    co_await undo_.WriteBack(thread, *e->owner, e->undo);
  }
}

Task<void> Unlinked::LinkUndo(Thread& thread, const Part& part, const TxnLog* mine) {
  for (const Entry* e = queues_[part.page].first; e && e->redo.lsn <= part.up_to; e = e->next) {
    if (e->undo == 0 || (others_undo_left_ && mine && e->owner != mine)) continue;
    co_await undo_.LinkUpTo(thread, *e->owner, e->undo);
  }
}

// The pointer to the first one comes last: the chain that it makes reachable is linked up to its
// end.
Task<void> Unlinked::LinkRedo(Thread& thread, const Part& part) {
  const Entry* first = queues_[part.page].first;
  for (const Entry* e = first; e->next && e->next->redo.lsn <= part.up_to; e = e->next) {
    co_await StoreWord(thread, nvm_, e->redo.at + offsetof(Record, link), e->next->redo.at,
                       {kRedoLink, kRedoRecords, static_cast<uint32_t>(e->next->redo.lsn)},
                       Access::kPrivate);
  }
  if (part.place.starts_chain())
    co_await redo_.StoreStart(thread, part.page, part.place, first->redo.lsn);
  if (part.place.header != 0) co_await redo_.StoreLink(thread, part.page, part.place, first->redo);
}

Task<void> Unlinked::Drop(Thread& thread, const Part& part) {
  Queue& queue = queues_[part.page];
  Made last{};
  while (queue.first && queue.first->redo.lsn <= part.up_to) {
    Entry* entry = queue.first;
    last = entry->redo;
    queue.first = entry->next;
    entry->next = free_;
    free_ = entry;
  }
  if (!queue.first) queue.last = nullptr;
  co_await redo_.NoteEnd(thread, part.place.header, last.at, last.lsn,
                         {kRedoEnd, kRedoRecords, HeaderKey(part.page)});
}

}  // namespace afterimage::base
