// The interface that the toy system implements.
#ifndef AFTERIMAGE_TESTS_SCHEME_TOY_UNDO_LOG_H_
#define AFTERIMAGE_TESTS_SCHEME_TOY_UNDO_LOG_H_

#include "scheme/toy/toy.h"

namespace afterimage::toy {

// An undo record in one line of NVM. Stores to a line persist in order, so a record whose number is
// there is complete.
struct UndoRecord {
  static constexpr uint32_t kImageBytes = 16;
  uint64_t lsn = 0;
  uint64_t key = 0;
  uint32_t page = 0;
  uint16_t slot = 0;
  uint16_t offset = 0;
  uint16_t label = 0;
  uint8_t change = 0;  // ChangeKind
  uint8_t bytes = 0;   // of the before image
  uint32_t unused[3] = {};
  uint8_t image[kImageBytes] = {};
  uint64_t number = 0;  // of its transaction among those of this slot
};
static_assert(sizeof(UndoRecord) == kLineBytes);

struct Layout {
  static constexpr uint32_t kSlots = 4;
  uint32_t records = 0;  // a slot has

  static Address End(uint32_t slot) { return Address{slot} * kLineBytes; }
  Address Record(uint32_t slot, uint32_t i) const { return End(kSlots + slot * records + i); }
  uint64_t Bytes() const { return Record(kSlots, 0); }
};

class UndoLog final : public LoggingHooks {
 public:
  UndoLog(const EngineContext& context, Layout layout)
      : arena_(context.arena),
        nvm_(context.devices.nvm),
        layout_(layout),
        mutations_(kTraced ? context.mutations : 0) {}

  void Attach(PageParts& engine) override { engine_ = &engine; }
  void Format() override {}
  void Start() override {}
  void Stop(Thread&) override {}
  Task<void> OnBegin(Thread& thread, Transaction& txn) override;
  Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t changes) override;
  Lsn NextLsn() const override { return next_lsn_; }
  Task<Lsn> OnUpdate(Thread& thread, Transaction& txn, const Change& change) override;
  Task<Lsn> OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                         const Frame& frame) override;
  // Records stand where their keys hash to: no page ever splits.
  Task<void> BeforeSplit(Thread&, PageId) override { co_return; }
  Task<void> OnSystemEnd(Thread&, Transaction&) override { co_return; }
  Task<void> OnCommit(Thread& thread, Transaction& txn) override;
  Task<void> OnAbort(Thread& thread, Transaction& txn) override;
  void OnEnd(Transaction& txn) override;
  Task<void> BeforeWritePage(Thread& thread, PageId page, Lsn page_lsn) override;
  Task<void> OnCheckpoint(Thread& thread) override;
  Task<void> OnRecover(Thread& thread, Restart& restart) override;
  void AddTo(EngineCounters& counters) const override;
  void Describe(Inspector& inspector) override;
  void CheckStructures(StructureCheck& check) override;

 private:
  // The volatile part of a slot.
  struct Slot {
    bool taken = false;
    uint32_t records = 0;
    uint64_t number = 0;  // of the transaction that has it
  };
  struct Labels {
    uint16_t force, end, back;
  };
  struct Found {
    UndoRecord record;
    uint32_t slot;
  };

  Slot* SlotOf(const Transaction& txn) { return static_cast<Slot*>(txn.log); }
  uint32_t Index(const Slot& slot) const { return static_cast<uint32_t>(&slot - slots_); }
  // All pages go home, then one store ends the transaction.
  Task<void> End(Thread& thread, const Slot& slot, Labels labels);
  UndoRecord ReadRecord(Thread& thread, uint32_t slot, uint32_t i);
  Task<bool> UndoRecorded(Thread& thread, Transaction& txn, const UndoRecord& record,
                          uint16_t label);
  bool Live(uint32_t slot, const UndoRecord& record) const {
    return record.number == nvm_.LoadWord(Layout::End(slot)) + 1;
  }
  // The records that count, and LSNs beyond all that pages have. False where a page is damaged.
  Task<bool> Analysis(Thread& thread, ArenaVector<Found>* found);
  // Newest first, of what the pages have; then the pages go home, and only then do records end.
  Task<bool> Undo(Thread& thread, const ArenaVector<Found>& found);
  bool Mutated(uint32_t mutation) const { return (mutations_ >> mutation) & 1; }

  Arena& arena_;
  Nvm& nvm_;
  Layout layout_;
  uint32_t mutations_;
  PageParts* engine_ = nullptr;

  // Volatile: recovery never reads them.
  Lsn next_lsn_ = 1;
  Slot slots_[Layout::kSlots];
  EngineCounters counters_;
};

}  // namespace afterimage::toy

#endif  // AFTERIMAGE_TESTS_SCHEME_TOY_UNDO_LOG_H_
