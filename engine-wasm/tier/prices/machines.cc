// The published set-ups with their own descriptions. The rest is Setup-A's (base_prices.cc).
#include "tier/prices/machine_profile.h"

namespace afterimage {
namespace {

// --- PMEP: Intel's persistent memory emulation platform, NV-Logging's Setup-B --------------------

constexpr SourcedPrice kPmep[] = {
    {Price::kThreadsPerCore, 1, "NV-Logging (VLDB 2014), table 1: Hyper-Threading disabled"},
    {Price::kInstructionPs, 385,
     "NV-Logging, section 4.1: one instruction per cycle; table 1: 2.6 GHz"},
    {Price::kClwb, 1,
     "PMFS (EuroSys 2014), section 2.2: the platform has a write-back that only pm_wbarrier waits "
     "for"},
    {Price::kFlushWaits, 0,
     "PMFS (EuroSys 2014), on its emulator: what is made slower are loads and pm_wbarrier, not "
     "clflush"},
    {Price::kDramRead, 90, "PMFS (EuroSys 2014): PMEP's DRAM latency of about 90 ns"},
    {Price::kNvmRead, 300, "PMFS (EuroSys 2014): PMEP's default emulated latency"},
    {Price::kNvmWrite, 500, "NV-Logging, section 6.1: write latency up to 500 ns in Setup-B"},
    {Price::kNvmInMemory, 0,
     "NV-Logging (VLDB 2014), table 1: 256 GB of NVRAM on memory channels of its own"},
    {Price::kOsMemory, 65536, "NV-Logging (VLDB 2014), table 1: 64 GB of DRAM"},
};

// --- REWIND --------------------------------------------------------------------------------------

constexpr char kRewind5[] = "REWIND (VLDB 2015), section 5: quad-core Xeon E5420 at 2.5 GHz";

#define AFTERIMAGE_REWIND_PRICES                                                                \
  {Price::kCores, 4, kRewind5},                                                                 \
      {Price::kThreadsPerCore, 1, "Intel: the Xeon E5420 has one thread per core"},             \
      {Price::kInstructionPs, 400,                                                              \
       "one instruction per cycle, as NV-Logging counts; 2.5 GHz (REWIND, section 5)"},         \
      {Price::kFence, 10, "Fog, Instruction tables (Core 2, 45 nm): about 20 cycles; 2.5 GHz"}, \
      {Price::kAtomic, 8,                                                                       \
       "Fog, Instruction tables (Core 2, 45 nm): locked XADD about 20 cycles; 2.5 GHz"},        \
      {Price::kDramRead, 110,                                                                   \
       "assumption: fully buffered DDR2 behind a front-side bus, about 110 ns"},                \
      {Price::kNvmRead, 110, "REWIND, section 5: reads of NVM are not slower than of DRAM"},    \
      {Price::kOsMemory, 12288, "REWIND, section 5: 12 GB of fully buffered DDR2"},             \
      {Price::kFilePmfsCall, 2276,                                                              \
       "FlexSC (OSDI 2010), table 1: pwrite() executes 5,689 instructions; at 2.5 GHz"},        \
      {Price::kFilePmfsJournal, 0,                                                              \
       "REWIND, section 5: latencies are charged for user-data writes to PMFS, not for its "    \
       "own bookkeeping"},                                                                      \
      {Price::kNtWaits, 1,                                                                      \
       "REWIND, section 5: each non-temporal store is an NVM write, emulated by a busy loop; "  \
       "consecutive ones to a line are grouped into one"}

constexpr SourcedPrice kRewindWriteOf150[] = {
    {Price::kNvmWrite, 150, "REWIND, section 5: 150 ns, which it also calls 510 cycles"},
    AFTERIMAGE_REWIND_PRICES,
};

constexpr SourcedPrice kRewind[] = {
    {Price::kNvmWrite, 204,
     "REWIND, section 5: 510 cycles, 204 ns at its 2.5 GHz; the paper itself says 150 ns, the "
     "other "
     "reading of this machine"},
    AFTERIMAGE_REWIND_PRICES,
};

#undef AFTERIMAGE_REWIND_PRICES

// --- BaSE ----------------------------------------------------------------------------------------

constexpr char kBase4[] =
    "BaSE, section 4: 8 Xeons of 2 cores, separate 7200 rpm 200 GB IDE disks for system, data and "
    "log";
constexpr char kBarracuda[] = "Seagate Barracuda 7200.7 (7200 rpm, 200 GB, ATA) product manual";

constexpr SourcedPrice kBaSE[] = {
    {Price::kCores, 16, kBase4},
    {Price::kThreadsPerCore, 1, "BaSE, section 4: cores are named, hardware threads are not"},
    {Price::kOsMemory, 16384, "BaSE, section 4: 16 GB of RAM"},
    {Price::kPathSql, 157000,
     "Matsunobu, Using MySQL as a NoSQL (2010): 8 cores at 2.53 GHz, 88% busy, answer 105,000 "
     "look-ups a second, of which the storage engine needs 5 us each: 62 us for the rest"},
    {Price::kNvmRead, 60,
     "BaSE, section 4.2: NVM is memory-mapped tmpfs, at the speed of memory; DRAM as Setup-A's"},
    {Price::kNvmWrite, 60,
     "BaSE, section 4.2: NVM is memory-mapped tmpfs, at the speed of memory; DRAM as Setup-A's"},
    {Price::kDiskBus, 10240, "Ultra ATA/100: 100 MB/s"},
    {Price::kDiskCacheKb, 8192, kBarracuda},
    {Price::kHddRpm, 7200, kBase4},
    {Price::kHddSeek, 800000, kBarracuda},
    {Price::kHddSeekRoot, 20600,
     "a + b * sqrt(distance): the mean seek of 8.5 ms (Barracuda 7200.7) over a third of 416,000 "
     "tracks"},
    {Price::kHddTrack, 483328, "58 MB/s sustained (Barracuda 7200.7) at 7200 rpm"},
};

// --- PCMLogging's simulator ----------------------------------------------------------------------

constexpr char kPcm1[] = "PCMLogging (TKDE 2015), table 1";
constexpr char kPcm2[] = "PCMLogging (TKDE 2015), table 2";
constexpr char kPcm61[] = "PCMLogging (TKDE 2015), section 6.1";

constexpr char kPcmSimulated[] =
    "PCMLogging (TKDE 2015), section 6.1: devices are simulated, and no memory beside them";
constexpr char kPcmChips[] =
    "PCMLogging (TKDE 2015), section 6.1: four PCM chips, at most four concurrent requests; units "
    "of 128 B";

#define AFTERIMAGE_PCM_PRICES                                                                      \
  {Price::kThreadsPerCore, 1, "assumption: a simulator of devices; its processors share nothing"}, \
      {Price::kNvmInMemory, 0, kPcmSimulated}, {Price::kOsMemory, 0, kPcmSimulated},               \
      {Price::kInstructionPs, 294,                                                                 \
       "one instruction per cycle, as NV-Logging counts; 3.4 GHz (PCMLogging, section 6.1)"},      \
      {Price::kDramRead, 50, kPcm61}, {Price::kNvmRead, 50, kPcm61},                               \
      {Price::kNvmWrite, 1000, kPcm2}, {Price::kNvmBanks, 4, kPcmChips},                           \
      {Price::kNvmInterleave, 128, kPcmChips}, {Price::kNvmWearUnit, 128, kPcm2}, {                \
    Price::kNvmEndurance, 100000000, kPcm1                                                         \
  }

constexpr SourcedPrice kPcmHdd[] = {
    AFTERIMAGE_PCM_PRICES,
    {Price::kDiskRead, 8050000, kPcm2},
    {Price::kDiskWrite, 8200000, kPcm2},
    {Price::kHddTrack, 155000,
     "assumption: the IBM DNES-309170 of section 6.1, about 18 MB/s at 7200 rpm"},
};

constexpr SourcedPrice kPcmSsd[] = {
    AFTERIMAGE_PCM_PRICES,
    {Price::kDiskRead, 25000, kPcm2},
    {Price::kDiskWrite, 50000, kPcm2},
    {Price::kSsdChannels, 8,
     "PCMLogging (TKDE 2015), section 6.1: 32 GB SSD with eight fully connected packages"},
    {Price::kSsdPage, 8192, kPcm2},
    {Price::kSsdRead, 25000, kPcm2},
    {Price::kSsdProgram, 50000, kPcm2},
    {Price::kSsdBus, 0,
     "PCMLogging (TKDE 2015), table 2: latencies are of whole pages, transfer included"},
    {Price::kSsdCommand, 0,
     "PCMLogging (TKDE 2015), table 2: latencies are of whole pages, command included"},
};

constexpr SourcedPrice kPcmSd[] = {
    AFTERIMAGE_PCM_PRICES,
    {Price::kDiskRead, 1470000, kPcm2},
    {Price::kDiskWrite, 200100000, kPcm2},
};

#undef AFTERIMAGE_PCM_PRICES

// --- A present-day server ------------------------------------------------------------------------

constexpr char kYang[] =
    "Yang et al. (FAST 2020), figure 2: Optane persistent memory, random 64-byte read 305 ns, "
    "non-temporal store 90 ns";
constexpr char kStream[] =
    "Izraelevitz et al. (arXiv 1903.05714): 17 threads, up to which they scale, read 39.4 GB/s one "
    "line after the other; 2.3 GB/s a thread";
constexpr char kP5500[] =
    "assumption: 64 dies of 60 us give the 1,000,000 random reads per second of Intel's D7-P5500 "
    "product brief";

constexpr SourcedPrice kToday[] = {
    {Price::kCores, 32, "assumption: one socket of a two-socket server"},
    {Price::kThreadsPerCore, 1, "assumption: hyper-threading is off"},
    {Price::kNvmInMemory, 0, "persistent memory has modules of its own"},
    {Price::kOsMemory, 0, "assumption: more than any database here"},
    {Price::kInstructionPs, 333,
     "one instruction per cycle, as NV-Logging counts; assumption: 3.0 GHz under load"},
    {Price::kContextSwitch, 2000,
     "assumption: about half of the Xeon of 2007 (Li, Ding, Shen), with larger state to save"},
    {Price::kAtomic, 6, "Fog, Instruction tables (Ice Lake): locked XADD about 18 cycles; 3.0 GHz"},
    {Price::kLineTransfer, 60,
     "assumption: a modified line across a mesh of 32 cores, about 180 cycles"},
    {Price::kCopyLine, 4,
     "assumption: two loads and stores of 32 bytes and their share of misses, 12 cycles"},
    {Price::kFence, 10, "Fog, Instruction tables (Ice Lake): MFENCE about 33 cycles; 3.0 GHz"},
    {Price::kFlushIssue, 4, "assumption: CLWB leaves the core in about a dozen cycles"},
    {Price::kClwb, 1, "Intel SDM, volume 2: CLWB has existed since Skylake servers"},
    {Price::kDramRead, 105,
     "assumption: DDR5 on a mesh, 100 to 110 ns as measured by Intel's Memory Latency Checker"},
    {Price::kNvmRead, 305, kYang},
    {Price::kNvmNextRead, 28, kStream},
    {Price::kNvmWrite, 90, kYang},
    {Price::kNvmWearUnit, 256,
     "Yang et al. (FAST 2020), section 2: the medium is accessed in lines of 256 bytes"},
    {Price::kNvmEndurance, 2280000,
     "Intel Optane persistent memory 100 series brief: 292 PB written to 128 GB"},
    {Price::kDiskRead, 70000,
     "assumption: 4 KB from a data-centre NVMe drive, 60 us in the flash and 10 us outside"},
    {Price::kDiskWrite, 25000,
     "assumption: 15 us into protected memory (Solidigm D7-P5810: 13 to 15 us) and 10 us outside"},
    {Price::kDiskBus, 146, "D7-P5500 product brief: 7,000 MB/s"},
    {Price::kDiskCacheKb, 262144, "assumption: 256 MB, as present hard disks have"},
    {Price::kHddTrack, 2097152, "assumption: 250 MB/s at 7200 rpm, a present nearline disk"},
    {Price::kHddSeekRoot, 4800,
     "a + b * sqrt(distance): 8.5 ms (nearline disks) over a third of 8 million tracks"},
    {Price::kHddScheduler, 1, "SATA and SAS disks order their queue (native command queueing)"},
    {Price::kSsdChannels, 64, kP5500},
    {Price::kSsdPage, 4096, "assumption: the unit of the drive's mapping table"},
    {Price::kSsdRead, 60000, kP5500},
    {Price::kSsdProgram, 15000,
     "Solidigm D7-P5810: 15 us per random write, into memory that capacitors protect"},
    {Price::kSsdBus, 250, "assumption: a flash channel of 4 GB/s"},
    {Price::kSsdCommand, 5000, "assumption: NVMe submission, doorbell and completion"},
    {Price::kFileDirectCall, 1890,
     "FlexSC (OSDI 2010), table 1: pwrite() executes 5,689 instructions; at 3.0 GHz"},
    {Price::kFileCachedCall, 1890,
     "FlexSC (OSDI 2010), table 1: pwrite() executes 5,689 instructions; at 3.0 GHz"},
    {Price::kFileWrite, 500,
     "assumption: a recent kernel, about 1,500 instructions besides the call"},
    {Price::kFileWritePage, 400, "assumption: a recent kernel, about 1,200 instructions per page"},
    {Price::kFileTmpfsCall, 1890,
     "FlexSC (OSDI 2010), table 1: pwrite() executes 5,689 instructions; at 3.0 GHz"},
    {Price::kFilePmfsCall, 1890,
     "FlexSC (OSDI 2010), table 1: pwrite() executes 5,689 instructions; at 3.0 GHz"},
    {Price::kCostDram, 4000, "assumption: registered DDR5, about $4 per GB"},
    {Price::kCostSsd, 120, "assumption: data-centre NVMe flash, about $0.12 per GB"},
    {Price::kCostDisk, 18, "assumption: nearline disks, about $18 per TB"},
    {Price::kCostNvmRatio, 111, "assumption: NVM at half the price of DRAM, as a multiple of disk"},
};

template <uint32_t kCount>
constexpr Machine Made(const char* id, const char* en, const char* zh,
                       const SourcedPrice (&own)[kCount], CacheId caches = CacheId::kX5550) {
  return {id, {en, zh}, own, kCount, caches};
}

}  // namespace

// A new one goes to the end: random scenarios draw from those that were there before.
const Machine kMachines[] = {
    {"setup-a",
     {"Setup-A: Xeon X5550, emulated NVRAM", "Setup-A：Xeon X5550，仿真 NVRAM"},
     nullptr,
     0},
    Made("pmep", "PMEP: persistent memory emulation platform", "PMEP：持久内存仿真平台", kPmep,
         CacheId::kXeonEp),
    Made("rewind", "REWIND: Xeon E5420, writes of 510 cycles",
         "REWIND：Xeon E5420，写延迟 510 周期", kRewind, CacheId::kE5420),
    Made("base", "BaSE: 16 cores, 7200 rpm disks", "BaSE：16 核，7200 转磁盘", kBaSE),
    Made("pcmlogging-hdd", "PCMLogging's simulator with a hard disk", "PCMLogging 模拟器，硬盘",
         kPcmHdd, CacheId::kI7_2600),
    Made("pcmlogging-ssd", "PCMLogging's simulator with a flash disk", "PCMLogging 模拟器，固态盘",
         kPcmSsd, CacheId::kI7_2600),
    Made("pcmlogging-sd", "PCMLogging's simulator with an SD card", "PCMLogging 模拟器，SD 卡",
         kPcmSd, CacheId::kI7_2600),
    Made("today", "Present-day server: DDR5, Optane-like NVM, NVMe",
         "当代服务器：DDR5、类 Optane NVM、NVMe", kToday, CacheId::kIceLake),
    Made("rewind-150ns", "REWIND: Xeon E5420, writes of 150 ns",
         "REWIND：Xeon E5420，写延迟 150 ns", kRewindWriteOf150, CacheId::kE5420),
};
const int kMachineCount = sizeof kMachines / sizeof *kMachines;

}  // namespace afterimage
