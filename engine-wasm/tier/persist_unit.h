// The units whose survival a power cut decides: cache lines with unpersisted stores and disk
// sectors being written. Only this file decides which of a unit's stores may survive together
// (docs/fidelity.md, "Persistency model").
#ifndef AFTERIMAGE_TIER_PERSIST_UNIT_H_
#define AFTERIMAGE_TIER_PERSIST_UNIT_H_

#include <cstdint>

#include "base/types.h"
#include "trace/event.h"

namespace afterimage {

inline constexpr uint32_t kLineBytes = 64;
// Returns the number of the line that holds a byte; and the address at which a line begins.
constexpr uint32_t LineOf(Address address) { return static_cast<uint32_t>(address / kLineBytes); }
constexpr Address LineAt(uint32_t line) { return Address{line} * kLineBytes; }
// Returns how many of the `size` bytes from `address` on are in its first line.
constexpr uint32_t InFirstLine(Address address, uint32_t size) {
  const auto room = static_cast<uint32_t>(kLineBytes - address % kLineBytes);
  return size < room ? size : room;
}
// The largest sector; a line is smaller.
inline constexpr uint32_t kMaxUnitBytes = 4096;
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

// One of the bytes that a sector may hold after a power cut.
struct SectorVersion {
  SectorVersion* next = nullptr;
  const uint8_t* bytes = nullptr;
  uint32_t write = 0;   // number of the request that brought it
  bool cached = false;  // complete as far as its writer knows; false: in flight
  TxnLabel txn = 0;
  uint16_t structure = 0;
  uint32_t key = 0;
};

// A line (Tier::kNvm) or a sector (Tier::kDisk) whose newest bytes may be lost.
//
// Rules (x86 persistency): ordinary stores of a line persist in program order, so some prefix of
// them survives; non-temporal stores wait in write-combining buffers, so any subset of them does.
// Where caches keep their contents, all ordinary stores survive.
// A sector holds its old bytes or those of any write that is on its way, in flight or in the disk's
// volatile cache; on a disk without power-safe overwrite it may hold garbage, too.
struct PersistUnit {
  Tier tier = Tier::kNvm;
  uint64_t address = 0;  // in bytes; of the tier, so the log disk's are above the data disk's
  uint32_t size = kLineBytes;
  bool in_flight = false;
  bool kept = false;       // a line whose ordinary stores a power cut cannot take back
  bool inherited = false;  // left open by an earlier power cut: nobody has looked at it since
  const PendingStore* stores = nullptr;     // of a line, oldest first
  const SectorVersion* versions = nullptr;  // of a sector, oldest first
  uint32_t version_count = 1;
  bool tearable = false;  // the sector may come out as garbage
  uint32_t ordinary = 0;
  uint32_t non_temporal = 0;
  TxnLabel txn = 0;
  uint16_t structure = 0;
  uint32_t key = 0;

  // The number of things that the interface lets people choose from: stores of a line; for a sector
  // garbage, where it is legal, then its versions.
  uint32_t count() const {
    return tier == Tier::kDisk ? version_count + tearable : prefixes() - 1 + non_temporal;
  }
  // The number of legal outcomes. They go from 0 (nothing survives) to options() - 1 (everything
  // does). Option i of a sector is the i-th of count(), counted from 1.
  uint32_t options() const {
    return tier == Tier::kDisk ? count() + 1 : prefixes() << non_temporal;
  }
  // Returns the legal prefixes of a line's ordinary stores. An option is a prefix with a set of its
  // non-temporal ones.
  uint32_t prefixes() const { return kept ? 1 : ordinary + 1; }
  // The length of the prefix that survives under `option`.
  uint32_t PrefixOf(uint32_t option) const { return kept ? ordinary : option % prefixes(); }
  // Calls f(PendingStore) for each store of a line that may or may not survive, oldest first.
  template <class F>
  void ForEachOpen(F&& f) const {
    for (const PendingStore* store = stores; store; store = store->next) {
      if (!kept || store->non_temporal) f(*store);
    }
  }
  bool IsGarbage(uint32_t option) const { return tearable && option == 1; }
  // Returns the version that a sector has under `option`; null for the old bytes and for garbage.
  const SectorVersion* VersionOf(uint32_t option) const {
    if (option <= tearable) return nullptr;
    const SectorVersion* version = versions;
    for (uint32_t i = 1 + tearable; i < option; ++i) version = version->next;
    return version;
  }
};

// Non-temporal stores of a line that wait for a fence, at most: of more the oldest have arrived.
inline constexpr uint32_t kMaxNonTemporal = 16;

// Walks through a line's stores under one option.
class SurvivingStores {
 public:
  SurvivingStores(const PersistUnit& unit, uint32_t option)
      : prefix_(unit.PrefixOf(option)), mask_(option / unit.prefixes()) {}
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

// Changes `bytes` from what is durable of the unit to what survives under `option`.
void ApplyOption(const PersistUnit& unit, uint32_t option, uint8_t* bytes);

// Decides the survivors, a unit at a time, at the first look at it.
class PersistChoice {
 public:
  // Returns an option of `unit`, below unit.options(). `index` numbers the units of this power cut.
  virtual uint32_t Choose(uint32_t index, const PersistUnit& unit) = 0;

  // Returns true to be told of every line and sector that is looked at for the first time, open or
  // not. The answer must stay the same.
  virtual bool watches() const { return false; }
  // Called at the first look at the unit at `address`; if it was open, its option has been chosen.
  virtual void Looked(Tier, uint64_t /*address*/) {}

 protected:
  ~PersistChoice() = default;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_PERSIST_UNIT_H_
