// Numbers below n that are given out in turn, the one that was returned longest ago first: so the
// places in NVM that they stand for wear evenly.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_TURNS_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_TURNS_H_

#include <cstdint>

#include "base/arena.h"
#include "base/check.h"

namespace afterimage::nvwsp {

class Turns {
 public:
  // `n` at least 1. None is free before GiveBack.
  Turns(Arena& arena, uint32_t n) : free_(arena.NewArray<uint32_t>(n)), n_(n) {}

  uint32_t free() const { return count_; }
  uint32_t Take() {
    AI_CHECK(count_ > 0);
    const uint32_t taken = free_[first_];
    first_ = (first_ + 1) % n_;
    --count_;
    return taken;
  }
  void GiveBack(uint32_t i) {
    AI_CHECK(count_ < n_);
    free_[(first_ + count_++) % n_] = i;
  }

 private:
  uint32_t* free_;
  uint32_t n_;
  uint32_t first_ = 0;
  uint32_t count_ = 0;
};

}  // namespace afterimage::nvwsp

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_TURNS_H_
