// REWIND's Simple version (section 3.2): each record has a node of the atomic list.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LISTS_SIMPLE_LIST_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LISTS_SIMPLE_LIST_H_

#include "scheme/systems/rewind/lists/log_list.h"
#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

class SimpleList final : public ChainedList {
 public:
  // A slot is a line for the node and a line for its record.
  static constexpr uint32_t kSlotBytes = 2 * kLineBytes;
  static constexpr uint64_t BytesOf(uint32_t records) { return uint64_t{records} * kSlotBytes; }

  SimpleList(const EngineContext& context, const LogSpace& space, uint32_t records,
             bool checkpoints);

  void OpenEmpty(Address header) override;
  Task<bool> Recover(Thread& thread, Address header) override;
  uint32_t FreePlaces() const override { return free_.available(); }
  uint32_t FreeRecords() const override { return free_.available(); }
  Task<Appended> Append(Thread& thread, const LogRecord& record, Urgency urgency) override;
  Found First() const override { return At(list_.head()); }
  Found Last() const override { return At(list_.tail()); }
  Found Next(Place place) const override { return At(list_.Next(place)); }
  Found Prior(Place place) const override { return At(list_.Prior(place)); }
  Walked WholeWalk() const override { return {nodes_, nodes_ * (kSlotBytes / kLineBytes)}; }
  Address RecordAt(Place place) const override { return AtomicList::ElementOf(place); }
  Task<void> Remove(Thread& thread, Place place, bool latched) override;
  Task<void> Settle(Thread& thread, bool latched) override;
  void Describe(Inspector& inspector, ArenaVector<Address>* records) const override;

 private:
  uint16_t NodeStructure() const override { return kList; }
  uint32_t NameOf(Address node) const override {
    return static_cast<uint32_t>(PlainRecord(RecordAt(node)).lsn);
  }
  static Found At(Address node) { return {node, node == 0 ? 0 : kSlotBytes / kLineBytes}; }

  FreeNumbers free_;              // slots
  uint64_t nodes_ = 0;            // of the list
  ArenaVector<Address> removed_;  // nodes, until they settle
};

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LISTS_SIMPLE_LIST_H_
