// What must hold of the memory of zone and cache while nobody uses them.
#include "scheme/systems/pcm_wal/pcm_wal_log.h"

#if AFTERIMAGE_WATCHES_READS

namespace afterimage::pcm_wal {

void PageCache::CheckMemory(StructureCheck& check) const {
  static constexpr Text kOfPage = {"page", "页"};
  static constexpr Text kListed = {
      "Each page in PCM is listed by its latest use, as clean or dirty as it is.",
      "PCM 中的每一页都按最近使用列出，且与其是否为脏一致。"};
  static constexpr Text kSlots = {"A slot is taken by a page, and nobody waits for one.",
                                  "已占用的槽位都属于某一页，且没有线程等待槽位。"};
  slots_.CheckMemory(check);
  uint32_t in_slots = 0, dirty = 0;
  for (const Entry* entry : all_) {
    if (entry->slot == pcm::kNowhere) continue;
    ++in_slots;
    dirty += entry->dirty ? 1 : 0;
    check.Expect(!entry->newer || entry->used < entry->newer->used, kListed,
                 {{kOfPage, entry->page}});
    check.Expect(!entry->newer_alike || (entry->used < entry->newer_alike->used &&
                                         entry->dirty == entry->newer_alike->dirty),
                 kListed, {{kOfPage, entry->page}});
  }
  check.Expect(
      cached_.size() == in_slots && dirty_.size() == dirty && clean_.size() == in_slots - dirty,
      kListed);
  check.Expect(slots_.used_pages() == in_slots && waiting_ == 0 && !writing_back_, kSlots);
}

void LogZone::CheckMemory(StructureCheck& check) const {
  static constexpr Text kPlace = {"place of the log zone", "日志区位置"};
  static constexpr Text kTaken = {"A place is taken while a stretch of the log is in it.",
                                  "仅当位置中有日志段时，该位置才算占用。"};
  for (uint32_t place = 0; place < params_.places; ++place) {
    const bool holds = nvm_.LoadWord(WordAt(place)) != 0;
    // A recovery leaves what it has found in the order of places.
    check.Expect(holds || taken_at_[place] == 0, kTaken, {{kPlace, place}});
  }
  check.Expect(archiving_ == kNoPlace, kTaken);
}

void PcmWalLog::CheckMemory(StructureCheck& check) {
  zone_.CheckMemory(check);
  cache_.CheckMemory(check);
}

}  // namespace afterimage::pcm_wal

#endif  // AFTERIMAGE_WATCHES_READS
