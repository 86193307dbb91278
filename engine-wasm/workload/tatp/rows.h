// The four tables of TATP. What the key says is not in the value again, but a subscriber's
// number does, for those who find the row by sub_nbr. Flags and small numbers take a byte each.
//
// Keys, columns from the most significant bit down:
//
//   s_id                              s_id | type 3 (access info, special facility)
//   sub_nbr as a number (secondary)   s_id | type 3 | start time 5 (call forwarding)
#ifndef AFTERIMAGE_WORKLOAD_TATP_ROWS_H_
#define AFTERIMAGE_WORKLOAD_TATP_ROWS_H_

#include "db/schema.h"
#include "workload/row_bytes.h"

namespace afterimage::tatp {

enum Table : TableId { kSubscribers, kAccessInfo, kSpecialFacilities, kCallForwardings, kTables };

inline constexpr uint32_t kMaxSubscribers = 20'000'000;
inline constexpr uint32_t kTypes = 4;  // of access info and of special facilities, from 1
inline constexpr uint32_t kTypeBits = 3;
inline constexpr uint32_t kTimeBits = 5;
inline constexpr uint32_t kStarts = 3;                    // a forwarding starts at 0, 8 or 16
inline constexpr uint32_t kHours = 8;                     // from one to the next
inline constexpr uint32_t kMostHours = kStarts * kHours;  // that it lasts
inline constexpr uint32_t kDigits = 15;                   // of a telephone number

constexpr Key SubscriberKey(uint32_t s_id) { return s_id; }
constexpr Key TypeKey(uint32_t s_id, uint32_t type) { return Key{s_id} << kTypeBits | type; }
constexpr Key ForwardingKey(uint32_t s_id, uint32_t type, uint32_t start) {
  return TypeKey(s_id, type) << kTimeBits | start;
}
constexpr uint32_t TypeOf(Key key) { return key & ((1u << kTypeBits) - 1); }
constexpr uint32_t StartOf(Key key) { return key & ((1u << kTimeBits) - 1); }

struct SubscriberHead {
  char sub_nbr[kDigits];  // s_id in decimal
  char unused;
  uint8_t bit[10];
  uint8_t hex[10];
  uint8_t byte2[10];
  uint8_t unused2[2];
  uint32_t s_id;
  uint32_t msc_location;
  uint32_t vlr_location;
  uint32_t unused3;
};

struct AccessHead {
  uint8_t data1;
  uint8_t data2;
  char data3[3];
  char data4[5];
  char unused[6];
};

struct FacilityHead {
  uint8_t is_active;
  uint8_t error_cntrl;
  uint8_t data_a;
  char data_b[5];
};

struct ForwardingHead {
  uint8_t end_time;
  char numberx[kDigits];
};

static_assert(sizeof(SubscriberHead) == 64 && sizeof(AccessHead) == 16);
static_assert(sizeof(FacilityHead) == 8 && sizeof(ForwardingHead) == 16);

// The digits of a number, with leading zeros.
void PutDigits(uint64_t number, char* digits);
// The number that they spell.
Key NumberOf(const char* digits);

// Returns the secondary key, for the schema.
Key SubscriberSecondary(Key key, const uint8_t* value);

}  // namespace afterimage::tatp

#endif  // AFTERIMAGE_WORKLOAD_TATP_ROWS_H_
