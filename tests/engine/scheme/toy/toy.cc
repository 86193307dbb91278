#include "scheme/toy/toy.h"

#include "scheme/shared/log_file/open_file.h"
#include "scheme/toy/undo_log.h"

namespace afterimage::toy {
namespace {

// --- What it says of itself ----------------------------------------------------------------------

constexpr ListingLine kUpdateLines[] = {
    {kUpdateLock,
     0,
     {"lock the record, exclusive", "对记录加排他锁"},
     {"Its before image stays the right value to put back.", "其前像始终是应恢复的值。"}},
    {kUpdateReserve,
     0,
     {"the first time, take a slot", "首次修改时取得一个槽"},
     {"A transaction that finds none rolls back.", "找不到槽的事务回滚。"}},
    {kUpdateFix,
     0,
     {"fix the page in the buffer pool", "在缓冲池中固定该页"},
     {"Pages are on a disk.", "页在磁盘上。"}},
    {kUpdateRecord,
     0,
     {"fill an undo record, its number last", "填写撤销记录，编号最后写"},
     {"Stores to one line persist in order.", "同一行的存储按次序持久。"}},
    {kUpdateBack,
     0,
     {"write it back", "写回该记录"},
     {"From here on the page may go home.", "此后该页随时可能写回。"}},
    {kUpdateChange,
     0,
     {"change the page in DRAM", "在 DRAM 中修改页"},
     {"Until it goes home the value is nowhere else.", "写回之前，新值只存在于此处。"}},
};
constexpr ListingLine kWriteLines[] = {
    {kWritePage,
     0,
     {"write the page to the disk", "把页写到磁盘"},
     {"What undoes it is durable.", "撤销它所需的记录已持久。"}},
};
constexpr ListingLine kCommitLines[] = {
    {kCommitForce,
     0,
     {"send all dirty pages home", "写回所有脏页"},
     {"There is no redo.", "没有重做。"}},
    {kCommitEnd,
     0,
     {"ended[slot] := T's number", "ended[槽] := T 的编号"},
     {"One store makes garbage of all its records.", "一次存储使其全部记录失效。"}},
    {kCommitBack, 0, {"write it back", "写回"}, {"Now T is durable.", "此时 T 已持久。"}},
    {kCommitAcknowledge,
     0,
     {"tell the client", "通知客户端"},
     {"A promise is kept from here on.", "从此必须守诺。"}},
    {kRelease,
     0,
     {"release the locks of T", "释放 T 的锁"},
     {"Nobody has seen what might have been undone.", "没有人看到过可能被撤销的值。"}},
};
constexpr ListingLine kAbortLines[] = {
    {kAbortUndo,
     0,
     {"for each undo record, newest first: put the before image back",
      "对每条撤销记录，从新到旧：放回前像"},
     {"Done again it stores the same bytes.", "重做一遍也写入相同的字节。"}},
    {kAbortForce,
     0,
     {"send all dirty pages home", "写回所有脏页"},
     {"Records are needed until then.", "在此之前仍需要撤销记录。"}},
    {kAbortEnd,
     0,
     {"ended[slot] := T's number", "ended[槽] := T 的编号"},
     {"The slot is free again.", "该槽可再次使用。"}},
    {kAbortBack, 0, {"write it back", "写回"}, {"Before the locks go.", "先于释放锁。"}},
    {kAbortAcknowledge,
     0,
     {"tell the client that T is rolled back", "通知客户端 T 已回滚"},
     {"Nothing of T is left.", "T 没有留下任何内容。"}},
};
constexpr ListingLine kCheckpointLines[] = {
    {kCheckpointForce,
     0,
     {"send all dirty pages home", "写回所有脏页"},
     {"Commits find less to do.", "提交时要做的更少。"}},
};
constexpr ListingLine kRecoveryLines[] = {
    {kRecoverScan,
     0,
     {"find the undo records whose transaction has not ended", "找出其事务尚未结束的撤销记录"},
     {"They say what may have to go.", "它们说明哪些修改可能要撤销。"}},
    {kRecoverUndo,
     0,
     {"newest first: where the page has the change, put the before image back",
      "从新到旧：页上有该修改时放回前像"},
     {"The page keeps its LSN, so this can be repeated.", "页保留其 LSN，因此可以重复。"}},
    {kRecoverForce,
     0,
     {"send all dirty pages home", "写回所有脏页"},
     {"Records are needed until then.", "在此之前仍需要撤销记录。"}},
    {kRecoverEnd,
     0,
     {"ended[slot] := the loser's number", "ended[槽] := 失败事务的编号"},
     {"Nothing is left to undo.", "没有可撤销的了。"}},
    {kRecoverBack, 0, {"write it back", "写回"}, {"The slot is free again.", "该槽可再次使用。"}},
};
const Listing kListings[] = {
    MakeListing("update", {"update a record", "更新记录"}, kUpdateLines),
    MakeListing("write-page", {"write a page out", "写出一页"}, kWriteLines),
    MakeListing("commit", {"commit T", "提交 T"}, kCommitLines),
    MakeListing("abort", {"abort T", "中止 T"}, kAbortLines),
    MakeListing("checkpoint", {"checkpoint", "检查点"}, kCheckpointLines),
    MakeListing("recovery", {"recovery", "恢复"}, kRecoveryLines),
};
const StructureInfo kStructures[] = {
    kBufferInfo,
    kDiskInfo,
    kLockInfo,
    {"toy-record", {"undo records", "撤销记录"}, Tier::kNvm, Shape::kList},
    {"toy-end", {"ends of transactions", "事务的结束"}, Tier::kNvm, Shape::kTable},
};
const MutationInfo kMutations[] = {
    {"record-in-cache",
     {"undo records stay in the cache", "撤销记录留在缓存中"},
     {"An undo record must be durable before the page that it undoes can go home.",
      "撤销记录必须先持久，它所撤销的页才能写回。"}},
};

// --- Parameters ----------------------------------------------------------------------------------

struct Params : PageParams {
  uint32_t toy_records = 0;
};

constexpr auto kOwnParams = TableOf<Params>(Param<&Params::toy_records>(
    {.id = "toy_records",
     .title = {"records of a slot", "每槽的记录数"},
     .help = {"How many changes a transaction may make.", "一个事务最多可做多少次修改。"},
     .standard = 16,
     .min = 1,
     .max = 1024}));
constexpr JoinedTables<Params, kOwnParams, kPageParams> kParams;

const Mismatch* Check(const Params& p, const MachineProfile& machine) {
  static constexpr Mismatch kRefused = {
      nullptr,
      {"this system has hashed records of at most 16 bytes, keeps locks to the end and logs no "
       "pages",
       "该系统只有散列存放、至多 16 字节的记录，锁保持到事务结束，且不记录页"}};
  if (p.placement != Placement::kHash || p.early_release || p.torn == TornPages::kFullPageImages ||
      p.value_bytes > UndoRecord::kImageBytes)
    return &kRefused;
  return CheckPageParams(p, machine);
}

// --- Devices and engine --------------------------------------------------------------------------

struct Places {
  Layout log;
  FileLayout::Place data;
  DeviceSizes sizes;
};

Places PlacesOf(const Params& p, const MachineProfile& machine, uint32_t page_limit) {
  Places places;
  places.log.records = p.toy_records;
  FileLayout layout(machine);
  layout.TakeNvm(places.log.Bytes());
  places.data = layout.TakePages(p, page_limit);
  layout.sizes().dram_bytes = uint64_t{p.frames} * p.page_bytes;
  layout.sizes().database_pages = page_limit;
  places.sizes = layout.sizes();
  return places;
}

DeviceSizes Sizes(const Params& p, const MachineProfile& machine, const InitialRows& rows) {
  return PlacesOf(p, machine, PageEngine::PageLimit(p, rows)).sizes;
}

StorageEngine* Create(const EngineContext& context) {
  const Params p = kParams.Read(context.params);
  const Places places = PlacesOf(p, context.machine, context.database_pages);
  auto* hooks = context.arena.New<UndoLog>(context, places.log);
  PageLabels labels;
  labels.lock = kUpdateLock;
  labels.fix = kUpdateFix;
  labels.change_page = kUpdateChange;
  labels.commit_acknowledge = kCommitAcknowledge;
  labels.abort_acknowledge = kAbortAcknowledge;
  labels.release_locks = kRelease;
  labels.write_page = kWritePage;
  return context.arena.New<PageEngine>(context, p, labels, *hooks,
                                       *context.arena.New<Dram>(context.arena),
                                       *OpenFile(context, places.data));
}

}  // namespace

const SchemeInfo kToy = {
    .id = "toy",
    .family = "toy",
    .title = {"a toy", "玩具系统"},
    .summary = {"Undo records in NVM, pages forced to a disk at commit.",
                "撤销记录在 NVM 中，提交时把页强制写到磁盘。"},
    .paper = "",
    .path = &kRewindPath,
    .params = kParams,
    .mutations = kMutations,
    .listings = kListings,
    .structures = kStructures,
    .sizes = kParams.On<Sizes>(),
    .check = kParams.On<Check>(),
    .create = Create,
    .for_tables = {},
};

}  // namespace afterimage::toy

namespace afterimage {

const SchemeInfo* UnlistedScheme() { return &toy::kToy; }

}  // namespace afterimage
