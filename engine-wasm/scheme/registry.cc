// Every system, once. Explicit: self-registering objects vanish when a static library is linked for
// the browser.
#include "scheme/aries/aries.h"
#include "scheme/base/base.h"
#include "scheme/berkeley_db.h"
#include "scheme/distributed/distributed.h"
#include "scheme/nv_disk.h"
#include "scheme/nv_disk_decentralized.h"
#include "scheme/nv_logging/nv_logging.h"
#include "scheme/nv_wsp/nv_wsp.h"
#include "scheme/pcm_wal/pcm_wal.h"
#include "scheme/pcmlogging/pcmlogging.h"
#include "scheme/rewind/rewind.h"
#include "scheme/scheme.h"
#include "scheme/scm_logging/scm_logging.h"
#include "scheme/shore_mt.h"
#include "scheme/stasis.h"
#include "scheme/unlogged_dram.h"
#include "scheme/unlogged_nvm.h"
#include "scheme/xtradb/xtradb.h"

namespace afterimage {

const SchemeInfo* const kSchemes[] = {
    &kNvLogging,
    &kAries,
    &kNvDisk,
    &kRewind,
    &kDistributedLogging,
    &kNvDiskDecentralized,
    &kNvWsp,
    &kBerkeleyDb,
    &kUnloggedNvm,
    &kUnloggedDram,
    &kStasis,
    &kShoreMt,
    &kPcmLogging,
    &kPcmWal,
    &kScmLogging,
    &kBase,
    &kXtraDb,
};
const uint32_t kSchemeCount = sizeof kSchemes / sizeof *kSchemes;

// Weak: another definition takes its place.
[[gnu::weak]] const SchemeInfo* UnlistedScheme() { return nullptr; }

const SchemeInfo* FindScheme(std::string_view id) {
  for (const SchemeInfo* scheme : kSchemes) {
    if (id == scheme->id) return scheme;
  }
  const SchemeInfo* unlisted = UnlistedScheme();
  return unlisted && id == unlisted->id ? unlisted : nullptr;
}

}  // namespace afterimage
