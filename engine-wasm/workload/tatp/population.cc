#include "workload/tatp/population.h"

#include <cstddef>

namespace afterimage::tatp {

void PutDigits(uint64_t number, char* digits) {
  for (uint32_t i = kDigits; i-- > 0; number /= 10)
    digits[i] = static_cast<char>('0' + number % 10);
}

Key NumberOf(const char* digits) {
  Key number = 0;
  for (uint32_t i = 0; i < kDigits; ++i) number = number * 10 + static_cast<Key>(digits[i] - '0');
  return number;
}

Key SubscriberSecondary(Key, const uint8_t* value) {
  static_assert(offsetof(SubscriberHead, sub_nbr) == 0);
  return NumberOf(reinterpret_cast<const char*>(value));
}

// Adds a choice of `count` of the bits, each equally likely.
void Population::Parts::Add(uint32_t count, uint32_t most, Random& random) {
  uint32_t bits = 0;
  for (uint32_t left = most; left > 0; --left) {
    const bool taken = random.Below(left) < count;
    if (taken) {
      bits |= 1u << (left - 1);
      --count;
    }
  }
  first.push_back(static_cast<uint32_t>(owner.size()));
  for (uint32_t bit = 0; bit < most; ++bit) {
    if (bits >> bit & 1) owner.push_back(static_cast<uint32_t>(mask.size()));
  }
  mask.push_back(static_cast<uint8_t>(bits));
}

void Population::Parts::AddNone() {
  first.push_back(static_cast<uint32_t>(owner.size()));
  mask.push_back(0);
}

uint32_t Population::Parts::BitOf(uint32_t row) const {
  uint32_t bit = 0;
  const uint32_t bits = mask[owner[row]];
  for (uint32_t i = row - first[owner[row]];; ++bit) {
    if ((bits >> bit & 1) && i-- == 0) return bit;
  }
}

Population::Population(uint32_t subscribers, uint64_t seed)
    : subscribers_(subscribers), seed_(Mix64(seed)) {
  Random random(Mix64(seed_ + 1));
  for (uint32_t i = 0; i < kPattern; ++i) {
    access_.Add(1 + random.Below(kTypes), kTypes, random);
    facilities_.Add(1 + random.Below(kTypes), kTypes, random);
    for (uint32_t type = 0; type < kTypes; ++type) {
      if (facilities_.mask[i] >> type & 1) {
        forwardings_.Add(random.Below(kStarts + 1), kStarts, random);
      } else {
        forwardings_.AddNone();
      }
    }
  }
  tables_[kSubscribers] = {
      "subscriber", {"subscriber", "用户"}, sizeof(SubscriberHead), SubscriberSecondary};
  constexpr KeyColumns kType = {{kTypeBits}}, kTypeAndTime = {{kTypeBits, kTimeBits}};
  tables_[kAccessInfo] = {
      "access-info", {"access info", "接入信息"}, sizeof(AccessHead), nullptr, false, {kType}};
  tables_[kSpecialFacilities] = {"special-facility",
                                 {"special facility", "特殊业务"},
                                 sizeof(FacilityHead),
                                 nullptr,
                                 false,
                                 {kType}};
  tables_[kCallForwardings] = {
      "call-forwarding", {"call forwarding", "呼叫转移"}, sizeof(ForwardingHead), nullptr, false,
      {kTypeAndTime}};
  rows_[kSubscribers] = subscribers;
  const uint64_t patterns = subscribers / kPattern, rest = subscribers % kPattern;
  for (const TableId table : {kAccessInfo, kSpecialFacilities, kCallForwardings}) {
    const Parts& parts = PartsOf(table);
    const uint64_t owners = table == kCallForwardings ? rest * kTypes : rest;
    rows_[table] = patterns * parts.count() + parts.first[owners];
  }
}

const Population::Parts& Population::PartsOf(TableId table) const {
  return table == kAccessInfo ? access_ : table == kSpecialFacilities ? facilities_ : forwardings_;
}

Key Population::KeyAt(TableId table, uint64_t row) const {
  if (table == kSubscribers) return row + 1;
  const Parts& parts = PartsOf(table);
  const auto r = static_cast<uint32_t>(row);  // no table has 2^32 rows
  const uint32_t before = r / parts.count() * kPattern, i = r % parts.count();
  const uint32_t owner = parts.owner[i], bit = parts.BitOf(i);
  if (table != kCallForwardings) return TypeKey(before + owner + 1, bit + 1);
  return ForwardingKey(before + owner / kTypes + 1, owner % kTypes + 1, bit * kHours);
}

uint32_t Population::OwnerOf(TableId table, uint64_t row) const {
  const Key key = KeyAt(table, row);
  if (table == kSubscribers) return static_cast<uint32_t>(key);
  return static_cast<uint32_t>(key >>
                               (table == kCallForwardings ? kTypeBits + kTimeBits : kTypeBits));
}

Key Population::SecondaryAt(TableId, uint64_t i, uint64_t* row) const {
  *row = i;
  return i + 1;
}

SubscriberHead Population::SubscriberAt(uint32_t s_id) const {
  Random random(SeedOf(kSubscribers, s_id - 1));
  SubscriberHead head = {};
  PutDigits(s_id, head.sub_nbr);
  for (uint32_t i = 0; i < 10; ++i) {
    const uint64_t draw = random.Next();
    head.bit[i] = draw & 1;
    head.hex[i] = draw >> 1 & 15;
    head.byte2[i] = draw >> 8 & 255;
  }
  head.s_id = s_id;
  head.msc_location = static_cast<uint32_t>(random.Next());
  head.vlr_location = static_cast<uint32_t>(random.Next());
  return head;
}

void Population::ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
                         uint8_t* out) const {
  const uint64_t seed = SeedOf(table, row);
  const auto put = [&](const auto& head) {
    std::memcpy(out, reinterpret_cast<const uint8_t*>(&head) + offset, size);
  };
  uint8_t text[8];
  PutLetters(seed, 0, sizeof text, text);
  Random random(seed);
  if (table == kSubscribers) return put(SubscriberAt(static_cast<uint32_t>(row) + 1));
  if (table == kAccessInfo) {
    AccessHead head = {};
    head.data1 = static_cast<uint8_t>(random.Below(256));
    head.data2 = static_cast<uint8_t>(random.Below(256));
    std::memcpy(head.data3, text, sizeof head.data3);
    std::memcpy(head.data4, text + sizeof head.data3, sizeof head.data4);
    return put(head);
  }
  if (table == kSpecialFacilities) {
    FacilityHead head = {};
    head.is_active = random.Chance(85);
    head.error_cntrl = static_cast<uint8_t>(random.Below(256));
    head.data_a = static_cast<uint8_t>(random.Below(256));
    std::memcpy(head.data_b, text, sizeof head.data_b);
    return put(head);
  }
  ForwardingHead head = {};
  head.end_time = static_cast<uint8_t>(StartOf(KeyAt(table, row)) + 1 + random.Below(kMostHours));
  PutDigits(1 + random.Below(subscribers_), head.numberx);
  put(head);
}

}  // namespace afterimage::tatp
