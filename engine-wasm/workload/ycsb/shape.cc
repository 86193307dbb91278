#include "workload/ycsb/shape.h"

#include <algorithm>
#include <cstring>

#include "workload/row_bytes.h"

namespace afterimage::ycsb {
namespace {

// Table 2 of the paper, and F of the programs that came with it.
constexpr Shares kShares[] = {
    {.reads = 50, .updates = 50}, {.reads = 95, .updates = 5}, {.reads = 100},
    {.reads = 95, .inserts = 5},  {.inserts = 5, .scans = 95}, {.reads = 50, .modifies = 50}};

// A permutation of 0 .. count - 1: a Feistel network of four rounds on the bits that `count` takes,
// gone through again until its result is below it.
uint64_t Permuted(uint64_t x, uint64_t count, uint64_t seed) {
  uint32_t half = 1;
  while (uint64_t{1} << 2 * half < count) ++half;
  const uint64_t mask = (uint64_t{1} << half) - 1;
  do {
    uint64_t left = x >> half, right = x & mask;
    for (uint64_t round = 0; round < 4; ++round) {
      const uint64_t next = left ^ (Mix64(Mix64(seed + round) + right) & mask);
      left = right;
      right = next;
    }
    x = left << half | right;
  } while (x >= count);
  return x;
}

}  // namespace

Shares YcsbShape::shares() const { return mix == Mix::kOwn ? own : kShares[static_cast<int>(mix)]; }

Distribution YcsbShape::requests() const {
  if (distribution != Distribution::kOfTheMix) return distribution;
  return mix == Mix::kD ? Distribution::kLatest : Distribution::kZipfian;
}

Key YcsbShape::KeyOf(uint64_t number) const {
  const uint64_t turn = number / records;
  return Permuted(number % records, records, Mix64(seed) + turn) << kTurnBits | turn;
}

Stamp StampOf(const YcsbShape& shape, const Value& value, uint32_t field) {
  Stamp stamp;
  std::memcpy(&stamp, value.bytes + field * shape.field_bytes, sizeof stamp);
  return stamp;
}

void PutField(const YcsbShape& shape, Key key, uint32_t field, const Stamp& stamp, uint32_t offset,
              uint32_t size, uint8_t* out) {
  const uint64_t writer = Mix64(stamp.number << 16 ^ stamp.client);
  const uint64_t letters = Mix64(Mix64(shape.seed + key) + field) ^ writer;
  PutRow(&stamp, sizeof stamp, letters, offset, size, out);
}

void SetField(const YcsbShape& shape, Key key, uint32_t field, const Stamp& stamp, Value* value) {
  PutField(shape, key, field, stamp, 0, shape.field_bytes,
           value->bytes + field * shape.field_bytes);
}

Requests::Requests(const YcsbShape& shape)
    : shape_(shape),
      shares_(shape.shares()),
      distribution_(shape.requests()),
      theta_(shape.theta_percent / 100.0),
      popular_(theta_),
      latest_(shape.records, theta_) {}

Request Requests::Of(uint32_t client, uint64_t number, uint64_t records) const {
  Random random(Mix64(Mix64(shape_.seed + client) + number));
  Request request;
  request.operation = OperationOf(random.Below(100));
  request.field = random.Below(YcsbShape::kFields);
  request.length = 1 + random.Below(shape_.scan_records);
  request.record = RecordOf(random, records);
  return request;
}

Operation Requests::OperationOf(uint32_t percent) const {
  const auto below = [&](uint32_t share) {
    if (percent < share) return true;
    percent -= share;
    return false;
  };
  if (below(shares_.reads)) return Operation::kRead;
  if (below(shares_.updates)) return Operation::kUpdate;
  if (below(shares_.inserts)) return Operation::kInsert;
  return below(shares_.scans) ? Operation::kScan : Operation::kModify;
}

uint64_t Requests::RecordOf(Random& random, uint64_t records) const {
  if (distribution_ == Distribution::kUniform) return random.Below(shape_.records);
  if (distribution_ == Distribution::kZipfian) return popular_.Draw(random, shape_.records);
  if (latest_.items() != records) latest_ = Zipfian(records, theta_);
  return records - 1 - latest_.Draw(random);
}

}  // namespace afterimage::ycsb
