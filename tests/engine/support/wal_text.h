// Lines as pg_waldump prints them, for tests.
#ifndef AFTERIMAGE_TESTS_SUPPORT_WAL_TEXT_H_
#define AFTERIMAGE_TESTS_SUPPORT_WAL_TEXT_H_

#include <string>

#include "base/random.h"

namespace afterimage::testing_support {

inline std::string WalRecord(const std::string& manager, uint32_t bytes, uint32_t xid,
                             const std::string& description) {
  const std::string length = std::to_string(bytes);
  return "rmgr: " + manager + "        len (rec/tot):    " + length + "/   " + length +
         ", tx:        " + std::to_string(xid) +
         ", lsn: 0/04A6E0F0, prev 0/04A6E0B8, desc: " + description + "\n";
}
inline std::string WalBlockAt(uint32_t relation, uint32_t block, uint32_t number = 0) {
  return ", blkref #" + std::to_string(number) + ": rel 1663/5/" + std::to_string(relation) +
         " blk " + std::to_string(block);
}
inline std::string WalInsert(uint32_t xid, uint32_t relation, uint32_t offset,
                             uint32_t tuple = 40) {
  return WalRecord(
      "Heap", 54 + tuple, xid,
      "INSERT off " + std::to_string(offset) + " flags 0x00" + WalBlockAt(relation, 0));
}
inline std::string WalUpdate(uint32_t xid, uint32_t relation, uint32_t from, uint32_t to,
                             uint32_t changed = 10) {
  return WalRecord("Heap", 65 + changed, xid,
                   "HOT_UPDATE off " + std::to_string(from) + " xmax 1 flags 0x20 ; new off " +
                       std::to_string(to) + " xmax 0" + WalBlockAt(relation, 0));
}
inline std::string WalDelete(uint32_t xid, uint32_t relation, uint32_t offset) {
  return WalRecord("Heap", 54, xid,
                   "DELETE off " + std::to_string(offset) + " flags 0x00 KEYS_UPDATED" +
                       WalBlockAt(relation, 0));
}
inline std::string WalEnd(uint32_t xid, const std::string& how = "COMMIT") {
  return WalRecord("Transaction", 34, xid, how + " 2026-11-21 10:18:46.014779 UTC");
}

// So many transactions that change, insert and erase a few rows of two tables, three at a time; one
// in seven is rolled back. The others leave a changed row alone until its transaction has ended.
inline std::string RandomWal(uint32_t transactions, uint64_t seed) {
  Random random(seed);
  std::string text;
  uint32_t place[12], owner[12] = {}, next = 100;  // of rows of table 7
  for (uint32_t i = 0; i < 12; ++i) place[i] = i + 1;
  uint32_t xids[3] = {1, 2, 3}, newest = 3, ended = 0;
  while (ended < transactions) {
    uint32_t& xid = xids[random.Below(3)];
    const uint32_t row = random.Below(12), what = random.Below(10);
    if (what < 4 && (owner[row] == 0 || owner[row] == xid)) {
      text += WalUpdate(xid, 7, place[row], next);
      place[row] = next++;
      owner[row] = xid;
    } else if (what < 7) {
      text += WalInsert(xid, 8, next);
      if (random.Chance(30)) text += WalDelete(xid, 8, next);
      ++next;
    } else {
      const bool aborts = random.Below(7) == 0;
      text += WalEnd(xid, aborts ? "ABORT" : "COMMIT");
      ended += !aborts;
      for (uint32_t& holder : owner) {
        if (holder == xid) holder = 0;
      }
      xid = ++newest;
    }
  }
  return text;
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_WAL_TEXT_H_
