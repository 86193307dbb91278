// Choices of what a power cut leaves: by policy, or all ways one after the other.
#ifndef AFTERIMAGE_CRASH_PERSIST_CHOICES_H_
#define AFTERIMAGE_CRASH_PERSIST_CHOICES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "tier/persist_unit.h"

namespace afterimage {

// A natural number of any size: a product of options can outgrow 64 bits.
class Count {
 public:
  explicit Count(uint32_t value = 0) : digits_{value} {}
  void Multiply(uint32_t factor);
  std::string Decimal() const;

 private:
  std::vector<uint32_t> digits_;  // base 10^9, least significant first
};

// Chooses the same for every unit: all of it survives, or nothing.
class UniformChoice final : public PersistChoice {
 public:
  explicit UniformChoice(bool all) : all_(all) {}
  uint32_t Choose(uint32_t, const PersistUnit& unit) override {
    return all_ ? unit.options() - 1 : 0;
  }

 private:
  bool all_;
};

// Chooses an option that depends on the seed and the unit's place alone, whatever the order of the
// calls.
class RandomChoice final : public PersistChoice {
 public:
  explicit RandomChoice(uint64_t seed) : seed_(seed) {}
  uint32_t Choose(uint32_t, const PersistUnit& unit) override {
    const uint64_t place = uint64_t{unit.address} * 2 + (unit.tier == Tier::kDisk);
    return static_cast<uint32_t>(Mix64(Mix64(seed_) ^ place) % unit.options());
  }

 private:
  uint64_t seed_;
};

// Chooses every way that can be told apart, one in each run, depth first: units are branched on
// only when they are looked at, so one run stands for all images that differ elsewhere.
class EveryChoice final : public PersistChoice {
 public:
  struct Step {
    uint32_t unit;
    uint32_t options;
    uint32_t chosen;
  };

  uint32_t Choose(uint32_t index, const PersistUnit& unit) override {
    if (depth_ == path_.size()) path_.push_back({index, unit.options(), 0});
    return path_[depth_++].chosen;
  }
  // Prepares the next run; false when there is none.
  bool Next();
  // The units that the last run looked at, in the order of the looks.
  const std::vector<Step>& path() const { return path_; }

 private:
  std::vector<Step> path_;
  size_t depth_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_PERSIST_CHOICES_H_
