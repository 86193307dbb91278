#include "workload/inserts/insert_client.h"

namespace afterimage::inserts {
namespace {

enum : uint16_t { kBegin, kWrite, kCommit, kCount };

constexpr Text kInsertTexts[kCount] = {
    {"begin", "开始事务"}, {"insert a record", "插入一条记录"}, {"commit", "提交"}};
constexpr Text kUpdateTexts[kCount] = {
    {"begin", "开始事务"}, {"change a record", "修改一条记录"}, {"commit", "提交"}};

constexpr Text kParts = {"a client's records are those of its first transactions, each whole",
                         "客户端的记录恰为其前若干个完整事务所写"};

}  // namespace

const StatementList kInsertStatements = {kInsertTexts, kCount};
const StatementList kUpdateStatements = {kUpdateTexts, kCount};

Task<Status> InsertClient::Program(Thread& thread, uint32_t) {
  const uint64_t first = transactions_ * shape_.operations;
  for (uint64_t operation = first; operation < first + shape_.operations; ++operation) {
    co_await Statement(thread, kWrite);
    thread.Charge(Category::kLogic, compute_ns_);
    const uint64_t record = shape_.RecordOf(operation);
    const TableId table = shape_.TableOf(record);
    value_.size = shape_.value_bytes(table);
    shape_.PutValue(number_, record, transactions_ + 1, 0, value_.size, value_.bytes);
    const Key key = shape_.KeyOf(number_, record);
    Status status = Status::kOk;
    if (shape_.updates) {
      status = co_await Update(thread, table, key, value_);
    } else {
      status = co_await Insert(thread, table, key, value_);
    }
    if (status != Status::kOk) co_return status;
  }
  co_return Status::kOk;
}

Task<void> InsertCheck::Run(Thread& thread) {
  *result_ = Consistency();
  Found* found = thread.arena().NewArray<Found>(shape_.clients);
  const bool read = co_await Survey(thread, found);
  if (!read) co_return;
  for (uint32_t client = 0; client < shape_.clients; ++client) {
    const bool holds = co_await CheckClient(thread, client, found[client]);
    if (!holds) co_return;
  }
}

Task<bool> InsertCheck::Survey(Thread& thread, Found* found) {
  for (uint32_t table = 0; table < shape_.tables(); ++table) {
    for (Key from = 0;; from = key_ + 1) {
      const Status status =
          co_await SeekAlone(thread, {static_cast<TableId>(table), 0, from, ~Key{0}});
      if (status == Status::kNotFound) break;
      if (!CheckReader::Found(status, kParts)) co_return false;
      const uint32_t client = shape_.ClientOf(key_);
      if (!Expect(client < shape_.clients, kParts)) co_return false;
      if (VersionOf(value_) > found[client].newest) found[client].newest = VersionOf(value_);
      ++found[client].records;
      if (key_ == ~Key{0}) break;
    }
  }
  co_return true;
}

Task<bool> InsertCheck::CheckClient(Thread& thread, uint32_t client, Found found) {
  const uint64_t expected = shape_.updates ? shape_.records : found.newest * shape_.operations;
  if (!Expect(found.records == expected, kParts)) co_return false;
  for (uint64_t record = 0; record < expected; ++record) {
    const bool holds = co_await CheckRecord(thread, client, record, found.newest);
    if (!holds) co_return false;
  }
  co_return true;
}

Task<bool> InsertCheck::CheckRecord(Thread& thread, uint32_t client, uint64_t record,
                                    uint64_t newest) {
  const TableId table = shape_.TableOf(record);
  const Status status = co_await ReadAlone(thread, table, shape_.KeyOf(client, record));
  if (!CheckReader::Found(status, kParts)) co_return false;
  const uint64_t version = shape_.VersionAfter(newest, record);
  indexed_.size = shape_.value_bytes(table);
  shape_.PutValue(client, record, version, 0, indexed_.size, indexed_.bytes);
  co_return Expect(value_ == indexed_, kParts);
}

}  // namespace afterimage::inserts
