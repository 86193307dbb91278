// The StorageEngine of every system that keeps records in pages: buffer pool, locks and record
// placement are here, once; what is logged, when it is durable and how a crash is repaired comes
// from the hooks that a scheme fills.
//
// Records live in a hash file: page 0 is the catalog, and a record's page is a function of its key,
// so no index needs recovery here.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_H_

#include "db/buffer_pool.h"
#include "scheme/scheme.h"

namespace afterimage {

class PageEngine;

// What a page-based scheme fills in. Coroutines run on the client's thread unless said otherwise.
class LoggingHooks : public WriteGate {
 public:
  // Before anything else.
  virtual void Attach(PageEngine& engine) = 0;
  virtual void Format() = 0;
  virtual void Start() = 0;
  virtual void Stop(Thread& thread) = 0;
  virtual Task<void> OnBegin(Thread& thread, Transaction& txn) = 0;
  // Makes room for one more change and for undoing it; no latch is held. False: abort.
  virtual Task<bool> Reserve(Thread& thread, Transaction& txn) = 0;
  // Logs the change; the page is latched and changes after this returns, with this LSN.
  virtual Task<Lsn> OnUpdate(Thread& thread, Transaction& txn, const Change& change) = 0;
  virtual Task<void> OnCommit(Thread& thread, Transaction& txn) = 0;
  // Rolls the transaction back, page by page, through PageEngine::Undo.
  virtual Task<void> OnAbort(Thread& thread, Transaction& txn) = 0;
  // After the acknowledgement: what is volatile can be reused.
  virtual void OnEnd(Transaction& txn) = 0;
  virtual Task<void> OnCheckpoint(Thread& thread) = 0;
  virtual Task<RecoveryReport> OnRecover(Thread& thread) = 0;
  virtual uint64_t log_records() const = 0;
  virtual void Describe(Inspector& inspector) = 0;

 protected:
  ~LoggingHooks() = default;
};

// Structures that all page-based schemes have; a scheme's own follow them in its list.
enum PageStructure : uint16_t { kNoStructure, kBufferStructure, kDiskStructure, kLockStructure, kPageStructures };
inline constexpr StructureInfo kBufferInfo = {"buffer-page", {"buffer pool", "缓冲池"}, Tier::kDram, Shape::kPages};
inline constexpr StructureInfo kDiskInfo = {"disk-page", {"database pages", "数据库页"}, Tier::kDisk, Shape::kPages};
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

struct PageParams {
  uint32_t page_bytes = 512;
  uint32_t heap_pages = 1;  // besides the catalog
  uint32_t frames = 4;
  uint32_t value_bytes = 8;
};

class PageEngine final : public StorageEngine, public PageHome {
 public:
  // Pages stand on the disk from `disk_base`.
  PageEngine(const EngineContext& context, const PageParams& params, const PageLabels& labels, LoggingHooks& hooks,
             Dram& dram, uint32_t disk_base);

  static uint32_t DiskBytes(const PageParams& params) { return (params.heap_pages + 1) * params.page_bytes; }

  bool Format(const InitialRecord* records, uint32_t count) override;
  void Start() override { hooks_.Start(); }
  void Stop(Thread& thread) override { hooks_.Stop(thread); }
  Task<void> Begin(Thread& thread, Transaction& txn) override;
  Task<Status> Read(Thread& thread, Transaction& txn, Key key, LockMode mode, Value* value) override;
  Task<Status> Insert(Thread& thread, Transaction& txn, Key key, const Value& value) override;
  Task<Status> Update(Thread& thread, Transaction& txn, Key key, const Value& value) override;
  Task<Status> Erase(Thread& thread, Transaction& txn, Key key) override;
  Task<Status> Commit(Thread& thread, Transaction& txn) override;
  Task<void> Abort(Thread& thread, Transaction& txn) override;
  Task<void> Finish(Thread& thread, Transaction& txn) override;
  Task<void> Checkpoint(Thread& thread) override;
  Task<void> Steal(Thread& thread, Key key) override;
  Task<RecoveryReport> Recover(Thread& thread) override;
  uint16_t acknowledge_label() const override { return labels_.commit_acknowledge; }
  uint16_t abort_label() const override { return labels_.abort_acknowledge; }
  uint32_t value_bytes() const override { return params_.value_bytes; }
  uint64_t log_records() const override { return hooks_.log_records(); }
  void Describe(Inspector& inspector) override;
  const uint8_t* DramAt(Address address, uint32_t size) const override;

  Task<void> ReadPage(Thread& thread, PageId page, uint8_t* bytes) override;
  Task<void> WritePage(Thread& thread, PageId page, const uint8_t* bytes) override;

  // --- For hooks ---
  BufferPool& pool() { return pool_; }
  const PageParams& params() const { return params_; }
  uint32_t page_count() const { return params_.heap_pages + 1; }
  // The page, pinned and latched for a change; null where it is damaged.
  Task<Frame*> Latch(Thread& thread, PageId page);
  Task<void> Unlatch(Thread& thread, Frame* frame);
  // Makes the page hold `change.after` with page LSN `lsn`. False where it cannot: damaged.
  bool Apply(Frame* frame, const Change& change, Lsn lsn);
  // The smallest first LSN of an active transaction, or `otherwise`.
  Lsn OldestFirstLsn(Lsn otherwise) const;

 private:
  PageId HomeOf(Key key) const { return 1 + static_cast<PageId>(Mix64(key) % params_.heap_pages); }
  enum class Verb : uint8_t { kInsert, kUpdate, kErase };
  Task<Status> Modify(Thread& thread, Transaction& txn, Key key, Verb verb, const Value* value);
  Status Plan(Frame* frame, const Transaction& txn, Key key, Verb verb, const Value* value, Change* change);
  void DescribeBuffer(Inspector& inspector);
  void DescribeDisk(Inspector& inspector);
  void DescribePage(Inspector& inspector, PageId page, Tier tier, Address address, uint8_t* bytes, const Frame* frame);
  void DescribeLocks(Inspector& inspector);

  Arena& arena_;
  BlockDevice& disk_;
  Dram& dram_;
  uint32_t disk_base_;
  PageParams params_;
  PageLabels labels_;
  LoggingHooks& hooks_;
  LockManager locks_;
  BufferPool pool_;
  Time begin_ns_;
  Time commit_ns_;
  Transaction* first_active_ = nullptr;
  Transaction* last_active_ = nullptr;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_H_
