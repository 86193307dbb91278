#include "workload/tatp/register_check.h"

#include "workload/tatp/handset.h"

namespace afterimage::tatp {
namespace {

constexpr Text kColumns = {
    "condition 1: subscribers are as at first, but for bit_1 and vlr_location",
    "条件 1：除 bit_1 和 vlr_location 外，用户与初始时相同"};
constexpr Text kIndex = {"condition 2: the index by sub_nbr leads to the subscriber",
                         "条件 2：按 sub_nbr 的索引指向该用户"};
constexpr Text kOwned = {
    "condition 3: access info and special facilities are those of the beginning",
    "条件 3：接入信息和特殊业务与初始时相同"};
constexpr Text kForeign = {
    "condition 4: a call forwarding belongs to a special facility, and its times exist",
    "条件 4：呼叫转移属于某项特殊业务，且其时间有效"};

constexpr Key kLast = ~Key{0} - 1;

bool SameButForUpdates(SubscriberHead found, SubscriberHead first) {
  const bool bit = found.bit[0] <= 1;
  found.bit[0] = first.bit[0];
  found.vlr_location = first.vlr_location;
  return bit && std::memcmp(&found, &first, sizeof found) == 0;
}

}  // namespace

Task<void> RegisterCheck::Run(Thread& thread) {
  *result_ = Consistency();
  if (population_.subscribers() <= kWhole) {
    co_await CheckAll(thread);
  } else {
    co_await CheckSome(thread);
  }
}

Task<bool> RegisterCheck::CheckAll(Thread& thread) {
  const uint32_t end = population_.subscribers() + 1;
  for (uint32_t s_id = 1; s_id < end; ++s_id) {
    const bool holds = co_await CheckSubscriber(thread, s_id);
    if (!holds) co_return false;
  }
  // No other rows may exist.
  bool holds = co_await IsEmpty(thread, {kSubscribers, 0, SubscriberKey(end), kLast}, kColumns);
  if (holds) holds = co_await IsEmpty(thread, {kSubscribers, 1, SubscriberKey(end), kLast}, kIndex);
  if (holds) holds = co_await IsEmpty(thread, {kAccessInfo, 0, TypeKey(end, 0), kLast}, kOwned);
  if (holds)
    holds = co_await IsEmpty(thread, {kSpecialFacilities, 0, TypeKey(end, 0), kLast}, kOwned);
  if (holds)
    holds =
        co_await IsEmpty(thread, {kCallForwardings, 0, ForwardingKey(end, 0, 0), kLast}, kForeign);
  co_return holds;
}

Task<bool> RegisterCheck::CheckSome(Thread& thread) {
  const uint32_t step = population_.subscribers() / (kSample / 2);
  Random random(settings_.seed);
  for (uint32_t i = 0; i < kSample / 2; ++i) {
    bool holds = co_await CheckSubscriber(thread, 1 + i * step);
    if (holds) holds = co_await CheckSubscriber(thread, Query::Draw(settings_, random).s_id);
    if (!holds) co_return false;
  }
  co_return true;
}

Task<bool> RegisterCheck::IsEmpty(Thread& thread, const KeyRange& range, const Text& condition) {
  const Status status = co_await SeekAlone(thread, range);
  if (status == Status::kNotFound) co_return true;
  if (status != Status::kOk) result_->status = status;
  co_return Expect(false, condition);
}

Task<bool> RegisterCheck::CheckSubscriber(Thread& thread, uint32_t s_id) {
  Status status = co_await ReadAlone(thread, kSubscribers, SubscriberKey(s_id));
  if (!Found(status, kColumns)) co_return false;
  const SubscriberHead first = population_.SubscriberAt(s_id);
  if (!Expect(SameButForUpdates(Load<SubscriberHead>(value_), first), kColumns)) co_return false;
  status = co_await SeekAlone(thread, {kSubscribers, 1, SubscriberKey(s_id), SubscriberKey(s_id)});
  if (!Found(status, kIndex) || !Expect(indexed_ == value_, kIndex)) co_return false;

  uint32_t access = 0, facilities = 0;
  bool holds = co_await ReadTypes(thread, kAccessInfo, s_id, &access);
  if (holds) holds = co_await ReadTypes(thread, kSpecialFacilities, s_id, &facilities);
  if (!holds) co_return false;
  const bool owned =
      access == population_.access_types(s_id) && facilities == population_.facility_types(s_id);
  if (!Expect(owned, kOwned)) co_return false;
  co_return co_await CheckForwardings(thread, s_id, facilities);
}

Task<bool> RegisterCheck::ReadTypes(Thread& thread, TableId table, uint32_t s_id, uint32_t* types) {
  const Key to = TypeKey(s_id + 1, 0) - 1;
  for (Key from = TypeKey(s_id, 0); from <= to; from = key_ + 1) {
    const Status status = co_await SeekAlone(thread, {table, 0, from, to});
    if (status == Status::kNotFound) break;
    if (!Found(status, kOwned) || !Expect(TypeOf(key_) >= 1 && TypeOf(key_) <= kTypes, kOwned))
      co_return false;
    *types |= 1u << (TypeOf(key_) - 1);
  }
  co_return true;
}

Task<bool> RegisterCheck::CheckForwardings(Thread& thread, uint32_t s_id, uint32_t types) {
  const Key to = ForwardingKey(s_id + 1, 0, 0) - 1;
  for (Key from = ForwardingKey(s_id, 0, 0); from <= to; from = key_ + 1) {
    const Status status = co_await SeekAlone(thread, {kCallForwardings, 0, from, to});
    if (status == Status::kNotFound) break;
    if (!Found(status, kForeign)) co_return false;
    const uint32_t type = TypeOf(key_ >> kTimeBits), start = StartOf(key_),
                   end = Load<ForwardingHead>(value_).end_time;
    const bool times =
        start % kHours == 0 && start < kMostHours && end >= 1 && end <= 2 * kHours + kMostHours;
    if (!Expect(times && type >= 1 && (types >> (type - 1) & 1), kForeign)) co_return false;
  }
  co_return true;
}

}  // namespace afterimage::tatp
