#include "workload/tatp/handset.h"

namespace afterimage::tatp {
namespace {

constexpr Text kBegin = {"begin", "开始事务"};
constexpr Text kCommit = {"commit; roll back where it was not found", "提交；未找到则回滚"};
constexpr Text kByNumber = {"find the subscriber by telephone number", "按电话号码查找用户"};

constexpr Text kSubscriberTexts[] = {kBegin, {"read the subscriber", "读用户"}, {"commit", "提交"}};
constexpr Text kDestinationTexts[] = {
    kBegin,
    {"read the special facility: is it active?", "读特殊业务：是否启用"},
    {"for each call forwarding of that time: read it", "读该时段的每条呼叫转移"},
    kCommit};
constexpr Text kAccessTexts[] = {kBegin, {"read the access info", "读接入信息"}, kCommit};
constexpr Text kUpdateTexts[] = {kBegin,
                                 {"set a bit of the subscriber", "设置用户的一个位"},
                                 {"set a number of the special facility", "设置特殊业务的一个数"},
                                 kCommit};
constexpr Text kLocationTexts[] = {
    kBegin, kByNumber, {"set its location", "设置其位置"}, {"commit", "提交"}};
constexpr Text kInsertTexts[] = {
    kBegin,
    kByNumber,
    {"for each special facility of it: read the type", "读其每项特殊业务的类型"},
    {"insert the call forwarding", "插入呼叫转移"},
    kCommit};
constexpr Text kDeleteTexts[] = {
    kBegin, kByNumber, {"erase the call forwarding", "删除呼叫转移"}, kCommit};

template <uint16_t N>
constexpr StatementList ListOf(const Text (&texts)[N]) {
  return {texts, N};
}
constexpr StatementList kLists[kKinds] = {
    ListOf(kSubscriberTexts), ListOf(kDestinationTexts), ListOf(kAccessTexts), ListOf(kUpdateTexts),
    ListOf(kLocationTexts),   ListOf(kInsertTexts),      ListOf(kDeleteTexts)};

// Returns A of NURand(A, 1, subscribers).
constexpr uint32_t SkewOf(uint32_t subscribers) {
  return subscribers <= 1'000'000 ? 65535 : subscribers <= 10'000'000 ? 1048575 : 2097151;
}

}  // namespace

const StatementList& StatementsOf(uint32_t kind) { return kLists[kind]; }

Query Query::Draw(const Settings& settings, Random& random) {
  const uint32_t range = settings.queried == 0 ? settings.subscribers : settings.queried;
  const uint32_t few = settings.uniform ? 0 : random.Below(SkewOf(range) + 1);
  Query query;
  query.s_id = (few | (1 + random.Below(range))) % range + 1;
  query.type = 1 + random.Below(kTypes);
  query.start = kHours * random.Below(kStarts);
  query.end = 1 + random.Below(kMostHours);
  query.bit = random.Below(2);
  query.data_a = random.Below(256);
  query.location = static_cast<uint32_t>(random.Next());
  query.numberx = 1 + random.Below(settings.subscribers);
  return query;
}

Task<Status> Handset::Program(Thread& thread, uint32_t kind) {
  switch (kind) {
    case kGetSubscriberData: return GetSubscriberData(thread);
    case kGetNewDestination: return GetNewDestination(thread);
    case kGetAccessData: return GetAccessData(thread);
    case kUpdateSubscriberData: return UpdateSubscriberData(thread);
    case kUpdateLocation: return UpdateLocation(thread);
    case kInsertCallForwarding: return InsertCallForwarding(thread);
    default: return DeleteCallForwarding(thread);
  }
}

Task<Status> Handset::GetSubscriberData(Thread& thread) {
  co_await Statement(thread, 1);
  co_return co_await Read(thread, kSubscribers, SubscriberKey(query_.s_id), LockMode::kShared);
}

Task<Status> Handset::GetNewDestination(Thread& thread) {
  co_await Statement(thread, 1);
  Status status = co_await Read(thread, kSpecialFacilities, TypeKey(query_.s_id, query_.type),
                                LockMode::kShared);
  if (status != Status::kOk) co_return InVain(status);
  if (!Load<FacilityHead>(value_).is_active) co_return InVain(Status::kNotFound);
  bool found = false;
  const Key to = ForwardingKey(query_.s_id, query_.type, query_.start);
  for (Key from = ForwardingKey(query_.s_id, query_.type, 0); from <= to; from = key_ + 1) {
    co_await Statement(thread, 2);
    status = co_await Seek(thread, {kCallForwardings, 0, from, to}, LockMode::kShared);
    if (status == Status::kNotFound) break;
    if (status != Status::kOk) co_return status;
    found = found || query_.end < Load<ForwardingHead>(value_).end_time;
  }
  co_return found ? Status::kOk : InVain(Status::kNotFound);
}

Task<Status> Handset::GetAccessData(Thread& thread) {
  co_await Statement(thread, 1);
  const Status status =
      co_await Read(thread, kAccessInfo, TypeKey(query_.s_id, query_.type), LockMode::kShared);
  co_return InVain(status);
}

Task<Status> Handset::UpdateSubscriberData(Thread& thread) {
  co_await Statement(thread, 1);
  Status status =
      co_await Read(thread, kSubscribers, SubscriberKey(query_.s_id), LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  auto subscriber = Load<SubscriberHead>(value_);
  subscriber.bit[0] = static_cast<uint8_t>(query_.bit);
  Store(subscriber, &value_);
  status = co_await Update(thread, kSubscribers, SubscriberKey(query_.s_id), value_);
  if (status != Status::kOk) co_return status;
  co_await Statement(thread, 2);
  const Key key = TypeKey(query_.s_id, query_.type);
  status = co_await Read(thread, kSpecialFacilities, key, LockMode::kExclusive);
  if (status != Status::kOk) co_return InVain(status);
  auto facility = Load<FacilityHead>(value_);
  facility.data_a = static_cast<uint8_t>(query_.data_a);
  Store(facility, &value_);
  co_return co_await Update(thread, kSpecialFacilities, key, value_);
}

Task<Status> Handset::FindByNumber(Thread& thread, LockMode mode) {
  char sub_nbr[kDigits];
  PutDigits(query_.s_id, sub_nbr);
  const Key number = NumberOf(sub_nbr);
  co_await Statement(thread, 1);
  co_return co_await Seek(thread, {kSubscribers, 1, number, number}, mode);
}

Task<Status> Handset::UpdateLocation(Thread& thread) {
  const Status status = co_await FindByNumber(thread, LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  co_await Statement(thread, 2);
  auto subscriber = Load<SubscriberHead>(value_);
  subscriber.vlr_location = query_.location;
  Store(subscriber, &value_);
  co_return co_await Update(thread, kSubscribers, SubscriberKey(subscriber.s_id), value_);
}

Task<Status> Handset::InsertCallForwarding(Thread& thread) {
  Status status = co_await FindByNumber(thread, LockMode::kShared);
  if (status != Status::kOk) co_return status;
  const uint32_t s_id = Load<SubscriberHead>(value_).s_id;
  bool has_facility = false;
  const Key to = TypeKey(s_id, kTypes);
  for (Key from = TypeKey(s_id, 1); from <= to; from = key_ + 1) {
    co_await Statement(thread, 2);
    status = co_await Seek(thread, {kSpecialFacilities, 0, from, to}, LockMode::kShared);
    if (status == Status::kNotFound) break;
    if (status != Status::kOk) co_return status;
    has_facility = has_facility || TypeOf(key_) == query_.type;
  }
  // The foreign key.
  if (!has_facility) co_return InVain(Status::kNotFound);
  co_await Statement(thread, 3);
  ForwardingHead head = {};
  head.end_time = static_cast<uint8_t>(query_.end);
  PutDigits(query_.numberx, head.numberx);
  value_.size = sizeof head;
  Store(head, &value_);
  status = co_await Insert(thread, kCallForwardings, ForwardingKey(s_id, query_.type, query_.start),
                           value_);
  co_return InVain(status);
}

Task<Status> Handset::DeleteCallForwarding(Thread& thread) {
  Status status = co_await FindByNumber(thread, LockMode::kShared);
  if (status != Status::kOk) co_return status;
  co_await Statement(thread, 2);
  const uint32_t s_id = Load<SubscriberHead>(value_).s_id;
  status = co_await Erase(thread, kCallForwardings, ForwardingKey(s_id, query_.type, query_.start));
  co_return InVain(status);
}

}  // namespace afterimage::tatp
