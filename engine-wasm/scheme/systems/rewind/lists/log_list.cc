#include "scheme/systems/rewind/lists/log_list.h"

#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

LogList::LogList(const EngineContext& context, const LogSpace& space, uint32_t capacity,
                 bool checkpoints)
    : arena_(context.arena),
      nvm_(context.devices.nvm),
      space_(space),
      capacity_(capacity),
      checkpoints_(checkpoints),
      latch_(LatchCostsOf(context.machine)),
      unlinked_(ArenaAllocator<Unlinked>(context.arena)) {}

uint16_t LogList::RecordStructure() const { return kRecords; }

Walked LogList::WholeWalk() const {
  Walked walked;
  for (Found at = Last(); at.place != 0 && walked.records < capacity_; at = Prior(at.place)) {
    ++walked.records;
    walked.lines += at.lines;
  }
  return walked;
}

void LogList::ChargeStep(Thread& thread, const Found& found) const {
  nvm_.ChargeLoad(thread, Category::kLogWork, found.place, (found.lines - 1) * kLineBytes);
  nvm_.ChargeLoad(thread, Category::kLogWork, RecordAt(found.place), kLineBytes);
}

Task<void> LogList::WriteRecord(Thread& thread, Address at, const LogRecord& record) {
  const auto name = static_cast<uint32_t>(record.lsn);
  if constexpr (kTraced) unlinked_.push_back({at, record.lsn});
  thread.At({kLogCreate, RecordStructure(), name});
  co_await nvm_.NtStore(thread, Category::kLogWork, at, &record, sizeof record, Access::kShared);
  thread.At({kLogFence, RecordStructure(), name});
  co_await nvm_.Fence(thread, Category::kLogWork);
}

void LogList::Linked(Address at) {
  for (size_t i = 0; kTraced && i < unlinked_.size(); ++i) {
    if (unlinked_[i].at == at) {
      unlinked_.erase(unlinked_.begin() + static_cast<ptrdiff_t>(i));
      return;
    }
  }
}

// Before its store the slot has what was there before.
void LogList::AddUnlinked(ArenaVector<Address>* records) const {
  for (const Unlinked& each : unlinked_) {
    if (PlainRecord(each.at).lsn == each.lsn) records->push_back(each.at);
  }
}

Task<void> ChainedList::Switch(Thread& thread, uint16_t label, Address header) {
  thread.At(space_.number == 0 ? Where{label, kHeapRoot, 0}
                               : Where{label, kListHeader, space_.InUseItem()});
  co_await StoreWord(thread, nvm_, Category::kLogWork, space_.in_use, header);
  co_await nvm_.Fence(thread, Category::kLogWork);
}

Task<void> ChainedList::Renew(Thread& thread) {
  const Address fresh = OtherHeader();
  co_await list_.Clear(thread, fresh);
  co_await Switch(thread, kRecoverSwitch, fresh);
  OpenEmpty(fresh);
}

}  // namespace afterimage::rewind
