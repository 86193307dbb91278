// What must hold of the memory of zone and cache while nobody uses them.
#include <vector>

#include "scheme/systems/pcm_wal/pcm_wal_log.h"

#if AFTERIMAGE_WATCHES_READS

namespace afterimage::pcm_wal {

void PageCache::CheckMemory(StructureCheck& check) const {
  static constexpr Text kSlots = {"A slot is taken by a page, and nobody waits for one.",
                                  "已占用的槽位都属于某一页，且没有线程等待槽位。"};
  slots_.CheckMemory(check);
  CheckAnytime(check);
  check.Expect(slots_.used_pages() == cached_.size() && waiting_ == 0 && !writing_back_, kSlots);
}

void PageCache::CheckAnytime(StructureCheck& check) const {
  static constexpr Text kOfPage = {"page", "页"};
  static constexpr Text kListed = {
      "Each page in PCM is listed by its latest use, as clean or dirty as it is.",
      "PCM 中的每一页都按最近使用列出，且与其是否为脏一致。"};
  static constexpr Text kThere = {"A page is in the slot that it is said to be in.",
                                  "页确在记录所指的槽位中。"};
  static constexpr Text kClean = {"The disk has what counts as clean.",
                                  "被视为干净的页，磁盘上有相同内容。"};
  static constexpr Text kAwake = {"Nobody sleeps for a slot that is free.",
                                  "有空闲槽位时，没有线程仍在等待槽位。"};
  slots_.CheckAnytime(check);
  // Some may have been woken, and not have looked yet.
  const bool asleep = waiting_ > 0 && room_.size() == waiting_;
  check.Expect(!asleep || slots_.used_pages() == params_.slots, kAwake);
  uint32_t in_slots = 0, dirty = 0;
  std::vector<uint8_t> here(page_bytes_), there(page_bytes_);
  for (const Entry* entry : all_) {
    if (entry->slot == pcm::kNowhere) continue;
    ++in_slots;
    dirty += entry->dirty ? 1 : 0;
    check.Expect(!entry->newer || entry->used < entry->newer->used, kListed,
                 {{kOfPage, entry->page}});
    check.Expect(!entry->newer_alike || (entry->used < entry->newer_alike->used &&
                                         entry->dirty == entry->newer_alike->dirty),
                 kListed, {{kOfPage, entry->page}});
    const pcm::SlotHeader header = slots_.Header(entry->slot);
    check.Expect(
        header.page == entry->page && header.seq == entry->seq && slots_.taken(entry->slot), kThere,
        {{kOfPage, entry->page}});
    if (entry->dirty || entry->busy || entry->writing) continue;
    slots_.Load(entry->slot, here.data(), page_bytes_);
    disk_.Peek(entry->page, 0, page_bytes_, there.data());
    check.Expect(here == there, kClean, {{kOfPage, entry->page}});
  }
  check.Expect(
      cached_.size() == in_slots && dirty_.size() == dirty && clean_.size() == in_slots - dirty,
      kListed);
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

// The log's bytes of a place are of one stretch, and it stays while it is written.
void LogZone::CheckAnytime(StructureCheck& check) const {
  static constexpr Text kPlace = {"place of the log zone", "日志区位置"};
  static constexpr Text kOne = {"A stretch of the log is in one place.",
                                "日志的每一段只在一个位置。"};
  static constexpr Text kAwake = {"Nobody sleeps for a place that is free.",
                                  "有空闲位置时，没有线程仍在等待位置。"};
  bool free = false;
  for (uint32_t place = 0; place < params_.places; ++place) {
    check.Expect(Plausible(place), kOne, {{kPlace, place}});
    free = free || (nvm_.LoadWord(WordAt(place)) == 0 && taken_at_[place] == 0);
  }
  check.Expect(room_.empty() || archiving_ != kNoPlace || !free, kAwake);
}

void PcmWalLog::CheckAnytime(StructureCheck& check) {
  zone_.CheckAnytime(check);
  cache_.CheckAnytime(check);
}

void PcmWalLog::CheckMemory(StructureCheck& check) {
  zone_.CheckMemory(check);
  cache_.CheckMemory(check);
}

}  // namespace afterimage::pcm_wal

#endif  // AFTERIMAGE_WATCHES_READS
