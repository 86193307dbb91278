#include "workload/btree_mix/shape.h"

#include "workload/row_bytes.h"

namespace afterimage::btree_mix {
namespace {

// REWIND, section 5.2: "the lookup-to-insert/delete ratio ranges from 20% to 80%".
constexpr uint32_t kFewestLookUps = 20;
constexpr uint32_t kMostLookUps = 80;

}  // namespace

uint32_t MixShape::UpdatePercent(uint32_t client) const {
  if (!paired) return update_percent;
  Random random(Mix64(seed) + client);
  return 100 - kFewestLookUps - random.Below(kMostLookUps - kFewestLookUps + 1);
}

bool MixShape::RollsBack(TxnLabel txn) const {
  const auto up_to = [&](uint32_t count) { return (count * rollback_percent + 99) / 100; };
  return up_to(txn) > up_to(txn - 1u);
}

void MixShape::PutValue(Key key, uint64_t number, uint32_t offset, uint32_t size,
                        uint8_t* out) const {
  const uint64_t letters = Mix64(Mix64(seed + key) + number);
  const uint64_t head = letters << kNumberBits | number;
  PutRow(&head, sizeof head, letters, offset, size, out);
}

}  // namespace afterimage::btree_mix
