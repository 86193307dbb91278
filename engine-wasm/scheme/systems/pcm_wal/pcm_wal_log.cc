#include "scheme/systems/pcm_wal/pcm_wal_log.h"

#include "scheme/systems/pcm_wal/story.h"

namespace afterimage::pcm_wal {

PcmWalLog::PcmWalLog(const EngineContext& context, const aries::AriesParams& params, LogZone& zone,
                     PageCache& cache)
    : AriesLog(context, params, zone), zone_(zone), cache_(cache) {
  elsewhere_structure_ = kZoneRecords;
}

void PcmWalLog::Format() {
  AriesLog::Format();
  cache_.Format();
}

void PcmWalLog::Start() {
  AriesLog::Start();
  zone_.Start();
  cache_.Start();
}

void PcmWalLog::Stop(Thread& thread) {
  AriesLog::Stop(thread);
  zone_.Stop(thread);
  cache_.Stop(thread);
}

Task<void> PcmWalLog::OnRecover(Thread& thread, Restart& restart) {
  co_await restart.Prepare(thread, RecoveryPass::kOpen, [&] { return zone_.Open(thread); });
  co_await AriesLog::OnRecover(thread, restart);
}

void PcmWalLog::AddTo(EngineCounters& counters) const {
  AriesLog::AddTo(counters);
  const CacheCounters& cache = cache_.counters();
  counters.misses_in_nvm += cache.hits;
  counters.room_slots += cache_.slots();
  counters.room_used += cache_.used_slots();
  counters.room_waits += cache.waits;
  counters.room_wait_ns += cache.wait_ns;
  counters.destage_writes += cache.written;
}

void PcmWalLog::Describe(Inspector& inspector) {
  AriesLog::Describe(inspector);
  zone_.Describe(inspector, kZoneStructure);
  DescribeFileOn(inspector, kZoneRecords, Tier::kNvm);
  cache_.Describe(inspector);
}

void PcmWalLog::CheckStructures(StructureCheck& check) {
  AriesLog::CheckStructures(check);
  zone_.CheckStructures(check);
  cache_.CheckStructures(check);
}

void PcmWalLog::AddFormats(DeviceFormats* formats) { cache_.AddFormats(&formats->slots); }

}  // namespace afterimage::pcm_wal
