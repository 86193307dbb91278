// Every system, once. Explicit: self-registering objects vanish when a static library is linked for
// the browser.
#include "scheme/contract/scheme.h"
#include "scheme/systems/aries/aries.h"
#include "scheme/systems/base/base.h"
#include "scheme/systems/berkeley_db/berkeley_db.h"
#include "scheme/systems/distributed/distributed.h"
#include "scheme/systems/nv_disk/nv_disk.h"
#include "scheme/systems/nv_disk_decentralized/nv_disk_decentralized.h"
#include "scheme/systems/nv_logging/nv_logging.h"
#include "scheme/systems/nv_wsp/nv_wsp.h"
#include "scheme/systems/pcm_wal/pcm_wal.h"
#include "scheme/systems/pcmlogging/pcmlogging.h"
#include "scheme/systems/rewind/rewind.h"
#include "scheme/systems/scm_logging/scm_logging.h"
#include "scheme/systems/shore_mt/shore_mt.h"
#include "scheme/systems/stasis/stasis.h"
#include "scheme/systems/unlogged_dram/unlogged_dram.h"
#include "scheme/systems/unlogged_nvm/unlogged_nvm.h"
#include "scheme/systems/user_program/user_program.h"
#include "scheme/systems/xtradb/xtradb.h"

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

// It is on no list: what it does is a matter of its program.
const SchemeInfo* UserProgramScheme() { return kWhole ? &kUserProgram : nullptr; }

const SchemeInfo* FindScheme(std::string_view id) {
  for (const SchemeInfo* scheme : kSchemes) {
    if (id == scheme->id) return scheme;
  }
  const SchemeInfo* own = UserProgramScheme();
  if (own && id == own->id) return own;
  const SchemeInfo* unlisted = UnlistedScheme();
  return unlisted && id == unlisted->id ? unlisted : nullptr;
}

}  // namespace afterimage
