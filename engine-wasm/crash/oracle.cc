#include "crash/oracle.h"

#include <algorithm>

namespace afterimage {

void Oracle::Reset(const std::vector<Record>& records, uint32_t transactions) {
  initial_ = records;
  writes_.clear();
  state_.assign(transactions, ClientState::kNotBegun);
  acknowledged_at_.assign(transactions, 0);
  acknowledged_.clear();
  dependencies_.clear();
  step_ = 0;
  asked_at_.assign(transactions, 0);
  told_at_.assign(transactions, 0);
#if AFTERIMAGE_WATCHES_READS
  attempts_.assign(transactions, {});
  wrong_reads_.clear();
#endif
}

void Oracle::Intend(TxnLabel txn, RecordNumber record, Observed value) {
  writes_.push_back({txn, record, false, value});
}

void Oracle::Done(TxnLabel txn, bool succeeded) {
  for (size_t i = writes_.size(); i-- > 0;) {
    if (writes_[i].txn != txn || writes_[i].done || writes_[i].undone) continue;
    Write write = writes_[i];
    writes_.erase(writes_.begin() + static_cast<ptrdiff_t>(i));
    if (!succeeded) return;
    write.done = true;
    Read(txn, write.record);
    writes_.push_back(write);  // now it has its lock: this is its place in the order
    return;
  }
}

void Oracle::Abort(TxnLabel txn) {
  state_[txn - 1] = ClientState::kAborted;
#if AFTERIMAGE_WATCHES_READS
  attempts_[txn - 1].rolls_back = false;
  attempts_[txn - 1].ended_at = ++step_;
#endif
  dependencies_.erase(
      std::remove_if(dependencies_.begin(), dependencies_.end(),
                     [&](const Dependency& dependency) { return dependency.txn == txn; }),
      dependencies_.end());
  // The writes are kept, though they do not count any more: if one shows all the same, its
  // transaction is known.
  for (Write& write : writes_) {
    if (write.txn != txn) continue;
    write.done = false;
    write.undone = true;
  }
}

bool Oracle::Wrote(TxnLabel txn, RecordNumber record) const {
  return std::any_of(writes_.begin(), writes_.end(),
                     [&](const Write& w) { return w.done && w.txn == txn && w.record == record; });
}

std::vector<TxnLabel> Oracle::InDoubt() const {
  std::vector<TxnLabel> in_doubt;
  for (uint32_t i = 0; i < state_.size(); ++i) {
    if (state_[i] == ClientState::kCommitting) in_doubt.push_back(static_cast<TxnLabel>(i + 1));
  }
  return in_doubt;
}

std::vector<Observed> Oracle::ValuesWith(const std::vector<uint8_t>& survivors) const {
  std::vector<Observed> values(initial_.size());
  for (size_t i = 0; i < initial_.size(); ++i) values[i] = InitialOf(i);
  for (const Write& write : writes_) {
    if (write.done && survivors[write.txn - 1]) values[write.record] = write.value;
  }
  return values;
}

void Oracle::Read(TxnLabel txn, RecordNumber record) {
  for (size_t i = writes_.size(); i-- > 0;) {
    const Write& write = writes_[i];
    if (!write.done || write.record != record) continue;
    if (write.txn != txn) dependencies_.push_back({txn, write.txn, record});
    return;
  }
}

template <class There, class Gone>
const Oracle::Dependency* Oracle::Broken(There&& there, Gone&& gone) const {
  for (const Dependency& dependency : dependencies_) {
    if (there(dependency.txn) && gone(dependency.on)) return &dependency;
  }
  return nullptr;
}

bool Oracle::Shows(TxnLabel txn, const std::vector<Observed>& read) const {
  std::vector<uint8_t> seen(initial_.size());
  for (size_t i = writes_.size(); i-- > 0;) {
    const Write& write = writes_[i];
    if (!write.done || seen[write.record]) continue;
    seen[write.record] = 1;  // the last write of the record
    if (write.txn == txn && !(read[write.record] == write.value)) return false;
  }
  return true;
}

Judgement Oracle::Judge(const std::vector<Observed>& read, Promise promise) const {
#if AFTERIMAGE_WATCHES_READS
  Judgement judgement = JudgeValues(read, promise);
  JudgeReads(&judgement);
  return judgement;
}

Judgement Oracle::JudgeValues(const std::vector<Observed>& read, Promise promise) const {
#endif
  Judgement judgement;
  std::vector<uint8_t> survivors(state_.size());
  for (const TxnLabel txn : acknowledged_) survivors[txn - 1] = 1;
  std::vector<TxnLabel> open = InDoubt();
  if (Explains(survivors, open, read, &judgement)) return judgement;
  // A weaker promise allows the latest acknowledged transactions to be gone, too. Concurrent ones
  // have no known order.
  for (size_t i = acknowledged_.size(); promise == Promise::kPrefixConsistent && i-- > 0;) {
    survivors[acknowledged_[i] - 1] = 0;
    open.insert(open.begin(), acknowledged_[i]);
    if (open.size() > kMaxInDoubt) open.pop_back();
    if (Explains(survivors, open, read, &judgement)) return judgement;
  }
  Diagnose(read, &judgement);
  return judgement;
}

template <class There, class Gone>
bool Oracle::InOrder(There&& there, Gone&& gone) const {
  uint32_t last_asked = 0;
  for (size_t i = 0; i < state_.size(); ++i) {
    if (there(static_cast<TxnLabel>(i + 1))) last_asked = std::max(last_asked, asked_at_[i]);
  }
  return std::none_of(acknowledged_.begin(), acknowledged_.end(),
                      [&](TxnLabel txn) { return gone(txn) && told_at_[txn - 1] < last_asked; });
}

// Finds the survivors among the open transactions. The latest is decided first, in both ways. Each
// decision excludes most of the rest, so that not all combinations of many transactions are tried.
class Oracle::Search {
 public:
  // `strict`: no survivor may rest on what is gone.
  Search(const Oracle& oracle, const std::vector<TxnLabel>& open, const std::vector<Observed>& read,
         bool strict)
      : oracle_(oracle),
        open_(open),
        read_(read),
        strict_(strict),
        tries_left_(std::max<size_t>(kFewestTries,
                                     kMostWork / (oracle.writes_.size() + read.size() + 1))) {}

  bool Find(std::vector<uint8_t>* survivors) {
    fates_.clear();
    for (const uint8_t survives : *survivors)
      fates_.push_back(survives ? Fate::kThere : Fate::kGone);
    for (const TxnLabel txn : open_) fates_[txn - 1] = Fate::kOpen;
    if (!Decide(open_.size())) return false;
    for (size_t i = 0; i < fates_.size(); ++i) (*survivors)[i] = fates_[i] == Fate::kThere;
    return true;
  }

 private:
  enum class Fate : uint8_t { kGone, kThere, kOpen };
  // Only equal values written by many transactions, against the order of the answers, need more
  // work: the search then gives up.
  static constexpr size_t kMostWork = 1 << 24, kFewestTries = 256;

  bool Decide(size_t left) {
    if (tries_left_ == 0 || !Possible()) return false;
    --tries_left_;
    if (left == 0) return true;
    Fate& fate = fates_[open_[left - 1] - 1];
    for (const Fate choice : {Fate::kThere, Fate::kGone}) {
      fate = choice;
      if (Decide(left - 1)) return true;
    }
    fate = Fate::kOpen;
    return false;
  }

  // True if the open transactions can be decided so that every record shows the value that was
  // read, judged for each record by itself.
  bool Possible() const {
    const auto there = [&](TxnLabel txn) { return fates_[txn - 1] == Fate::kThere; };
    const auto gone = [&](TxnLabel txn) { return fates_[txn - 1] == Fate::kGone; };
    if (!oracle_.InOrder(there, gone)) return false;
    if (strict_ && oracle_.Broken(there, gone)) return false;
    std::vector<uint8_t> settled(read_.size());
    for (size_t i = oracle_.writes_.size(); i-- > 0;) {
      const Write& write = oracle_.writes_[i];
      if (!write.done || settled[write.record] || gone(write.txn)) continue;
      const bool shows = write.value == read_[write.record];
      if (there(write.txn) && !shows) return false;
      settled[write.record] = shows;
    }
    for (size_t i = 0; i < read_.size(); ++i) {
      if (!settled[i] && !(oracle_.InitialOf(i) == read_[i])) return false;
    }
    return true;
  }

  const Oracle& oracle_;
  const std::vector<TxnLabel>& open_;
  const std::vector<Observed>& read_;
  const bool strict_;
  std::vector<Fate> fates_;
  size_t tries_left_;
};

bool Oracle::Explains(std::vector<uint8_t> survivors, const std::vector<TxnLabel>& open,
                      const std::vector<Observed>& read, Judgement* judgement) const {
  // Most still hold their locks, so each can be judged by its own records. One whose values cannot
  // decide it counts as present.
  for (const TxnLabel txn : open) survivors[txn - 1] = Shows(txn, read);
  const auto there = [&](TxnLabel txn) { return survivors[txn - 1] != 0; };
  const auto gone = [&](TxnLabel txn) { return survivors[txn - 1] == 0; };
  bool explained = InOrder(there, gone) && ValuesWith(survivors) == read;
  const Dependency* broken = explained ? Broken(there, gone) : nullptr;
  // One may depend on another if locks are released early: they are then searched together.
  if (!explained || broken) {
    const bool whole = Search(*this, open, read, true).Find(&survivors);
    explained = explained || whole || Search(*this, open, read, false).Find(&survivors);
    broken = whole || !explained ? nullptr : Broken(there, gone);
  }
  if (!explained) return false;
  judgement->survived = survivors;
  if (broken) {
    judgement->kind = VerdictKind::kNeverExisted;
    judgement->findings.push_back(
        {VerdictKind::kNeverExisted, broken->txn, broken->record, broken->on});
    // A transaction that has only read survives where the value that it read exists, acknowledged
    // or not.
    for (const Dependency& dependency : dependencies_) {
      const bool wrote = std::any_of(writes_.begin(), writes_.end(), [&](const Write& write) {
        return write.done && write.txn == dependency.txn;
      });
      if (!wrote && gone(dependency.on)) judgement->survived[dependency.txn - 1] = 0;
    }
  }
  return true;
}

// No choice of survivors explains what was read. Says what is wrong, worst first.
void Oracle::Diagnose(const std::vector<Observed>& read, Judgement* judgement) const {
  std::vector<uint8_t> acknowledged(state_.size());
  for (size_t i = 0; i < state_.size(); ++i)
    acknowledged[i] = state_[i] == ClientState::kAcknowledged;
  const std::vector<Observed> expected = ValuesWith(acknowledged);
  judgement->survived.assign(state_.size(), 0);
  for (RecordNumber record = 0; record < read.size(); ++record) {
    const Observed& value = read[record];
    TxnLabel writer = 0;
    TxnLabel undone = 0;  // who wrote the value and took it back
    TxnLabel owner = 0;   // of the value that should be there
    for (const Write& write : writes_) {
      if (write.record != record) continue;
      if (write.value == value) (write.undone ? undone : writer) = write.txn;
      if (write.done && acknowledged[write.txn - 1]) owner = write.txn;
    }
    const Observed initial = InitialOf(record);
    if (!writer && !(value == initial)) writer = undone;
    if (writer) judgement->survived[writer - 1] = 1;
    if (value == expected[record]) continue;
    VerdictKind kind = VerdictKind::kVisible;
    TxnLabel txn = writer;
    if (!writer && !(value == initial)) {
      kind = VerdictKind::kNeverExisted;
    } else if (owner && (!writer || acknowledged[writer - 1])) {
      kind = VerdictKind::kLost;
      txn = owner;
    } else if (!writer) {  // an older value, and nobody acknowledged has changed it since
      kind = VerdictKind::kLost;
    }
    judgement->findings.push_back({kind, txn, record});
  }
  for (const VerdictKind worst :
       {VerdictKind::kVisible, VerdictKind::kLost, VerdictKind::kNeverExisted}) {
    for (const Finding& finding : judgement->findings) {
      if (finding.kind == worst) judgement->kind = worst;
    }
  }
  // Values of acknowledged transactions stand, yet a transaction in doubt is there in part only.
  if (judgement->findings.empty()) judgement->kind = VerdictKind::kVisible;
}

std::vector<Observed> Oracle::Expected(RecordNumber record) const {
  std::vector<Observed> expected;
  const auto add = [&](const Observed& value) {
    if (std::find(expected.begin(), expected.end(), value) == expected.end())
      expected.push_back(value);
  };
  // Back from the last write, to the first that is sure to stand.
  std::vector<uint8_t> seen(state_.size());
  for (size_t i = writes_.size(); i-- > 0;) {
    const Write& write = writes_[i];
    if (!write.done || write.record != record || seen[write.txn - 1]++)
      continue;  // overwritten by its own
    const ClientState state = state_[write.txn - 1];
    if (state == ClientState::kCommitting || state == ClientState::kAcknowledged) add(write.value);
    if (state == ClientState::kAcknowledged) return expected;
  }
  add(InitialOf(record));
  return expected;
}

}  // namespace afterimage
