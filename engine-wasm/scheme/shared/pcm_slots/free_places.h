// The places at which a given number of adjacent slots is free, at multiples of their number.
#ifndef AFTERIMAGE_SCHEME_SHARED_PCM_SLOTS_FREE_PLACES_H_
#define AFTERIMAGE_SCHEME_SHARED_PCM_SLOTS_FREE_PLACES_H_

#include <cstdint>

#include "base/arena.h"

namespace afterimage::pcm {

// A thread that waits for room asks again and again while nearly all slots are taken: a question
// must not cost a look at each of them.
class FreePlaces {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  // Makes the places of `count` slots each, out of `slots`; `taken` has a bit for each taken one.
  // REQUIRES: it outlives the places, and is changed before OnTaken and OnGiven are called.
  FreePlaces(Arena& arena, const uint8_t* taken, uint32_t slots, uint32_t count);

  uint32_t count() const { return count_; }
  uint32_t places() const { return places_; }
  // Places that are free.
  uint32_t free() const { return free_; }
  // True where it knows of each place whether it is free.
  bool Agrees() const;
  // These slots have been taken, or given back.
  void OnTaken(uint32_t first, uint32_t slots);
  void OnGiven(uint32_t first, uint32_t slots);
  // Returns the first free place from `place` on, cyclically; kNone if there is none. REQUIRES:
  // place < places().
  uint32_t From(uint32_t place) const;

 private:
  void Set(uint32_t place, bool free);
  bool IsFree(uint32_t place) const;
  // The first one in [from, to), or kNone.
  uint32_t Between(uint32_t from, uint32_t to) const;

  const uint8_t* taken_;
  uint32_t count_;
  uint32_t places_;
  uint32_t free_ = 0;
  ArenaVector<uint64_t> free_bits_;  // a bit each
  ArenaVector<uint64_t> words_;      // a bit for each word of those that is not 0
};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_SHARED_PCM_SLOTS_FREE_PLACES_H_
