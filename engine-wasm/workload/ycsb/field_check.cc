#include "workload/ycsb/field_check.h"

#include <algorithm>
#include <cstring>

namespace afterimage::ycsb {
namespace {

constexpr Text kThere = {"every record of the start is there", "开始时的每条记录都在"};
constexpr Text kFieldWhole = {"a field is whole, and its writer's", "字段完整，且确由其写入者写成"};
constexpr Text kNoneLost = {"no update that came before one that is seen is lost",
                            "可见更新之前的更新均未丢失"};
constexpr Text kNoneMissing = {"only insertions under way are missing", "缺失的只是进行中的插入"};

}  // namespace

Task<void> FieldCheck::Run(Thread& thread) {
  *result_ = Consistency();
  bool holds = false;
  if (shape_.inserts()) {
    holds = co_await ReadRange(thread);
  } else {
    holds = co_await ReadSome(thread);
  }
  if (!holds || !Expect(FewMissing(), kNoneMissing)) co_return;
  Expect(!knows_requests_ || NothingLost(), kNoneLost);
}

uint64_t FieldCheck::Step() const {
  return shape_.inserts() ? 1 : (shape_.records + kWhole - 1) / kWhole;
}

Task<bool> FieldCheck::ReadRange(Thread& thread) {
  uint64_t of_start = 0;
  for (Key from = 0;; from = key_ + 1) {
    const Status status = co_await SeekAlone(thread, {0, 0, from, ~Key{0}});
    if (status == Status::kNotFound) co_return Expect(of_start == shape_.records, kThere);
    if (!Found(status, kThere) || !Look(key_)) co_return false;
    if (YcsbShape::IsInserted(key_)) {
      inserted_[key_] = 1;
    } else {
      ++of_start;
    }
  }
}

Task<bool> FieldCheck::ReadSome(Thread& thread) {
  for (uint64_t row = 0; row < shape_.records; row += Step()) {
    const Key key = shape_.KeyAtStart(row);
    const Status status = co_await ReadAlone(thread, 0, key);
    if (!Found(status, kThere) || !Look(key)) co_return false;
  }
  co_return true;
}

bool FieldCheck::Look(Key key) {
  for (uint32_t field = 0; field < YcsbShape::kFields; ++field) {
    const Stamp stamp = StampOf(shape_, value_, field);
    const uint32_t at = field * shape_.field_bytes;
    SetField(shape_, key, field, stamp, &indexed_);
    const bool whole = value_.size == shape_.bytes() &&
                       std::memcmp(indexed_.bytes + at, value_.bytes + at, shape_.field_bytes) == 0;
    if (!Expect(whole && IsWrittenBy(key, field, stamp), kFieldWhole)) return false;
    if (stamp.number == 0) continue;
    newest_[stamp.client] = std::max(newest_[stamp.client], stamp.number);
    if (stamp.version > 0) versions_[PlaceOf(key, field)] = stamp.version;
  }
  return true;
}

bool FieldCheck::IsWrittenBy(Key key, uint32_t field, const Stamp& stamp) const {
  if (stamp.number == 0) return stamp == Stamp() && !YcsbShape::IsInserted(key);
  if (stamp.client >= shape_.clients) return false;
  if (stamp.version == 0 && !YcsbShape::IsInserted(key)) return false;
  if (!knows_requests_) return true;
  const Request request = requests_.Of(stamp.client, stamp.number, shape_.records);
  if (stamp.version == 0) return request.operation == Operation::kInsert;
  const bool updates =
      request.operation == Operation::kUpdate || request.operation == Operation::kModify;
  return updates && request.field == field && shape_.KeyOf(request.record) == key;
}

bool FieldCheck::NothingLost() {
  for (uint32_t client = 0; client < shape_.clients; ++client) {
    for (uint64_t number = 1; number <= newest_[client]; ++number) {
      const Request request = requests_.Of(client, number, shape_.records);
      if (request.operation != Operation::kUpdate && request.operation != Operation::kModify)
        continue;
      const Key key = shape_.KeyOf(request.record);
      if ((key >> YcsbShape::kTurnBits) % Step() != 0) continue;  // it was not looked at
      const uint64_t place = PlaceOf(key, request.field);
      const uint32_t* versions = versions_.Find(place);
      if (!versions || ++updates_[place] > *versions) return false;
    }
  }
  return true;
}

bool FieldCheck::FewMissing() const {
  uint32_t missing = 0;
  uint32_t seen = 0;
  for (uint64_t number = shape_.records; seen < inserted_.size(); ++number) {
    if (inserted_.Find(shape_.KeyOf(number))) {
      ++seen;
    } else if (++missing > shape_.clients) {
      return false;
    }
  }
  return true;
}

}  // namespace afterimage::ycsb
