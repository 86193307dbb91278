#include "db/locks/lock_directory.h"

#include <algorithm>

#include "base/random.h"

namespace afterimage {

// --- Requests ------------------------------------------------------------------------------------

void LockRequestList::PushBack(LockRequest* request) {
  LockRequest* last = first_ ? first_->previous : request;
  request->previous = last;
  request->next = nullptr;
  (first_ ? last->next : first_) = request;
  first_->previous = request;
  modes_ = static_cast<LockModes>(modes_ | Only(request->mode));
}

void LockRequestList::PushFront(LockRequest* request) {
  request->previous = first_ ? first_->previous : request;
  request->next = first_;
  if (first_) first_->previous = request;
  first_ = request;
  modes_ = static_cast<LockModes>(modes_ | Only(request->mode));
}

void LockRequestList::Remove(LockRequest* request) {
  modes_ = modes_but(*request);
  if (request->next) {
    request->next->previous = request->previous;
  } else {
    first_->previous = request->previous;
  }
  (request == first_ ? first_ : request->previous->next) = request->next;
}

void LockRequestList::ChangeMode(LockRequest* request, LockMode mode) {
  modes_ = static_cast<LockModes>(modes_but(*request) | Only(mode));
  request->mode = mode;
}

// The first request nearly always decides: only intentions mix with other modes.
LockModes LockRequestList::modes_but(const LockRequest& request) const {
  for (const LockRequest* r = first_; r; r = r->next) {
    if (r != &request && r->mode == request.mode) return modes_;
  }
  return static_cast<LockModes>(modes_ & ~Only(request.mode));
}

// --- Entries -------------------------------------------------------------------------------------

namespace {
constexpr uint32_t kFirstBuckets = 64;
}  // namespace

LockDirectory::LockDirectory(Arena& arena, LatchCosts head_costs)
    : arena_(arena),
      head_costs_(head_costs),
      buckets_(arena.NewArray<LockEntry*>(kFirstBuckets)),
      mask_(kFirstBuckets - 1) {}

LockEntry** LockDirectory::BucketOf(TableId table, Key key) const {
  return &buckets_[static_cast<uint32_t>(Mix64(key + (uint64_t{table} << 56))) & mask_];
}

LockEntry* LockDirectory::Find(TableId table, Key key) const {
  LockEntry* entry = *BucketOf(table, key);
  while (entry && (entry->name.key != key || entry->name.table != table)) entry = entry->chain;
  return entry;
}

LockEntry& LockDirectory::FindOrAdd(TableId table, Key key) {
  if (LockEntry* found = Find(table, key)) return *found;
  if (++size_ > mask_ + 1) Grow();
  auto* entry = new (arena_.AllocatePooled(sizeof(LockEntry))) LockEntry();
  entry->name = {table, LockLevel::kRecord, key};
  LockEntry** bucket = BucketOf(table, key);
  entry->chain = *bucket;
  *bucket = entry;
  return *entry;
}

void LockDirectory::Grow() {
  LockEntry** old = buckets_;
  const uint32_t old_count = mask_ + 1;
  buckets_ = arena_.NewArray<LockEntry*>(old_count * 2);
  mask_ = old_count * 2 - 1;
  for (uint32_t i = 0; i < old_count; ++i) {
    for (LockEntry* entry = old[i]; entry;) {
      LockEntry* next = entry->chain;
      LockEntry** bucket = BucketOf(entry->name.table, entry->name.key);
      entry->chain = *bucket;
      *bucket = entry;
      entry = next;
    }
  }
}

LockHead& LockDirectory::Head(LockLevel level, TableId table) {
  LockHead*& head = heads_[level == LockLevel::kDatabase ? kTables : table];
  if (!head) {
    head = arena_.New<LockHead>(head_costs_);
    head->name = {table, level, 0};
  }
  return *head;
}

LockRequest* LockDirectory::NewRequest(Transaction& txn, LockEntry& entry, LockMode mode) {
  auto* request = new (arena_.AllocatePooled(sizeof(LockRequest))) LockRequest();
  request->txn = &txn;
  request->entry = &entry;
  request->mode = mode;
  return request;
}

void LockDirectory::TagList::PushBack(LockTag* tag) {
  tag->before = last;
  tag->after = nullptr;
  (last ? last->after : first) = tag;
  last = tag;
}

void LockDirectory::TagList::Remove(LockTag* tag) {
  (tag->before ? tag->before->after : first) = tag->after;
  (tag->after ? tag->after->before : last) = tag->before;
}

void LockDirectory::Settle(LockEntry& entry) {
  if (entry.idle() && !entry.head() && !entry.tag) Free(entry);
}

void LockDirectory::Free(LockEntry& entry) {
  LockEntry** link = BucketOf(entry.name.table, entry.name.key);
  while (*link != &entry) link = &(*link)->chain;
  *link = entry.chain;
  --size_;
  arena_.Recycle(&entry, sizeof entry);
}

std::vector<const LockEntry*> LockDirectory::Busy() const {
  std::vector<const LockEntry*> busy;
  const auto add = [&](const LockEntry& entry) {
    if (!entry.idle()) busy.push_back(&entry);
  };
  for (const LockHead* head : heads_) {
    if (head) add(*head);
  }
  for (uint32_t i = 0; i <= mask_; ++i) {
    for (const LockEntry* entry = buckets_[i]; entry; entry = entry->chain) add(*entry);
  }
  std::sort(busy.begin(), busy.end(), [&](const LockEntry* a, const LockEntry* b) {
    return clock_ - a->since > clock_ - b->since;
  });
  return busy;
}

// --- Tags ----------------------------------------------------------------------------------------

void LockDirectory::Tag(LockEntry& entry, Lsn lsn) {
  if (lsn <= durable_ || (entry.tag && lsn <= entry.tag->lsn)) return;
  if (entry.tag) {
    tags_.Remove(entry.tag);
  } else {
    entry.tag = new (arena_.AllocatePooled(sizeof(LockTag))) LockTag();
    entry.tag->entry = &entry;
  }
  entry.tag->lsn = lsn;
  tags_.PushBack(entry.tag);
}

// Commits leave their tags nearly in the order of their LSNs: a tag behind a later one is forgotten
// with it, and counts no more meanwhile.
void LockDirectory::ForgetTagsUpTo(Lsn durable) {
  if (durable > durable_) durable_ = durable;
  while (LockTag* tag = tags_.first) {
    if (tag->lsn > durable_) return;
    LockEntry& entry = *tag->entry;
    tags_.Remove(tag);
    arena_.Recycle(tag, sizeof *tag);
    entry.tag = nullptr;
    Settle(entry);
  }
}

}  // namespace afterimage
