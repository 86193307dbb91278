// The visitor through which a scheme shows its structures: fields by address and codec, in a few
// general shapes. Its implementation reads the bytes and computes what is durable; a scheme only
// gives the places.
#ifndef AFTERIMAGE_TRACE_INSPECTOR_H_
#define AFTERIMAGE_TRACE_INSPECTOR_H_

#include <cstdint>
#include <string_view>

#include "base/key_columns.h"
#include "base/types.h"
#include "trace/event.h"

namespace afterimage {

enum class Codec : uint8_t {
  kUnsigned,  // little endian, 1 to 8 bytes
  kNumber,    // a script's value: the signed number in the first 8 bytes; says so where it is torn
  kBit,       // not zero, of the field's `bits`
  kPointer,   // an address, in hexadecimal
  kName,      // a key: up to 8 characters, padded with zeros
  kEnum,      // one byte, an index into `names`
  kKey,       // a key of an index: `table` and its `columns`
  kRid,       // where a record is: page/slot
  kDigest,    // a value that is no number: a short digest, equal where the bytes are
  kBytes,     // how many, and a short digest
};

// The role of a field in its item, so that an item can be read at a glance.
enum class FieldRole : uint8_t {
  kPlain,
  kSubject,  // which record or word a log record is about
  kImage,    // what that held or shall hold; the first of two is the older
  kPointer,  // leads to another item of the same structure
};

struct FieldSpec {
  Text name;
  Tier tier = Tier::kDram;
  Address address = 0;
  uint32_t size = 8;
  Codec codec = Codec::kUnsigned;
  const Text* names = nullptr;  // for kEnum
  uint32_t name_count = 0;
  const char* table = "";  // for kKey
  KeyColumns columns = {};
  FieldRole role = FieldRole::kPlain;
  uint8_t bits = 0xff;       // for kBit: those of the first byte that count
  bool zero_number = false;  // for kPointer: a word that is 0 now or on the device is a number
};

class Inspector {
 public:
  // Begins a structure: `structure` is 1 + the index in the scheme's list. Rings have a capacity in
  // slots and the key of the first item shown. Where a structure's tier depends on parameters,
  // `tier` says which it is. REQUIRES: no other structure is open.
  virtual void BeginStructure(uint16_t structure, uint32_t capacity = 0, uint32_t first = 0,
                              Tier tier = Tier::kNone) = 0;
  virtual void EndStructure() = 0;
  // Begins an item of the open structure. An `empty` one is allocated, but nothing in it counts.
  virtual void BeginItem(uint32_t key, std::string_view label, TxnLabel txn,
                         bool empty = false) = 0;
  virtual void EndItem() = 0;
  // Says that the open item commits its transaction: once it is durable the transaction survives.
  virtual void Commits() {}
  // Says that `count` more are there and not shown: of the open item or, outside of items, of the
  // structure.
  virtual void More(uint32_t count) = 0;
  virtual void Field(const FieldSpec& field) = 0;
  // Shows a pointer to the item of a structure that has this key.
  virtual void Link(uint16_t structure, uint32_t key, const Text& name) = 0;
  virtual void Tag(const Text& tag) = 0;
  // Shows a tag with a number in it: "rec LSN 120".
  virtual void TagNumber(const Text& tag, uint64_t number) = 0;
  // Shows a tag with a transaction's name in it: "waits T1".
  virtual void TagTransaction(const Text& tag, TxnLabel txn) = 0;
  // Notes that the open item's last tag is the system's judgement of its bytes, not a word that a
  // device or a table holds. It is not shown while a question is open. REQUIRES: the item has a
  // tag.
  virtual void Judged() {}
  // Shows a named position of the structure, which is stored as an integer at an address.
  virtual void Cursor(const FieldSpec& field) = 0;

 protected:
  ~Inspector() = default;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TRACE_INSPECTOR_H_
