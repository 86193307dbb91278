// The operations of a client, one after the other, and the records that they leave. The client
// draws from it, and the check goes through it again.
#ifndef AFTERIMAGE_WORKLOAD_BTREE_MIX_HISTORY_H_
#define AFTERIMAGE_WORKLOAD_BTREE_MIX_HISTORY_H_

#include "base/arena.h"
#include "workload/btree_mix/shape.h"

namespace afterimage::btree_mix {

// A look-up, an insertion, a deletion, or an insertion and then a deletion: the slots.
struct MixOperation {
  static constexpr uint32_t kNone = ~uint32_t{0};
  uint32_t look_up = kNone;
  uint32_t insert = kNone;
  uint32_t erase = kNone;
};

class MixHistory {
 public:
  // Begins with the records at the start.
  MixHistory(const MixShape& shape, uint32_t client, Arena& arena);

  // Draws operation `number`, from 0, and does it: an insertion is of a slot without a record, the
  // others are of slots with one, each as likely as the next. `salt`, other than 0, makes it
  // another one: for transactions that roll back. REQUIRES: the operations before it were done, or
  // taken back.
  MixOperation Next(uint64_t number, uint64_t salt = 0);
  // Takes back all operations since the last Keep.
  void TakeBack();
  void Keep();

  bool there(uint32_t slot) const { return there_[slot] != 0; }

 private:
  uint32_t Draw(Random& random, bool there) const;
  uint32_t Insert(Random& random);
  uint32_t Erase(Random& random);
  void Change(uint32_t slot);

  const MixShape& shape_;
  const uint32_t client_;
  const uint32_t update_percent_;
  ArenaVector<uint8_t> there_;     // by slot
  ArenaVector<uint32_t> changed_;  // slots since the last Keep
  bool erases_ = false;            // the next update that is no pair is a deletion
  bool erased_ = false;            // what that was at the last Keep
};

}  // namespace afterimage::btree_mix

#endif  // AFTERIMAGE_WORKLOAD_BTREE_MIX_HISTORY_H_
