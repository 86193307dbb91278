#include "run/measure/point.h"

#include "run/file/setup.h"

namespace afterimage {
namespace {

// The threads beside the clients: the scheme's daemons and recovery.
constexpr uint32_t kOtherThreads = 64;

std::unique_ptr<Workload> MakeWorkload(const PointConfig& config) {
  return config.workload->create(
      {config.workload_params, config.threads, config.seed, config.input.get()});
}

}  // namespace

PointRun::Life::Life(BlockPool& pool, const PointConfig& config, const DeviceSizes& sizes)
    : arena(pool),
      kernel(arena, recorder, config.threads + kOtherThreads, CoresOf(config.machine)),
      devices(arena, config.machine, sizes) {
  recorder.Mute(true);
}

PointRun::Life::Life(BlockPool& pool, const PointConfig& config, const DeviceSet& crashed,
                     PersistChoice& choice)
    : arena(pool),
      kernel(arena, recorder, config.threads + kOtherThreads, CoresOf(config.machine)),
      devices(arena, config.machine, crashed, choice) {
  recorder.Mute(true);
}

void PointRun::Life::AddEngine(const PointConfig& config, const Schema& schema,
                               const DeviceSizes& sizes) {
  page_cache = arena.New<OsPageCache>(kernel, arena, config.machine);
  const EngineContext context{kernel,
                              arena,
                              devices,
                              config.machine,
                              config.scheme_params,
                              schema,
                              sizes.database_pages,
                              0,
                              config.deadlock,
                              page_cache};
  engine = config.scheme->create(context);
  page_cache->SetRoom(PageCacheRoom(config.machine, sizes));
}

PointRun::PointRun(const PointConfig& config)
    : config_(config),
      workload_(MakeWorkload(config_)),
      sizes_(SizesOf(*config_.scheme, config_.scheme_params, config_.machine, *workload_)),
      life_(pool_, config_, sizes_),
      statistics_(life_.kernel, *workload_),
      samples_(config_.samples, config_.until) {
  for (uint32_t i = 0; i < workload_->clients(); ++i)
    life_.kernel.AddThread(ThreadKind::kClient, {"", ""});
  life_.AddEngine(config_, *workload_, sizes_);
  life_.page_cache->AddFlushers();
  formatted_ = life_.engine->Format(*workload_);
  if (!formatted_) return;
  clients_.reset(new ClientRun{*life_.engine, statistics_, config_.machine});
  clients_->nvm = &life_.devices.nvm;
  clients_->page_cache = life_.page_cache;
  clients_->own_nvm = sizes_.own_nvm;
  clients_->deadlock = config_.deadlock;
  clients_->seed = config_.seed;
  clients_->running = workload_->clients();
  clients_->transactions = ~uint64_t{0};  // the run is cut off, not run out
  for (uint32_t i = 0; i < workload_->clients(); ++i) {
    Thread& thread = life_.kernel.thread(i);
    life_.kernel.Spawn(thread, workload_->RunClient(thread, *clients_, i));
  }
  life_.engine->Start();
  if (config_.warmup == 0)
    Reached();
  else
    statistics_.StopAt(config_.warmup);
}

bool PointRun::Advance(uint64_t steps) {
  if (stage_ == Stage::kEnded) return true;
  fresh_samples_ = samples_.count();
  const bool over = Run(second_ ? second_->kernel : life_.kernel, steps);
  if (stage_ == Stage::kRecovery) {
    if (over) stage_ = Stage::kEnded;
  } else if (statistics_.reached()) {
    Reached();
  } else if (over) {
    complete_ = false;
    if (stage_ != Stage::kUntilCrash) EndMeasuring(statistics_.last());
    stage_ = Stage::kEnded;
  }
  return stage_ == Stage::kEnded;
}

// Runs like Kernel::Run, and does the timed work on the way. Returns false as well when a stage has
// ended.
bool PointRun::Run(Kernel& kernel, uint64_t steps) {
  kernel.Limit(steps);
  for (;;) {
    const bool over = kernel.Run();
    if (!kernel.TakeAlarm()) return over;
    if (stage_ != Stage::kMeasured) continue;
    Rang();
    if (stage_ != Stage::kMeasured) return false;
  }
}

// A stage has had its transactions: the next one.
void PointRun::Reached() {
  if (stage_ == Stage::kWarmup) {
    BeginMeasuring();
    return;
  }
  if (stage_ == Stage::kMeasured) {
    EndMeasuring(statistics_.last());
    statistics_.StopAt(config_.all_transactions());
    stage_ = config_.crash.wanted ? Stage::kUntilCrash : Stage::kEnded;
  }
  if (stage_ == Stage::kUntilCrash && statistics_.reached()) Crash();
}

void PointRun::BeginMeasuring() {
  before_ = Read(life_.kernel, *life_.engine, life_.devices, statistics_.last());
  occupancy_ = life_.engine->occupancy(before_.time);
  statistics_.Clear();
  statistics_.StopAt(uint64_t{config_.warmup} + config_.transactions);
  if (config_.until > 0)
    statistics_.HalveAt(before_.time + config_.until / 2);
  else
    statistics_.HalveAfter(config_.transactions / 2);
  stage_ = Stage::kMeasured;
  SetAlarm();
}

void PointRun::SetAlarm() {
  const Time next = samples_.next();
  if (next > 0 && !life_.kernel.idle()) life_.kernel.SetAlarm(before_.time + next);
}

// The kernel is at a time that was asked for.
void PointRun::Rang() {
  const Time time = life_.kernel.now();
  if (config_.until == 0 || time < before_.time + config_.until) {
    Sample(time, false);
    SetAlarm();
    return;
  }
  EndMeasuring(time);
  if (config_.crash.wanted)
    Crash();
  else
    stage_ = Stage::kEnded;
}

void PointRun::Sample(Time time, bool last) {
  const uint32_t before = samples_.count();
  const Reading now = Read(life_.kernel, *life_.engine, life_.devices, time);
  samples_.Take(before_, now, statistics_.kinds(), life_.devices.nvm, last);
  if (samples_.count() != before + 1) fresh_samples_ = 0;
}

void PointRun::EndMeasuring(Time time) {
  if (samples_.wanted()) Sample(time, true);
  after_ = Read(life_.kernel, *life_.engine, life_.devices, time);
  occupancy_ = life_.engine->occupancy(time).Since(occupancy_);
  kinds_ = statistics_.kinds();
  halves_ratio_ = statistics_.HalvesRatio(before_.time, time);
  own_checkpoints_ns_ = statistics_.checkpoint_ns();
  const Nvm& nvm = life_.devices.nvm;
  nvm.wear().ForEach([&](uint32_t, uint32_t writes) { wear_.Add(writes); });
  wear_.AddUnworn(static_cast<uint32_t>(nvm.wear().units() - wear_.units()));
  wear_map_ = MapWear(nvm, kWearParts);
  steps_ = life_.kernel.steps();
}

void PointRun::Crash() {
  stage_ = Stage::kRecovery;
  steps_ = life_.kernel.steps();
  second_ = std::make_unique<Life>(pool_, config_, life_.devices, nothing_survives_);
  Kernel& kernel = second_->kernel;
  for (uint32_t i = 0; i < workload_->clients(); ++i)
    kernel.AddThread(ThreadKind::kClient, {"", ""});
  second_->AddEngine(config_, *workload_, sizes_);
  Thread& thread = kernel.AddThread(ThreadKind::kRecovery, {"recovery", "恢复"});
  kernel.Spawn(thread, RecoverAndCheck(thread));
}

Task<void> PointRun::RecoverAndCheck(Thread& thread) {
  recovery_ = co_await second_->engine->Recover(thread);
  if (recovery_.status == Status::kOk && config_.crash.check) {
    co_await workload_->Check(thread, *second_->engine, &consistency_);
  }
}

bool PointRun::consistent() const {
  if (!config_.crash.wanted) return true;
  if (recovery_.status != Status::kOk) return false;
  return consistency_.holds && consistency_.status == Status::kOk;
}

}  // namespace afterimage
