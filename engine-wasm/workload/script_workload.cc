#include "workload/script_workload.h"

#include "workload/script_client.h"

namespace afterimage {

Task<void> ScriptWorkload::RunClient(Thread& thread, ClientRun& run, uint32_t client) {
  if (!run.shared)
    run.shared = thread.arena().New<ScriptRun>(thread.arena(), script_, value_bytes_);
  auto& shared = *static_cast<ScriptRun*>(run.shared);
  return thread.arena().New<ScriptClient>(run, shared, client)->Run(thread);
}

Task<void> ScriptWorkload::Check(Thread&, StorageEngine&, Consistency* result) {
  *result = Consistency();
  co_return;
}

}  // namespace afterimage
