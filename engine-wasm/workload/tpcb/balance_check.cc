#include "workload/tpcb/balance_check.h"

namespace afterimage::tpcb {
namespace {

constexpr Text kRows = {"a branch, teller or account is missing", "缺少支行、柜员或账户"};
constexpr Text kTellerSum = {"condition 1: a branch has what its tellers have together",
                             "条件 1：支行余额等于其柜员余额之和"};
constexpr Text kBranchSum = {"condition 2: a branch has what the history says of it",
                             "条件 2：支行余额等于历史中该支行的变动之和"};
constexpr Text kTellerHistory = {"condition 3: a teller has what the history says of it",
                                 "条件 3：柜员余额等于历史中该柜员的变动之和"};
constexpr Text kAccountHistory = {"condition 4: an account has what the history says of it",
                                  "条件 4：账户余额等于历史中该账户的变动之和"};
constexpr Text kAllSum = {"condition 5: all accounts have what all branches have together",
                          "条件 5：所有账户余额之和等于所有支行余额之和"};

constexpr KeyRange HistoryFrom(Key from) { return {kHistory, 0, from, ~Key{0} - 1}; }

}  // namespace

Task<void> BalanceCheck::Run(Thread& thread) {
  *result_ = Consistency();
  bool holds = co_await AddHistory(thread);
  for (uint32_t b = 1; holds && b <= scale_.branches; ++b) holds = co_await CheckBranch(thread, b);
  if (!holds) co_return;
  const uint64_t all = uint64_t{scale_.branches} * scale_.accounts;
  if (all <= kWholeAccounts) {
    holds = co_await CheckAccounts(thread, 1);
    if (holds) Expect(in_accounts_ == in_branches_, kAllSum);
    co_return;
  }
  holds = co_await CheckNamedAccounts(thread);
  if (holds) co_await CheckAccounts(thread, all / kSample);
}

Task<bool> BalanceCheck::AddHistory(Thread& thread) {
  for (Key from = 0;; from = key_ + 1) {
    const Status status = co_await SeekAlone(thread, HistoryFrom(from));
    if (status == Status::kNotFound) co_return true;
    if (!Found(status, kBranchSum)) co_return false;
    const auto row = Load<HistoryHead>(value_);
    branches_[row.branch].deltas += row.delta;
    tellers_[TellerKey(row.branch, row.teller)].deltas += row.delta;
    accounts_[AccountKey(row.account_branch, row.account)].deltas += row.delta;
  }
}

Task<bool> BalanceCheck::ReadBalance(Thread& thread, TableId table, Key key, int64_t* balance) {
  const Status status = co_await ReadAlone(thread, table, key);
  *balance = Load<BalanceHead>(value_).balance;
  co_return Found(status, kRows);
}

Task<bool> BalanceCheck::CheckBranch(Thread& thread, uint32_t b) {
  int64_t balance = 0;
  bool found = co_await ReadBalance(thread, kBranches, BranchKey(b), &balance);
  if (!found || !Expect(balance == branches_[b].deltas, kBranchSum)) co_return false;
  in_branches_ += balance;
  for (uint32_t t = 1; t <= Scale::kTellers; ++t) {
    int64_t part = 0;
    found = co_await ReadBalance(thread, kTellers, TellerKey(b, t), &part);
    if (!found || !Expect(part == tellers_[TellerKey(b, t)].deltas, kTellerHistory))
      co_return false;
    balance -= part;
  }
  co_return Expect(balance == 0, kTellerSum);
}

// The accounts come in the order of the history: the map has no order.
Task<bool> BalanceCheck::CheckNamedAccounts(Thread& thread) {
  for (Key from = 0;;) {
    const Status status = co_await SeekAlone(thread, HistoryFrom(from));
    if (status == Status::kNotFound) co_return true;
    if (!Found(status, kBranchSum)) co_return false;
    from = key_ + 1;
    const auto row = Load<HistoryHead>(value_);
    const Key account = AccountKey(row.account_branch, row.account);
    Sum& sum = accounts_[account];
    if (sum.compared) continue;
    sum.compared = true;
    const bool holds = co_await CheckAccount(thread, account);
    if (!holds) co_return false;
  }
}

Task<bool> BalanceCheck::CheckAccounts(Thread& thread, uint64_t step) {
  const uint64_t all = uint64_t{scale_.branches} * scale_.accounts;
  for (uint64_t row = 0; row < all; row += step) {
    const auto branch = static_cast<uint32_t>(row / scale_.accounts),
               account = static_cast<uint32_t>(row % scale_.accounts);
    const bool holds = co_await CheckAccount(thread, AccountKey(branch + 1, account + 1));
    if (!holds) co_return false;
  }
  co_return true;
}

Task<bool> BalanceCheck::CheckAccount(Thread& thread, Key account) {
  int64_t balance = 0;
  const bool found = co_await ReadBalance(thread, kAccounts, account, &balance);
  in_accounts_ += balance;
  const Sum* sum = accounts_.Find(account);
  co_return found&& Expect(balance == (sum ? sum->deltas : 0), kAccountHistory);
}

}  // namespace afterimage::tpcb
