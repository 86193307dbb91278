#include "scheme/systems/unlogged_dram/unlogged_dram.h"

#include "scheme/shared/unlogged_heap/info.h"

namespace afterimage {

const SchemeInfo kUnloggedDram = unlogged::Info(
    "unlogged-dram", {"Unlogged, DRAM", "无日志，DRAM"},
    {"The same data structures with ordinary stores, as in DRAM: nothing is ever written back on "
     "purpose, and a power cut takes what the caches hold.",
     "同样的数据结构，使用普通存储，如同在 DRAM 中：从不主动写回，断电时缓存中的内容全部丢失。"},
    unlogged::kDramListings, unlogged::Create<unlogged::Stores::kOrdinary>);

}  // namespace afterimage
