// What a power cut may or may not leave behind: cache lines with unpersisted stores and disk
// sectors being written. Which of a unit's stores may survive together is decided here alone.
#ifndef AFTERIMAGE_TIER_PERSIST_UNIT_H_
#define AFTERIMAGE_TIER_PERSIST_UNIT_H_

#include <cstdint>

#include "base/types.h"
#include "trace/event.h"

namespace afterimage {

inline constexpr uint32_t kLineBytes = 64;
// Stores persist in units of 8 aligned bytes, atomically.
inline constexpr uint32_t kAtomBytes = 8;

struct PendingStore {
  PendingStore* next = nullptr;
  uint32_t order = 0;  // of the store within its device
  Address address = 0;
  uint8_t size = 0;
  bool non_temporal = false;
  ActorId actor = 0;
  TxnLabel txn = 0;
  uint16_t structure = 0;
  uint32_t key = 0;
  uint8_t data[kAtomBytes] = {};
};

// A line (Tier::kNvm) or a sector (Tier::kDisk) whose newest bytes may be lost.
//
// Rules (x86 persistency): ordinary stores of a line persist in program order, so some prefix of
// them survives; non-temporal stores wait in write-combining buffers, so any subset of them does.
// A sector in flight is written whole or not at all.
struct PersistUnit {
  Tier tier = Tier::kNvm;
  uint32_t address = 0;  // NVM: bytes; disk: sector number
  uint32_t size = kLineBytes;
  bool in_flight = false;
  const PendingStore* stores = nullptr;   // of a line, oldest first
  const uint8_t* sector = nullptr;        // of a sector: the new bytes
  uint32_t ordinary = 0;
  uint32_t non_temporal = 0;
  TxnLabel txn = 0;
  uint16_t structure = 0;
  uint32_t key = 0;

  uint32_t count() const { return tier == Tier::kDisk ? 1 : ordinary + non_temporal; }
  // Legal outcomes, numbered from 0 (nothing survives) to options() - 1 (everything does).
  uint32_t options() const { return (tier == Tier::kDisk ? 2 : (ordinary + 1) << non_temporal); }
};

// A unit takes part in the subsets of non-temporal stores up to this many.
inline constexpr uint32_t kMaxNonTemporal = 16;

// Walks through a line's stores under one option.
class SurvivingStores {
 public:
  SurvivingStores(const PersistUnit& unit, uint32_t option)
      : prefix_(option % (unit.ordinary + 1)), mask_(option / (unit.ordinary + 1)) {}
  // Call once for each store, oldest first.
  bool Survives(const PendingStore& store) {
    if (store.non_temporal) return (mask_ >> non_temporal_++) & 1;
    return ordinary_++ < prefix_;
  }

 private:
  uint32_t prefix_;
  uint32_t mask_;
  uint32_t ordinary_ = 0;
  uint32_t non_temporal_ = 0;
};

// Decides what survives, a unit at a time, when somebody first looks at it.
class PersistChoice {
 public:
  // An option of `unit`, below unit.options(). `index` numbers the units of this power cut.
  virtual uint32_t Choose(uint32_t index, const PersistUnit& unit) = 0;

 protected:
  ~PersistChoice() = default;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_PERSIST_UNIT_H_
