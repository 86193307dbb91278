#include "workload/updates/update_client.h"

#include "workload/row_bytes.h"

namespace afterimage::updates {
namespace {

enum : uint16_t { kBegin, kUpdate, kCommit, kCount };

constexpr Text kTexts[kCount] = {
    {"begin", "开始事务"}, {"change a word", "修改一个字"}, {"commit", "提交"}};

constexpr Text kParts = {
    "a client's words are what its first transactions made of them, each whole",
    "客户端的各字恰为其前若干个完整事务所写"};

}  // namespace

const StatementList kStatements = {kTexts, kCount};

Task<Status> UpdateClient::Program(Thread& thread, uint32_t) {
  value_.size = sizeof(uint64_t);
  for (uint64_t update = updates_; update < updates_ + shape_.operations; ++update) {
    co_await Statement(thread, kUpdate);
    thread.Charge(Category::kLogic, compute_ns_);
    Store(shape_.ValueOf(number_, update), &value_);
    const Key word = shape_.WordOf(number_, update);
    const Status status = co_await Update(thread, 0, word, value_);
    if (status != Status::kOk) co_return status;
  }
  co_return Status::kOk;
}

Task<void> UpdateCheck::Run(Thread& thread) {
  *result_ = Consistency();
  for (uint32_t client = 0; client < shape_.clients; ++client) {
    const bool holds = co_await Survey(thread, client);
    if (!holds || !Expect(AllThere(client), kParts)) co_return;
  }
}

Task<bool> UpdateCheck::Survey(Thread& thread, uint32_t client) {
  found_.clear();
  for (uint64_t word = shape_.ShareOf(client); word < shape_.ShareOf(client + 1); ++word) {
    const Status status = co_await ReadAlone(thread, 0, word);
    if (!Found(status, kParts)) co_return false;
    const auto value = Load<uint64_t>(value_);
    if (!Expect(shape_.MayHold(client, word, value), kParts)) co_return false;
    found_.push_back(UpdateShape::UpdatesUpTo(value));
  }
  co_return true;
}

// The last update of a transaction is in its word until a later one is there. So the newest that is
// found is the last of the last transaction, and each word has the last of its own up to there.
bool UpdateCheck::AllThere(uint32_t client) {
  uint64_t updates = 0;
  for (const uint64_t each : found_) updates = std::max(updates, each);
  if (updates % shape_.operations != 0) return false;
  const uint64_t first = shape_.ShareOf(client);
  expected_.assign(found_.size(), 0);
  for (uint64_t update = 0; update < updates; ++update)
    expected_[shape_.WordOf(client, update) - first] = update + 1;
  return expected_ == found_;
}

}  // namespace afterimage::updates
