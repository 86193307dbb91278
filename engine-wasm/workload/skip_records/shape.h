// The shape of the skip-record program, in closed form. Each client's transactions are numbered
// from 0 and go in rounds: those of a round are open together and change a word each in turn, so
// between two records of one transaction there is one of each of the others.
//
// Every transaction has a stretch of words of its own and changes each once. Stretches are used
// again, round by round; a target that the last rounds of a run lose has one that no other
// transaction uses. A word's value tells which one wrote it:
//
//   letters of the seed 24 | number of the transaction, from 1; 0: none 40
#ifndef AFTERIMAGE_WORKLOAD_SKIP_RECORDS_SHAPE_H_
#define AFTERIMAGE_WORKLOAD_SKIP_RECORDS_SHAPE_H_

#include <algorithm>
#include <cstdint>

#include "base/random.h"

namespace afterimage::skip_records {

// The fate of a transaction. A lost one is left open, for a power cut to end it.
enum class Fate : uint8_t { kCommit, kRollBack, kLost };

struct SkipShape {
  uint32_t words = 1000;
  uint32_t skip = 3;         // records of others between two of a transaction
  uint32_t operations = 10;  // updates of a transaction
  Fate target = Fate::kCommit;
  uint32_t rounds = 0;        // of a client; 0: without end
  uint32_t lost_percent = 0;  // of them, the last ones: their target is lost
  bool checkpoint = false;    // after each round that loses none
  uint32_t clients = 1;
  uint64_t seed = 0;

  uint32_t round() const { return skip + 1; }
  // Rounds of a run with an end that lose their target.
  uint32_t lost_rounds() const {
    return target == Fate::kLost ? rounds : uint64_t{rounds} * lost_percent / 100;
  }
  // Stretches of a client: those that take turns, as many at least as a round needs, then those of
  // the targets that are lost.
  uint64_t turning() const { return std::max<uint64_t>(words / operations / clients, round()); }
  uint64_t stretches() const { return turning() + lost_rounds(); }
  uint64_t StretchOf(uint64_t txn) const {
    const uint64_t first_lost = rounds - lost_rounds();
    const bool kept = IsTarget(txn) && rounds > 0 && txn / round() >= first_lost;
    return kept ? turning() + (txn / round() - first_lost) : txn % turning();
  }
  uint64_t rows() const { return stretches() * clients * operations; }
  uint64_t WordAt(uint32_t client, uint64_t stretch, uint32_t update) const {
    return (client * stretches() + stretch) * operations + update;
  }
  // The word that an update of a client's transaction changes.
  uint64_t WordOf(uint32_t client, uint64_t txn, uint32_t update) const {
    return WordAt(client, StretchOf(txn), update);
  }
  uint64_t ValueOf(uint32_t client, uint64_t txn, uint32_t update) const {
    return Mix64(Mix64(seed + client) + WordOf(client, txn, update)) << kNumberBits | (txn + 1);
  }
  uint64_t InitialValue(uint64_t word) const { return Mix64(~seed + word) << kNumberBits; }
  // The number of the transaction that wrote the value, from 1; 0 where none did.
  static uint64_t WriterOf(uint64_t value) { return value & ((uint64_t{1} << kNumberBits) - 1); }

  // The first of a round is the target.
  bool IsTarget(uint64_t txn) const { return txn % round() == 0; }
  Fate FateOf(uint64_t txn) const {
    if (!IsTarget(txn)) return Fate::kCommit;
    return rounds > 0 && txn / round() >= rounds - lost_rounds() ? Fate::kLost : target;
  }

 private:
  static constexpr uint32_t kNumberBits = 40;
};

}  // namespace afterimage::skip_records

#endif  // AFTERIMAGE_WORKLOAD_SKIP_RECORDS_SHAPE_H_
