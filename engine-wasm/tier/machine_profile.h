// What operations cost on a machine. Every price is of an operation, has a source, and can be
// overridden or swept by its name; none may mention a scheme, a workload or a figure.
#ifndef AFTERIMAGE_TIER_MACHINE_PROFILE_H_
#define AFTERIMAGE_TIER_MACHINE_PROFILE_H_

#include <cstdint>
#include <string_view>

#include "base/types.h"

namespace afterimage {

#define AFTERIMAGE_PRICES(X)                                                                             \
  X(kCores, "cpu.cores", "", 1, 1024, "logical cores", "逻辑处理器核数")                                 \
  X(kInstructionPs, "cpu.instruction_ps", "ps", 1, 100000, "one instruction", "一条指令")                \
  X(kContextSwitch, "cpu.context_switch_ns", "ns", 0, 10000000, "context switch", "上下文切换")          \
  X(kQuantum, "cpu.quantum_ns", "ns", 0, 1000000000, "time slice", "时间片")                             \
  X(kAtomic, "cpu.atomic_ns", "ns", 0, 100000, "locked read-modify-write, line in cache", "带锁的读-改-写(行在缓存中)") \
  X(kLineTransfer, "cpu.line_transfer_ns", "ns", 0, 100000, "modified line from another core", "从另一核取回已修改的行") \
  X(kCopyLine, "cpu.copy_line_ns", "ns", 0, 100000, "copy 64 bytes within the cache", "在缓存内复制 64 字节") \
  X(kFence, "cpu.fence_ns", "ns", 0, 100000, "memory fence, nothing pending", "内存屏障(无待完成写回)")  \
  X(kFlushIssue, "cpu.flush_issue_ns", "ns", 0, 100000, "issue of a cache-line flush", "发出一次缓存行刷写") \
  X(kPathBegin, "path.begin", "instr", 0, 10000000, "begin a transaction", "开始事务")                   \
  X(kPathStatement, "path.statement", "instr", 0, 10000000, "logic of a statement", "一条语句的逻辑")    \
  X(kPathCommit, "path.commit", "instr", 0, 10000000, "commit or abort, without its logging", "提交或中止(不含日志)") \
  X(kPathLock, "path.lock", "instr", 0, 10000000, "take or release a lock", "加锁或释放锁")              \
  X(kPathFix, "path.fix", "instr", 0, 10000000, "find and fix a page in the buffer pool", "在缓冲池中定位并固定页") \
  X(kPathIndexNode, "path.index_node", "instr", 0, 10000000, "search a node of an index", "在索引节点中查找") \
  X(kPathLogRecord, "path.log_record", "instr", 0, 10000000, "build a log record", "构造一条日志记录")   \
  X(kDramRead, "dram.line_read_ns", "ns", 0, 1000000, "read 64 bytes from DRAM", "从 DRAM 读 64 字节")   \
  X(kNvmRead, "nvm.line_read_ns", "ns", 0, 1000000, "read 64 bytes from NVM", "从 NVM 读 64 字节")       \
  X(kNvmWrite, "nvm.line_write_ns", "ns", 0, 1000000, "write 64 bytes to NVM at slowdown 1", "向 NVM 写 64 字节(减速 1 倍)") \
  X(kNvmSlowdown, "nvm.slowdown", "x", 1, 1000, "slowdown of NVM writes", "NVM 写减速倍数")              \
  X(kNvmWearUnit, "nvm.wear_unit_bytes", "B", 64, 256, "unit of wear", "磨损单元")                       \
  X(kNvmEndurance, "nvm.endurance", "writes", 1, 9000000000000000, "writes a unit survives", "每单元可承受写次数") \
  X(kCacheLines, "cache.dirty_lines", "lines", 0, 1000000, "dirty NVM lines a core may hold, 0: any number", "每核可保留的 NVM 脏行数(0 为不限)") \
  X(kDiskRead, "disk.read_ns", "ns", 0, 1000000000, "read a page", "读一页")                             \
  X(kDiskWrite, "disk.write_ns", "ns", 0, 1000000000, "write a page", "写一页")                          \
  X(kDiskSector, "disk.sector_bytes", "B", 256, 4096, "sector that the disk writes whole", "磁盘整写的扇区大小") \
  X(kFileDirectCall, "file.direct_call_ns", "ns", 0, 10000000, "read or write a file past the page cache: the call", "绕过页缓存读写文件:调用本身") \
  X(kFileCachedCall, "file.cached_call_ns", "ns", 0, 10000000, "read or write a file in the page cache: the call", "读写页缓存中的文件:调用本身") \
  X(kFileCachedSync, "file.cached_sync_ns", "ns", 0, 10000000, "fsync() of a file in the page cache: the call", "对页缓存文件 fsync():调用本身") \
  X(kFilePage, "file.page_ns", "ns", 0, 10000000, "find a file's 4 KB page in the kernel", "在内核中定位文件的 4 KB 页") \
  X(kFileTmpfsCall, "file.tmpfs_call_ns", "ns", 0, 10000000, "read or write a tmpfs file: the call", "读写 tmpfs 文件:调用本身") \
  X(kFileTmpfsSync, "file.tmpfs_sync_ns", "ns", 0, 10000000, "fsync() of a tmpfs file: the call", "对 tmpfs 文件 fsync():调用本身") \
  X(kFileMmapSync, "file.mmap_sync_ns", "ns", 0, 10000000, "msync() of a mapped file: the call", "对映射文件 msync():调用本身") \
  X(kFilePmfsCall, "file.pmfs_call_ns", "ns", 0, 10000000, "read or write a PMFS file: the call", "读写 PMFS 文件:调用本身") \
  X(kFilePmfsSync, "file.pmfs_sync_ns", "ns", 0, 10000000, "fsync() of a PMFS file: the call", "对 PMFS 文件 fsync():调用本身") \
  X(kFilePmfsJournal, "file.pmfs_journal_lines", "lines", 0, 64, "lines of metadata that PMFS journals for a write", "PMFS 每次写入记录的元数据行数") \
  X(kOsPageCache, "os.page_cache", "", 0, 1, "disk files go through the page cache", "磁盘文件经过页缓存") \
  X(kOsDirtyPages, "os.dirty_pages", "pages", 1, 100000000, "dirty pages of a file before its writer writes back", "文件脏页达到此数时由写者写回")

enum class Price : uint8_t {
#define AFTERIMAGE_PRICE(id, name, unit, min, max, en, zh) id,
  AFTERIMAGE_PRICES(AFTERIMAGE_PRICE)
#undef AFTERIMAGE_PRICE
      kCount
};
inline constexpr int kPrices = static_cast<int>(Price::kCount);

struct PriceInfo {
  const char* name;
  const char* unit;
  int64_t min;
  int64_t max;
  Text title;
};
extern const PriceInfo kPriceInfo[kPrices];

struct SourcedPrice {
  Price price;
  int64_t value;
  const char* source;
};

// A published set-up: its own prices, and those of the base set-up for the rest.
struct Machine {
  const char* id;
  Text title;
  const SourcedPrice* own;
  uint32_t own_count;

  const SourcedPrice& At(Price price) const;
};
extern const Machine kMachines[];
extern const int kMachineCount;
// Null where there is no such machine.
const Machine* FindMachine(std::string_view id);
// kCount where there is no such price.
Price FindPrice(std::string_view name);

// The prices of one run.
class MachineProfile {
 public:
  explicit MachineProfile(const Machine& machine);
  void Set(Price price, int64_t value) { value_[static_cast<int>(price)] = value; }
  uint64_t operator[](Price price) const { return static_cast<uint64_t>(value_[static_cast<int>(price)]); }

  Time instructions_ns(Price path) const { return (*this)[path] * (*this)[Price::kInstructionPs] / 1000; }
  Time nvm_write_ns() const { return (*this)[Price::kNvmWrite] * (*this)[Price::kNvmSlowdown]; }
  // `bytes` copied within the cache.
  Time copy_ns(uint32_t bytes) const { return (bytes + 63) / 64 * (*this)[Price::kCopyLine]; }

 private:
  int64_t value_[kPrices];
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_MACHINE_PROFILE_H_
