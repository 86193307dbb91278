// Parameters that every page-based scheme has. A scheme's own come first in its list, these follow.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_PARAMS_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_PARAMS_H_

#include <array>

#include "db/pool/buffer_pool.h"
#include "scheme/contract/scheme.h"

namespace afterimage {

enum class Placement : uint8_t { kHash, kIndexed };
// The source from which a page that a power cut tore is repaired.
enum class TornPages : uint8_t { kDetect, kDoubleWrite, kFullPageImages };
// When page cleaners write: one page after the other at a steady pace, or all at once when much is
// dirty (page_sweeper.h).
enum class CleanerForm : uint8_t { kSteady, kSweep };
// A device and the way to reach it.
enum class FileKind : uint8_t { kDisk, kHdd, kSsd, kSd, kTmpfs, kMmap, kPmfs };
inline constexpr uint32_t kFileKindCount = 7;
extern const ChoiceInfo kFileKinds[kFileKindCount];
inline bool OnNvm(FileKind kind) { return kind >= FileKind::kTmpfs; }
// What a transaction locks until it ends: the record; the page that holds it; or the database as a
// whole, shared to read and exclusively to change.
enum class LockUnit : uint8_t { kRecord, kPage, kDatabase };

struct PageParams {
  uint32_t page_bytes = 512;
  Placement placement = Placement::kHash;
  uint32_t heap_pages = 1;   // of kHash, besides the catalog
  uint32_t spare_pages = 0;  // of kIndexed, to grow into
  uint32_t own_pages = 0;    // behind all others, for what the scheme keeps in pages
  uint32_t frames = 4;
  Replacement replacement = Replacement::kLru;
  bool warm = false;
  bool drop_caches = false;  // the page cache of the operating system is empty, warm or not
  uint32_t cleaners = 0;
  CleanerForm cleaner = CleanerForm::kSteady;
  Time cleaner_ns = 0;       // pause between two pages of a cleaner, or between two sweeps
  uint32_t io_capacity = 0;  // pages a second that adaptive flushing reckons with; 0: there is none
  Time checkpoint_ns = 0;    // between two checkpoints by the clock; 0: there are none
  TornPages torn = TornPages::kDetect;
  FileKind data_on = FileKind::kDisk;
  bool early_release = false;
  bool table_locks = false;
  bool inherit_locks = false;
  LockUnit lock_unit = LockUnit::kRecord;
  bool read_locks = true;  // false: whoever only reads takes no lock, and sees what is under way
  bool mutexes = false;    // one guards all locks, one the list of transactions
  uint32_t batch = 1;      // pages that go home together where the double-write area is on
  bool lsns_fall = false;  // a rollback puts page LSNs back: see PageStoreParams
};

inline constexpr uint32_t kPageParamCount = 17;
extern const ParamInfo kPageParamInfo[kPageParamCount];

// Returns a scheme's own parameters and then those of pages.
template <size_t N>
std::array<ParamInfo, N + kPageParamCount> WithPageParams(const ParamInfo (&own)[N]) {
  std::array<ParamInfo, N + kPageParamCount> all;
  for (size_t i = 0; i < N; ++i) all[i] = own[i];
  for (size_t i = 0; i < kPageParamCount; ++i) all[N + i] = kPageParamInfo[i];
  return all;
}

// Parameters that stand together in the list, and that a system leaves out to which they mean
// nothing.
struct PageParamRange {
  uint32_t first = kPageParamCount;
  uint32_t count = 0;

  constexpr bool Has(uint32_t param) const { return param >= first && param - first < count; }
};
// Those that concern the file that pages are in, for a system that keeps pages elsewhere; and locks
// of records, for one that locks pages.
inline constexpr PageParamRange kFileParams{10, 3};
inline constexpr PageParamRange kRecordLockParams{13, 3};

// Returns a scheme's own parameters and then those of pages but for a range.
template <uint32_t kLeftOut, size_t N>
std::array<ParamInfo, N + kPageParamCount - kLeftOut> WithPageParamsBut(const ParamInfo (&own)[N],
                                                                        PageParamRange but) {
  std::array<ParamInfo, N + kPageParamCount - kLeftOut> all;
  size_t next = 0;
  for (const ParamInfo& param : own) all[next++] = param;
  for (uint32_t i = 0; i < kPageParamCount; ++i) {
    if (!but.Has(i)) all[next++] = kPageParamInfo[i];
  }
  return all;
}
// Returns a scheme's own parameters and then those of pages that are in no file.
template <size_t N>
auto WithFilelessPageParams(const ParamInfo (&own)[N]) {
  return WithPageParamsBut<kFileParams.count>(own, kFileParams);
}
// Returns a scheme's own parameters and then those of pages that are locked as a whole.
template <size_t N>
auto WithLockedPageParams(const ParamInfo (&own)[N]) {
  return WithPageParamsBut<kRecordLockParams.count>(own, kRecordLockParams);
}

// Gives parameters other standard values. REQUIRES: the list has each of them.
void SetStandards(std::span<ParamInfo> params, std::span<const ParamSetting> standards);

// Reads the parameters of pages, of which the first has the index `first`: the number of the
// scheme's own ones. The last one, the size of a script's values, belongs to the rows.
PageParams PageParamsOf(const ParamValues& values, uint32_t first);
PageParams FilelessPageParamsOf(const ParamValues& values, uint32_t first);
// Transactions lock pages. Of B+-trees, whose splits change pages that nobody can name beforehand,
// they lock the whole database instead.
PageParams LockedPageParamsOf(const ParamValues& values, uint32_t first);
// For a system that can do with one lock on the whole database in place of those on records, too.
extern const ParamInfo kLockUnitParam;
inline LockUnit LockUnitOf(int64_t value) {
  return value == 0 ? LockUnit::kRecord : LockUnit::kDatabase;
}
// For a system whose look-ups can do without locks.
extern const ParamInfo kReadLocksParam;
// For a system with adaptive flushing.
inline constexpr ParamInfo kIoCapacityParam = NumberParam(
    "io_capacity", {"adaptive flushing, I/O capacity", "自适应刷写的 I/O 能力"},
    {"Pages a second that the disk is taken for. The nearer the log comes to its checkpoint "
     "threshold, the more of them go home; 0: no adaptive flushing.",
     "视磁盘每秒能写的页数。日志越接近检查点阈值，写回的页越多；0 表示不做自适应刷写。"},
    0, 0, 20000, "");
// For a system whose pages go home together behind one write of their copies (InnoDB,
// srv_doublewrite_batch_size).
inline constexpr ParamInfo kBatchParam = NumberParam(
    "doublewrite_batch", {"pages written together", "一同写出的页"},
    {"With the double-write area on: copies of so many pages at most go into it in one or two "
     "writes, before the pages go to their places; 1: each page by itself.",
     "开启双写区时，最多这么多页的副本以一两次写入其中，然后各页写到自己的位置；1 "
     "表示每页单独进行。"},
    120, 1, 120, "");
// For a system whose threads share a mutex for all locks, and one for the list of transactions.
inline constexpr ParamInfo kMutexesParam = SwitchParam(
    "mutexes", {"global mutexes", "全局互斥量"},
    {"A mutex for all locks, and one for the list of running transactions, as InnoDB has them: "
     "threads wait for each other there, whatever the log does.",
     "如同 InnoDB：所有锁共用一个互斥量，运行中事务的列表另有一个。无论日志如何，线程都会在此互相等"
     "待。"},
    0);
// Returns null, or why the parameters do not go together on this machine.
const Mismatch* CheckFilelessPageParams(const PageParams& params);
const Mismatch* CheckPageParams(const PageParams& params, const MachineProfile& machine);
// The same for a system that logs no full-page images.
const Mismatch* CheckPageParamsWithoutImages(const PageParams& params,
                                             const MachineProfile& machine);

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_PARAMS_H_
