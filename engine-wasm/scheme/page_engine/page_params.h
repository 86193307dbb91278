// Parameters that every page-based scheme has, and some that several have. A scheme's struct
// derives from PageParams; its own rows come first in its table, those of pages follow.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_PARAMS_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_PARAMS_H_

#include "base/build.h"
#include "db/pool/buffer_pool.h"
#include "scheme/contract/scheme.h"

namespace afterimage {

enum class Placement : uint8_t { kHash, kIndexed };
// The source from which a page that a power cut tore is repaired.
enum class TornPages : uint8_t { kDetect, kDoubleWrite, kFullPageImages };
// The times at which page cleaners write: one page after the other at a steady pace, or all at once
// when much is dirty (page_sweeper.h).
enum class CleanerForm : uint8_t { kSteady, kSweep };
// A device and the way to reach it.
enum class FileKind : uint8_t { kDisk, kHdd, kSsd, kSd, kTmpfs, kMmap, kPmfs };
inline constexpr ChoiceInfo kFileKinds[] = {
    {"disk", {"disk with a flat price per page", "按页计价的磁盘"}},
    {"hdd", {"hard disk", "机械硬盘"}},
    {"ssd", {"SSD", "固态硬盘"}},
    {"sd", {"SD card", "SD 卡"}},
    {"tmpfs", {"NVRAM through tmpfs", "经 tmpfs 的 NVRAM"}},
    {"mmap", {"NVRAM through mmap", "经 mmap 的 NVRAM"}},
    {"pmfs", {"NVRAM through PMFS", "经 PMFS 的 NVRAM"}},
};
inline bool OnNvm(FileKind kind) { return kind >= FileKind::kTmpfs; }
// The thing that a transaction locks until it ends: the record; the database as a whole, shared to
// read and exclusively to change; or the page that holds the record.
enum class LockUnit : uint8_t { kRecord, kDatabase, kPage };

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
  uint32_t cleaner_threads = 0;
  CleanerForm cleaner = CleanerForm::kSteady;
  uint32_t cleaner_us = 0;   // pause between two pages of a cleaner, or two sweeps; 0: no cleaners
  uint32_t io_capacity = 0;  // pages a second that adaptive flushing reckons with; 0: there is none
  uint32_t checkpoint_s = 0;  // between two checkpoints by the clock; 0: there are none
  TornPages torn = TornPages::kDetect;
  FileKind data_on = FileKind::kDisk;
  bool early_release = false;
  bool table_locks = false;
  bool inherit_locks = false;
  LockUnit lock_unit = LockUnit::kRecord;
  bool read_locks = true;    // false: whoever only reads takes no lock, and sees what is under way
  bool mutexes = false;      // one guards all locks, one the list of transactions
  uint32_t batch = 1;        // pages that go home together where the double-write area is on
  bool lsns_fall = false;    // a rollback puts page LSNs back: see PageStoreParams
  uint32_t value_bytes = 8;  // of a script's records

  uint32_t cleaners() const { return cleaner_us > 0 ? cleaner_threads : 0; }
  Time cleaner_ns() const { return Time{cleaner_us} * 1000; }
  Time checkpoint_ns() const { return Time{checkpoint_s} * 1000000000; }
  // Inheriting a lock on a table requires such locks.
  bool locks_tables() const { return table_locks || inherit_locks; }
};

inline constexpr ChoiceInfo kPlacements[] = {
    {"hash", {"hash of the key", "键的散列"}},
    {"btree", {"heap and B+-tree", "堆与 B+ 树"}, kWhole},
};
inline constexpr ChoiceInfo kReplacements[] = {{"lru", {"least recently used", "最近最少使用"}},
                                               {"clock", {"clock", "时钟"}}};
// The names by CleanerForm.
inline constexpr ChoiceInfo kCleanerForms[] = {
    {"steady", {"a page at a time", "逐页"}},
    {"sweep", {"in sweeps", "成批扫写"}, kWhole},
};
inline constexpr ChoiceInfo kTorn[] = {
    {"detect", {"only detected by the checksum", "仅由校验和发现"}},
    {"double-write", {"double-write area", "双写区"}},
    {"full-page-images", {"full-page images in the log", "日志中的整页映像"}},
};

// The parameters of pages in general.
inline constexpr auto kPoolParams = TableOf<PageParams>(
    Param<&PageParams::placement>({.id = "placement",
                                   .title = {"record placement", "记录存放方式"},
                                   .help = {"Where a record is kept: in the page that its key "
                                            "hashes to, or in a heap page that B+-trees point at.",
                                            "记录的位置：由键散列决定的页，或由 B+ 树指向的堆页。"},
                                   .choices = kPlacements}),
    Param<&PageParams::page_bytes>({.id = "page_bytes",
                                    .title = {"page size", "页大小"},
                                    .help = {"The size of database pages.", "数据库页的大小。"},
                                    .standard = 512,
                                    .min = 256,
                                    .max = 8192,
                                    .unit = "B"}),
    Param<&PageParams::heap_pages>({.id = "heap_pages",
                                    .title = {"database pages", "数据库页数"},
                                    .help = {"Pages of hashed records, besides the catalog.",
                                             "散列存放时除目录页外的记录页数。"},
                                    .standard = 1,
                                    .min = 1,
                                    .max = 4096}),
    Param<&PageParams::spare_pages>(
        {.id = "spare_pages",
         .title = {"spare pages", "备用页"},
         .help = {"Free pages that indexed tables may grow into.", "索引表可扩展使用的空闲页数。"},
         .standard = 64,
         .max = 4000000}),
    Param<&PageParams::frames>({.id = "frames",
                                .title = {"buffer pool frames", "缓冲池帧数"},
                                .help = {"Pages that DRAM holds.", "DRAM 可容纳的页数。"},
                                .standard = 4,
                                .min = 2,
                                .max = 4000000}),
    Param<&PageParams::replacement>(
        {.id = "replacement",
         .title = {"page replacement", "页面置换"},
         .help = {"Which page leaves DRAM when another is needed.", "需要空帧时哪一页离开 DRAM。"},
         .choices = kReplacements}),
    Param<&PageParams::warm>(
        {.id = "warm",
         .title = {"start warm", "热启动"},
         .help = {"The buffer pool starts full, as after a long run, and so does the operating "
                  "system's page cache, if there is one.",
                  "缓冲池一开始就是满的，如同已长时间运行；操作系统的页缓存（如有）亦然。"}}),
    Param<&PageParams::cleaner_threads>(
        {.id = "cleaners",
         .title = {"page cleaners", "页面清理线程数"},
         .help = {"Threads that write out dirty pages in the background.",
                  "在后台写出脏页的线程数。"},
         .standard = 1,
         .min = 1,
         .max = 16}),
    Param<&PageParams::cleaner_us>(
        {.id = "cleaner_us",
         .title = {"page cleaner pause", "页面清理间隔"},
         .help = {"Pause between two pages of a page cleaner, or at least between two sweeps; 0: "
                  "no cleaner.",
                  "页面清理线程写出两页之间的间隔，或两次扫写之间的最短间隔；0 表示没有清理线程。"},
         .max = 1000000,
         .unit = "µs"}),
    Param<&PageParams::cleaner>(
        {.id = "cleaner",
         .title = {"pages are cleaned", "清理方式"},
         .help = {"The oldest dirty page at a time, at a steady pace; or, as Shore-MT, all of them "
                  "in the order of their numbers, but only when an eighth of the frames is dirty "
                  "or more than two log partitions are open.",
                  "按固定节奏每次写出最旧的脏页；或如 "
                  "Shore-"
                  "MT，仅当八分之一的帧变脏、或打开的日志分区超过两个时，按页号顺序写出全部脏页。"},
         .choices = kCleanerForms}));
// The parameters of the file that holds the pages: a system that keeps them elsewhere does not need
// them.
inline constexpr auto kFileParams = TableOf<PageParams>(
    Param<&PageParams::torn>({.id = "torn_pages",
                              .title = {"torn pages", "页撕裂"},
                              .help = {"What repairs a page that a power cut caught half written.",
                                       "断电时只写了一半的页如何修复。"},
                              .choices = kTorn}),
    Param<&PageParams::data_on>({.id = "data_on",
                                 .title = {"database on", "数据库所在"},
                                 .help = {"The device of the database and how it is reached.",
                                          "数据库所在的设备及访问方式。"},
                                 .choices = kFileKinds}),
    Param<&PageParams::drop_caches>(
        {.id = "drop_caches",
         .title = {"caches dropped", "清空页缓存"},
         .help = {"The operating system's page cache starts empty, also where the buffer pool is "
                  "warm (Linux: /proc/sys/vm/drop_caches).",
                  "操作系统的页缓存一开始是空的，即使缓冲池是热的（Linux 的 drop_caches）。"}}));
// The parameters of locks on records: a system that locks pages does not need them.
inline constexpr auto kRecordLockParams = TableOf<PageParams>(
    Param<&PageParams::early_release>(
        {.id = "elr",
         .title = {"early lock release", "提前释放锁"},
         .help = {"Locks are released when the commit record is in the log, before it is durable.",
                  "提交记录写入日志后、持久之前就释放锁。"}}),
    Param<&PageParams::table_locks>(
        {.id = "table_locks",
         .title = {"table locks", "表锁"},
         .help =
             {"Record locks are preceded by intention locks on the database and on their tables.",
              "加记录锁前先对数据库和表加意向锁。"}}),
    Param<&PageParams::inherit_locks>(
        {.id = "sli",
         .title = {"speculative lock inheritance", "推测性锁继承"},
         .help = {"A thread's next transaction inherits hot locks on tables and on the database "
                  "instead of taking them again.",
                  "线程的下一个事务继承表与数据库上的热点锁而不重新加锁。"}}));
inline constexpr auto kValueParams = TableOf<PageParams>(Param<&PageParams::value_bytes>(
    {.id = "value_bytes",
     .title = {"value size", "值大小"},
     .help = {"The size of the value of every record in a script.", "脚本中每条记录值的大小。"},
     .standard = 8,
     .min = 8,
     .max = 256,
     .unit = "B"}));

inline constexpr JoinedTables<PageParams, kPoolParams, kFileParams, kRecordLockParams, kValueParams>
    kPageParams;
inline constexpr JoinedTables<PageParams, kPoolParams, kRecordLockParams, kValueParams>
    kFilelessPageParams;
inline constexpr JoinedTables<PageParams, kPoolParams, kFileParams, kValueParams> kLockedPageParams;
// The unit of locks of a system with the parameters above: pages, or for B+-trees, whose splits
// change pages that cannot be named beforehand, the whole database.
inline LockUnit PagesToLock(const PageParams& params) {
  return params.placement == Placement::kHash ? LockUnit::kPage : LockUnit::kDatabase;
}

inline constexpr ChoiceInfo kLockUnits[] = {{"record", {"each record", "每条记录"}},
                                            {"database", {"the whole database", "整个数据库"}}};
// A parameter for a system that can also use one lock on the whole database in place of those on
// records.
inline constexpr auto kLockUnitParam = Param<&PageParams::lock_unit>(
    {.id = "locks",
     .title = {"locks on", "加锁对象"},
     .help = {"What a transaction locks until it ends: each record that it uses, or the database, "
              "shared to read and exclusively to change.",
              "事务在结束前锁住什么：所用的每条记录，或整个数据库（读时共享，修改时排他）。"},
     .choices = kLockUnits});
// A parameter for a system whose look-ups can do without locks.
inline constexpr auto kReadLocksParam = Param<&PageParams::read_locks>(
    {.id = "read_locks",
     .title = {"look-ups lock", "查找加锁"},
     .help = {"Off: a look-up takes no lock, and may see what is not committed (REWIND, figure 9).",
              "关闭时查找不加锁，可能看到未提交的内容（REWIND 图 9）。"},
     .standard = true});
// A parameter for a system that also takes checkpoints by the clock.
inline constexpr auto kCheckpointSecondsParam = Param<&PageParams::checkpoint_s>(
    {.id = "checkpoint_s",
     .title = {"checkpoints every", "检查点间隔"},
     .help = {"A checkpoint is taken so long after the last one, too; 0: only as the log grows.",
              "距上次检查点这么久后也做检查点；0 表示只随日志增长进行。"},
     .max = 86400,
     .unit = "s"});
// A parameter for a system with adaptive flushing.
inline constexpr auto kIoCapacityParam = Param<&PageParams::io_capacity>(
    {.id = "io_capacity",
     .title = {"adaptive flushing, I/O capacity", "自适应刷写的 I/O 能力"},
     .help = {"Pages a second that the disk is taken for. The nearer the log comes to its "
              "checkpoint threshold, the more of them go home; 0: no adaptive flushing.",
              "视磁盘每秒能写的页数。日志越接近检查点阈值，写回的页越多；0 表示不做自适应刷写。"},
     .max = 20000});
// A parameter for a system whose pages go home together behind one write of their copies (InnoDB,
// srv_doublewrite_batch_size).
inline constexpr auto kBatchParam = Param<&PageParams::batch>(
    {.id = "doublewrite_batch",
     .title = {"pages written together", "一同写出的页"},
     .help = {"With the double-write area on: copies of so many pages at most go into it in one or "
              "two writes, before the pages go to their places; 1: each page by itself.",
              "开启双写区时，最多这么多页的副本以一两次写入其中，然后各页写到自己的位置；1 "
              "表示每页单独进行。"},
     .standard = 120,
     .min = 1,
     .max = 120});
// A parameter for a system whose threads use one mutex for all locks, and one for the list of
// transactions.
inline constexpr auto kMutexesParam = Param<&PageParams::mutexes>(
    {.id = "mutexes",
     .title = {"global mutexes", "全局互斥量"},
     .help = {"A mutex for all locks, and one for the list of running transactions, as InnoDB has "
              "them: threads wait for each other there, whatever the log does.",
              "如同 "
              "InnoDB：所有锁共用一个互斥量，运行中事务的列表另有一个。无论日志如何，线程都会在此互"
              "相等待。"}});
// Returns null, or why the parameters do not go together on this machine.
const Mismatch* CheckFilelessPageParams(const PageParams& params);
const Mismatch* CheckPageParams(const PageParams& params, const MachineProfile& machine);
// The same for a system that logs no full-page images.
const Mismatch* CheckPageParamsWithoutImages(const PageParams& params,
                                             const MachineProfile& machine);

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_PARAMS_H_
