// The shape of the B+-tree mix: its keys, who owns them, what is there at the start, and what a
// client's operation number n is. All of it is a function of the seed.
//
// Keys are 0 .. 2 * pairs - 1, two to a pair, and a table has as many records as there are pairs:
// at the start one key of each pair, drawn by chance. So half of the keys are free, evenly over the
// whole index, and as many insertions as deletions keep it so.
//
//   key = 2 * pair + 0 or 1
//
// Pair p belongs to client p mod clients. Its keys are the client's slots 2i and 2i + 1, where i is
// p / clients. So clients meet on every node of an index, and never on a record.
//
// A value says who wrote it:
//
//   letters of the key and the seed 24 | number of the operation, from 1; 0: at the start 40 |
//   letters
#ifndef AFTERIMAGE_WORKLOAD_BTREE_MIX_SHAPE_H_
#define AFTERIMAGE_WORKLOAD_BTREE_MIX_SHAPE_H_

#include <algorithm>
#include <cstdint>

#include "base/random.h"
#include "db/record.h"

namespace afterimage::btree_mix {

struct MixShape {
  uint32_t records = 100'000;  // of the table
  uint32_t bytes = 32;         // of a value
  uint32_t operations = 1;     // of a transaction
  // The percentage of operations; an update is an insertion or a deletion, in turn.
  uint32_t update_percent = 50;
  // The form for many threads instead: an update is an insertion and a deletion, and each client
  // draws how many of its operations are look-ups.
  bool paired = false;
  uint32_t rollback_percent = 0;  // of transactions: these change all that others do, and roll back
  // Transactions that each client commits before it ends; 0: clients go on, from one pool of tasks.
  uint32_t share = 0;
  uint32_t clients = 1;
  uint64_t seed = 0;

  // One at least for each client.
  uint64_t pairs() const { return std::max(records, clients); }
  uint64_t keys() const { return 2 * pairs(); }
  // The key of the table's first, second, ... record at the start.
  Key KeyAtStart(uint64_t row) const { return 2 * row + (Mix64(~seed + row) & 1); }

  uint32_t SlotsOf(uint32_t client) const {
    return 2 * static_cast<uint32_t>((pairs() + clients - 1 - client) / clients);
  }
  Key KeyOf(uint32_t client, uint32_t slot) const {
    return 2 * (uint64_t{slot / 2} * clients + client) + slot % 2;
  }
  bool ThereAtStart(uint32_t client, uint32_t slot) const {
    const Key key = KeyOf(client, slot);
    return KeyAtStart(key / 2) == key;
  }
  // Returns how many of a client's operations are updates, of 100.
  uint32_t UpdatePercent(uint32_t client) const;
  // True for a transaction that rolls back: `rollback_percent` of them, evenly, the first included.
  bool RollsBack(TxnLabel txn) const;

  // The bytes [offset, offset + size) of the value that an operation inserts under the key.
  void PutValue(Key key, uint64_t number, uint32_t offset, uint32_t size, uint8_t* out) const;
  // The number of the operation that inserted a value.
  static uint64_t NumberIn(uint64_t head) { return head & ((uint64_t{1} << kNumberBits) - 1); }

 private:
  static constexpr uint32_t kNumberBits = 40;
};

}  // namespace afterimage::btree_mix

#endif  // AFTERIMAGE_WORKLOAD_BTREE_MIX_SHAPE_H_
