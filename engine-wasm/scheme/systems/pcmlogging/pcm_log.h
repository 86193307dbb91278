// PCMLogging: there is no log. What a transaction has changed goes to PCM, out of place, and its
// number on a list there says that it does not count yet (PCMLogging, TKDE 2015, section 3).
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_PCM_LOG_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_PCM_LOG_H_

#include "scheme/page_engine/page_parts.h"
#include "scheme/page_engine/records/record_home.h"
#include "scheme/systems/pcmlogging/destaging/destager.h"
#include "scheme/systems/pcmlogging/home.h"
#include "scheme/systems/pcmlogging/record_image.h"

namespace afterimage::pcm {

class PcmLog final : public LoggingHooks, private RecordHome {
 public:
  PcmLog(const EngineContext& context, StagingArea& area, Home& home);

  void Attach(PageParts& engine) override { engine_ = &engine; }
  void Format() override;
  void Start() override { destager_.Start(); }
  void Stop(Thread& thread) override { destager_.Stop(thread); }
  Task<void> OnBegin(Thread& thread, Transaction& txn) override;
  Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t changes) override;
  Lsn NextLsn() const override { return next_lsn_; }
  Task<Lsn> OnUpdate(Thread& thread, Transaction& txn, const Change& change) override;
  RecordHome* record_home() override { return area_.params().by_page ? nullptr : this; }
  Task<Lsn> OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                         const Frame& frame) override;
  Transaction* StructureOwner(Thread& thread) override;
  bool UndoesStructures() const override { return area_.params().by_page; }
  Task<void> BeforeSplit(Thread& thread, PageId page) override;
  Task<void> BeforeRefill(Thread&, PageId) override { co_return; }
  uint32_t RoomKept(PageId page) const override;
  Task<void> OnSystemEnd(Thread&, Transaction&) override { co_return; }
  Task<void> OnSystemApplied(Thread& thread, Transaction& txn) override;
  Task<void> OnCommit(Thread& thread, Transaction& txn) override;
  Task<void> OnAbort(Thread& thread, Transaction& txn) override;
  void OnEnd(Transaction& txn) override;
  Task<void> BeforeWritePage(Thread&, PageId, Lsn) override { co_return; }
  Task<void> OnCheckpoint(Thread& thread) override;
  Task<void> OnRecover(Thread& thread, Restart& restart) override;
  void AddTo(EngineCounters& counters) const override;
  const Mismatch* too_small() const override { return found_small_ ? &too_small_ : nullptr; }
  Occupancy occupancy(Time now) const override;
  void Describe(Inspector& inspector) override;
  void CheckStructures(StructureCheck& check) override;
#if AFTERIMAGE_WATCHES_READS
  void CheckMemory(StructureCheck& check) override;
  void CheckAnytime(StructureCheck& check) override;
#endif
  void AddFormats(DeviceFormats* formats) override;

 private:
  Task<bool> ServeRecord(Thread& thread, PageId page, TableId table, Key key,
                         Value* value) override {
    return home_.ServeRecord(thread, page, table, key, value);
  }
  Task<bool> UpdateRecord(Thread& thread, Transaction& txn, const Change& change,
                          const Value& value) override;

  using Numbers = ArenaVector<uint32_t>;
  static TxnEntry& EntryOf(Transaction& txn) { return *static_cast<TxnEntry*>(txn.log); }
  TxnEntry* TakeEntry(const Transaction& txn);
  Numbers& FreeEntries(bool system) { return free_entries_[system ? 1 : 0]; }
  Item& ItemOf(const Transaction& txn, const Change& change);
  // True while another transaction has still to give up the record at this place of the page.
  bool LeftByOther(const Transaction& txn, const Change& change) const;
  bool Mutated(uint32_t mutation) const { return area_.Mutated(mutation); }

  // --- ends of transactions (transactions.cc) ---
  Task<void> FlushAll(Thread& thread, TxnEntry& entry);
  Task<void> FlushRecord(Thread& thread, Item& item);
  // Takes the transaction off the list, if it is on it.
  Task<void> Unlist(Thread& thread, TxnEntry& entry, StoreLabels labels);
  Task<void> Discard(Thread& thread, Place& place, StoreLabels labels);
  // Clears the way for a commit: no structure change is under way where it has changed something.
  Task<void> AwaitThaw(Thread& thread, const TxnEntry& entry);
  Task<void> AbortItem(Thread& thread, Item& item);
  // The item as it was before its owner; reads it from PCM or from the disk.
  Task<void> ReadBefore(Thread& thread, Item& item, RecordImage* image);
  // The page in DRAM, which the caller has latched, holds that again.
  Task<void> Restore(Thread& thread, Frame* frame, Item& item, const RecordImage& image);
  Task<void> RestorePage(Thread& thread, Item& item);

  // --- structure changes (structure.cc) ---
  // Entries of the page that was split belong to where its parts are now.
  void MoveEntries(TxnEntry& entry);
#if AFTERIMAGE_WATCHES_READS
  void CheckFrozen(const TxnEntry& entry) const;
  // The item is as its owner has left it, and its versions are where they are said to be.
  bool IsWhole(const Item& item) const;
#endif
  Task<void> FlushPage(Thread& thread, Item& item);
  // Drops the versions that the new versions of the pages contain.
  Task<void> Fold(Thread& thread, PageEntry& page);

  // --- recovery (recovery.cc) ---
  Task<bool> Clear(Thread& thread);

  // --- for the interface (describe.cc) ---
  void DescribeSlots(Inspector& inspector);
  void DescribeActive(Inspector& inspector);
  void DescribeMapping(Inspector& inspector);
  void DescribeTransactions(Inspector& inspector);
  void DescribeChain(Inspector& inspector);

  Arena& arena_;
  Kernel& kernel_;
  const Schema& schema_;
  StagingArea& area_;
  Home& home_;
  Destager destager_;
  PageParts* engine_ = nullptr;

  // Volatile: recovery never reads them.
  Lsn next_lsn_ = 1;         // of changes in DRAM
  Numbers free_entries_[2];  // of the list: clients', and structure changes'
  TxnEntry* free_txns_ = nullptr;
  const Mismatch too_small_;
  bool found_small_ = false;  // a transaction needs more room than there is
};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_PCM_LOG_H_
