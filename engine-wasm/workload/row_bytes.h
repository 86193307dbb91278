// Values of rows in closed form: a head of fixed columns, then letters that no transaction looks
// at.
#ifndef AFTERIMAGE_WORKLOAD_ROW_BYTES_H_
#define AFTERIMAGE_WORKLOAD_ROW_BYTES_H_

#include <cstdint>
#include <cstring>

#include "db/record.h"

namespace afterimage {

// Eight small letters from 64 random bits: a letter is one of 23.
constexpr uint64_t Letters(uint64_t random) {
  return (random & 0x0f0f0f0f0f0f0f0full) + (random >> 4 & 0x0707070707070707ull) +
         0x6161616161616161ull;
}

// The letters at [offset, offset + size) of the row with this seed.
void PutLetters(uint64_t seed, uint32_t offset, uint32_t size, uint8_t* out);

// Bytes [offset, offset + size) of a value that begins with `head` and goes on with letters.
void PutRow(const void* head, uint32_t head_bytes, uint64_t seed, uint32_t offset, uint32_t size,
            uint8_t* out);

// Values are not aligned, heads are.
template <class Head>
Head Load(const Value& value) {
  Head head;
  std::memcpy(&head, value.bytes, sizeof head);
  return head;
}
template <class Head>
void Store(const Head& head, Value* value) {
  std::memcpy(value->bytes, &head, sizeof head);
}

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_ROW_BYTES_H_
