#include "workload/ycsb/request_client.h"

#include <algorithm>

namespace afterimage::ycsb {
namespace {

enum : uint16_t { kBegin, kReading, kUpdating, kInserting, kScanning, kCommit, kCount };

constexpr Text kTexts[kCount] = {{"begin", "开始事务"},
                                 {"read a record", "读一条记录"},
                                 {"update a field", "更新一个字段"},
                                 {"insert a record", "插入一条记录"},
                                 {"scan records", "扫描若干记录"},
                                 {"commit", "提交"}};

}  // namespace

const StatementList kOperationStatements = {kTexts, kCount};

uint64_t Insertions::Acknowledged() const {
  return std::min(next_, *std::min_element(taken_.begin(), taken_.end()));
}

void RequestClient::Draw(uint32_t) {
  if (committed_) {
    if (request_.operation == Operation::kInsert) insertions_.Acknowledge(number_);
    ++operation_;
    committed_ = false;
  }
  request_ = requests_.Of(number_, operation_, insertions_.Acknowledged());
  if (request_.operation == Operation::kInsert) request_.record = insertions_.Take(number_);
}

Task<Status> RequestClient::Program(Thread& thread, uint32_t) {
  switch (request_.operation) {
    case Operation::kRead:
      co_await Statement(thread, kReading);
      co_return co_await Read(thread, 0, shape_.KeyOf(request_.record), LockMode::kShared);
    case Operation::kUpdate: co_return co_await Change(thread);
    case Operation::kInsert: co_return co_await InsertRecord(thread);
    case Operation::kScan: co_return co_await Scan(thread);
    case Operation::kModify: co_return co_await Modify(thread);
  }
  co_return Status::kOk;
}

// The field that is replaced is within a value, so the record is looked up for it.
Task<Status> RequestClient::Change(Thread& thread) {
  co_await Statement(thread, kUpdating);
  const Key key = shape_.KeyOf(request_.record);
  const Status found = co_await Read(thread, 0, key, LockMode::kExclusive);
  if (found != Status::kOk) co_return found;
  const uint32_t version = StampOf(shape_, value_, request_.field).version;
  SetField(shape_, key, request_.field, {operation_, version + 1, number_}, &value_);
  co_return co_await Update(thread, 0, key, value_);
}

// As in YCSB two calls, which look for the record twice. The first locks it for the second: two
// clients who had both read it could not go on.
Task<Status> RequestClient::Modify(Thread& thread) {
  co_await Statement(thread, kReading);
  const Key key = shape_.KeyOf(request_.record);
  const Status found = co_await Read(thread, 0, key, LockMode::kExclusive);
  if (found != Status::kOk) co_return found;
  co_return co_await Change(thread);
}

Task<Status> RequestClient::InsertRecord(Thread& thread) {
  co_await Statement(thread, kInserting);
  const Key key = shape_.KeyOf(request_.record);
  value_.size = shape_.bytes();
  for (uint32_t field = 0; field < YcsbShape::kFields; ++field)
    SetField(shape_, key, field, {operation_, 0, number_}, &value_);
  co_return co_await Insert(thread, 0, key, value_);
}

Task<Status> RequestClient::Scan(Thread& thread) {
  co_await Statement(thread, kScanning);
  Key from = shape_.KeyOf(request_.record);
  for (uint32_t i = 0; i < request_.length; ++i) {
    const Status status = co_await Seek(thread, {0, 0, from, ~Key{0}}, LockMode::kShared);
    if (status == Status::kNotFound) break;
    if (status != Status::kOk) co_return status;
    from = key_ + 1;
  }
  co_return Status::kOk;
}

}  // namespace afterimage::ycsb
