// The shape of the update program, in closed form: the updates of a client are numbered from 0, and
// the word and the value of each are a function of the client, the number and the seed.
//
// Words are divided into stretches, so clients never meet on one. A word's value tells which update
// wrote it:
//
//   letters of the seed 24 | number of the update, from 1; 0: none 40
#ifndef AFTERIMAGE_WORKLOAD_UPDATES_SHAPE_H_
#define AFTERIMAGE_WORKLOAD_UPDATES_SHAPE_H_

#include <algorithm>
#include <cstdint>

#include "base/random.h"

namespace afterimage::updates {

struct UpdateShape {
  uint32_t words = 1000;
  uint32_t operations = 100;  // of a transaction
  uint32_t compute = 0;       // before each update, in writes of an NVM line
  uint32_t clients = 1;
  uint64_t seed = 0;

  // Words of the table: at least one for each client.
  uint64_t rows() const { return std::max(words, clients); }
  // Returns the first word of a client's part, which ends at the beginning of the next one's.
  uint64_t ShareOf(uint32_t client) const { return client * rows() / clients; }
  // The word that a client's update changes.
  uint64_t WordOf(uint32_t client, uint64_t update) const {
    const uint64_t first = ShareOf(client), count = ShareOf(client + 1) - first;
    return first + (((Draw(client, update) >> 32) * count) >> 32);
  }
  // Returns the value that the update stores there.
  uint64_t ValueOf(uint32_t client, uint64_t update) const {
    return Draw(client, update) << kNumberBits | (update + 1);
  }
  // Returns the value of a word that no update has changed.
  uint64_t InitialValue(uint64_t word) const { return Mix64(~seed + word) << kNumberBits; }
  // False for a value that no update of the client can have left in the word.
  bool MayHold(uint32_t client, uint64_t word, uint64_t value) const {
    const uint64_t updates = UpdatesUpTo(value);
    if (updates == 0) return value == InitialValue(word);
    return value == ValueOf(client, updates - 1) && WordOf(client, updates - 1) == word;
  }
  // Returns how many updates of its client there had been when the value was stored, with its own.
  static uint64_t UpdatesUpTo(uint64_t value) { return value & ((uint64_t{1} << kNumberBits) - 1); }

 private:
  static constexpr uint32_t kNumberBits = 40;

  uint64_t Draw(uint32_t client, uint64_t update) const {
    return Mix64(Mix64(seed + client) + update);
  }
};

}  // namespace afterimage::updates

#endif  // AFTERIMAGE_WORKLOAD_UPDATES_SHAPE_H_
