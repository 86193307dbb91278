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
  static constexpr Text kCounted = {"An entry is there while its record is locked or tagged.",
                                    "仅当记录被锁定或带有标记时，才有其条目。"};
  for (const LockEntry* entry : Busy()) {
    uint32_t granted = 0;
    for (const LockRequest* r = entry->granted.first(); r; r = r->next) ++granted;
    check.Expect(entry->waiting.empty() && granted == entry->inherited, kNobody,
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
  check.Expect(entries == size_ && tagged == tags, kCounted);
}

}  // namespace afterimage

#endif  // AFTERIMAGE_WATCHES_READS
