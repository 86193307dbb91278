// What must hold of the slots' memory while nobody takes one or gives one back.
#include "scheme/shared/pcm_slots/slots.h"

#include <algorithm>

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
  static constexpr Text kStill = {"Neither list nor bitmap is on its way to another place.",
                                  "列表与位图均未在移动。"};
  CheckAnytime(check);
  check.Expect(!moving_ && inside_ == 0, kStill);
  check.Expect(relocation_.every == 0 || stores_ < relocation_.every, kStill);
}

bool Slots::HasFree(uint32_t from, uint32_t slots, uint32_t count) const {
  for (uint32_t first = 0; first + count <= slots; first += count) {
    const auto begin = taken_.begin() + from + first;
    if (std::none_of(begin, begin + count, [](uint8_t taken) { return taken != 0; })) return true;
  }
  return false;
}

void Slots::CheckAnytime(StructureCheck& check) const {
  static constexpr Text kSlot = {"slot", "槽位"};
  static constexpr Text kTaken = {
      "A slot is taken where a version is in it, and room is known where none is.",
      "有版本的槽位即为已占用；空闲处均可找到。"};
  for (const Region* region : {&small_, &pages_}) {
    uint32_t used = 0;
    for (uint32_t slot = region->from; slot < region->from + region->slots; ++slot) {
      used += taken(slot) ? 1 : 0;
      check.Expect(taken(slot) || !counts(slot), kTaken, {{kSlot, slot}});
    }
    check.Expect(used == region->used, kTaken);
    for (const FreePlaces* places : region->places) check.Expect(places->Agrees(), kTaken);
  }
}

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_WATCHES_READS
