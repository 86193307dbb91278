// ARIES's hooks where the end of the log and the pages that leave DRAM are in PCM. What it does to
// log and pages is ARIES's; this adds the threads of the two zones and shows them.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_PCM_WAL_LOG_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_PCM_WAL_LOG_H_

#include "scheme/shared/central_log/aries_log.h"
#include "scheme/systems/pcm_wal/log_zone.h"
#include "scheme/systems/pcm_wal/page_cache.h"

namespace afterimage::pcm_wal {

class PcmWalLog final : public aries::AriesLog {
 public:
  // Both zones must outlive it.
  PcmWalLog(const EngineContext& context, const aries::AriesParams& params, LogZone& zone,
            PageCache& cache);

  void Format() override;
  void Start() override;
  void Stop(Thread& thread) override;
  Task<void> OnRecover(Thread& thread, Restart& restart) override;
  void AddTo(EngineCounters& counters) const override;
  void Describe(Inspector& inspector) override;
  void CheckStructures(StructureCheck& check) override;
#if AFTERIMAGE_WATCHES_READS
  void CheckMemory(StructureCheck& check) override;
  void CheckAnytime(StructureCheck& check) override;
#endif
  void AddFormats(DeviceFormats* formats) override;

 private:
  LogZone& zone_;
  PageCache& cache_;
};

}  // namespace afterimage::pcm_wal

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_PCM_WAL_LOG_H_
