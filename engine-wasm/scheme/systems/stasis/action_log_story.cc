#include "scheme/systems/stasis/action_log_story.h"

#include "scheme/shared/central_log/story_shared.h"

namespace afterimage::nested {

namespace {

constexpr ListingLine kEntry[] = {
    {kEntryLog,
     0,
     {"append the change of the leaf, as a part of an action", "追加对叶页的修改，属于一个动作"},
     {"While the action is open, its undo is physical: the leaf is latched, so nobody else has "
      "changed it.",
      "动作未结束时，其撤销是物理的：叶页被闩住，别人没有改过它。"}},
    {kEntryEnd,
     0,
     {"append the action's end: its inverse, undo next LSN := before the action",
      "追加动作结束：其逆操作，undo next LSN := 动作之前"},
     {"From now on the entry may move. Undo passes over the action's records and runs the inverse "
      "where the entry then is.",
      "此后该索引项可能被移走。撤销跳过动作内的记录，在索引项当时所在之处执行逆操作。"}},
};

constexpr ListingLine kSplit[] = {
    {kSplitLog,
     0,
     {"append each change of the split to T's records, as a part of an action",
      "把分裂的每处修改作为动作的一部分追加到 T 的记录"},
     {"The action is nested in T: there is no transaction of its own for it.",
      "动作嵌套在 T 之中：没有为它另设事务。"}},
    {kSplitEnd,
     0,
     {"append the action's end: no inverse, undo next LSN := before the action",
      "追加动作结束：没有逆操作，undo next LSN := 动作之前"},
     {"A split is right whatever becomes of T, and others may already use the new page: T's "
      "rollback passes over it.",
      "无论 T 结局如何，分裂都是正确的，而且别人可能已在使用新页：T 的回滚会跳过它。"}},
};

constexpr ListingLine kInverse = {kAbortInverse,
                                  1,
                                  {"an action's end: run its inverse where the entry is now",
                                   "动作结束记录：在索引项现在的位置执行逆操作"},
                                  {"The inverse may even split a leaf. That is an action again.",
                                   "逆操作甚至可能再次分裂叶页，这又是一个动作。"}};

constexpr ListingLine kAbortLines[] = {
    aries::kAbortReadLine,   kInverse,
    aries::kAbortClrLine,    aries::kAbortRestoreLine,
    aries::kAbortAppendLine, aries::kAbortAcknowledgeLine,
};

constexpr ListingLine kRecovery[] = {
    aries::kRecoverMasterLine,
    aries::kRecoverAnalysisLine,
    aries::kRecoverRedoLine,
    aries::kRecoverUndoLine,
    {kRecoverOpen,
     1,
     {"of an open action: on the page where it was", "未结束的动作：在原来的页上撤销"},
     {"The power failed in the middle of it. Nobody has touched its pages since, and the latest "
      "record goes first: the trees are whole before an inverse walks them.",
      "断电发生在动作途中，此后没有人动过这些页；由新到旧撤销，因此逆操作遍历树时树已完整。"}},
    {kRecoverInverse,
     1,
     {"an action's end: run its inverse; pass over the action",
      "动作结束记录：执行逆操作，跳过该动作"},
     {"What is inside an action that has ended is never undone page by page.",
      "已结束的动作，其内部记录从不逐页撤销。"}},
    aries::kRecoverRestoreLine,
    aries::kRecoverEndLine,
    aries::kRecoverCheckpointLine,
};

constexpr Site kSplitEnds[] = {{kSplitEnd, 0}};
constexpr Site kEntryEnds[] = {{kEntryEnd, 0}};

}  // namespace

const Listing kListings[] = {
    InWhole(aries::kUpdateListing),
    MakeListing("entry", {"change an index", "修改索引"}, kEntry),
    MakeListing("split", {"split a node", "分裂节点"}, kSplit),
    InWhole(aries::kInsertListing),
    InWhole(aries::kFlushListing),
    aries::kNoEarlyReleaseCommit,
    MakeListing("abort", {"abort T", "中止 T"}, kAbortLines),
    InWhole(aries::kWritePageListing),
    InWhole(aries::kCheckpointListing),
    MakeListing("recovery", {"restart", "重启恢复"}, kRecovery),
};
const uint32_t kListingCount = sizeof kListings / sizeof *kListings;

const MutationInfo kMutations[] = {
    InWhole(aries::kPageBeforeLogInfo),
    InWhole(aries::kAcknowledgeFirstInfo),
    InWhole(aries::kNoClrInfo),
    {"split-left-open",
     {"a split has no end in the log", "分裂在日志中没有结束记录"},
     {"Others use what a split has made: its transaction's rollback must pass over it.",
      "别人会使用分裂的结果：其事务回滚时必须跳过它。"},
     kSplitEnds},
    {"entry-left-open",
     {"a change of an index has no end in the log", "索引修改在日志中没有结束记录"},
     {"Once its leaf is unlatched an entry may move: undo must then be the inverse operation.",
      "叶页一旦解闩，索引项就可能移动：此后的撤销必须是逆操作。"},
     kEntryEnds},
    {"open-actions-stay",
     {"restart leaves what an open action has done", "重启保留未结束动作的修改"},
     {"An action without an end is half of one: restart must take its pages back.",
      "没有结束记录的动作只完成了一半：重启必须恢复其各页。"}},
    InWhole(kUndoInPlaceInfo),
};
const uint32_t kMutationCount = sizeof kMutations / sizeof *kMutations;

}  // namespace afterimage::nested
