// What must hold of locks while no transaction is under way.
#include "db/locks/lock_manager.h"

#if AFTERIMAGE_WATCHES_READS

namespace afterimage {

void LockDirectory::CheckMemory(StructureCheck& check) const {
  static constexpr Text kRecord = {"record", "记录"};
  static constexpr Text kNobody = {
      "Nobody waits for a lock, and only those that the next transaction of a thread may claim are "
      "held.",
      "没有事务等待锁；仍持有的只有留给线程下一事务的锁。"};
  for (const LockEntry* entry : Busy()) {
    uint32_t granted = 0;
    for (const LockRequest* r = entry->granted.first(); r; r = r->next) ++granted;
    check.Expect(entry->waiting.empty() && granted == entry->inherited, kNobody,
                 {{kRecord, entry->name.number()}});
  }
  CheckAnytime(check);
}

void LockDirectory::CheckAnytime(StructureCheck& check) const {
  static constexpr Text kRecord = {"record", "记录"};
  static constexpr Text kCounted = {"An entry is there while its record is locked or tagged.",
                                    "仅当记录被锁定或带有标记时，才有其条目。"};
  static constexpr Text kTogether = {
      "Locks that are held together go together, and who waits has to.",
      "同时持有的锁彼此相容，等待者确有必要等待。"};
  for (const LockEntry* entry : Busy()) {
    bool right = true;
    LockModes granted = 0, ahead = 0;
    uint32_t inherited = 0;
    for (const LockRequest* r = entry->granted.first(); r; r = r->next) {
      right = right && r->granted && r->entry == entry && (ConflictsOf(r->mode) & granted) == 0;
      granted = static_cast<LockModes>(granted | Only(r->mode));
      inherited += r->inherited ? 1 : 0;
    }
    right = right && granted == entry->granted.modes() && inherited == entry->inherited;
    for (const LockRequest* r = entry->waiting.first(); r; r = r->next) {
      LockModes others = ahead;
      for (const LockRequest* g = entry->granted.first(); g; g = g->next)
        others = static_cast<LockModes>(others | (g == r->upgrades ? 0 : Only(g->mode)));
      right = right && !r->granted && r->entry == entry && (ConflictsOf(r->mode) & others) != 0;
      ahead = static_cast<LockModes>(ahead | Only(r->mode));
    }
    check.Expect(right && ahead == entry->waiting.modes(), kTogether,
                 {{kRecord, entry->name.number()}});
  }
  uint32_t entries = 0, tagged = 0, tags = 0;
  for (uint32_t i = 0; i <= mask_; ++i) {
    for (const LockEntry* entry = buckets_[i]; entry; entry = entry->chain) {
      ++entries;
      tagged += entry->tag ? 1 : 0;
      check.Expect(entry->tag || !entry->idle(), kCounted, {{kRecord, entry->name.number()}});
    }
  }
  for (const LockTag* tag = tags_.first; tag; tag = tag->after)
    tags += tag->entry->tag == tag ? 1 : 0;
  const bool forgotten = !tags_.first || tags_.first->lsn > durable_;
  check.Expect(entries == size_ && tagged == tags && forgotten, kCounted);
}

}  // namespace afterimage

#endif  // AFTERIMAGE_WATCHES_READS
