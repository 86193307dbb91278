// The StorageEngine of every system that keeps records in pages: buffer pool, locks, record
// placement and indexes are here, once; what is logged, when it is durable and how a crash is
// repaired comes from the hooks that a scheme fills.
//
// Two placements. Hash: page 0 is the catalog and a record's page is a function of its key; for
// small databases. Indexed: heap pages, and B+-trees that say where a record stands; catalog, roots
// and allocator are pages like others.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_H_

#include "db/index_tree.h"
#include "db/initial_pages.h"
#include "db/page_store.h"
#include "db/slotted_page.h"
#include "scheme/logging_hooks.h"
#include "scheme/page_params.h"
#include "tier/dram.h"

namespace afterimage {

// Structures that all page-based schemes have; a scheme's own follow them in its list.
enum PageStructure : uint16_t {
  kNoStructure,
  kBufferStructure,
  kDiskStructure,
  kLockStructure,
  kPageStructures
};
inline constexpr StructureInfo kBufferInfo = {
    "buffer-page", {"buffer pool", "缓冲池"}, Tier::kDram, Shape::kPages, "disk-page"};
inline constexpr StructureInfo kDiskInfo = {
    "disk-page", {"database pages", "数据库页"}, Tier::kDisk, Shape::kPages};
inline constexpr StructureInfo kLockInfo = {"lock", {"locks", "锁"}, Tier::kDram, Shape::kTable};

// Listing labels that PageEngine announces; a scheme's listing has lines with them.
struct PageLabels {
  uint16_t lock = 0;
  uint16_t fix = 0;
  uint16_t change_page = 0;
  uint16_t commit_acknowledge = 0;
  uint16_t abort_acknowledge = 0;
  uint16_t release_locks = 0;
  uint16_t write_page = 0;
};

class PageEngine final : public StorageEngine, public PageAccess {
 public:
  PageEngine(const EngineContext& context, const PageParams& params, const PageLabels& labels,
             LoggingHooks& hooks, Dram& dram, DatabaseHome& home);
  // Pages stand in `file` from its start.
  PageEngine(const EngineContext& context, const PageParams& params, const PageLabels& labels,
             LoggingHooks& hooks, Dram& dram, File& file);

  // How many pages a database of these rows may have.
  static uint32_t PageLimit(const PageParams& params, const InitialRows& rows);

  bool Format(const InitialRows& rows) override;
  void Start() override { hooks_.Start(); }
  void Stop(Thread& thread) override { hooks_.Stop(thread); }
  Task<void> Begin(Thread& thread, Transaction& txn) override;
  Task<Status> Read(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                    Value* value) override;
  Task<Status> Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                      const Value& value) override;
  Task<Status> Update(Thread& thread, Transaction& txn, TableId table, Key key,
                      const Value& value) override;
  Task<Status> Erase(Thread& thread, Transaction& txn, TableId table, Key key) override;
  Task<Status> Seek(Thread& thread, Transaction& txn, const KeyRange& range, LockMode mode,
                    Key* key, Value* value) override;
  Task<Status> Commit(Thread& thread, Transaction& txn) override;
  Task<void> Abort(Thread& thread, Transaction& txn) override;
  Task<void> Finish(Thread& thread, Transaction& txn) override;
  Task<void> Checkpoint(Thread& thread) override;
  Task<void> Steal(Thread& thread, Key key) override;
  Task<RecoveryReport> Recover(Thread& thread) override;
  uint16_t acknowledge_label() const override { return labels_.commit_acknowledge; }
  uint16_t abort_label() const override { return labels_.abort_acknowledge; }
  void Describe(Inspector& inspector) override;
  void CheckStructures(StructureCheck& check) override;
  bool ReadDram(Address address, uint32_t size, uint8_t* out) const override;
  EngineCounters counters() const override;

  // --- PageAccess ---
  BufferPool& pool() override { return pool_; }
  Task<Frame*> Latch(Thread& thread, PageId page) override;
  Task<Allocation> AllocatePages(Thread& thread, uint32_t count, PageId latched,
                                 PageId latched_too) override;
  Task<void> ChangeTogether(Thread& thread, PageId split, const Allocation& taken,
                            FrameChange* changes, uint32_t count) override;

  // --- For hooks ---
  const PageParams& params() const { return params_; }
  DatabaseHome& home() { return home_; }
  // Page numbers are below this.
  uint32_t page_limit() const { return page_limit_; }
  // Makes the page hold the change's after image with page LSN `lsn`. False where it cannot:
  // damaged.
  bool Apply(Frame* frame, const Change& change, Lsn lsn);
  // Undoes `change`, logged as `lsn`: finds the page, has the hooks log a CLR, puts the old state
  // back. False where the page is damaged.
  Task<bool> Undo(Thread& thread, Transaction& txn, const Change& change, Lsn lsn);
  // The same as a step of the listing; nothing where the change needs no undo.
  Task<bool> UndoStep(Thread& thread, Where step, Transaction& txn, const Change& change, Lsn lsn);
  // Recovery is under way, or has found damage.
  bool recovering() const { return recovering_; }
  // For OnCompensate: shows at `step` that the frame's page gets its old state back, which `lsn`
  // compensates.
  static Note NoteUndo(Thread& thread, Where step, const Frame& frame, Lsn lsn) {
    thread.At(step);
    return Note(thread, EventKind::kUndo,
                {.tier = Tier::kDram,
                 .address = frame.address,
                 .a = frame.page,
                 .b = static_cast<uint32_t>(lsn)});
  }
  // Redo of `change`, logged as `lsn`, as a step of the listing: repeats it where the page LSN says
  // that the page does not have it. False where the page is damaged.
  Task<bool> RedoStep(Thread& thread, Where step, const Change& change, Lsn lsn);
  // The same in two parts. First as Latch; but where `change` fills a page from scratch, whatever a
  // power cut made of it does not matter. Then the redo, which unlatches the page.
  Task<Frame*> LatchForRedo(Thread& thread, const Change& change);
  Task<bool> RedoLatched(Thread& thread, Where step, Frame* frame, const Change& change, Lsn lsn);
  // A whole page from the log in place of a torn or older one; its page LSN becomes `lsn`. False
  // where the bytes are no such page.
  Task<bool> Restore(Thread& thread, PageId page, const uint8_t* bytes, Lsn lsn);
  // Early lock release, between the commit record and its durability.
  Task<void> ReleaseEarly(Thread& thread, Transaction& txn, Lsn commit_lsn);
  // What was released early up to here has become durable.
  void DurableUpTo(Lsn lsn) { locks_.ForgetTagsUpTo(lsn); }
  // The smallest first LSN of an active transaction, or `otherwise`.
  Lsn OldestFirstLsn(Lsn otherwise) const;
  // Active transactions, oldest first.
  const Transaction* first_active() const { return active_.first(); }
  // Analysis has found this transaction in the log: new system transactions get other numbers.
  void SawTransaction(TxnId txn);

 private:
  static PageId HomeIn(Key key, uint32_t heap_pages) {
    return 1 + static_cast<PageId>(Mix64(key) % heap_pages);
  }
  PageId HomeOf(Key key) const { return HomeIn(key, params_.heap_pages); }
  bool hashed() const { return params_.placement == Placement::kHash; }
  enum class Verb : uint8_t { kInsert, kUpdate, kErase };

  void NoteChanged(PageId page);
  static void Narrow(const Value& old, const Value& value, Change* change);
  bool FormatHashed(const InitialRows& rows);
  void Warm(const InitialPages& pages);
  // Of a record. With table locks, first LockTable for the same mode.
  AcquireLock Lock(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode) {
    return locks_.Lock(thread, txn, table, key, mode);
  }
  Task<LockResult> LockTable(Thread& thread, Transaction& txn, TableId table, LockMode mode);
  // What has been read for a change needs not be read again for it.
  static void Remember(Transaction& txn, LockMode mode, const Value& value);
  bool TryLocate(Thread& thread, Transaction& txn, TableId table, Key key, Frame** frame,
                 SlotId* slot, Status* status);
  bool TryLocateHashed(Thread& thread, Key key, Frame** frame, SlotId* slot, Status* status);
  // The record in its pinned page; where it is not there, the page is unpinned.
  Status FindHashed(Thread& thread, Frame* frame, Key key, SlotId* slot);
  // The record's frame, pinned, and slot. kNotFound: there is no such record.
  Task<Status> Locate(Thread& thread, TableId table, Key key, Frame** frame, SlotId* slot);
  // Copies what `change` refers to and logs it; the frame is latched. The page holds it on return.
  Task<void> LogAndApply(Thread& thread, Transaction& txn, Frame* frame, const Change& change);

  Task<Status> ModifyHashed(Thread& thread, Transaction& txn, Key key, Verb verb,
                            const Value* value);
  Task<Status> InsertIndexed(Thread& thread, Transaction& txn, TableId table, Key key,
                             const Value& value);
  Task<Status> ModifyIndexed(Thread& thread, Transaction& txn, TableId table, Key key, Verb verb,
                             const Value* value);
  Task<Status> PutEntries(Thread& thread, Transaction& txn, TableId table, Key key,
                          const Value& value, Rid rid, bool insert);
  Frame* FixHere(Thread& thread, PageId page);
  // A heap page with room, pinned and latched; null where there is none to be had.
  Task<Frame*> HeapPageWithRoom(Thread& thread, TableId table, Key key, const Transaction& txn,
                                SlotId* slot);
  Task<Frame*> NewHeapPage(Thread& thread, TableId table);
  Task<bool> ReadCatalog(Thread& thread);
  void OpenTree(uint32_t table, uint32_t index, PageId root) {
    trees_[table * kMaxIndexes + index] = arena_.New<IndexTree>(*this, machine_, root);
  }
  bool HasTree(TableId table, uint32_t index) const {
    return table < kMaxTables && index < kMaxIndexes && trees_[table * kMaxIndexes + index];
  }
  IndexTree& Tree(TableId table, uint32_t index) { return *trees_[table * kMaxIndexes + index]; }

  void DescribeBuffer(Inspector& inspector);
  void DescribeDisk(Inspector& inspector);
  void DescribePage(Inspector& inspector, PageId page, Tier tier, Address address,
                    const PageView& view, const Frame* frame);
  void DescribeRecords(Inspector& inspector, const PageView& view, Tier tier, Address address,
                       const Frame* frame);
  void DescribeEntries(Inspector& inspector, const PageView& view, Tier tier, Address address,
                       const Frame* frame);
  void PagesToShow(ArenaVector<PageId>& pages) const;
  void DescribeLocks(Inspector& inspector);

  Arena& arena_;
  const MachineProfile& machine_;
  const Schema& schema_;
  Dram& dram_;
  PageParams params_;
  PageLabels labels_;
  LoggingHooks& hooks_;
  DatabaseHome& home_;
  uint32_t page_limit_;
  LockManager locks_;
  BufferPool pool_;
  Time begin_ns_;
  Time commit_ns_;
  IndexTree* trees_[kMaxTables * kMaxIndexes] = {};
  ArenaVector<PageId> hints_;    // by thread and table: where it inserted last
  ArenaVector<PageId> changed_;  // traced: in the order of their latest change, each once
  ActiveTransactions active_;
  TxnId next_system_ = kFirstSystem;
  uint64_t undoing_ = 0;  // a bit a thread: it puts index entries back
  bool recovering_ = false;
  static constexpr uint32_t kUndoPages = 6;
  EngineCounters counters_;

  // Of a hash file's catalog: the record that says how many pages it has.
  static constexpr Key kCatalogKey = 0x676f6c61746163;  // "catalog"
  static constexpr TxnId kFirstSystem = TxnId{1} << 31;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_H_
