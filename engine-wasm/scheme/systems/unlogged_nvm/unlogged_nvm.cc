#include "scheme/systems/unlogged_nvm/unlogged_nvm.h"

#include "scheme/shared/unlogged_heap/info.h"

namespace afterimage {

const SchemeInfo kUnloggedNvm = unlogged::Info(
    "unlogged-nvm", {"Unlogged, NVM", "无日志，NVM"},
    {"REWIND's data structures without a log: each word is stored past the cache, and a commit is "
     "a "
     "fence. Nothing can be rolled back, and a power cut may leave half a change. What a log costs "
     "is measured against this.",
     "没有日志的 REWIND 数据结构：每个字绕过缓存存储，提交只是一次屏障。无法回滚，"
     "断电可能留下改了一半的状态。日志的代价以此为基准。"},
    unlogged::kNvmListings, unlogged::Create<unlogged::Stores::kPastCache>);

}  // namespace afterimage
