#include "tier/machine_profile.h"

namespace afterimage {

const PriceInfo kPriceInfo[kPrices] = {
#define AFTERIMAGE_PRICE(id, name, unit, min, max, en, zh) {name, unit, min, max, {en, zh}},
    AFTERIMAGE_PRICES(AFTERIMAGE_PRICE)
#undef AFTERIMAGE_PRICE
};

namespace {

constexpr char kNvl1[] = "NV-Logging (VLDB 2014), table 1";
constexpr char kNvl41[] = "NV-Logging, section 4.1";
constexpr char kNvl61[] = "NV-Logging, section 6.1";
constexpr char kAssumedPath[] =
    "assumed share of the 20,000-100,000 instructions of a simple transaction (NV-Logging, section 4.1)";
constexpr char kFog[] = "Fog, Instruction tables (Nehalem): latency in cycles at the clock of table 1";
constexpr char kMolka[] = "Molka et al., PACT 2009 (Nehalem EP), tables of latency and bandwidth";
constexpr char kSwitch[] = "Li, Ding, Shen, ExpCS 2007: direct cost on a Xeon";
constexpr char kLinux[] = "Linux scheduler: minimum granularity on 8 or more processors";
constexpr char kDisk[] = "7200 rpm disk: 8.5 ms mean seek less queueing gains, 4.2 ms rotation; PCMLogging (TKDE 2015), table 2 gives 8.05 / 8.20 ms";
constexpr char kSector[] = "512-byte sectors (ATA)";
constexpr char kFlexSc[] = "FlexSC (OSDI 2010), table 1: pwrite() executes 5,689 instructions on a Nehalem; at the clock of table 1";
constexpr char kNullCall[] = "assumption: a call that finds nothing to do, two mode switches and the file lookup";
constexpr char kUnbounded[] = "assumption: the 8-20 MB last-level cache holds all dirty lines of a run";

// The base: a Nehalem server with emulated NVRAM, in the order of Price.
constexpr SourcedPrice kSetupA[] = {
    {Price::kCores, 16, kNvl1},
    {Price::kInstructionPs, 375, "NV-Logging, section 4.1: one instruction a cycle, at 2.67 GHz"},
    {Price::kContextSwitch, 3800, kSwitch},
    {Price::kQuantum, 4000000, kLinux},
    {Price::kAtomic, 8, kFog},
    {Price::kLineTransfer, 28, kMolka},
    {Price::kCopyLine, 6, kMolka},
    {Price::kFence, 12, kFog},
    {Price::kFlushIssue, 4, kFog},
    {Price::kPathBegin, 1000, kAssumedPath},
    {Price::kPathStatement, 2000, kAssumedPath},
    {Price::kPathCommit, 1500, kAssumedPath},
    {Price::kPathLock, 400, kAssumedPath},
    {Price::kPathFix, 300, kAssumedPath},
    {Price::kPathIndexNode, 200, "binary search among 340 keys: 9 steps of about 20 instructions, two thirds of them mispredicted"},
    {Price::kPathLogRecord, 400, kAssumedPath},
    {Price::kDramRead, 60, kNvl41},
    {Price::kNvmRead, 60, kNvl61},
    {Price::kNvmWrite, 60, kNvl41},
    {Price::kNvmSlowdown, 1, kNvl61},
    {Price::kNvmWearUnit, 64, "one cache line"},
    {Price::kNvmEndurance, 100000000, "Lee et al., ISCA 2009: 10^8 writes a PCM cell"},
    {Price::kCacheLines, 0, kUnbounded},
    {Price::kDiskRead, 8050000, kDisk},
    {Price::kDiskWrite, 8200000, kDisk},
    {Price::kDiskSector, 512, kSector},
    {Price::kFileDirectCall, 0, "assumption: part of disk.read_ns and disk.write_ns, which are of whole requests"},
    {Price::kFileCachedCall, 2130, kFlexSc},
    {Price::kFileCachedSync, 2130, "assumption: as a write call, before what it writes back"},
    {Price::kFilePage, 100, "assumption: radix tree lookup and page lock, about 270 instructions"},
    {Price::kFileTmpfsCall, 2130, kFlexSc},
    {Price::kFileTmpfsSync, 200, kNullCall},
    {Price::kFileMmapSync, 1000, "assumption: msync() walks the mapping's page table, about 2,700 instructions"},
    {Price::kFilePmfsCall, 2130, kFlexSc},
    {Price::kFilePmfsSync, 200, kNullCall},
    {Price::kFilePmfsJournal, 3, "PMFS (EuroSys 2014), section 4.2: 64-byte log entries; two for the inode, one that commits"},
    {Price::kOsPageCache, 0, "assumption: the database opens its files past the page cache"},
    {Price::kOsDirtyPages, 262144, "assumption: 1 GB, about Linux's dirty_background_ratio of 10 % in memory of the time"},
};

constexpr SourcedPrice kPmep[] = {
    {Price::kInstructionPs, 385, "NV-Logging, section 4.1: one instruction a cycle, at 2.6 GHz"},
    {Price::kDramRead, 90, "PMFS (EuroSys 2014): PMEP's DRAM latency of about 90 ns"},
    {Price::kNvmRead, 300, "PMFS (EuroSys 2014): PMEP's default emulated latency"},
    {Price::kNvmWrite, 500, "NV-Logging, section 6.1: write latency up to 500 ns in Setup-B"},
};

constexpr bool InOrder() {
  for (int i = 0; i < kPrices; ++i) {
    if (kSetupA[i].price != static_cast<Price>(i)) return false;
  }
  return true;
}
static_assert(sizeof kSetupA / sizeof *kSetupA == kPrices && InOrder());

}  // namespace

const Machine kMachines[] = {
    {"setup-a", {"Setup-A: Xeon X5550, emulated NVRAM", "Setup-A:Xeon X5550,模拟 NVRAM"}, nullptr, 0},
    {"pmep", {"PMEP: persistent memory emulation platform", "PMEP:持久内存仿真平台"}, kPmep, sizeof kPmep / sizeof *kPmep},
};
const int kMachineCount = sizeof kMachines / sizeof *kMachines;

const SourcedPrice& Machine::At(Price price) const {
  for (uint32_t i = 0; i < own_count; ++i) {
    if (own[i].price == price) return own[i];
  }
  return kSetupA[static_cast<int>(price)];
}

const Machine* FindMachine(std::string_view id) {
  for (const Machine& machine : kMachines) {
    if (id == machine.id) return &machine;
  }
  return nullptr;
}

Price FindPrice(std::string_view name) {
  for (int i = 0; i < kPrices; ++i) {
    if (name == kPriceInfo[i].name) return static_cast<Price>(i);
  }
  return Price::kCount;
}

MachineProfile::MachineProfile(const Machine& machine) {
  for (int i = 0; i < kPrices; ++i) value_[i] = machine.At(static_cast<Price>(i)).value;
}

}  // namespace afterimage
