// The oracle knows the clients' side of the run: their acknowledgements and their writes. After
// recovery the database, read through its public interface, is judged by these alone.
#ifndef AFTERIMAGE_CRASH_ORACLE_H_
#define AFTERIMAGE_CRASH_ORACLE_H_

#include <cstdint>
#include <vector>

#include "base/build.h"
#include "base/types.h"
#include "scheme/contract/scheme.h"

namespace afterimage {

enum class VerdictKind : uint8_t {
  kConsistent,
  kLost,
  kVisible,
  kNeverExisted,
  kDamaged,
  kRecoveryFailed,
  kCount
};
inline constexpr const char* kVerdictNames[] = {"consistent",    "lost",    "visible",
                                                "never-existed", "damaged", "recovery-failed"};

// A record as a client can read it: a number, nothing, or bytes that no client can have written
// (not `whole`).
struct Observed {
  bool present = false;
  bool whole = true;
  int64_t number = 0;
  bool operator==(const Observed& other) const {
    return present == other.present &&
           (!present || (whole && other.whole && number == other.number));
  }
};

enum class ClientState : uint8_t { kNotBegun, kActive, kCommitting, kAcknowledged, kAborted };

// The number of a record, in the order of first use.
using RecordNumber = uint32_t;
inline constexpr RecordNumber kNoRecord = ~RecordNumber{0};

struct Finding {
  VerdictKind kind;
  TxnLabel txn;         // 0: none in particular
  RecordNumber record;  // kNoRecord: none in particular
  TxnLabel on = 0;      // whom `txn` rests on, though it is gone; 0: nobody
#if AFTERIMAGE_WATCHES_READS
  uint32_t wrong_read = 0;  // of `txn`: which of the oracle's, from 1; 0: it is about none
#endif
};

// A wrong read: the value that a transaction has read under its lock, and the value that it should
// have read.
struct WrongRead {
  TxnLabel txn;
  RecordNumber record;
  Observed read;
  Observed expected;
};

struct Judgement {
  VerdictKind kind = VerdictKind::kConsistent;
  std::vector<uint8_t> survived;  // by label - 1
  std::vector<Finding> findings;
};

class Oracle {
 public:
  struct Record {
    bool present;
    int64_t number;
  };

  void Reset(const std::vector<Record>& records, uint32_t transactions);

  // Adds a record with its value before the run. REQUIRES: it has not been written so far.
  void AddRecord(const Record& record) { initial_.push_back(record); }

  // The client's steps, in the order in which they happen. A write is announced before the engine
  // is asked, and done when it answers. Labels are from 1 to the number given to Reset.
  void Begin(TxnLabel txn) {
    state_[txn - 1] = ClientState::kActive;
#if AFTERIMAGE_WATCHES_READS
    attempts_[txn - 1].begun_at = ++step_;
#endif
  }
  void Intend(TxnLabel txn, RecordNumber record, Observed value);
  void Done(TxnLabel txn, bool succeeded);
  // Notes a read: `txn` depends on the last writer of the record.
  void Read(TxnLabel txn, RecordNumber record);
  // Compares what `txn` has read under a lock, which it keeps, with the newest value that there is
  // for it: who has let go of his locks has written it, or it itself has.
  void Compare(TxnLabel txn, RecordNumber record, Observed value);
  // Compares a record that a search has passed over. Only a record that must have existed for as
  // long as `txn` has been open counts, since absent records are not locked.
  void ComparePassed(TxnLabel txn, RecordNumber record);
  void Commit(TxnLabel txn) {
    state_[txn - 1] = ClientState::kCommitting;
    asked_at_[txn - 1] = ++step_;
  }
  void Acknowledge(TxnLabel txn, Time now) {
    state_[txn - 1] = ClientState::kAcknowledged;
    acknowledged_at_[txn - 1] = now;
    acknowledged_.push_back(txn);
    told_at_[txn - 1] = ++step_;
#if AFTERIMAGE_WATCHES_READS
    attempts_[txn - 1].ended_at = step_;
#endif
  }
  // Notes that a rollback begins: it may release its locks before its client gets an answer.
  void RollBack(TxnLabel txn);
  // Notes a rollback: the transaction's writes count no more.
  void Abort(TxnLabel txn);

  uint32_t transactions() const { return static_cast<uint32_t>(state_.size()); }
  uint32_t records() const { return static_cast<uint32_t>(initial_.size()); }
  ClientState state(TxnLabel txn) const { return state_[txn - 1]; }
  Time acknowledged_at(TxnLabel txn) const { return acknowledged_at_[txn - 1]; }
  bool Wrote(TxnLabel txn, RecordNumber record) const;
#if AFTERIMAGE_WATCHES_READS
  // Returns the wrong reads of all transactions, whatever their outcomes, in the order in which
  // they happened.
  const std::vector<WrongRead>& wrong_reads() const { return wrong_reads_; }
#endif

  // Judges what a client reads after recovery, by the promise and no more leniently. `read` has a
  // value for each record, by its number.
  Judgement Judge(const std::vector<Observed>& read, Promise promise) const;
  // Returns every value that `record` may legally have after a crash now.
  std::vector<Observed> Expected(RecordNumber record) const;

 private:
  struct Write {
    TxnLabel txn;
    RecordNumber record;
    bool done;  // the engine said so, and it has not been rolled back
    Observed value;
    bool undone = false;
  };
  // Returns the transactions that have asked for their commit and got no answer yet: they may or
  // may not survive.
  std::vector<TxnLabel> InDoubt() const;
  // True if every record whose last writer is `txn` shows that value.
  bool Shows(TxnLabel txn, const std::vector<Observed>& read) const;
  // The limit of open transactions with asynchronous commits: beyond it, the latest are taken for
  // lost.
  static constexpr uint32_t kMaxInDoubt = 64;
  class Search;
  struct Dependency {
    TxnLabel txn;
    TxnLabel on;
    RecordNumber record;
  };
  // Returns the first dependency of a survivor on a transaction that is gone; null if there is
  // none. A transaction that is neither is undecided.
  template <class There, class Gone>
  const Dependency* Broken(There&& there, Gone&& gone) const;

  // True where these survivors, and some of the open transactions, explain what was read. Where
  // they do but one of them rests on a transaction that is gone, the judgement says so.
  bool Explains(std::vector<uint8_t> survivors, const std::vector<TxnLabel>& open,
                const std::vector<Observed>& read, Judgement* judgement) const;
  // Returns false if a transaction is gone whose client got an answer before a survivor asked.
  template <class There, class Gone>
  bool InOrder(There&& there, Gone&& gone) const;
  Observed InitialOf(size_t record) const {
    return {initial_[record].present, true, initial_[record].number};
  }
  std::vector<Observed> ValuesWith(const std::vector<uint8_t>& survivors) const;
  void Diagnose(const std::vector<Observed>& read, Judgement* judgement) const;
  // No order of the survivors explains what one of them has read.
  void JudgeReads(Judgement* judgement) const;
  Judgement JudgeValues(const std::vector<Observed>& read, Promise promise) const;

  std::vector<Record> initial_;
  std::vector<Write> writes_;  // in the order of the locks
  std::vector<ClientState> state_;
  std::vector<Time> acknowledged_at_;
  std::vector<TxnLabel> acknowledged_;  // in this order
  std::vector<Dependency> dependencies_;
  // The order of the clients' questions and answers, by label - 1.
  uint32_t step_ = 0;
  std::vector<uint32_t> asked_at_;
  std::vector<uint32_t> told_at_;
#if AFTERIMAGE_WATCHES_READS
  // The reads in the meantime.
  struct Attempts {
    uint32_t begun_at = 0;  // the latest
    uint32_t ended_at = 0;  // the latest that has ended
    bool rolls_back = false;
  };
  std::vector<Attempts> attempts_;
  std::vector<WrongRead> wrong_reads_;
#endif
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_ORACLE_H_
