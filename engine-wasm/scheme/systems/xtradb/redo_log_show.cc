// The log's structures for the interface, and the invariants of its bytes.
#include <cstdio>

#include "scheme/contract/record_fields.h"
#include "scheme/systems/xtradb/redo_log.h"
#include "scheme/systems/xtradb/story.h"
#include "scheme/systems/xtradb/words.h"

namespace afterimage::xtradb {
namespace {

constexpr Text kAfter = {"after", "后像"};
constexpr Text kOffset = {"from byte", "起始字节"};
constexpr Text kStructureWord = {"structure change", "结构修改"};
constexpr Text kEndsGroup = {"ends its mini-transaction", "结束其小事务"};
constexpr Text kNumber = {"number", "编号"};
constexpr Text kRedoFrom = {"redo from LSN", "重做起始 LSN"};
// The names of records by what they do; bytes are those of an index or of an undo page.
struct Kinds {
  Text text[static_cast<int>(ChangeKind::kCount)];
  constexpr explicit Kinds(Text bytes)
      : text{{"update", "更新"},
             {"insert", "插入"},
             {"erase", "删除"},
             {"index entry", "索引项"},
             {"index entry goes", "删除索引项"},
             bytes} {}
};
constexpr Kinds kRedoKinds({"bytes", "字节"}), kUndoRedoKinds({"undo", "撤销"}),
    kCommits({"committed", "已提交"}), kRollsBack({"rolled back", "已回滚"});

// A long log shows its latest records.
constexpr size_t kMostRecords = 48;

}  // namespace

template <class F>
Lsn RedoLog::ForEachGroup(F f) {
  Checkpoint from = checkpoint_;
  // A log that has not been found again does not know its checkpoint.
  for (uint32_t i = 0; i < 2 && checkpoint_.number == 0; ++i) {
    Checkpoint found;
    file_.PeekNewest(PlaceOf(i), &found, sizeof found);
    if (IsWhole(found) && found.number > from.number) from = found;
  }
  if (from.number == 0) return kNoLsn;
  LogParser parser(arena_, blocks_, from.lsn, params_.page_bytes, params_.page_limit, false);
  Group group(arena_);
  auto* block = static_cast<uint8_t*>(arena_.AllocatePooled(blocks_.bytes));
  for (;;) {
    const LogParser::Result result = parser.Take(&group);
    if (result == LogParser::Result::kEnd) break;
    if (result == LogParser::Result::kGroup) {
      f(group);
      continue;
    }
    file_.PeekNewest(FileOffset(parser.next_block()), block, blocks_.bytes);
    parser.Feed(block);
  }
  arena_.Recycle(block, blocks_.bytes);
  return parser.end();
}

template <class At>
void RedoLog::DescribeRecord(Inspector& inspector, Tier tier, const LogRecord& record, Lsn lsn,
                             At at, const Schema& schema) {
  char label[24];
  std::snprintf(label, sizeof label, "%llu", static_cast<unsigned long long>(lsn));
  inspector.BeginItem(static_cast<uint32_t>(lsn), label, record.label);
  const auto field = [&](FieldSpec spec, size_t offset) {
    uint64_t first = 0, last = 0;
    at(offset, &first);
    at(offset + spec.size - 1, &last);
    if (last - first + 1 != spec.size) return;  // a block ends in it
    spec.tier = tier;
    spec.address = static_cast<Address>(first);
    inspector.Field(spec);
  };
  const auto kind = static_cast<ChangeKind>(record.change);
  const bool bytes = kind == ChangeKind::kBytes;
  const bool undo = bytes && IsUndoPage(record.page);
  const bool phase = undo && record.offset == kUndoPhaseAt;
  UndoPhase becomes = UndoPhase::kNone;
  if (phase && record.after_bytes == sizeof becomes) {
    uint8_t* out = reinterpret_cast<uint8_t*>(&becomes);
    PeekImage(tier, lsn, out, sizeof becomes);
    if (becomes == UndoPhase::kCommitted) inspector.Commits();
  }
  field({.name = kKindWord,
         .size = 1,
         .codec = Codec::kEnum,
         .names = (!undo                               ? kRedoKinds
                   : becomes == UndoPhase::kCommitted  ? kCommits
                   : becomes == UndoPhase::kRolledBack ? kRollsBack
                                                       : kUndoRedoKinds)
                      .text,
         .name_count = static_cast<uint32_t>(ChangeKind::kCount)},
        offsetof(LogRecord, change));
  const TableInfo& table = TableOf(schema, record.table);
  if (!bytes) {
    FieldSpec key = KeyField(kRecordWord, tier, 0, table, record.index);
    key.role = FieldRole::kSubject;
    field(key, offsetof(LogRecord, key));
    if (record.after_bytes > 0)
      field(ImageField(kAfter, tier, 0, record.after_bytes, table, kind), sizeof record);
  }
  field({.name = kPageWord, .size = 4}, offsetof(LogRecord, page));
  if (bytes) field({.name = kOffset, .size = 2}, offsetof(LogRecord, offset));
  if (bytes && !undo) inspector.Tag(kStructureWord);
  if (record.flags & LogRecord::kLast) inspector.Tag(kEndsGroup);
  inspector.EndItem();
}

void RedoLog::PeekImage(Tier tier, Lsn lsn, uint8_t* out, uint32_t size) {
  for (uint32_t i = 0; i < size; ++i) {
    const Lsn at = blocks_.Behind(lsn, sizeof(LogRecord) + i);
    if (tier == Tier::kDram)
      buffer_.Read(blocks_.PositionOf(at), out + i, 1);
    else
      file_.PeekNewest(FileOffset(at) + at % blocks_.bytes, out + i, 1);
  }
}

// Describes the records that are not durable: they may be on their way.
void RedoLog::DescribeBuffer(Inspector& inspector, const Schema& schema) {
  inspector.BeginStructure(kLogBuffer);
  for (Lsn lsn = durable_lsn(); lsn < inserted_;) {
    LogRecord record;
    buffer_.Read(blocks_.PositionOf(lsn), &record, sizeof record);
    const auto at = [&](size_t offset, uint64_t* out) {
      *out = BufferAddress(blocks_.Behind(lsn, offset));
    };
    DescribeRecord(inspector, Tier::kDram, record, lsn, at, schema);
    lsn = blocks_.Behind(lsn, record.bytes());
  }
  inspector.EndStructure();
}

void RedoLog::DescribeFile(Inspector& inspector, const Schema& schema) {
  ArenaVector<Group::Found> all{ArenaAllocator<Group::Found>(arena_)};
  ForEachGroup([&](const Group& group) {
    all.insert(all.end(), group.records.begin(), group.records.end());
  });
  inspector.BeginStructure(kLogFile, 0, 0, file_.tier());
  const size_t from = all.size() > kMostRecords ? all.size() - kMostRecords : 0;
  if (from > 0) inspector.More(static_cast<uint32_t>(from));
  for (size_t i = from; i < all.size(); ++i) {
    const Lsn lsn = all[i].lsn;
    const auto at = [&](size_t offset, uint64_t* out) {
      const Lsn byte = blocks_.Behind(lsn, offset);
      *out = file_.address(FileOffset(byte) + byte % blocks_.bytes);
    };
    DescribeRecord(inspector, file_.tier(), all[i].record, lsn, at, schema);
  }
  inspector.EndStructure();
}

void RedoLog::DescribeCheckpoints(Inspector& inspector) {
  inspector.BeginStructure(kCheckpoints, 0, 0, file_.tier());
  for (uint32_t i = 0; i < 2; ++i) {
    Checkpoint checkpoint;
    file_.PeekNewest(PlaceOf(i), &checkpoint, sizeof checkpoint);
    if (checkpoint.number == 0) continue;
    char label[16];
    std::snprintf(label, sizeof label, "%u", i);
    inspector.BeginItem(i, label, TxnLabel{0});
    const auto at = static_cast<Address>(file_.address(PlaceOf(i)));
    inspector.Field({.name = kNumber,
                     .tier = file_.tier(),
                     .address = static_cast<Address>(at + offsetof(Checkpoint, number)),
                     .size = 4});
    inspector.Field({.name = kRedoFrom,
                     .tier = file_.tier(),
                     .address = static_cast<Address>(at + offsetof(Checkpoint, lsn)),
                     .size = 8});
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void RedoLog::CheckStructures(StructureCheck& check) {
  static constexpr Text kGroups = {"mini-transactions in the log", "日志中的小事务"};
  static constexpr Text kOne = {"One of the two checkpoints is whole.", "两个检查点中有一个完整。"};
  static constexpr Text kLeads = {
      "From the checkpoint on the log is whole, to where the next record will go.",
      "自检查点起日志完整，直到下一条记录的位置。"};
  bool whole = false;
  for (uint32_t i = 0; i < 2; ++i) {
    Checkpoint checkpoint;
    file_.PeekDurable(PlaceOf(i), &checkpoint, sizeof checkpoint);
    whole = whole || IsWhole(checkpoint);
  }
  if (!check.Expect(whole, kOne)) return;
  uint64_t groups = 0;
  const Lsn end = ForEachGroup([&](const Group&) { ++groups; });
  check.Expect(end >= durable_lsn(), kLeads, {{{"LSN", "LSN"}, end}});
  check.Count(kGroups, groups);
}

}  // namespace afterimage::xtradb
