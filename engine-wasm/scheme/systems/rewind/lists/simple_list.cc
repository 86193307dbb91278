#include "scheme/systems/rewind/lists/simple_list.h"

#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

SimpleList::SimpleList(const EngineContext& context, const LogSpace& space, uint32_t records,
                       bool checkpoints)
    : ChainedList(context, space,
                  AtomicList(context.devices.nvm, space, kSlotBytes, records,
                             AtomicList::Naming::kByElement),
                  records, checkpoints),
      free_(context.arena),
      removed_(ArenaAllocator<Address>(context.arena)) {}

void SimpleList::OpenEmpty(Address header) {
  list_.Open(header);
  nodes_ = 0;
  free_.Reset(capacity_);
}

Task<bool> SimpleList::Recover(Thread& thread, Address header) {
  list_.Open(header);
  const bool whole = co_await list_.Recover(thread);
  if (!whole) co_return false;
  ArenaVector<uint8_t> used(capacity_, 0, ArenaAllocator<uint8_t>(arena_));
  nodes_ = 0;
  for (Address node = list_.head(); node != 0; node = list_.Next(node), ++nodes_)
    used[list_.NumberOf(node)] = 1;
  free_.ResetToNone(capacity_);
  for (uint32_t i = capacity_; i-- > 0;) {
    if (!used[i]) free_.GiveBack(i);
  }
  co_return true;
}

// One thread at a time runs the complete append (section 4.7).
Task<Appended> SimpleList::Append(Thread& thread, const LogRecord& record, Urgency urgency) {
  if (free_.available() == 0) co_return Appended{};
  const Address node = list_.NodeNumber(free_.Take());
  const auto name = static_cast<uint32_t>(record.lsn);
  co_await WriteRecord(thread, AtomicList::ElementOf(node), record);
  thread.At({kLogAppend, kRecords, name});
  co_await Latch::Acquire(thread, latch_, Category::kLogContention);
  co_await list_.Append(thread, node);
  ++nodes_;
  Linked(AtomicList::ElementOf(node));
  thread.At({kLogAppend, kRecords, name});
  co_await Note(thread, EventKind::kLogDurable, {.tier = Tier::kNvm, .address = node, .a = name});
  if (urgency != Urgency::kKeepLatch) co_await Latch::Release(thread, latch_);
  co_return Appended{node, 0, AtomicList::ElementOf(node)};
}

Task<void> SimpleList::Remove(Thread& thread, Place place, bool latched) {
  co_await AcquireLatch(thread, latched);
  co_await list_.Remove(thread, place);
  --nodes_;
  co_await ReleaseLatch(thread, latched);
  removed_.push_back(place);
}

Task<void> SimpleList::Settle(Thread& thread, bool) {
  co_await Ordered(thread);
  for (const Address node : removed_) free_.GiveBack(list_.NumberOf(node));
  removed_.clear();
}

}  // namespace afterimage::rewind
