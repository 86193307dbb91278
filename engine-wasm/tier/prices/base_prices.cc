// Setup-A of the NV-Logging paper, which also gives what other machines do not say.
#include "tier/prices/machine_profile.h"

namespace afterimage {
namespace {

constexpr char kNvl1[] = "NV-Logging (VLDB 2014), table 1";
constexpr char kNvl41[] = "NV-Logging, section 4.1";
constexpr char kNvl61[] = "NV-Logging, section 6.1";
constexpr char kAssumedPath[] =
    "assumed share of the 20,000-100,000 instructions of a simple transaction (NV-Logging, section "
    "4.1)";
constexpr char kWithStatement[] = "assumption: a part of path.statement";
constexpr char kFog[] =
    "Fog, Instruction tables (Nehalem): latency in cycles at the clock of table 1";
constexpr char kMolka[] = "Molka et al., PACT 2009 (Nehalem EP), tables of latency and bandwidth";
constexpr char kMarr[] =
    "Marr et al., Intel Technology Journal 6(1), 2002: Hyper-Threading gives 21% in online "
    "transaction processing";
constexpr char kSwitch[] = "Li, Ding, Shen, ExpCS 2007: direct cost on a Xeon";
constexpr char kLinux[] = "Linux scheduler: minimum granularity on 8 or more processors";
constexpr char kWakeup[] =
    "Linux 2.6.32, kernel/sched_fair.c, place_entity and check_preempt_wakeup: half of "
    "sched_latency, 5 ms, and sched_wakeup_granularity, 1 ms; both times 4 on 8 or more processors";
constexpr char kPolling[] =
    "assumption: a core that idles polls; from states of low power a Nehalem wakes in 3 to 200 us "
    "(Linux, drivers/idle/intel_idle.c)";
constexpr char kDisk[] =
    "7200 rpm disk: 8.5 ms mean seek less queueing gains, 4.2 ms rotation; PCMLogging (TKDE 2015), "
    "table 2 gives 8.05 / 8.20 ms";
constexpr char kSector[] = "512-byte sectors (ATA)";
constexpr char kFlexSc[] =
    "FlexSC (OSDI 2010), table 1: pwrite() executes 5,689 instructions on a Nehalem; at the clock "
    "of table 1";
constexpr char kNvl9[] =
    "NV-Logging, section 4.1: tmpfs takes up to 154 times a memcpy of an object (0.67 KB) and up "
    "to 9.5 times one of a group (63 KB); less the call, at cpu.copy_line_ns";
constexpr char kNullCall[] =
    "assumption: a call that finds nothing to do, two mode switches and the file lookup";
constexpr char kVm[] =
    "Linux 2.6.32, mm/page-writeback.c, as Documentation/sysctl/vm.txt explains it";
constexpr char kUnbounded[] =
    "assumption: the 8-20 MB last-level cache holds all dirty lines of a run";

constexpr char kNoBanks[] =
    "assumption: the device takes any number of lines at once, since only delays are emulated";

constexpr char kNvl66[] =
    "NV-Logging, section 6.6: $5.5, $0.7 and $0.05 per GB of DRAM, flash and disk";
constexpr char kSeek[] =
    "a + b * sqrt(distance) (Ruemmler and Wilkes, IEEE Computer 1994): 0.8 ms to the next track, "
    "8.5 ms over a third of a million tracks";
constexpr char kAgrawal[] =
    "Agrawal et al. (USENIX ATC 2008), table 1: SLC flash, 4 KB page, 25 us read, 200 us program, "
    "100 us on the bus; 8 packages of 4 GB";
constexpr char kPcmSdCard[] =
    "PCMLogging (TKDE 2015), table 2: SD card, 1.47 ms / 200.1 ms per page of 8 KB";

}  // namespace

// A Nehalem server with emulated NVRAM, in the order of Price.
constexpr SourcedPrice kBasePrices[kPrices] = {
    {Price::kCores, 16, kNvl1},
    {Price::kThreadsPerCore, 2,
     "NV-Logging (VLDB 2014), table 1: 16 logical cores with Hyper-Threading"},
    {Price::kSharedCore, 121, kMarr},
    {Price::kInstructionPs, 375,
     "NV-Logging, section 4.1: one instruction per cycle (there at 2.4 GHz); table 1: 2.67 GHz"},
    {Price::kContextSwitch, 3800, kSwitch},
    {Price::kQuantum, 4000000, kLinux},
    {Price::kSleeperCredit, 10000000, kWakeup},
    {Price::kWakeupGranularity, 4000000, kWakeup},
    {Price::kIdleWake, 0, kPolling},
    {Price::kAtomic, 8, kFog},
    {Price::kLineTransfer, 28, kMolka},
    {Price::kCopyLine, 6, kMolka},
    {Price::kFence, 12, kFog},
    {Price::kFlushIssue, 4, kFog},
    {Price::kClwb, 0,
     "Intel SDM, volume 2: CLFLUSHOPT and CLWB came with Skylake; a Nehalem has CLFLUSH alone"},
    {Price::kFlushWaits, 1,
     "NV-Logging, section 6.1: the delay of a write is added after its clflush"},
    {Price::kNtWaits, 0,
     "Intel SDM, volume 1, section 10.4.6: streaming stores leave the core through "
     "write-combining buffers"},
    {Price::kCachesKept, 0,
     "Intel: processors before the third generation of Xeon Scalable flush no cache when the power "
     "fails"},
    {Price::kPathProfile, 0,
     "NV-Logging, section 4.1: one range of instructions, for transactions of whatever system"},
    {Price::kPathBegin, 1000, kAssumedPath},
    {Price::kPathStatement, 2000, kAssumedPath},
    {Price::kPathSql, 0, "assumption: the client calls the storage engine itself, as in Shore-MT"},
    {Price::kPathRead, 0, kWithStatement},
    {Price::kPathInsert, 0, kWithStatement},
    {Price::kPathUpdate, 0, kWithStatement},
    {Price::kPathErase, 0, kWithStatement},
    {Price::kPathCommit, 1500, kAssumedPath},
    {Price::kPathLock, 400, kAssumedPath},
    {Price::kPathFix, 300, kAssumedPath},
    {Price::kPathIndexNode, 200,
     "binary search among 340 keys: 9 steps of about 20 instructions, two thirds of them "
     "mispredicted"},
    {Price::kPathLogRecord, 400, kAssumedPath},
    {Price::kDramRead, 60, kNvl41},
    {Price::kNvmRead, 60, kNvl61},
    {Price::kNvmNextRead, 0, "assumption: reads do not overlap, as where each has its delay added"},
    {Price::kNvmWrite, 60, kNvl41},
    {Price::kNvmSlowdown, 1, kNvl61},
    {Price::kNvmBanks, 0, kNoBanks},
    {Price::kNvmInterleave, 64, "one cache line"},
    {Price::kNvmWearUnit, 64, "one cache line"},
    {Price::kNvmEndurance, 100000000, "Lee et al., ISCA 2009: 10^8 writes per PCM cell"},
    {Price::kNvmWornOut, 0, "assumption: no run is as long as a unit lives"},
    {Price::kNvmSpareUnits, 0, "assumption: none"},
    {Price::kNvmStartGap, 0,
     "assumption: no wear levelling in the device; Qureshi et al. (MICRO 2009) move the gap every "
     "100 writes"},
    {Price::kNvmRandomize, 0, "assumption: no wear levelling in the device"},
    {Price::kNvmRotate, 0, "assumption: no wear levelling in the device"},
    {Price::kNvmInMemory, 1, "NV-Logging, section 3.2: NVRAM is tmpfs, or mapped, in DRAM"},
    {Price::kNvmReserve, 0, "assumption: none"},
    {Price::kCacheLines, 0, kUnbounded},
    {Price::kCacheProcessor, 0, "assumption: each read costs the memory, as the papers reckon"},
    {Price::kDiskRead, 8050000, kDisk},
    {Price::kDiskWrite, 8200000, kDisk},
    {Price::kDiskLoadedWrite, 0, "assumption: a write takes as long whoever else is at work"},
    {Price::kDiskLoad, 0, "assumption: no other time under load"},
    {Price::kDiskSector, 512, kSector},
    {Price::kDiskBus, 3410, "Serial ATA 2.0: 3 Gb/s, 300 MB/s of payload"},
    {Price::kDiskWriteCache, 0, "assumption: switched off, as databases ask for"},
    {Price::kDiskCacheKb, 8192, "Seagate Barracuda 7200.7 product manual: 8 MB cache"},
    {Price::kDiskBarriers, 1, "assumption: write barriers are on, as durability asks for"},
    {Price::kDiskPowerSafe, 1,
     "assumption: the disk ends the sector that it is writing (SQLite calls it powersafe "
     "overwrite)"},
    {Price::kHddRpm, 7200, kDisk},
    {Price::kHddSeek, 800000, kSeek},
    {Price::kHddSeekRoot, 13300, kSeek},
    {Price::kHddTrack, 1048576, "assumption: 126 MB/s at 7200 rpm, a 512 GB disk of the time"},
    {Price::kHddCommand, 200000,
     "assumption: command decoding and settling of electronics, 0.2 ms"},
    {Price::kHddScheduler, 0, "assumption: no reordering, as a disk without command queueing"},
    {Price::kSsdChannels, 8, kAgrawal},
    {Price::kSsdPage, 4096, kAgrawal},
    {Price::kSsdRead, 25000, kAgrawal},
    {Price::kSsdProgram, 200000, kAgrawal},
    {Price::kSsdBus, 25000, kAgrawal},
    {Price::kSsdCommand, 10000, "assumption: SATA command and flash translation, 10 us"},
    {Price::kSdPage, 8192, kPcmSdCard},
    {Price::kSdRead, 1470000, kPcmSdCard},
    {Price::kSdProgram, 200100000, kPcmSdCard},
    {Price::kSdBus, 0,
     "PCMLogging (TKDE 2015), table 2: latencies are of whole pages, transfer included"},
    {Price::kSdCommand, 0,
     "PCMLogging (TKDE 2015), table 2: latencies are of whole pages, command included"},
    {Price::kFileDirectCall, 0,
     "assumption: part of disk.read_ns and disk.write_ns, which are of whole requests"},
    {Price::kFileCachedCall, 2130, kFlexSc},
    {Price::kFileCachedSync, 2130, "assumption: as a write call, before what it writes back"},
    {Price::kFilePage, 100, "assumption: radix tree lookup and page lock, about 270 instructions"},
    {Price::kFileWrite, 5270, kNvl9},
    {Price::kFileWritePage, 2670, kNvl9},
    {Price::kFileTmpfsCall, 2130, kFlexSc},
    {Price::kFileTmpfsSync, 200, kNullCall},
    {Price::kFileMmapSync, 1000,
     "assumption: msync() walks the mapping's page table, about 2,700 instructions"},
    {Price::kFilePmfsCall, 2130, kFlexSc},
    {Price::kFilePmfsSync, 200, kNullCall},
    {Price::kFilePmfsJournal, 3,
     "PMFS (EuroSys 2014), section 4.2: 64-byte log entries; two for the inode, one that commits"},
    {Price::kOsPageCache, 0, "assumption: the database opens its files bypassing the page cache"},
    {Price::kOsMemory, 49152, "NV-Logging (VLDB 2014), table 1: 48 GB of DRAM"},
    {Price::kOsDirtyBackground, 10, kVm},
    {Price::kOsDirtyRatio, 20, kVm},
    {Price::kOsWritebackTime, 5000, kVm},
    {Price::kOsDirtyExpires, 30000, kVm},
    {Price::kOsDirtyPages, 0,
     "Linux 2.6.32, Documentation/sysctl/vm.txt: there is a limit for all files, none for one"},
    {Price::kOsJournalBlocks, 3,
     "Linux 2.6.32, fs/ext4/fsync.c and fs/jbd2/commit.c: a descriptor, the inode's block, a "
     "commit "
     "block"},
    {Price::kCostDram, 5500, kNvl66},
    {Price::kCostSsd, 700, kNvl66},
    {Price::kCostDisk, 50, kNvl66},
    {Price::kCostNvmRatio, 24,
     "NV-Logging, section 6.6, after Kim et al. (FAST 2014): NVRAM at 24 times the price of disk"},
};

namespace {
constexpr bool InOrder() {
  for (int i = 0; i < kPrices; ++i) {
    if (kBasePrices[i].price != static_cast<Price>(i)) return false;
  }
  return true;
}
static_assert(InOrder());
}  // namespace

}  // namespace afterimage
