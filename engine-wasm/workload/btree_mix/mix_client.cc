#include "workload/btree_mix/mix_client.h"

#include "workload/row_bytes.h"

namespace afterimage::btree_mix {
namespace {

enum : uint16_t { kBegin, kLookUp, kInsert, kErase, kEnd, kCount };

constexpr Text kCommitting[kCount] = {{"begin", "开始事务"},
                                      {"look up a record", "查找一条记录"},
                                      {"insert a record", "插入一条记录"},
                                      {"erase a record", "删除一条记录"},
                                      {"commit", "提交"}};
constexpr Text kRollingBack[kCount] = {kCommitting[kBegin],
                                       kCommitting[kLookUp],
                                       kCommitting[kInsert],
                                       kCommitting[kErase],
                                       {"roll back", "回滚"}};
constexpr StatementList kLists[] = {{kCommitting, kCount}, {kRollingBack, kCount}};

constexpr Text kParts = {
    "a client's records are those that its first transactions leave, each whole",
    "客户端的记录恰为其前若干个完整事务所留下"};

constexpr uint64_t kAbsent = ~uint64_t{0};

// The number of a client's last insertions that cannot all be gone, except with a negligible
// probability: a deletion takes each existing record with the same probability.
constexpr uint32_t kMostUnseen = 64;

}  // namespace

const StatementList& StatementsOf(uint32_t kind) { return kLists[kind]; }

Task<Status> MixClient::Program(Thread& thread, uint32_t kind) {
  history_.TakeBack();
  value_.size = shape_.bytes;
  const uint64_t salt = kind == kRollsBack ? thread.txn() : 0;
  for (uint64_t number = operations_; number < operations_ + shape_.operations; ++number) {
    const MixOperation operation = history_.Next(number, salt);
    Status status = Status::kOk;
    if (operation.look_up != MixOperation::kNone) {
      co_await Statement(thread, kLookUp);
      const Key key = shape_.KeyOf(number_, operation.look_up);
      status = co_await Read(thread, 0, key, LockMode::kShared);
    }
    if (operation.insert != MixOperation::kNone) {
      co_await Statement(thread, kInsert);
      const Key key = shape_.KeyOf(number_, operation.insert);
      shape_.PutValue(key, number + 1, 0, shape_.bytes, value_.bytes);
      status = co_await Insert(thread, 0, key, value_);
    }
    if (status == Status::kOk && operation.erase != MixOperation::kNone) {
      co_await Statement(thread, kErase);
      status = co_await Erase(thread, 0, shape_.KeyOf(number_, operation.erase));
    }
    if (status != Status::kOk) co_return status;
  }
  if (kind == kCommits) co_return Status::kOk;
  unwanted_ = true;
  co_return Status::kNotFound;
}

Task<void> MixCheck::Run(Thread& thread) {
  *result_ = Consistency();
  found_.assign(shape_.keys(), kAbsent);
  expected_.assign(shape_.keys(), kAbsent);
  const bool holds = co_await Survey(thread);
  if (!holds) co_return;
  for (uint32_t client = 0; client < shape_.clients; ++client) {
    if (!Expect(AllThere(client), kParts)) co_return;
  }
}

Task<bool> MixCheck::Survey(Thread& thread) {
  for (Key from = 0;; from = key_ + 1) {
    const Status status = co_await SeekAlone(thread, {0, 0, from, ~Key{0}});
    if (status == Status::kNotFound) co_return true;
    if (!Found(status, kParts) || !Expect(key_ < shape_.keys(), kParts)) co_return false;
    const uint64_t number = MixShape::NumberIn(Load<uint64_t>(value_));
    indexed_.size = shape_.bytes;
    shape_.PutValue(key_, number, 0, shape_.bytes, indexed_.bytes);
    if (!Expect(value_ == indexed_, kParts)) co_return false;
    found_[key_] = number;
  }
}

bool MixCheck::AllThere(uint32_t client) {
  MixHistory history(shape_, client, arena_);
  uint64_t newest = 0;
  different_ = 0;
  for (uint32_t slot = 0; slot < shape_.SlotsOf(client); ++slot) {
    const Key key = shape_.KeyOf(client, slot);
    if (found_[key] != kAbsent) newest = std::max(newest, found_[key]);
    different_ += found_[key] != kAbsent;
    if (history.there(slot)) Set(key, 0);
  }
  uint32_t unseen = 0;
  for (uint64_t first = 0;; first += shape_.operations) {
    if (first >= newest && different_ == 0) return true;
    if (unseen > kMostUnseen || shape_.UpdatePercent(client) == 0) return false;
    unseen += Pass(history, client, first, newest);
  }
}

uint32_t MixCheck::Pass(MixHistory& history, uint32_t client, uint64_t first, uint64_t newest) {
  uint32_t unseen = 0;
  for (uint64_t number = first; number < first + shape_.operations; ++number) {
    const MixOperation operation = history.Next(number);
    if (operation.insert != MixOperation::kNone) {
      Set(shape_.KeyOf(client, operation.insert), number + 1);
      unseen += number + 1 > newest;
    }
    if (operation.erase != MixOperation::kNone) Set(shape_.KeyOf(client, operation.erase), kAbsent);
  }
  history.Keep();
  return unseen;
}

void MixCheck::Set(Key key, uint64_t number) {
  different_ -= expected_[key] != found_[key];
  expected_[key] = number;
  different_ += expected_[key] != found_[key];
}

}  // namespace afterimage::btree_mix
