#include "scheme/page_engine/page_params.h"

#include <algorithm>
#include <string_view>

#include "base/build.h"

namespace afterimage {
namespace {

constexpr ChoiceInfo kPlacements[] = {
    {"hash", {"hash of the key", "键的散列"}},
    {"btree", {"heap and B+-tree", "堆与 B+ 树"}, kWhole},
};
constexpr ChoiceInfo kReplacements[] = {{"lru", {"least recently used", "最近最少使用"}},
                                        {"clock", {"clock", "时钟"}}};
// By CleanerForm.
constexpr ChoiceInfo kCleanerForms[] = {
    {"steady", {"a page at a time", "逐页"}},
    {"sweep", {"in sweeps", "成批扫写"}, kWhole},
};
constexpr ChoiceInfo kTorn[] = {
    {"detect", {"only detected by the checksum", "仅由校验和发现"}},
    {"double-write", {"double-write area", "双写区"}},
    {"full-page-images", {"full-page images in the log", "日志中的整页映像"}},
};

// The numbers of the list below.
enum Param : uint32_t {
  kPlacement,
  kPageBytes,
  kHeapPages,
  kSparePages,
  kFrames,
  kReplacement,
  kWarm,
  kCleaners,
  kCleanerPause,
  kCleanerForm,
  kTornPages,
  kDataOn,
  kDropCaches,
  kEarlyRelease,
  kTableLocks,
  kInheritLocks,
  kValueBytes
};

}  // namespace

constexpr ChoiceInfo kFileKinds[kFileKindCount] = {
    {"disk", {"disk with a flat price per page", "按页计价的磁盘"}},
    {"hdd", {"hard disk", "机械硬盘"}},
    {"ssd", {"SSD", "固态硬盘"}},
    {"sd", {"SD card", "SD 卡"}},
    {"tmpfs", {"NVRAM through tmpfs", "经 tmpfs 的 NVRAM"}},
    {"mmap", {"NVRAM through mmap", "经 mmap 的 NVRAM"}},
    {"pmfs", {"NVRAM through PMFS", "经 PMFS 的 NVRAM"}},
};

constinit const ParamInfo kPageParamInfo[kPageParamCount] = {
    ChoiceParam(
        "placement", {"record placement", "记录存放方式"},
        {"Where a record is kept: in the page that its key hashes to, or in a heap page that "
         "B+-trees point at.",
         "记录的位置：由键散列决定的页，或由 B+ 树指向的堆页。"},
        0, kPlacements),
    NumberParam("page_bytes", {"page size", "页大小"},
                {"The size of database pages.", "数据库页的大小。"}, 512, 256, 8192, "B"),
    NumberParam(
        "heap_pages", {"database pages", "数据库页数"},
        {"Pages of hashed records, besides the catalog.", "散列存放时除目录页外的记录页数。"}, 1, 1,
        4096, ""),
    NumberParam("spare_pages", {"spare pages", "备用页"},
                {"Free pages that indexed tables may grow into.", "索引表可扩展使用的空闲页数。"},
                64, 0, 4000000, ""),
    NumberParam("frames", {"buffer pool frames", "缓冲池帧数"},
                {"Pages that DRAM holds.", "DRAM 可容纳的页数。"}, 4, 2, 4000000, ""),
    ChoiceParam("replacement", {"page replacement", "页面置换"},
                {"Which page leaves DRAM when another is needed.", "需要空帧时哪一页离开 DRAM。"},
                0, kReplacements),
    SwitchParam(
        "warm", {"start warm", "热启动"},
        {"The buffer pool starts full, as after a long run, and so does the operating system's "
         "page cache, if there is one.",
         "缓冲池一开始就是满的，如同已长时间运行；操作系统的页缓存（如有）亦然。"},
        0),
    NumberParam(
        "cleaners", {"page cleaners", "页面清理线程数"},
        {"Threads that write out dirty pages in the background.", "在后台写出脏页的线程数。"}, 1, 1,
        16, ""),
    NumberParam("cleaner_us", {"page cleaner pause", "页面清理间隔"},
                {"Pause between two pages of a page cleaner, or at least between two sweeps; 0: no "
                 "cleaner.",
                 "页面清理线程写出两页之间的间隔，或两次扫写之间的最短间隔；0 表示没有清理线程。"},
                0, 0, 1000000, "µs"),
    ChoiceParam(
        "cleaner", {"pages are cleaned", "清理方式"},
        {"The oldest dirty page at a time, at a steady pace; or, as Shore-MT, all of them in the "
         "order of their numbers, but only when an eighth of the frames is dirty or more than two "
         "log partitions are open.",
         "按固定节奏每次写出最旧的脏页；或如 Shore-MT，仅当八分之一的帧变脏、"
         "或打开的日志分区超过两个时，按页号顺序写出全部脏页。"},
        0, kCleanerForms),
    ChoiceParam("torn_pages", {"torn pages", "页撕裂"},
                {"What repairs a page that a power cut caught half written.",
                 "断电时只写了一半的页如何修复。"},
                0, kTorn),
    ChoiceParam(
        "data_on", {"database on", "数据库所在"},
        {"The device of the database and how it is reached.", "数据库所在的设备及访问方式。"}, 0,
        kFileKinds),
    SwitchParam(
        "drop_caches", {"caches dropped", "清空页缓存"},
        {"The operating system's page cache starts empty, also where the buffer pool is warm "
         "(Linux: /proc/sys/vm/drop_caches).",
         "操作系统的页缓存一开始是空的，即使缓冲池是热的（Linux 的 drop_caches）。"},
        0),
    SwitchParam("elr", {"early lock release", "提前释放锁"},
                {"Locks are released when the commit record is in the log, before it is durable.",
                 "提交记录写入日志后、持久之前就释放锁。"},
                0),
    SwitchParam(
        "table_locks", {"table locks", "表锁"},
        {"Record locks are preceded by intention locks on the database and on their tables.",
         "加记录锁前先对数据库和表加意向锁。"},
        0),
    SwitchParam("sli", {"speculative lock inheritance", "推测性锁继承"},
                {"A thread's next transaction inherits hot locks on tables and on the database "
                 "instead of taking them again.",
                 "线程的下一个事务继承表与数据库上的热点锁而不重新加锁。"},
                0),
    NumberParam("value_bytes", {"value size", "值大小"},
                {"The size of the value of every record in a script.", "脚本中每条记录值的大小。"},
                8, 8, 256, "B"),
};

namespace {
constexpr ChoiceInfo kLockUnits[] = {{"record", {"each record", "每条记录"}},
                                     {"database", {"the whole database", "整个数据库"}}};
}  // namespace

constinit const ParamInfo kLockUnitParam = ChoiceParam(
    "locks", {"locks on", "加锁对象"},
    {"What a transaction locks until it ends: each record that it uses, or the database, shared to "
     "read and exclusively to change.",
     "事务在结束前锁住什么：所用的每条记录，或整个数据库（读时共享，修改时排他）。"},
    0, kLockUnits);

constinit const ParamInfo kReadLocksParam = SwitchParam(
    "read_locks", {"look-ups lock", "查找加锁"},
    {"Off: a look-up takes no lock, and may see what is not committed (REWIND, figure 9).",
     "关闭时查找不加锁，可能看到未提交的内容（REWIND 图 9）。"},
    1);

namespace {
static_assert(kFileParams.Has(kTornPages) && kFileParams.Has(kDropCaches));
static_assert(kRecordLockParams.Has(kEarlyRelease) && kRecordLockParams.Has(kInheritLocks));

// What the list says that has all parameters but for the range.
PageParams ParamsBut(const ParamValues& values, uint32_t first, PageParamRange but) {
  const auto at = [&](Param param) {
    if (but.Has(param)) return uint32_t{0};
    return static_cast<uint32_t>(values.value[first + param - (param > but.first ? but.count : 0)]);
  };
  PageParams p;
  p.placement = static_cast<Placement>(at(kPlacement));
  p.page_bytes = at(kPageBytes);
  p.heap_pages = at(kHeapPages);
  p.spare_pages = at(kSparePages);
  p.frames = at(kFrames);
  p.replacement = static_cast<Replacement>(at(kReplacement));
  p.warm = at(kWarm) != 0;
  p.cleaners = at(kCleanerPause) > 0 ? at(kCleaners) : 0;
  p.cleaner = static_cast<CleanerForm>(at(kCleanerForm));
  p.cleaner_ns = Time{at(kCleanerPause)} * 1000;
  p.torn = static_cast<TornPages>(at(kTornPages));
  p.data_on = static_cast<FileKind>(at(kDataOn));
  p.drop_caches = at(kDropCaches) != 0;
  p.early_release = at(kEarlyRelease) != 0;
  p.table_locks = at(kTableLocks) != 0 || at(kInheritLocks) != 0;
  p.inherit_locks = at(kInheritLocks) != 0;
  return p;
}
}  // namespace

void SetStandards(std::span<ParamInfo> params, std::span<const ParamSetting> standards) {
  for (const ParamSetting& setting : standards) {
    const auto named = [&](const ParamInfo& param) {
      return std::string_view(param.id) == setting.id;
    };
    std::find_if(params.begin(), params.end(), named)->standard = setting.value;
  }
}

PageParams PageParamsOf(const ParamValues& values, uint32_t first) {
  return ParamsBut(values, first, {});
}

PageParams FilelessPageParamsOf(const ParamValues& values, uint32_t first) {
  return ParamsBut(values, first, kFileParams);
}

PageParams LockedPageParamsOf(const ParamValues& values, uint32_t first) {
  PageParams p = ParamsBut(values, first, kRecordLockParams);
  p.lock_unit = p.placement == Placement::kHash ? LockUnit::kPage : LockUnit::kDatabase;
  return p;
}

const Mismatch* CheckFilelessPageParams(const PageParams& params) {
  static constexpr Mismatch kLine = {
      "page_bytes", {"the page size must be a multiple of 64", "页大小必须是 64 的整数倍"}};
  // A split holds a node, its parent and the new page at once; a fourth frame lets others go on
  // meanwhile.
  static constexpr Mismatch kFrames = {
      "frames", {"B+-trees need at least 4 buffer pool frames", "B+ 树至少需要 4 个缓冲池帧"}};
  static constexpr Mismatch kNoSweeps = {
      "cleaner",
      {"there is no page cleaner that could sweep: its pause is 0",
       "没有可扫写的清理线程：间隔为 0"}};
  if (params.cleaner == CleanerForm::kSweep && params.cleaners == 0) return &kNoSweeps;
  if (params.placement == Placement::kIndexed && params.frames < 4) return &kFrames;
  if (params.page_bytes % 64 != 0) return &kLine;
  return nullptr;
}

const Mismatch* CheckPageParams(const PageParams& params, const MachineProfile& machine) {
  static constexpr Mismatch kSector = {
      "page_bytes",
      {"the page size must be a multiple of the disk's sector", "页大小必须是磁盘扇区的整数倍"}};
  if (const Mismatch* mismatch = CheckFilelessPageParams(params)) return mismatch;
  return params.page_bytes % machine[Price::kDiskSector] != 0 ? &kSector : nullptr;
}

const Mismatch* CheckPageParamsWithoutImages(const PageParams& params,
                                             const MachineProfile& machine) {
  static constexpr Mismatch kImages = {
      "torn_pages",
      {"this system logs no full-page images; choose another repair for torn pages",
       "该系统不记录整页映像；请选择其他方法修复页撕裂"}};
  if (const Mismatch* mismatch = CheckPageParams(params, machine)) return mismatch;
  return params.torn == TornPages::kFullPageImages ? &kImages : nullptr;
}

}  // namespace afterimage
