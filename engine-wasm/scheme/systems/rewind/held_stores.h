// Stores of the user's words that wait until the log records above them are durable (Batch, section
// 3.3): each transaction makes its own when their group is. A reader of such a word gets it from
// here meanwhile.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_REWIND_HELD_STORES_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_REWIND_HELD_STORES_H_

#include <cstring>

#include "base/flat_map.h"
#include "scheme/systems/rewind/layout.h"

namespace afterimage::rewind {

struct HeldStore {
  Address address = 0;
  uint64_t word = 0;
  uint64_t number = 0;  // of its record: see LogList
  Lsn lsn = 0;          // of its record
  TxnLabel label = 0;   // of its transaction
  Where where;          // the line that the store belongs to
};

class HeldStores {
 public:
  explicit HeldStores(Arena& arena) : newest_(arena) {}

  void Hold(const HeldStore& store) { newest_[store.address] = {store.word, store.number}; }
  // It has been made.
  void Release(const HeldStore& store) {
    const Newest* newest = newest_.Find(store.address);
    if (newest && newest->number == store.number) newest_.Erase(store.address);
  }
  uint64_t LoadWord(Nvm& nvm, Address address) const {
    const Newest* newest = newest_.size() == 0 ? nullptr : newest_.Find(address);
    return newest ? newest->word : nvm.LoadWord(address);
  }
  // Loads with the held words in place; `address` is that of a word, `size` need not be a multiple
  // of a word.
  void Load(Nvm& nvm, Address address, uint8_t* out, uint32_t size) const {
    nvm.Load(address, out, size);
    for (uint32_t i = 0; newest_.size() > 0 && i < size; i += kWord) {
      if (const Newest* newest = newest_.Find(address + i))
        std::memcpy(out + i, &newest->word, size - i < kWord ? size - i : kWord);
    }
  }

 private:
  struct Newest {
    uint64_t word = 0;
    uint64_t number = 0;
  };
  FlatMap<Newest> newest_;  // by address
};

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_REWIND_HELD_STORES_H_
