// Every operation that has a price: identifier, name, unit, range, title. Switches of the machine
// are prices, too, so that scenarios override and sweep them in the same way. None may mention a
// scheme, a workload or a figure.
#ifndef AFTERIMAGE_TIER_PRICES_PRICE_LIST_H_
#define AFTERIMAGE_TIER_PRICES_PRICE_LIST_H_

#define AFTERIMAGE_PRICES(X)                                                                       \
  X(kCores, "cpu.cores", "", 1, 1024, "logical cores", "逻辑处理器核数")                           \
  X(kThreadsPerCore, "cpu.threads_per_core", "", 1, 16, "hardware threads per core",               \
    "每物理核的硬件线程数")                                                                        \
  X(kSharedCore, "cpu.shared_core_percent", "%", 100, 1600,                                        \
    "what a core executes with all its threads busy, relative to one",                             \
    "硬件线程全忙时一个核的执行量（占单线程时的百分比）")                                          \
  X(kInstructionPs, "cpu.instruction_ps", "ps", 1, 100000, "one instruction", "一条指令")          \
  X(kContextSwitch, "cpu.context_switch_ns", "ns", 0, 10000000, "context switch", "上下文切换")    \
  X(kQuantum, "cpu.quantum_ns", "ns", 0, 1000000000, "time slice", "时间片")                       \
  X(kSleeperCredit, "cpu.sleeper_credit_ns", "ns", 0, 1000000000,                                  \
    "what a sleeper may be behind others when it wakes, in time on a core",                        \
    "睡眠线程唤醒时在核心时间上最多落后的量")                                                      \
  X(kWakeupGranularity, "cpu.wakeup_granularity_ns", "ns", 0, 1000000000,                          \
    "ahead of a waking thread by more than this, a thread loses its core to it",                   \
    "领先被唤醒线程超过此值的线程会被抢占")                                                        \
  X(kIdleWake, "cpu.idle_wake_ns", "ns", 0, 10000000,                                              \
    "until a core that idles executes again; 0: at once", "空闲的核重新开始执行所需时间；0：立即") \
  X(kAtomic, "cpu.atomic_ns", "ns", 0, 100000, "locked read-modify-write, line in cache",          \
    "带锁的读-改-写（行在缓存中）")                                                                \
  X(kLineTransfer, "cpu.line_transfer_ns", "ns", 0, 100000, "modified line from another core",     \
    "从另一核取回已修改的行")                                                                      \
  X(kCopyLine, "cpu.copy_line_ns", "ns", 0, 100000, "copy 64 bytes within the cache",              \
    "在缓存内复制 64 字节")                                                                        \
  X(kFence, "cpu.fence_ns", "ns", 0, 100000, "memory fence, nothing pending",                      \
    "内存屏障（无待完成写回）")                                                                    \
  X(kFlushIssue, "cpu.flush_issue_ns", "ns", 0, 100000, "issue of a cache-line flush",             \
    "发出一次缓存行刷写")                                                                          \
  X(kClwb, "cpu.clwb", "", 0, 1,                                                                   \
    "write-backs may overlap (clflushopt, clwb); 0: each is a clflush",                            \
    "写回可重叠（clflushopt、clwb）；0：每次都是 clflush")                                         \
  X(kFlushWaits, "cpu.flush_waits", "", 0, 1,                                                      \
    "a cache-line flush waits for the write of the medium; 0: only for the memory controller, at " \
    "DRAM's latency",                                                                              \
    "缓存行刷写等待介质写完；0：只等到内存控制器（按 DRAM 延迟）")                                 \
  X(kNtWaits, "cpu.nt_waits", "", 0, 1,                                                            \
    "a store past the cache waits until its line is written, consecutive ones to a line once; "    \
    "0: the next fence waits",                                                                     \
    "绕过缓存的存储等待其行写完（同一行的连续存储只等一次）；0：由下一个屏障等待")                 \
  X(kCachesKept, "cpu.caches_kept", "", 0, 1,                                                      \
    "caches keep their contents when the power fails (eADR); 0: they lose them",                   \
    "断电时缓存内容得以保留（eADR）；0：丢失")                                                     \
  X(kPathProfile, "path.profile", "", 0, 6,                                                        \
    "whose instructions: 0 this machine's below, 1 what each system names, or for all 2 Berkeley " \
    "DB's, 3 Stasis's, 4 Shore-MT's, 5 InnoDB's, 6 PostgreSQL's",                                  \
    "采用谁的指令数：0 本机下列各值；1 各系统所指明的软件；统一采用：2 Berkeley DB，3 Stasis，4 "  \
    "Shore-MT，5 InnoDB，6 PostgreSQL")                                                            \
  X(kPathBegin, "path.begin", "instr", 0, 10000000, "begin a transaction", "开始事务")             \
  X(kPathStatement, "path.statement", "instr", 0, 10000000, "logic of a statement",                \
    "一条语句的逻辑")                                                                              \
  X(kPathSql, "path.sql", "instr", 0, 10000000,                                                    \
    "a statement's way to the storage engine: connection, SQL, handler",                           \
    "语句到达存储引擎之路：连接、SQL、处理器接口")                                                 \
  X(kPathRead, "path.read", "instr", 0, 10000000, "logic of a look-up, besides the statement's",   \
    "一次查找的逻辑（语句逻辑之外）")                                                              \
  X(kPathInsert, "path.insert", "instr", 0, 10000000,                                              \
    "logic of an insertion, besides the statement's", "一次插入的逻辑（语句逻辑之外）")            \
  X(kPathUpdate, "path.update", "instr", 0, 10000000,                                              \
    "logic of an update, besides the statement's", "一次更新的逻辑（语句逻辑之外）")               \
  X(kPathErase, "path.erase", "instr", 0, 10000000,                                                \
    "logic of a deletion, besides the statement's", "一次删除的逻辑（语句逻辑之外）")              \
  X(kPathCommit, "path.commit", "instr", 0, 10000000, "commit or abort, without its logging",      \
    "提交或中止（不含日志）")                                                                      \
  X(kPathLock, "path.lock", "instr", 0, 10000000, "take or release a lock", "加锁或释放锁")        \
  X(kPathFix, "path.fix", "instr", 0, 10000000, "find and fix a page in the buffer pool",          \
    "在缓冲池中定位并固定页")                                                                      \
  X(kPathIndexNode, "path.index_node", "instr", 0, 10000000, "search a node of an index",          \
    "在索引节点中查找")                                                                            \
  X(kPathLogRecord, "path.log_record", "instr", 0, 10000000, "build a log record",                 \
    "构造一条日志记录")                                                                            \
  X(kDramRead, "dram.line_read_ns", "ns", 0, 1000000, "read 64 bytes from DRAM",                   \
    "从 DRAM 读 64 字节")                                                                          \
  X(kNvmRead, "nvm.line_read_ns", "ns", 0, 1000000, "read 64 bytes from NVM", "从 NVM 读 64 字节") \
  X(kNvmNextRead, "nvm.next_line_read_ns", "ns", 0, 1000000,                                       \
    "read each further 64 bytes that adjoin from NVM; 0: as the first",                            \
    "从 NVM 继续读相邻的每 64 字节；0：与首次相同")                                                \
  X(kNvmWrite, "nvm.line_write_ns", "ns", 0, 1000000, "write 64 bytes to NVM at slowdown 1",       \
    "向 NVM 写 64 字节（减速 1 倍）")                                                              \
  X(kNvmSlowdown, "nvm.slowdown", "x", 1, 1000, "slowdown of NVM writes", "NVM 写减速倍数")        \
  X(kNvmBanks, "nvm.banks", "", 0, 1024,                                                           \
    "lines that NVM reads or writes at a time, each in a bank of its own; 0: any number",          \
    "NVM 同时读写的行数，每行各占一个存储体（0 为不限）")                                          \
  X(kNvmInterleave, "nvm.interleave_bytes", "B", 64, 1048576,                                      \
    "bytes side by side in a bank, before the next one", "相邻存储体之间的交错粒度")               \
  X(kNvmWearUnit, "nvm.wear_unit_bytes", "B", 64, 256, "unit of wear", "磨损单元")                 \
  X(kNvmEndurance, "nvm.endurance", "writes", 1, 9000000000000000, "writes that a unit survives",  \
    "每单元可承受写次数")                                                                          \
  X(kNvmWornOut, "nvm.worn_out", "", 0, 1,                                                         \
    "a unit that has had these writes takes no more; 0: wear is only counted",                     \
    "单元达到可承受写次数后不再接受写入（0 为只统计磨损）")                                        \
  X(kNvmSpareUnits, "nvm.spare_units", "units", 0, 1000000,                                        \
    "units that take the place of worn-out ones", "替换磨损单元的备用单元数")                      \
  X(kNvmStartGap, "nvm.start_gap", "writes", 0, 1000000000,                                        \
    "wear levelling by Start-Gap: line writes between two moves of the gap; 0: none",              \
    "Start-Gap 磨损均衡：空位每移动一次之间的行写次数（0 为不启用）")                              \
  X(kNvmRandomize, "nvm.randomize", "", 0, 1,                                                      \
    "Start-Gap behind a fixed random mapping of addresses",                                        \
    "Start-Gap 之前加固定的地址随机化映射")                                                        \
  X(kNvmRotate, "nvm.rotate_writes", "writes", 0, 1000000000,                                      \
    "writes of the lines that a system names as its hottest, after which one of their units "      \
    "moves "                                                                                       \
    "on to a place in reserve; 0: none does",                                                      \
    "系统指明的热点行每写入这么多次，其中一个单元移到保留位置（0 为不轮换）")                      \
  X(kNvmInMemory, "nvm.in_memory", "", 0, 1,                                                       \
    "NVM is a part of the machine's memory (os.memory_mb), which emulates it",                     \
    "NVM 由机器内存（os.memory_mb）的一部分模拟")                                                  \
  X(kNvmReserve, "nvm.reserve_units", "units", 0, 1000000,                                         \
    "places in reserve, over which the hottest units rotate", "供热点单元轮换的保留位置数")        \
  X(kCacheLines, "cache.dirty_lines", "lines", 0, 1000000,                                         \
    "dirty NVM lines a core may hold, 0: any number", "每核可保留的 NVM 脏行数（0 为不限）")       \
  X(kCacheProcessor, "cache.processor", "", 0, 6,                                                  \
    "caches that reads of memory meet: 0 none, 1 this machine's, or those of 2 a Xeon X5550, 3 "   \
    "an "                                                                                          \
    "E5420, 4 PMEP, 5 an i7-2600, 6 a Xeon Scalable",                                              \
    "读内存时经过的缓存：0 无；1 本机的；或 2 Xeon X5550、3 E5420、4 PMEP、5 i7-2600、6 Xeon "     \
    "Scalable 的")                                                                                 \
  X(kDiskRead, "disk.read_ns", "ns", 0, 1000000000, "read a page", "读一页")                       \
  X(kDiskWrite, "disk.write_ns", "ns", 0, 1000000000, "write a page", "写一页")                    \
  X(kDiskLoadedWrite, "disk.loaded_write_ns", "ns", 0, 1000000000,                                 \
    "write a page while disk.load clients are at work; 0: as alone",                               \
    "有 disk.load 个客户端同时工作时写一页（0 为与单独时相同）")                                   \
  X(kDiskLoad, "disk.load", "", 0, 1024, "clients at work in disk.loaded_write_ns",                \
    "disk.loaded_write_ns 所指的客户端数")                                                         \
  X(kDiskSector, "disk.sector_bytes", "B", 256, 4096, "sector that the disk writes whole",         \
    "磁盘整写的扇区大小")                                                                          \
  X(kDiskBus, "disk.bus_kb_ns", "ns/KB", 0, 1000000, "1 KB between host and the disk's memory",    \
    "主机与磁盘内存间传输 1 KB")                                                                   \
  X(kDiskWriteCache, "disk.write_cache", "", 0, 1, "the disk has a volatile write cache",          \
    "磁盘带易失写缓存")                                                                            \
  X(kDiskCacheKb, "disk.write_cache_kb", "KB", 1, 1048576, "size of that cache", "该缓存的大小")   \
  X(kDiskBarriers, "disk.barriers", "", 0, 1, "write barriers: an fsync empties the disk's cache", \
    "写屏障：fsync 清空磁盘缓存")                                                                  \
  X(kDiskPowerSafe, "disk.power_safe", "", 0, 1,                                                   \
    "a sector being written at a power cut stays whole", "断电时正在写的扇区保持完整")             \
  X(kHddRpm, "hdd.rpm", "/min", 100, 100000, "revolutions per minute", "每分钟转数")               \
  X(kHddSeek, "hdd.seek_ns", "ns", 0, 100000000, "seek: constant part", "寻道：固定部分")          \
  X(kHddSeekRoot, "hdd.seek_root_ns", "ns", 0, 10000000,                                           \
    "seek: times the square root of the tracks crossed", "寻道：乘以所跨磁道数的平方根")           \
  X(kHddTrack, "hdd.track_bytes", "B", 4096, 1073741824, "bytes of a track", "每磁道字节数")       \
  X(kHddCommand, "hdd.command_ns", "ns", 0, 100000000,                                             \
    "controller, for a request that does not go on from the last", "控制器开销（非连续请求）")     \
  X(kHddScheduler, "hdd.scheduler", "", 0, 1, "queue: 0 in order of arrival, 1 nearest first",     \
    "队列：0 先来先服务，1 最近优先")                                                              \
  X(kSsdChannels, "ssd.channels", "", 1, 1024, "flash packages that work in parallel",             \
    "并行工作的闪存封装数")                                                                        \
  X(kSsdPage, "ssd.page_bytes", "B", 512, 65536, "flash page", "闪存页")                           \
  X(kSsdRead, "ssd.read_ns", "ns", 0, 1000000000, "read a flash page", "读一个闪存页")             \
  X(kSsdProgram, "ssd.program_ns", "ns", 0, 1000000000, "program a flash page", "编程一个闪存页")  \
  X(kSsdBus, "ssd.bus_kb_ns", "ns/KB", 0, 1000000, "1 KB between controller and package",          \
    "控制器与封装间传输 1 KB")                                                                     \
  X(kSsdCommand, "ssd.command_ns", "ns", 0, 100000000, "controller, each request",                 \
    "控制器开销（每请求）")                                                                        \
  X(kSdPage, "sd.page_bytes", "B", 512, 65536, "page of the card", "存储卡的页")                   \
  X(kSdRead, "sd.read_ns", "ns", 0, 1000000000, "read a page of the card", "读存储卡一页")         \
  X(kSdProgram, "sd.program_ns", "ns", 0, 1000000000, "write a page of the card", "写存储卡一页")  \
  X(kSdBus, "sd.bus_kb_ns", "ns/KB", 0, 10000000, "1 KB between host and card",                    \
    "主机与存储卡间传输 1 KB")                                                                     \
  X(kSdCommand, "sd.command_ns", "ns", 0, 100000000, "command, each request",                      \
    "命令开销（每请求）")                                                                          \
  X(kFileDirectCall, "file.direct_call_ns", "ns", 0, 10000000,                                     \
    "read or write a file bypassing the page cache: the call", "绕过页缓存读写文件：调用本身")     \
  X(kFileCachedCall, "file.cached_call_ns", "ns", 0, 10000000,                                     \
    "read or write a file in the page cache: the call", "读写页缓存中的文件：调用本身")            \
  X(kFileCachedSync, "file.cached_sync_ns", "ns", 0, 10000000,                                     \
    "fsync() of a file in the page cache: the call", "对页缓存文件 fsync()：调用本身")             \
  X(kFilePage, "file.page_ns", "ns", 0, 10000000, "find a file's 4 KB page in the kernel",         \
    "在内核中定位文件的 4 KB 页")                                                                  \
  X(kFileWrite, "file.write_ns", "ns", 0, 10000000,                                                \
    "write into the page cache, tmpfs included: under the file's lock, besides the call",          \
    "写入页缓存（含 tmpfs）：调用之外、持有文件锁期间")                                            \
  X(kFileWritePage, "file.write_page_ns", "ns", 0, 10000000, "the same, each 4 KB page",           \
    "同上，每个 4 KB 页")                                                                          \
  X(kFileTmpfsCall, "file.tmpfs_call_ns", "ns", 0, 10000000,                                       \
    "read or write a tmpfs file: the call", "读写 tmpfs 文件：调用本身")                           \
  X(kFileTmpfsSync, "file.tmpfs_sync_ns", "ns", 0, 10000000, "fsync() of a tmpfs file: the call",  \
    "对 tmpfs 文件 fsync()：调用本身")                                                             \
  X(kFileMmapSync, "file.mmap_sync_ns", "ns", 0, 10000000, "msync() of a mapped file: the call",   \
    "对映射文件 msync()：调用本身")                                                                \
  X(kFilePmfsCall, "file.pmfs_call_ns", "ns", 0, 10000000, "read or write a PMFS file: the call",  \
    "读写 PMFS 文件：调用本身")                                                                    \
  X(kFilePmfsSync, "file.pmfs_sync_ns", "ns", 0, 10000000, "fsync() of a PMFS file: the call",     \
    "对 PMFS 文件 fsync()：调用本身")                                                              \
  X(kFilePmfsJournal, "file.pmfs_journal_lines", "lines", 0, 64,                                   \
    "lines of metadata that PMFS journals for a write", "PMFS 每次写入记录的元数据行数")           \
  X(kOsPageCache, "os.page_cache", "", 0, 1, "disk files go through the page cache",               \
    "磁盘文件经过页缓存")                                                                          \
  X(kOsMemory, "os.memory_mb", "MB", 0, 16777216,                                                  \
    "memory of the machine; what the database and NVM in it leave is page cache, 0: any amount",   \
    "机器的内存；数据库与其中的 NVM 之外皆为页缓存（0 为不限）")                                   \
  X(kOsDirtyBackground, "os.dirty_background_percent", "%", 0, 100,                                \
    "share of the page cache's memory that is dirty when the flusher begins to write",             \
    "脏页占页缓存内存达到此比例时刷写线程开始写回")                                                \
  X(kOsDirtyRatio, "os.dirty_percent", "%", 0, 100,                                                \
    "share that is dirty when those who write write back themselves",                              \
    "脏页达到此比例时由写者自己写回")                                                              \
  X(kOsWritebackTime, "os.writeback_ms", "ms", 0, 1000000000,                                      \
    "time between two wake-ups of the flusher, 0: it writes no page for its age",                  \
    "刷写线程两次醒来的间隔（0 为不因脏页年龄写回）")                                              \
  X(kOsDirtyExpires, "os.dirty_expire_ms", "ms", 0, 1000000000,                                    \
    "age from which the flusher writes a dirty page", "脏页达到此年龄后由刷写线程写回")            \
  X(kOsDirtyPages, "os.dirty_pages", "pages", 0, 100000000,                                        \
    "dirty pages of a file before its writer writes back, whatever the shares; 0: any number",     \
    "文件脏页达到此数时由写者写回（与上述比例无关；0 为不限）")                                    \
  X(kOsJournalBlocks, "os.journal_blocks", "blocks", 0, 64,                                        \
    "blocks of 4 KB that the file system journals at an fsync(), in the page cache",               \
    "经页缓存 fsync() 时文件系统写日志的 4 KB 块数")                                               \
  X(kCostDram, "cost.dram_gb", "$/1000", 0, 100000000, "1 GB of DRAM", "1 GB DRAM 价格")           \
  X(kCostSsd, "cost.ssd_gb", "$/1000", 0, 100000000, "1 GB of flash disk", "1 GB 闪存盘价格")      \
  X(kCostDisk, "cost.disk_gb", "$/1000", 0, 100000000, "1 GB of hard disk", "1 GB 硬盘价格")       \
  X(kCostNvmRatio, "cost.nvm_ratio", "x", 1, 100000, "1 GB of NVM, as a multiple of hard disk",    \
    "1 GB NVM 相当于硬盘价格的倍数")

#endif  // AFTERIMAGE_TIER_PRICES_PRICE_LIST_H_
