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
  // The values that were read of a record, each once, and the options that first led to it.
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

// Crashes and recovers forks of the session as it is now. Where it would take more than about
// `limit` runs it draws a sample, and `exact` is false. The session stays as it is.
Outlook LookAhead(Session& session, uint32_t limit);

// Looks ahead and writes the Outlook of web/engine/protocol.
void WriteOutlook(Session& session, uint32_t limit, std::string* out);
// Looks ahead and writes one byte for each transaction, its Fate as a number, then 1 if exact, else
// 0.
void WriteFates(Session& session, uint32_t limit, std::string* out);
// Writes the Verdict of web/engine/protocol. REQUIRES: a recovery phase has ended.
void WriteVerdict(Session& session, std::string* out);
// Writes what the user's program has done wrong in this life (`programFault`), or that its threads
// wait for each other (`stuck`); nothing where neither is so.
void WriteProgramFault(const World& world, JsonWriter& json);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_EXPLORE_OUTLOOK_H_
