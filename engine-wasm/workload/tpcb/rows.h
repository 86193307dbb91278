// The four tables of TPC-B (clause 3.2). A value is a head of fixed columns and then letters; with
// its key a row of branches, tellers or accounts takes 104 bytes and one of the history 56, where
// the standard asks for at least 100 and 50. What the key says is not in the value again.
//
// Keys, columns from the most significant bit down:
//
//   branch 12                    branch 12 | teller 4
//   branch 12 | account 17       client 16 | attempt 32 (history)
#ifndef AFTERIMAGE_WORKLOAD_TPCB_ROWS_H_
#define AFTERIMAGE_WORKLOAD_TPCB_ROWS_H_

#include "db/schema.h"
#include "workload/row_bytes.h"

namespace afterimage::tpcb {

enum Table : TableId { kBranches, kTellers, kAccounts, kHistory, kTables };

// The standard fixes all but the branches; fewer accounts are for lectures and tests.
struct Scale {
  static constexpr uint32_t kMaxBranches = 4000;
  static constexpr uint32_t kTellers = 10;
  static constexpr uint32_t kMaxAccounts = 100000;

  uint32_t branches = 1;
  uint32_t accounts = kMaxAccounts;  // of a branch
  uint32_t queried = 0;              // branches that clients ask for, from the first; 0 all

  uint32_t queried_branches() const { return queried == 0 ? branches : queried; }
};

inline constexpr uint32_t kTellerBits = 4;
inline constexpr uint32_t kAccountBits = 17;

// Numbers count from 1.
constexpr Key BranchKey(uint32_t b) { return b; }
constexpr Key TellerKey(uint32_t b, uint32_t t) { return Key{b} << kTellerBits | t; }
constexpr Key AccountKey(uint32_t b, uint32_t a) { return Key{b} << kAccountBits | a; }
// History has no primary key: a client appends one in an attempt.
constexpr Key HistoryKey(uint32_t client, uint32_t attempt) { return Key{client} << 32 | attempt; }

// The head of a value in branches, tellers and accounts.
struct BalanceHead {
  int64_t balance;
};

struct HistoryHead {
  int64_t delta;
  int64_t date;  // virtual ns
  uint32_t branch;
  uint32_t account_branch;
  uint32_t account;
  uint32_t teller;
};

inline constexpr uint32_t kBalanceRowBytes = 96;
inline constexpr uint32_t kHistoryRowBytes = 48;

}  // namespace afterimage::tpcb

#endif  // AFTERIMAGE_WORKLOAD_TPCB_ROWS_H_
