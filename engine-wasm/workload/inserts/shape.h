// The shape of the insert program, in closed form: the records of a client are numbered, and their
// existence and content are known after any number of transactions.
//
//   inserts   operation j inserts record j
//   updates   operation j changes record j mod records, all of its bytes
//
// Record i is in table i mod tables; tables differ in the size of their values. So clients never
// meet on a record. Keys, the number scattered by an odd factor unless keys ascend:
//
//   client 16 | number 32    each client in a part of the index to itself
//   number 32 | client 16    all of them everywhere (shared)
#ifndef AFTERIMAGE_WORKLOAD_INSERTS_SHAPE_H_
#define AFTERIMAGE_WORKLOAD_INSERTS_SHAPE_H_

#include "db/schema.h"
#include "workload/row_bytes.h"

namespace afterimage::inserts {

inline constexpr uint32_t kMaxSizes = 6;
// The sizes of values, in bytes: log records of them are from 64 bytes to 4 KB long.
inline constexpr uint32_t kMixedSizes[kMaxSizes] = {16, 48, 112, 240, 480, kMaxValueBytes};

enum class Keys : uint8_t { kScattered, kAscending, kShared };

struct InsertShape {
  bool updates = false;
  bool mixed = false;
  Keys keys = Keys::kScattered;
  uint32_t bytes = 80;      // of a value, where sizes are not mixed
  uint32_t operations = 1;  // of a transaction
  uint32_t records = 1000;  // of a client, for updates
  uint32_t compute = 0;     // between two operations, in writes of an NVM line
  uint32_t clients = 1;
  uint64_t seed = 0;

  // Updated records exist before, in the order of their keys.
  bool shared() const { return keys == Keys::kShared && !updates; }
  uint32_t tables() const { return mixed ? kMaxSizes : 1; }
  uint32_t value_bytes(uint32_t table) const { return mixed ? kMixedSizes[table] : bytes; }
  TableId TableOf(uint64_t record) const { return static_cast<TableId>(record % tables()); }
  Key KeyOf(uint32_t client, uint64_t record) const {
    constexpr uint32_t kOdd = 0x9e3779b1;  // another number for each record
    const auto number = static_cast<uint32_t>(record);
    if (shared()) return Key{number * kOdd} << 32 | client;
    return Key{client} << 32 | (keys == Keys::kAscending || updates ? number : number * kOdd);
  }
  // The client whose record this is.
  uint32_t ClientOf(Key key) const { return static_cast<uint32_t>(shared() ? key : key >> 32); }
  uint64_t RecordOf(uint64_t operation) const { return updates ? operation % records : operation; }
  // Returns a record's version after this many transactions of its client: the number of the one
  // that wrote it last, from 1, or 0 if none has.
  uint64_t VersionAfter(uint64_t transactions, uint64_t record) const;
  // Gives the bytes [offset, offset + size) of a record's value: its version, then letters.
  void PutValue(uint32_t client, uint64_t record, uint64_t version, uint32_t offset, uint32_t size,
                uint8_t* out) const;
};

inline uint64_t VersionOf(const Value& value) { return static_cast<uint64_t>(value.number()); }

}  // namespace afterimage::inserts

#endif  // AFTERIMAGE_WORKLOAD_INSERTS_SHAPE_H_
