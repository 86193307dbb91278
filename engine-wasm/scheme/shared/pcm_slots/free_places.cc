#include "scheme/shared/pcm_slots/free_places.h"

#include <algorithm>
#include <bit>

namespace afterimage::pcm {

namespace {
constexpr uint32_t kBits = 64;

// The first bit in [from, to) that is set, or FreePlaces::kNone.
uint32_t FirstBit(const ArenaVector<uint64_t>& words, uint32_t from, uint32_t to) {
  for (uint32_t word = from / kBits; word * kBits < to; ++word) {
    uint64_t bits = words[word];
    if (word == from / kBits) bits &= ~uint64_t{0} << from % kBits;
    if (bits == 0) continue;
    const uint32_t bit = word * kBits + static_cast<uint32_t>(std::countr_zero(bits));
    return bit < to ? bit : FreePlaces::kNone;
  }
  return FreePlaces::kNone;
}
}  // namespace

FreePlaces::FreePlaces(Arena& arena, const uint8_t* taken, uint32_t slots, uint32_t count)
    : taken_(taken),
      count_(count),
      places_(slots / count),
      free_bits_((places_ + kBits - 1) / kBits, 0, ArenaAllocator<uint64_t>(arena)),
      words_((free_bits_.size() + kBits - 1) / kBits, 0, ArenaAllocator<uint64_t>(arena)) {
  for (uint32_t place = 0; place < places_; ++place) Set(place, IsFree(place));
}

bool FreePlaces::IsFree(uint32_t place) const {
  const uint8_t* first = taken_ + uint64_t{place} * count_;
  return std::none_of(first, first + count_, [](uint8_t taken) { return taken != 0; });
}

void FreePlaces::Set(uint32_t place, bool free) {
  uint64_t& word = free_bits_[place / kBits];
  const uint64_t bit = uint64_t{1} << place % kBits;
  if (((word & bit) != 0) == free) return;
  word ^= bit;
  free_ += free ? 1 : ~uint32_t{0};
  const uint32_t at = place / kBits;
  uint64_t& summary = words_[at / kBits];
  const uint64_t own = uint64_t{1} << at % kBits;
  summary = word != 0 ? summary | own : summary & ~own;
}

void FreePlaces::OnTaken(uint32_t first, uint32_t slots) {
  const uint32_t end = std::min((first + slots - 1) / count_ + 1, places_);
  for (uint32_t place = first / count_; place < end; ++place) Set(place, false);
}

void FreePlaces::OnGiven(uint32_t first, uint32_t slots) {
  const uint32_t end = std::min((first + slots - 1) / count_ + 1, places_);
  for (uint32_t place = first / count_; place < end; ++place) Set(place, IsFree(place));
}

uint32_t FreePlaces::Between(uint32_t from, uint32_t to) const {
  if (from >= to) return kNone;
  // The rest of the first word is searched, then the next word that has a bit set.
  const uint32_t word_end = std::min((from / kBits + 1) * kBits, to);
  const uint32_t near = FirstBit(free_bits_, from, word_end);
  if (near != kNone) return near;
  const uint32_t word =
      FirstBit(words_, from / kBits + 1, static_cast<uint32_t>(free_bits_.size()));
  return word == kNone ? kNone : FirstBit(free_bits_, word * kBits, to);
}

uint32_t FreePlaces::From(uint32_t place) const {
  if (free_ == 0) return kNone;
  const uint32_t behind = Between(place, places_);
  return behind != kNone ? behind : Between(0, place);
}

}  // namespace afterimage::pcm
