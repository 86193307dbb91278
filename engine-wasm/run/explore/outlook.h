// *If power failed now*: crashes and recovers forks of the session in every way that recovery can
// tell apart, and sums up what becomes of each transaction.
#ifndef AFTERIMAGE_RUN_EXPLORE_OUTLOOK_H_
#define AFTERIMAGE_RUN_EXPLORE_OUTLOOK_H_

#include <string>
#include <vector>

#include "run/life/session.h"

namespace afterimage {

enum class Fate : uint8_t { kNever, kSometimes, kAlways };
inline constexpr const char* kFateNames[] = {"never", "sometimes", "always"};

struct Outlook {
  struct TxnOutlook {
    uint32_t survived = 0;  // runs
    bool broken = false;    // some image shows part of it though it was never promised
    std::vector<Observed>
        lost_state;  // what a client reads in the first run where it did not survive
    // An option for each unit: of the first run where it survived, and of the first where it did
    // not.
    std::vector<uint32_t> survives;
    std::vector<uint32_t> lost;
  };
  // What was read of a record, each value once, and the options that first led to it.
  struct RecordValues {
    std::vector<Observed> seen;
    std::vector<std::vector<uint32_t>> examples;
  };
  struct VerdictCount {
    uint32_t runs = 0;
    std::vector<uint32_t> example;  // an option for each unit
  };

  std::vector<PersistUnit> units;
  uint32_t runs = 0;
  bool exact = true;
  std::vector<TxnOutlook> transactions;  // by label - 1
  std::vector<RecordValues> values;      // by record
  VerdictCount verdicts[static_cast<int>(VerdictKind::kCount)];

  Fate FateOf(size_t txn) const {
    const uint32_t n = transactions[txn].survived;
    return n == 0 ? Fate::kNever : n == runs ? Fate::kAlways : Fate::kSometimes;
  }
};

// At most about `limit` runs; beyond that a sample, and `exact` is false.
Outlook LookAhead(Session& session, uint32_t limit);

// Outlook of web/engine/protocol.ts.
void WriteOutlook(Session& session, uint32_t limit, std::string* out);
// One byte a transaction (0 never, 1 sometimes, 2 always), then 1 if exact.
void WriteFates(Session& session, uint32_t limit, std::string* out);
// Verdict of web/engine/protocol.ts.
void WriteVerdict(Session& session, std::string* out);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_EXPLORE_OUTLOOK_H_
