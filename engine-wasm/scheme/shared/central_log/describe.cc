// ARIES's structures for the interface: log buffer, log, masters, dirty page table, transaction
// table.
#include <algorithm>
#include <cstddef>
#include <cstdio>

#include "scheme/contract/record_fields.h"
#include "scheme/shared/central_log/aries_log.h"

namespace afterimage::aries {
namespace {

constexpr Text kLsn = {"LSN", "LSN"};
constexpr Text kKind = {"kind", "类型"};
constexpr Text kRecord = {"record", "记录"};
constexpr Text kBefore = {"before", "前像"};
constexpr Text kAfter = {"after", "后像"};
constexpr Text kPage = {"page", "页"};
constexpr Text kPrev = {"prev LSN", "前一 LSN"};
constexpr Text kUndoNext = {"undo next LSN", "下一撤销 LSN"};
constexpr Text kStructureChange = {"structure change", "结构修改"};
constexpr Text kAction = {"nested top action", "嵌套顶层动作"};
constexpr Text kPartition = {"partition", "分区"};
constexpr Text kRecLsn = {"rec LSN", "rec LSN"};
constexpr Text kBytes = {"bytes", "字节"};
constexpr Text kLastLsn = {"last LSN", "最后 LSN"};
constexpr Text kLoser = {"loser", "失败的事务"};
constexpr Text kUndoing = {"undoing at LSN", "撤销至 LSN"};
constexpr Text kCheckpointLsn = {"checkpoint LSN", "检查点 LSN"};
constexpr Text kFirst = {"first LSN needed", "所需最早 LSN"};
constexpr Text kSequence = {"sequence", "序号"};
constexpr Text kAwaitsRedo = {"from analysis", "来自分析"};
constexpr Text kCopying = {"space taken", "空间已占用"};
constexpr Text kInTurn = {"copied, waits for earlier records", "已复制，等待更早的记录"};
constexpr Text kLsnHere = {"LSN here", "此处 LSN"};
constexpr Text kHole = {"no record", "没有记录"};
constexpr Text kWriting = {"being written", "写出中"};
constexpr Text kKindNames[] = {{"update", "更新"},
                               {"commit", "提交"},
                               {"abort", "中止"},
                               {"CLR", "补偿"},
                               {"page image", "整页映像"},
                               {"checkpoint begins", "检查点开始"},
                               {"table", "表"},
                               {"checkpoint ends", "检查点结束"},
                               {"pad", "填充"},
                               {"action ends", "动作结束"}};
constexpr Text kStates[] = {{"active", "活动"},
                            {"committing", "提交中"},
                            {"committed", "已提交"},
                            {"rolling back", "回滚中"},
                            {"aborted", "已中止"}};

// A long table or buffer shows its latest, and so does a log.
constexpr size_t kMostRecords = 48;
constexpr size_t kMostInFile = 128;

void Label(char (&label)[24], uint64_t number) {
  std::snprintf(label, sizeof label, "%llu", static_cast<unsigned long long>(number));
}

}  // namespace

void AriesLog::Describe(Inspector& inspector) {
  DescribeBuffer(inspector);
  DescribeFile(inspector);
  DescribeMaster(inspector);
  DescribeDirtyPages(inspector);
  DescribeTransactions(inspector);
  DescribeKernel(inspector);
}

void AriesLog::DescribeKind(Inspector& inspector, const Text& name, Tier tier, Address at) {
  inspector.Field({.name = name,
                   .tier = tier,
                   .address = static_cast<Address>(at + offsetof(RecordHeader, kind)),
                   .size = 1,
                   .codec = Codec::kEnum,
                   .names = kKindNames,
                   .name_count = static_cast<uint32_t>(RecordKind::kCount)});
}

// Describes the records that have not been released: they may be durable already, or on their way.
void AriesLog::DescribeBuffer(Inspector& inspector) {
  ArenaVector<RecordHeader> headers{ArenaAllocator<RecordHeader>(arena_)};
  log_.HeadersInBuffer(headers);
  inspector.BeginStructure(kLogBuffer);
  for (size_t i = headers.size() > kMostRecords ? headers.size() - kMostRecords : 0;
       i < headers.size(); ++i) {
    DescribeRecord(inspector, Tier::kDram, log_.BufferAddress(headers[i].lsn), headers[i]);
  }
  ArenaVector<CentralLog::Space> spaces{ArenaAllocator<CentralLog::Space>(arena_)};
  log_.TakenSpace(spaces);
  // A record that is written waits for the spaces before it, and is shown as a record already.
  const auto is_record = [&headers](const CentralLog::Space& space) {
    return std::any_of(headers.begin(), headers.end(),
                       [&space](const RecordHeader& header) { return header.lsn == space.lsn; });
  };
  for (const CentralLog::Space& space : spaces) {
    if (is_record(space)) continue;
    char label[24];
    Label(label, space.lsn);
    inspector.BeginItem(static_cast<uint32_t>(space.lsn), label, space.txn);
    inspector.Tag(space.copying > 0 ? kCopying : kInTurn);
    inspector.TagNumber(kBytes, space.bytes);
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void AriesLog::DescribeFile(Inspector& inspector) {
  DescribeFileOn(inspector, kLogFile, log_.file().tier());
}

// Describes the device's bytes, whatever the log has noted.
void AriesLog::DescribeFileOn(Inspector& inspector, uint16_t structure, Tier tier) {
  ArenaVector<RecordHeader> headers{ArenaAllocator<RecordHeader>(arena_)};
  ArenaVector<Lsn> holes{ArenaAllocator<Lsn>(arena_)};
  log_.HeadersInFile(headers, kMostInFile, holes);
  inspector.BeginStructure(structure, 0, 0, tier);
  for (const RecordHeader& header : headers) {
    for (; !holes.empty() && holes.back() < header.lsn; holes.pop_back())
      DescribeHole(inspector, tier, holes.back());
    const DevicePlace place = log_.file().PlaceOf(log_.FileOffset(header.lsn));
    if (place.tier == tier) DescribeRecord(inspector, tier, place.address, header);
  }
  inspector.EndStructure();
}

// The bytes behind the hole were written before its record was there.
void AriesLog::DescribeHole(Inspector& inspector, Tier tier, Lsn lsn) {
  const DevicePlace place = log_.file().PlaceOf(log_.FileOffset(lsn));
  if (place.tier != tier) return;
  char label[24];
  Label(label, lsn);
  inspector.BeginItem(static_cast<uint32_t>(lsn), label, 0, true);
  inspector.Field({.name = kLsnHere,
                   .tier = tier,
                   .address = static_cast<Address>(place.address + offsetof(RecordHeader, lsn)),
                   .size = 8});
  inspector.Tag(kHole);
  inspector.Judged();
  inspector.EndItem();
}

uint16_t AriesLog::StructureOf(Lsn lsn) const {
  const File& file = log_.file();
  return file.PlaceOf(log_.FileOffset(lsn)).tier == file.tier() ? uint16_t{kLogFile}
                                                                : elsewhere_structure_;
}

void AriesLog::DescribeRecord(Inspector& inspector, Tier tier, Address at,
                              const RecordHeader& header) {
  char label[24];
  Label(label, header.lsn);
  inspector.BeginItem(static_cast<uint32_t>(header.lsn), label, OwnerOf(header));
  if (header.kind == RecordKind::kCommit && !header.system) inspector.Commits();
  const auto field = [&](const Text& name, size_t offset, uint32_t size,
                         FieldRole role = FieldRole::kPlain) {
    inspector.Field({.name = name,
                     .tier = tier,
                     .address = static_cast<Address>(at + offset),
                     .size = size,
                     .role = role});
  };
  const auto pointer = [&](const Text& name, size_t offset, Lsn to) {
    field(name, offset, 8, FieldRole::kPointer);
    if (to != kNoLsn)
      inspector.Link(tier == Tier::kDram ? uint16_t{kLogBuffer} : StructureOf(to),
                     static_cast<uint32_t>(to), name);
  };
  field(kLsn, offsetof(RecordHeader, lsn), 8);
  DescribeKind(inspector, kKind, tier, at);
  const bool ends_action = header.kind == RecordKind::kActionEnd;
  if (header.changes_page() || (ends_action && header.change != 0)) {
    const auto kind = static_cast<ChangeKind>(header.change);
    const TableInfo& table = TableOf(schema_, header.table);
    const auto image = [&](const Text& name, size_t offset, uint32_t size) {
      if (size > 0)
        inspector.Field(
            ImageField(name, tier, static_cast<Address>(at + offset), size, table, kind));
    };
    if (kind != ChangeKind::kBytes) {
      inspector.Field(KeyField(kRecord, tier,
                               static_cast<Address>(at + offsetof(RecordHeader, key)), table,
                               header.index));
    }
    image(kBefore, sizeof header, header.before_bytes);
    image(kAfter, sizeof header + header.before_bytes, header.after_bytes);
    if (const Text* tag = ChangeTag(kind)) inspector.Tag(*tag);
  }
  if (header.changes_page() || header.kind == RecordKind::kPageImage)
    field(kPage, offsetof(RecordHeader, page), 4);
  if (header.txn != 0 && header.prev_lsn != kNoLsn)
    pointer(kPrev, offsetof(RecordHeader, prev_lsn), header.prev_lsn);
  if (header.kind == RecordKind::kClr || ends_action)
    pointer(kUndoNext, offsetof(RecordHeader, undo_next_lsn), header.undo_next_lsn);
  if (header.system) inspector.Tag(kStructureChange);
  if (header.action) inspector.Tag(kAction);
  inspector.TagNumber(kPartition, log_.PartitionOf(header.lsn));
  inspector.EndItem();
}

void AriesLog::DescribeMaster(Inspector& inspector) {
  const uint32_t block = std::max(log_.file().block_bytes(), 64u);
  inspector.BeginStructure(kMaster, 0, 0, log_.file().PlaceOf(0).tier);
  for (uint32_t i = 0; i < 2; ++i) {
    LogMaster master;
    log_.file().PeekNewest(uint64_t{i} * block, &master, sizeof master);
    char label[24];
    Label(label, i);
    inspector.BeginItem(i, label, 0, master.magic == 0);
    const DevicePlace place = log_.file().PlaceOf(uint64_t{i} * block);
    const auto field = [&](const Text& name, size_t offset) {
      inspector.Field({.name = name,
                       .tier = place.tier,
                       .address = static_cast<Address>(place.address + offset),
                       .size = 8});
    };
    field(kSequence, offsetof(LogMaster, sequence));
    field(kCheckpointLsn, offsetof(LogMaster, checkpoint_lsn));
    field(kFirst, offsetof(LogMaster, first_lsn));
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void AriesLog::DescribeDirtyPages(Inspector& inspector) {
  inspector.BeginStructure(kDirtyPages);
  uint32_t shown = 0;
  ArenaVector<PageId> open{ArenaAllocator<PageId>(arena_)};
  engine_->pool().ForEachOpen([&](PageId page, Lsn rec_lsn) {
    const Frame* frame = engine_->pool().Lookup(page);
    // Marked before its first change is logged: nothing to show yet.
    if (frame && frame->dirty && frame->changes == 0 && !frame->writing) return;
    if (++shown > kMostRecords) return;
    open.push_back(page);
    char label[24];
    Label(label, page);
    inspector.BeginItem(page, label, 0);
    inspector.TagNumber(kRecLsn, rec_lsn);
    if (frame && frame->writing) inspector.Tag(kWriting);
    inspector.EndItem();
  });
  for (const DirtyPageEntry& entry : awaiting_redo_) {
    if (std::find(open.begin(), open.end(), entry.page) != open.end() || ++shown > kMostRecords)
      continue;
    char label[24];
    Label(label, entry.page);
    inspector.BeginItem(entry.page, label, 0);
    inspector.TagNumber(kRecLsn, entry.rec_lsn);
    inspector.Tag(kAwaitsRedo);
    inspector.EndItem();
  }
  inspector.EndStructure();
}

namespace {

// Tags the place where the transaction's undo goes on, which answers what is undone next.
void TagUndoing(Inspector& inspector, const Transaction& txn) {
  if (txn.undo_next_lsn == kNoLsn) return;
  inspector.TagNumber(kUndoing, txn.undo_next_lsn);
  inspector.Judged();
}

}  // namespace

void AriesLog::DescribeTransactions(Inspector& inspector) {
  inspector.BeginStructure(kTransactions);
  for (const Transaction* txn = engine_->active().first(); txn; txn = txn->next) {
    char label[24];
    Label(label, txn->id);
    inspector.BeginItem(txn->id, txn->system ? "split" : label, OwnerOf(*txn));
    if (txn->system) {
      inspector.Tag(kStructureChange);
    } else {
      inspector.TagTransaction(kStates[static_cast<int>(txn->state)], txn->label);
      inspector.Judged();
    }
    if (txn->last_lsn != kNoLsn) inspector.TagNumber(kLastLsn, txn->last_lsn);
    TagUndoing(inspector, *txn);
    inspector.EndItem();
  }
  for (const Transaction* txn : losers_) {
    char label[24];
    Label(label, txn->id);
    inspector.BeginItem(txn->id, label, txn->label);
    inspector.TagTransaction(kLoser, txn->label);
    inspector.Judged();
    inspector.TagNumber(kLastLsn, txn->last_lsn);
    TagUndoing(inspector, *txn);
    inspector.EndItem();
  }
  inspector.EndStructure();
}

}  // namespace afterimage::aries
