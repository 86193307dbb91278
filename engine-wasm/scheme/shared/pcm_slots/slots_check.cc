// What must hold of the slots' memory while nobody takes one or gives one back.
#include "scheme/shared/pcm_slots/slots.h"

#if AFTERIMAGE_WATCHES_READS

namespace afterimage::pcm {

bool FreePlaces::Agrees() const {
  uint32_t free = 0;
  bool same = true;
  for (uint32_t place = 0; place < places_; ++place) {
    const uint64_t word = free_bits_[place / 64];
    same = same && IsFree(place) == ((word >> place % 64 & 1) != 0);
    same = same && (words_[place / 64 / 64] >> place / 64 % 64 & 1) == (word != 0 ? 1 : 0);
    free += IsFree(place) ? 1 : 0;
  }
  return same && free == free_;
}

void Slots::CheckMemory(StructureCheck& check) const {
  static constexpr Text kSlot = {"slot", "槽位"};
  static constexpr Text kTaken = {
      "A slot is taken where a version is in it, and room is known where none is.",
      "有版本的槽位即为已占用；空闲处均可找到。"};
  static constexpr Text kStill = {"Neither list nor bitmap is on its way to another place.",
                                  "列表与位图均未在移动。"};
  for (const Region* region : {&small_, &pages_}) {
    uint32_t used = 0;
    for (uint32_t slot = region->from; slot < region->from + region->slots; ++slot) {
      used += taken(slot) ? 1 : 0;
      check.Expect(taken(slot) || !counts(slot), kTaken, {{kSlot, slot}});
    }
    check.Expect(used == region->used, kTaken);
    for (const FreePlaces* places : region->places) check.Expect(places->Agrees(), kTaken);
  }
  check.Expect(!moving_ && inside_ == 0, kStill);
  check.Expect(relocation_.every == 0 || stores_ < relocation_.every, kStill);
}

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_WATCHES_READS
