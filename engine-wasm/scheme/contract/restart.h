// The recovery of a system after a power cut: its passes, one after the other.
//
// A scheme gives the work of its passes (analysis, redo, undo, and freeing the log again). Restart
// announces each, books the recovering thread's time to it, ends with the first that finds damage,
// and makes the report.
#ifndef AFTERIMAGE_SCHEME_CONTRACT_RESTART_H_
#define AFTERIMAGE_SCHEME_CONTRACT_RESTART_H_

#include <type_traits>

#include "scheme/contract/scheme.h"

namespace afterimage {

// Divides a recovering thread's time into passes.
class PassMeter {
 public:
  explicit PassMeter(const Thread& thread) : thread_(thread) { Read(); }

  // Assigns the thread's time since the meter was made, or `End` was last called, to `pass`.
  void End(RecoveryPass pass, RecoveryReport* report) {
    for (uint32_t c = 0; c < kCategories; ++c) {
      report->spent[static_cast<uint32_t>(pass)][c] += thread_.ledger()[c] - since_[c];
    }
    Read();
  }

 private:
  void Read() {
    for (uint32_t c = 0; c < kCategories; ++c) since_[c] = thread_.ledger()[c];
  }

  const Thread& thread_;
  Time since_[kCategories];
};

// Contract: it is made as recovery begins, on the recovering thread. A pass is given as a function
// that returns its task, on the same thread: Task<bool>, false if the devices are damaged, or
// Task<void> if the pass can find no damage. After damage nothing more is called. The report is
// complete once the last pass has been awaited.
class Restart {
 public:
  explicit Restart(const Thread& thread) : thread_(thread), start_(thread.now()), meter_(thread) {}

  // Before the log is read: the home's repair, and the catalog. Has no line in a listing.
  template <class Work>
  Task<void> Prepare(Thread&, RecoveryPass pass, Work work) {
    if (!whole_) co_return;
    whole_ = co_await work();
    meter_.End(pass, &report_);
  }
  // A pass over the log, which the scheme's listing has at `line`. Where it finds damage its time
  // is in the total only.
  template <class Work>
  Task<void> Pass(Thread& thread, RecoveryPass pass, uint16_t line, Work work) {
    if (!whole_) co_return;
    thread.At({line, 0, 0});
    co_await Note(thread, EventKind::kPhase, {.a = PhaseOf(pass)});
    if constexpr (std::is_same_v<decltype(work()), Task<void>>) {
      co_await work();
    } else {
      whole_ = co_await work();
    }
    if (whole_) meter_.End(pass, &report_);
  }
  // Notes how many records of the log analysis has read.
  void CountRead(uint64_t records, uint64_t bytes) {
    report_.records = records;
    report_.record_bytes = bytes;
  }

  // No pass so far has found damage.
  bool whole() const { return whole_; }
  RecoveryReport Report() const;

 private:
  // Returns the interface's number of the pass: see EventKind::kPhase.
  static uint32_t PhaseOf(RecoveryPass pass);

  const Thread& thread_;
  Time start_;
  PassMeter meter_;
  bool whole_ = true;
  RecoveryReport report_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_CONTRACT_RESTART_H_
