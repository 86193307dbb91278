// The check of a TPC-B database, which begins with balances of zero and no history. These
// conditions must always hold (clause 2.3):
//
//   1  a branch has what its tellers have together           every branch
//   2  a branch has what the history says of it              every branch
//   3  a teller has what the history says of it              every teller
//   4  an account has what the history says of it            every account that the history names
//   5  all accounts have what all branches have together     where there are at most kWholeAccounts
//
// An account may be of another branch than the teller that serves it, so a branch need not have
// what its accounts have together. In larger databases condition 4 also looks at kSample accounts,
// spread over all, that need not be in the history.
#ifndef AFTERIMAGE_WORKLOAD_TPCB_BALANCE_CHECK_H_
#define AFTERIMAGE_WORKLOAD_TPCB_BALANCE_CHECK_H_

#include "base/flat_map.h"
#include "workload/check_reader.h"
#include "workload/tpcb/rows.h"

namespace afterimage::tpcb {

class BalanceCheck final : private CheckReader {
 public:
  static constexpr uint64_t kWholeAccounts = 20000;
  static constexpr uint32_t kSample = 100;

  BalanceCheck(Arena& arena, const Scale& scale, StorageEngine& engine, Consistency* result)
      : CheckReader(engine, result),
        scale_(scale),
        branches_(arena),
        tellers_(arena),
        accounts_(arena) {}

  // Runs the check, until the first condition that does not hold.
  Task<void> Run(Thread& thread);

 private:
  struct Sum {
    int64_t deltas = 0;
    bool compared = false;
  };
  Task<bool> AddHistory(Thread& thread);
  Task<bool> CheckBranch(Thread& thread, uint32_t b);
  Task<bool> CheckNamedAccounts(Thread& thread);
  Task<bool> CheckAccounts(Thread& thread, uint64_t step);
  Task<bool> CheckAccount(Thread& thread, Key account);
  // The balance of a record, or false where it is missing.
  Task<bool> ReadBalance(Thread& thread, TableId table, Key key, int64_t* balance);

  const Scale& scale_;
  FlatMap<Sum> branches_;
  FlatMap<Sum> tellers_;
  FlatMap<Sum> accounts_;
  int64_t in_branches_ = 0;
  int64_t in_accounts_ = 0;
};

}  // namespace afterimage::tpcb

#endif  // AFTERIMAGE_WORKLOAD_TPCB_BALANCE_CHECK_H_
