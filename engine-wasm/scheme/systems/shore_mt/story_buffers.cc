// Shore-MT's own texts, in addition to those of Distributed Logging.
#include <algorithm>

#include "scheme/shared/record_logs/story_shared.h"
#include "scheme/systems/shore_mt/story.h"

namespace afterimage::distributed {
namespace {

constexpr ListingLine kUndoLine = {
    kInsertUndo,
    0,
    {"copy the record to T's undo buffer in DRAM", "把记录复制到 T 在 DRAM 中的撤销缓冲区"},
    {"T's rollback needs it, and only while T is under way: what a power cut takes of it recovery "
     "finds in the logs.",
     "只有 T 自己的回滚需要它，而且只在 T 运行期间：断电丢失的部分，恢复可从日志找到。"}};

constexpr ListingLine kAbortLines[] = {
    {kAbortBuffer,
     0,
     {"for each record r of T, newest first: take it from T's undo buffer",
      "由新到旧，从 T 的撤销缓冲区取出每条记录 r"},
     {"No log is read: the buffer is in DRAM.", "不读日志：缓冲区在 DRAM 中。"}},
    {kAbortRead,
     0,
     {"where the buffer was full: read r from the log", "若缓冲区当时已满：从日志读取 r"},
     {"All records of a transaction are in one log, in their order.",
      "一个事务的所有记录都按次序位于同一个日志。"}},
    kRollBackLine,
    kRestoreLine,
    kAbortLine,
    kAbortTailLine,
    kAbortFenceLine,
    kToldLine,
};

// The listings with the lines that a rollback takes from elsewhere.
struct Listings {
  ListingLine insert[16];
  Listing all[16];
  uint32_t count;

  Listings() : count(static_cast<uint32_t>(kRingStory.listings.size())) {
    std::copy(kRingStory.listings.begin(), kRingStory.listings.end(), all);
    for (Listing& listing : *this) {
      if (listing.lines[0].label == kInsertRests) {
        std::copy_n(listing.lines, listing.count, insert);
        insert[listing.count] = kUndoLine;
        listing.lines = insert;
        ++listing.count;
      } else if (listing.lines[0].label == kAbortRead) {
        listing = MakeListing(listing.id, listing.title, kAbortLines);
      }
    }
  }
  Listing* begin() { return all; }
  Listing* end() { return all + count; }
};

constexpr StructureInfo kUndoInfo = {
    "undo-buffer", {"undo buffers", "撤销缓冲区"}, Tier::kDram, Shape::kList};

constexpr MutationInfo kOwnMutations[] = {
    {"redo-log-by-log",
     {"restart takes one log after the other", "重启逐个日志处理"},
     {"A transaction of one log may have ended before one of another began: a page's changes come "
      "by GSN, whichever logs they are in.",
      "一个日志中的事务可能在另一日志的事务开始之前就已结束：不论位于哪个日志，页的修改都按 GSN "
      "进行。"}},
    {"trusts-caches",
     {"log is not written back on a machine that loses its caches",
      "在会丢失缓存的机器上不写回日志"},
     {"What is in a cache is durable only where the machine keeps its caches.",
      "只有机器保留缓存内容时，缓存中的内容才是持久的。"}},
};

}  // namespace

const Story& BufferStory() {
  static Listings listings;
  static constexpr uint32_t kMost = 16;
  static StructureInfo structures[kMost];
  static MutationInfo mutations[kMost];
  static const Story story = [] {
    Story all = kRingStory;
    if constexpr (kWhole) {
      StructureInfo* last = std::copy(all.structures.begin(), all.structures.end(), structures);
      *last++ = kUndoInfo;
      all.structures = {structures, last};
      MutationInfo* end = std::copy(all.mutations.begin(), all.mutations.end(), mutations);
      all.mutations = {mutations,
                       std::copy(std::begin(kOwnMutations), std::end(kOwnMutations), end)};
      all.listings = {listings.all, listings.count};
    }
    return all;
  }();
  return story;
}

}  // namespace afterimage::distributed
