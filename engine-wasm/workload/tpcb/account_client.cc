#include "workload/tpcb/account_client.h"

namespace afterimage::tpcb {
namespace {

enum : uint16_t { kBegin, kAccount, kInsert, kTeller, kBranch, kCommit, kCount };

constexpr Text kTexts[kCount] = {
    {"begin", "开始事务"},
    {"add the amount to the account", "将金额计入账户"},
    {"insert the change into the history", "将变动插入历史"},
    {"add the amount to the teller", "将金额计入柜员"},
    {"add the amount to the branch", "将金额计入支行"},
    {"commit", "提交"},
};

constexpr uint32_t kMostDelta = 999999;

}  // namespace

const StatementList kAccountUpdate = {kTexts, kCount};

Request Request::Draw(const Settings& settings, Random& random) {
  const Scale& scale = settings.scale;
  Request request;
  const uint32_t branches = scale.queried_branches();
  const uint32_t teller = random.Below(branches * Scale::kTellers);
  request.branch = request.account_branch = teller / Scale::kTellers + 1;
  request.teller = teller % Scale::kTellers + 1;
  if (!random.Chance(settings.local_percent) && branches > 1) {  // any branch but the teller's
    const uint32_t other = 1 + random.Below(branches - 1);
    request.account_branch = other < request.branch ? other : other + 1;
  }
  request.account = 1 + random.Below(scale.accounts);
  request.delta = random.Between(-int64_t{kMostDelta}, kMostDelta);
  return request;
}

Task<Status> AccountClient::Program(Thread& thread, uint32_t) {
  co_await Statement(thread, kAccount);
  Status status =
      co_await Add(thread, kAccounts, AccountKey(request_.account_branch, request_.account));
  if (status != Status::kOk) co_return status;
  co_await Statement(thread, kInsert);
  status = co_await Remember(thread);
  if (status != Status::kOk) co_return status;
  co_await Statement(thread, kTeller);
  status = co_await Add(thread, kTellers, TellerKey(request_.branch, request_.teller));
  if (status != Status::kOk) co_return status;
  co_await Statement(thread, kBranch);
  co_return co_await Add(thread, kBranches, BranchKey(request_.branch));
}

Task<Status> AccountClient::Add(Thread& thread, TableId table, Key key) {
  const Status status = co_await Read(thread, table, key, LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  auto head = Load<BalanceHead>(value_);
  head.balance += request_.delta;
  Store(head, &value_);
  co_return co_await Update(thread, table, key, value_);
}

Task<Status> AccountClient::Remember(Thread& thread) {
  const HistoryHead head{request_.delta,   static_cast<int64_t>(thread.now()),
                         request_.branch,  request_.account_branch,
                         request_.account, request_.teller};
  value_.size = kHistoryRowBytes;
  PutRow(&head, sizeof head, txn_->id, 0, value_.size, value_.bytes);
  co_return co_await Insert(thread, kHistory, HistoryKey(number_, txn_->id), value_);
}

}  // namespace afterimage::tpcb
