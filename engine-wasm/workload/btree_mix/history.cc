#include "workload/btree_mix/history.h"

namespace afterimage::btree_mix {

MixHistory::MixHistory(const MixShape& shape, uint32_t client, Arena& arena)
    : shape_(shape),
      client_(client),
      update_percent_(shape.UpdatePercent(client)),
      there_(shape.SlotsOf(client), 0, ArenaAllocator<uint8_t>(arena)),
      changed_(ArenaAllocator<uint32_t>(arena)) {
  for (uint32_t slot = 0; slot < there_.size(); ++slot)
    there_[slot] = shape.ThereAtStart(client, slot);
}

// Insertions and deletions are in turn, an insertion first: there is always a slot to draw.
MixOperation MixHistory::Next(uint64_t number, uint64_t salt) {
  Random random(Mix64(Mix64(shape_.seed + client_) + salt) + number);
  MixOperation operation;
  if (!random.Chance(update_percent_)) {
    operation.look_up = Draw(random, true);
  } else if (shape_.paired) {
    operation.insert = Insert(random);
    operation.erase = Erase(random);
  } else {
    (erases_ ? operation.erase : operation.insert) = erases_ ? Erase(random) : Insert(random);
    erases_ = !erases_;
  }
  return operation;
}

void MixHistory::TakeBack() {
  for (const uint32_t slot : changed_) there_[slot] ^= 1;
  changed_.clear();
  erases_ = erased_;
}

void MixHistory::Keep() {
  changed_.clear();
  erased_ = erases_;
}

// Half of the slots have a record, so this takes two draws on average.
uint32_t MixHistory::Draw(Random& random, bool there) const {
  for (;;) {
    const uint32_t slot = random.Below(static_cast<uint32_t>(there_.size()));
    if ((there_[slot] != 0) == there) return slot;
  }
}

uint32_t MixHistory::Insert(Random& random) {
  const uint32_t slot = Draw(random, false);
  Change(slot);
  return slot;
}

uint32_t MixHistory::Erase(Random& random) {
  const uint32_t slot = Draw(random, true);
  Change(slot);
  return slot;
}

void MixHistory::Change(uint32_t slot) {
  there_[slot] ^= 1;
  changed_.push_back(slot);
}

}  // namespace afterimage::btree_mix
