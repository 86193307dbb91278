#include "crash/oracle.h"

#if AFTERIMAGE_WATCHES_READS
namespace afterimage {

void Oracle::RollBack(TxnLabel txn) { attempts_[txn - 1].rolls_back = true; }

void Oracle::Compare(TxnLabel txn, RecordNumber record, Observed value) {
  Observed expected = InitialOf(record);
  for (size_t i = writes_.size(); i-- > 0;) {
    const Write& write = writes_[i];
    if (!write.done || write.record != record || attempts_[write.txn - 1].rolls_back) continue;
    expected = write.value;
    break;
  }
  if (!(value == expected)) wrong_reads_.push_back({txn, record, value, expected});
}

void Oracle::ComparePassed(TxnLabel txn, RecordNumber record) {
  Observed expected = InitialOf(record);
  for (const Write& write : writes_) {
    if (write.record != record) continue;
    if (write.done) expected = write.value;
    if (write.txn == txn) continue;
    const ClientState state = state_[write.txn - 1];
    const bool ended = state == ClientState::kAcknowledged || state == ClientState::kAborted;
    const bool still = !write.undone && (!write.done || !ended);
    if (still || attempts_[write.txn - 1].ended_at > attempts_[txn - 1].begun_at) return;
  }
  if (expected.present) wrong_reads_.push_back({txn, record, {}, expected});
}

void Oracle::JudgeReads(Judgement* judgement) const {
  if (judgement->kind != VerdictKind::kConsistent) return;
  for (uint32_t i = 0; i < wrong_reads_.size(); ++i) {
    const WrongRead& read = wrong_reads_[i];
    if (!judgement->survived[read.txn - 1]) continue;
    judgement->kind = VerdictKind::kNeverExisted;
    judgement->findings.push_back({judgement->kind, read.txn, read.record, 0, i + 1});
    return;
  }
}

}  // namespace afterimage
#endif  // AFTERIMAGE_WATCHES_READS
