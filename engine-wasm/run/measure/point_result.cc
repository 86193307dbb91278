#include "base/json/json_writer.h"
#include "run/file/experiment/metrics.h"
#include "run/measure/point.h"

namespace afterimage {
namespace {

// The metrics of the passes, in the order of RecoveryPass.
constexpr Metric kPassMetrics[] = {Metric::kRecoveryRepair,   Metric::kRecoveryOpen,
                                   Metric::kRecoveryAnalysis, Metric::kRecoveryRedo,
                                   Metric::kRecoveryUndo,     Metric::kRecoveryFinish,
                                   Metric::kRecoveryClear,    Metric::kRecoveryRebuild};
static_assert(std::size(kPassMetrics) == kRecoveryPasses);

class ResultWriter {
 public:
  ResultWriter(const PointRun& point, std::string* out) : point_(point), json_(*out) {}

  void Write() {
    json_.BeginObject().Key("complete").Bool(point_.complete());
    if (point_.gave_up()) json_.Key("gave_up").Bool(true);
    if (const Mismatch* small = point_.too_small()) {
      json_.Key("too_small").BeginObject().Key("param").String(small->field);
      json_.Key("reason").Bilingual(small->reason).EndObject();
    }
    if (const ProgramFault* fault = point_.program_fault()) {
      json_.Key("program_fault").BeginObject().Key("line").Integer(fault->line);
      json_.Key("reason").Bilingual({fault->en, fault->zh}).EndObject();
    }
    if (point_.worn_out()) json_.Key("worn_out").Bool(true);
    json_.Key("steps").Integer(static_cast<int64_t>(point_.steps())).Key("metrics").BeginObject();
    Clients();
    Engine();
    Devices();
    Wear();
    Cost();
    Times();
    if (point_.config().crash.wanted) Recovery();
    json_.EndObject();
    if (point_.wear().max() > 0) Worn();
    if (point_.occupancy().info) States();
    Kinds();
    if (point_.config().crash.wanted) Passes();
    if (point_.config().crash.wanted) Check();
    if (point_.samples().wanted()) WriteSamples(point_.samples(), 0, json_.Key("samples"));
    json_.EndObject();
  }

 private:
  void Put(Metric metric, double value) {
    json_.Key(kMetricInfo[static_cast<int>(metric)].name).Number(value);
  }
  void Put(Metric metric, uint64_t value) {
    json_.Key(kMetricInfo[static_cast<int>(metric)].name).Integer(static_cast<int64_t>(value));
  }
  void PutLess(Metric metric, uint64_t after, uint64_t before) { Put(metric, after - before); }
  static double Over(uint64_t a, uint64_t b) {
    return b ? static_cast<double>(a) / static_cast<double>(b) : 0;
  }

  Time elapsed() const { return point_.after().time - point_.before().time; }

  void Clients() {
    Histogram all, rollbacks;
    Time own = 0;
    uint64_t left = 0;
    for (const Statistics::Kind& kind : point_.kinds()) {
      all.Add(kind.latency);
      own += kind.own_ns;
      left += kind.left;
      rollbacks.Add(kind.rollback);
      commits_ += kind.commits;
      aborts_ += kind.aborts;
      retries_ += kind.retries;
    }
    Put(Metric::kThroughput, Over(commits_, elapsed()) * 1e9);
    Put(Metric::kLatencyMean, Over(all.sum(), all.count()));
    Put(Metric::kLatencyP50, all.Quantile(500));
    Put(Metric::kLatencyP90, all.Quantile(900));
    Put(Metric::kLatencyP99, all.Quantile(990));
    Put(Metric::kLatencyWorst, all.MeanOfLargest(10));
    Put(Metric::kLatencyMax, all.max());
    Put(Metric::kLatencyOwn, Over(own, commits_));
    Put(Metric::kElapsed, elapsed());
    if (point_.halves_ratio() > 0) Put(Metric::kHalves, point_.halves_ratio());
    Put(Metric::kCommits, commits_);
    if (left > 0) Put(Metric::kLeft, left);
    Operations(commits_ * point_.workload().operations());
    if (rollbacks.count() > 0) {
      Put(Metric::kRollbackMean, Over(rollbacks.sum(), rollbacks.count()));
      Put(Metric::kRollbackMax, rollbacks.max());
    }
    Put(Metric::kAbortsUser, aborts_ - retries_);
    Put(Metric::kAbortsConflict, retries_);
    Put(Metric::kAbortShare, Over(retries_, commits_ + aborts_));
  }

  void Operations(uint64_t operations) {
    if (operations == 0) return;
    Put(Metric::kOperations, operations);
    Put(Metric::kOperationRate, Over(operations, elapsed()) * 1e9);
    Put(Metric::kOperationTime, Over(elapsed(), operations));
  }

  void Engine() {
    const EngineCounters& a = point_.after().engine;
    const EngineCounters& b = point_.before().engine;
    const uint64_t records = a.log_records - b.log_records, bytes = a.log_bytes - b.log_bytes;
    Put(Metric::kLogRecords, records);
    Put(Metric::kLogBytes, bytes);
    Put(Metric::kLogInsert, Over(a.log_insert_ns - b.log_insert_ns, records));
    Put(Metric::kLogRecordsPerTxn, Over(records, commits_));
    Put(Metric::kLogBytesPerTxn, Over(bytes, commits_));
    if (a.base.log_held_most > 0) {
      Put(Metric::kLogHeld, a.base.log_held);
      Put(Metric::kLogHeldMost, a.base.log_held_most);
    }
    PutLess(Metric::kClrs, a.clrs, b.clrs);
    const uint64_t hits = a.page_hits - b.page_hits, misses = a.page_misses - b.page_misses;
    Put(Metric::kPageHits, hits);
    Put(Metric::kPageMisses, misses);
    Put(Metric::kMissesInNvm, a.misses_in_nvm - b.misses_in_nvm);
    Put(Metric::kMissesOnDisk, misses - (a.misses_in_nvm - b.misses_in_nvm));
    Put(Metric::kHitShare, Over(hits, hits + misses));
    PutLess(Metric::kPageWrites, a.page_writes, b.page_writes);
    PutLess(Metric::kPageBytes, a.page_bytes, b.page_bytes);
    PutLess(Metric::kPageEvicted, a.page_evicted_bytes, b.page_evicted_bytes);
    Put(Metric::kRecordsPerWrite,
        Over(a.records_written - b.records_written, a.record_page_writes - b.record_page_writes));
    PutLess(Metric::kSteals, a.steals, b.steals);
    PutLess(Metric::kStructureChanges, a.structure_changes, b.structure_changes);
    PutLess(Metric::kRoomWaits, a.room_waits, b.room_waits);
    PutLess(Metric::kRoomWaitTime, a.room_wait_ns, b.room_wait_ns);
    if (a.room_slots > 0) Room();
    PutLess(Metric::kDestageReads, a.pcmlogging.destage_reads, b.pcmlogging.destage_reads);
    PutLess(Metric::kDestageWrites, a.destage_writes, b.destage_writes);
    PutLess(Metric::kDestageVersions, a.pcmlogging.destage_versions, b.pcmlogging.destage_versions);
    PutLess(Metric::kDestageWindows, a.pcmlogging.destage_windows, b.pcmlogging.destage_windows);
    PutLess(Metric::kDestageOutrun, a.pcmlogging.destage_outrun, b.pcmlogging.destage_outrun);
    PutLess(Metric::kSwaps, a.pcmlogging.swaps, b.pcmlogging.swaps);
    PutLess(Metric::kRelocations, a.pcmlogging.relocations, b.pcmlogging.relocations);
    PutLess(Metric::kSwapLines, a.pcmlogging.swap_lines, b.pcmlogging.swap_lines);
    PutLess(Metric::kCheckpoints, a.checkpoints, b.checkpoints);
    PutLess(Metric::kCheckpointNs, a.checkpoint_ns, b.checkpoint_ns);
  }

  // Writes the metrics of the staging area: its steady state, or the reason why there is none.
  void Room() {
    const EngineCounters& a = point_.after().engine;
    const EngineCounters& b = point_.before().engine;
    Put(Metric::kRoomUsedBefore, Over(b.room_used, b.room_slots));
    Put(Metric::kRoomUsed, Over(a.room_used, a.room_slots));
    Put(Metric::kRoomScattered, Over(a.pcmlogging.room_scattered, a.room_slots));
    Put(Metric::kDestagedBefore, b.destage_writes);
  }

  void Devices() {
    const NvmCounters& a = point_.after().nvm;
    const NvmCounters& b = point_.before().nvm;
    PutLess(Metric::kNvmStores, a.stores, b.stores);
    PutLess(Metric::kNvmWriteBacks, a.write_backs, b.write_backs);
    PutLess(Metric::kNvmFences, a.fences, b.fences);
    PutLess(Metric::kNvmEvictions, a.evictions, b.evictions);
    PutLess(Metric::kNvmLines, a.lines_written, b.lines_written);
    PutLess(Metric::kNvmBytes, a.lines_written * kLineBytes, b.lines_written * kLineBytes);
    Disk(Metric::kDiskReads, point_.after().disk, point_.before().disk);
    Disk(Metric::kLogDiskReads, point_.after().log_disk, point_.before().log_disk);
    Busy(Metric::kDiskBusy, point_.after().disk.busy_ns - point_.before().disk.busy_ns, 1);
    Busy(Metric::kLogDiskBusy, point_.after().log_disk.busy_ns - point_.before().log_disk.busy_ns,
         1);
    Busy(Metric::kCpuBusy, point_.after().cores - point_.before().cores,
         point_.config().machine[Price::kCores]);
    Put(Metric::kCpuSwitches, Over(point_.after().switches - point_.before().switches, commits_));
    Put(Metric::kCpuIdleWakes,
        Over(point_.after().idle_wakes - point_.before().idle_wakes, commits_));
  }

  // Writes the fraction of the measured time of this many cores or disks that is `busy`. Work that
  // a disk has been given lasts beyond the end.
  void Busy(Metric metric, Time busy, uint64_t of) {
    Put(metric, std::min(1.0, Over(busy, elapsed() * of)));
  }

  // Four metrics in a row, from `first` on.
  void Disk(Metric first, const DiskCounters& after, const DiskCounters& before) {
    const auto at = [&](int i) { return static_cast<Metric>(static_cast<int>(first) + i); };
    PutLess(at(0), after.reads, before.reads);
    PutLess(at(1), after.writes, before.writes);
    PutLess(at(2), after.bytes_read, before.bytes_read);
    PutLess(at(3), after.bytes_written, before.bytes_written);
  }

  void Wear() {
    const WearStatistics& wear = point_.wear();
    const double endurance = static_cast<double>(point_.config().machine[Price::kNvmEndurance]);
    Put(Metric::kWearMax, uint64_t{wear.max()});
    Put(Metric::kWearMean, wear.mean());
    Put(Metric::kWearPermille1, uint64_t{wear.Worst(1)});
    Put(Metric::kWearPermille5, uint64_t{wear.Worst(5)});
    Put(Metric::kWearVariance, wear.variance());
    if (point_.levels_wear()) {
      Put(Metric::kWearOwn,
          point_.after().nvm.own_lines_written - point_.before().nvm.own_lines_written);
      Put(Metric::kWearSpares, point_.after().nvm.spares_used);
    }
    if (wear.max() == 0) return;
    Put(Metric::kLifetime, wear.Lifetime(endurance, point_.after().time));
    Put(Metric::kLifetimeLevelled, wear.LifetimeLevelled(endurance, point_.after().time));
  }

  void Worn() {
    json_.Key("worn").BeginObject().Key("unitBytes").Integer(point_.wear_map().unit_bytes);
    json_.Key("time").Integer(static_cast<int64_t>(point_.after().time));
    WriteWearMap(point_.wear_map(), json_);
    json_.EndObject();
  }

  // Writes the states that the system plans by: the time in each in the measured part, and its
  // fraction of the time by the mean of the plans.
  void States() {
    const Occupancy& occupancy = point_.occupancy();
    json_.Key("occupancy").BeginObject().Key("title").Bilingual(occupancy.info->title);
    json_.Key("state").Bilingual(occupancy.info->state);
    json_.Key("imbalance").Bilingual(occupancy.info->imbalance);
    json_.Key("plans").Integer(static_cast<int64_t>(occupancy.plans));
    json_.Key("unbalanced").Integer(static_cast<int64_t>(occupancy.unbalanced));
    json_.Key("spent").BeginArray();
    for (uint32_t k = 0; k < occupancy.states; ++k)
      json_.Integer(static_cast<int64_t>(occupancy.spent[k]));
    json_.EndArray();
    if (occupancy.balanced()) {
      json_.Key("planned").BeginArray();
      for (uint32_t k = 0; k < occupancy.states; ++k) json_.Number(occupancy.Planned(k));
      json_.EndArray();
    }
    json_.EndObject();
  }

  // Dollars for `bytes` at `price` thousandths of a dollar a GB.
  static double Dollars(uint64_t bytes, uint64_t price) {
    return static_cast<double>(bytes) / (1 << 30) * (static_cast<double>(price) / 1000);
  }

  static bool IsFlash(DiskKind kind) { return kind == DiskKind::kSsd || kind == DiskKind::kSd; }

  void Cost() {
    const MachineProfile& machine = point_.config().machine;
    const DeviceSizes& sizes = point_.sizes();
    const double dram = Dollars(sizes.dram_bytes, machine[Price::kCostDram]);
    const double nvm =
        Dollars(sizes.nvm_bytes, machine[Price::kCostNvmRatio] * machine[Price::kCostDisk]);
    uint64_t space[2] = {};  // hard disk, flash
    space[IsFlash(sizes.disk_kind)] += sizes.disk_bytes;
    space[IsFlash(sizes.log_disk_kind)] += sizes.log_disk_bytes;
    const double disk =
        Dollars(space[0], machine[Price::kCostDisk]) + Dollars(space[1], machine[Price::kCostSsd]);
    Put(Metric::kCostDram, dram);
    Put(Metric::kCostNvm, nvm);
    Put(Metric::kCostDisk, disk);
    Put(Metric::kSpaceDram, uint64_t{sizes.dram_bytes});
    Put(Metric::kSpaceNvm, uint64_t{sizes.nvm_bytes});
    Put(Metric::kSpaceFlash, space[1]);
    Put(Metric::kSpaceDisk, space[0]);
    const double all = dram + nvm + disk;
    if (all > 0) Put(Metric::kTpsPerDollar, Over(commits_, elapsed()) * 1e9 / all);
  }

  // Every nanosecond of every client once, so that time.* adds up to clients times elapsed.
  void Times() {
    const uint64_t clients = uint64_t{point_.workload().clients()} * elapsed();
    const uint64_t operations = commits_ * point_.workload().operations();
    Time on_core[kCategories], all_on_core = 0;
    for (int c = 0; c < kCategories; ++c) {
      on_core[c] = point_.after().on_core[c] - point_.before().on_core[c];
      all_on_core += on_core[c];
    }
    for (int c = 0; c < kCategories; ++c) {
      const std::string name = kCategoryNames[c].id;
      const Time time = point_.after().clients[c] - point_.before().clients[c];
      json_.Key("time." + name).Integer(static_cast<int64_t>(time));
      json_.Key("share." + name).Number(Over(time, clients));
      json_.Key("on_core." + name).Number(Over(on_core[c], all_on_core));
      if (operations > 0) json_.Key("per_operation." + name).Number(Over(on_core[c], operations));
      json_.Key("daemons." + name)
          .Integer(static_cast<int64_t>(point_.after().daemons[c] - point_.before().daemons[c]));
    }
  }

  void Recovery() {
    const RecoveryReport& report = point_.recovery();
    for (uint32_t p = 0; p < kRecoveryPasses; ++p)
      Put(kPassMetrics[p], report.of(static_cast<RecoveryPass>(p)));
    const Time passes = report.of(RecoveryPass::kAnalysis) + report.of(RecoveryPass::kRedo) +
                        report.of(RecoveryPass::kUndo);
    Put(Metric::kRecoveryLog, passes);
    const Time run = elapsed() - point_.own_checkpoints_ns() / point_.workload().clients();
    Put(Metric::kProcessing, run + passes);
    Put(Metric::kRecoveryRecords, report.records);
    Put(Metric::kRecoveryBytes, report.record_bytes);
    Put(Metric::kRecoveryTotal, report.total_ns);
  }

  // Writes the costs of each pass of the recovering thread: [{id, ns, spent: {category: ns}}], for
  // passes that took time.
  void Passes() {
    const RecoveryReport& report = point_.recovery();
    json_.Key("passes").BeginArray();
    for (uint32_t p = 0; p < kRecoveryPasses; ++p) {
      const Time all = report.of(static_cast<RecoveryPass>(p));
      if (all == 0) continue;
      json_.BeginObject().Key("id").String(kRecoveryPassNames[p]);
      json_.Key("ns").Integer(static_cast<int64_t>(all)).Key("spent").BeginObject();
      for (int c = 0; c < kCategories; ++c) {
        const Time ns = report.spent[p][c];
        if (ns > 0) json_.Key(kCategoryNames[c].id).Integer(static_cast<int64_t>(ns));
      }
      json_.EndObject().EndObject();
    }
    json_.EndArray();
  }

  void Kinds() {
    json_.Key("kinds").BeginArray();
    for (uint32_t i = 0; i < point_.kinds().size(); ++i) {
      const Statistics::Kind& kind = point_.kinds()[i];
      json_.BeginObject().Key("title").Bilingual(point_.workload().kind_title(i));
      json_.Key("commits").Integer(static_cast<int64_t>(kind.commits));
      json_.Key("aborts").BeginObject().Key("user").Integer(
          static_cast<int64_t>(kind.aborts - kind.retries));
      json_.Key("conflict").Integer(static_cast<int64_t>(kind.retries)).EndObject();
      json_.Key("latency").BeginObject().Key("mean").Number(
          Over(kind.latency.sum(), kind.latency.count()));
      json_.Key("p50").Integer(static_cast<int64_t>(kind.latency.Quantile(500)));
      json_.Key("p90").Integer(static_cast<int64_t>(kind.latency.Quantile(900)));
      json_.Key("p99").Integer(static_cast<int64_t>(kind.latency.Quantile(990)));
      json_.Key("max").Integer(static_cast<int64_t>(kind.latency.max())).EndObject().EndObject();
    }
    json_.EndArray();
  }

  void Check() {
    const bool recovered = point_.recovery().status == Status::kOk;
    json_.Key("recovered").Bool(recovered);
    if (!recovered || !point_.config().crash.check) return;
    const Consistency& found = point_.consistency();
    json_.Key("check").BeginObject().Key("holds").Bool(found.holds && found.status == Status::kOk);
    if (!found.holds) json_.Key("broken").Bilingual(found.broken);
    json_.Key("recordsRead").Integer(static_cast<int64_t>(found.records_read)).EndObject();
  }

  const PointRun& point_;
  JsonWriter json_;
  uint64_t commits_ = 0;
  uint64_t aborts_ = 0;
  uint64_t retries_ = 0;
};

}  // namespace

void WriteProgress(const PointRun& point, std::string* out) {
  JsonWriter json(*out);
  json.BeginObject().Key("stage").String(PointRun::kStageNames[static_cast<int>(point.stage())]);
  json.Key("done").Integer(static_cast<int64_t>(point.transactions_done()));
  json.Key("of").Integer(static_cast<int64_t>(point.config().all_transactions()));
  if (point.samples().wanted())
    WriteSamples(point.samples(), point.fresh_samples(), json.Key("samples"));
  json.EndObject();
}

void WritePointResult(const PointRun& point, std::string* out) { ResultWriter(point, out).Write(); }

}  // namespace afterimage
