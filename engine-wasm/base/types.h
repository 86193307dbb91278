// Identifiers and units that all layers use.
#ifndef AFTERIMAGE_BASE_TYPES_H_
#define AFTERIMAGE_BASE_TYPES_H_

#include <cstddef>
#include <cstdint>

namespace afterimage {

// Virtual nanoseconds since the start of a phase.
using Time = uint64_t;
// Log sequence number; 0 means none.
using Lsn = uint64_t;
inline constexpr Lsn kNoLsn = 0;
// One attempt of a transaction; larger is younger; 0 means none.
using TxnId = uint32_t;
// The client's name for a transaction (T1, T2, ...), kept over its attempts; 0 means none.
using TxnLabel = uint16_t;
// A table of a database; 0 has the records of scripts.
using TableId = uint8_t;
inline constexpr TableId kScriptTable = 0;
using PageId = uint32_t;
using SlotId = uint16_t;
// A simulated thread or daemon, counted from 0.
using ActorId = uint16_t;
// A byte address within one tier. What is traced stays below 4 GB: an event has 32 bits for it.
using Address = uint64_t;

// A text in the two languages of the interface.
struct Text {
  const char* en = "";
  const char* zh = "";
};

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_TYPES_H_
