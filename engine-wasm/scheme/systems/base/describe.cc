// The two tables with their chains, for the interface. Each walk ends, whatever the bytes are.
#include <cstdio>

#include "scheme/contract/record_fields.h"
#include "scheme/systems/base/hooks.h"
#include "scheme/systems/base/story.h"

namespace afterimage::base {
namespace {

// Long chains show their latest records, and large tables what is in use.
constexpr size_t kMostShown = 48;
constexpr uint32_t kSmall = 16;
constexpr uint32_t kMostFree = 128;  // segments of memory, small squares on the stage

constexpr Text kKinds[] = {{"", ""}, {"undo", "撤销"}, {"redo", "重做"}, {"CLR", "补偿"}};
constexpr Text kPhases[] = {
    {"none", "无"}, {"running", "运行中"}, {"committed", "已提交"}, {"rolled back", "已回滚"}};

struct Shown {
  Address at;
  Record record;
};

FieldSpec PointerField(const Text& name, Address at) {
  return {.name = name,
          .tier = Tier::kNvm,
          .address = at,
          .size = 8,
          .codec = Codec::kPointer,
          .role = FieldRole::kPointer};
}

}  // namespace

void Hooks::Describe(Inspector& inspector) {
  static constexpr Text kLsn = {"LSN", "LSN"};
  DescribeUndo(inspector);
  DescribeRedo(inspector);
  static constexpr const char* kNames[] = {"bound", "flushed"};
  inspector.BeginStructure(kAnchors);
  for (uint32_t i = 0; i < 2; ++i) {
    inspector.BeginItem(i, kNames[i], 0);
    inspector.Field({.name = kLsn,
                     .tier = Tier::kNvm,
                     .address = i == 0 ? Layout::kBound : Layout::kFlushed,
                     .size = 8});
    inspector.EndItem();
  }
  inspector.EndStructure();
  DescribeMemory(inspector);
}

// Free memory is known in DRAM; recovery finds it by what is reachable.
void Hooks::DescribeMemory(Inspector& inspector) const {
  static constexpr Text kTaken = {"bytes taken", "已用字节"};
  static constexpr Text kFilled = {"being filled", "正在填写"};
  const uint32_t segments = params_.layout.segments;
  inspector.BeginStructure(kMemory, segments);
  for (uint32_t i = 0; i < segments; ++i) {
    const bool free = heap_.is_free(i);
    if (free && segments > kMostFree) continue;
    char label[16];
    std::snprintf(label, sizeof label, "%u", i);
    inspector.BeginItem(i, label, 0, free);
    if (!free) inspector.TagNumber(kTaken, heap_.used(i));
    if (heap_.being_filled(i)) inspector.Tag(kFilled);
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void Hooks::DescribeRecord(Inspector& inspector, Address at, const Record& record) {
  static constexpr Text kKind = {"kind", "类型"};
  static constexpr Text kName = {"record", "记录"};
  static constexpr Text kBefore = {"before", "前像"};
  static constexpr Text kAfter = {"after", "后像"};
  static constexpr Text kPage = {"page", "页"};
  static constexpr Text kNumber = {"number", "编号"};
  static constexpr Text kNext = {"next", "后继"};
  static constexpr Text kCompensates = {"compensates", "补偿"};
  static constexpr Text kUndoOf = {"undo", "撤销"};
  static constexpr Text kStructureChange = {"structure change", "结构修改"};
  const auto field = [&](const Text& name, size_t offset, uint32_t size,
                         Codec codec = Codec::kUnsigned) {
    inspector.Field({.name = name,
                     .tier = Tier::kNvm,
                     .address = at + offset,
                     .size = size,
                     .codec = codec,
                     .names = kKinds,
                     .name_count = 4});
  };
  const bool undo = record.kind == Kind::kUndo;
  const auto kind = static_cast<ChangeKind>(record.change);
  const TableInfo& table = TableOf(schema_, record.table);
  char label[24];
  std::snprintf(label, sizeof label, "%u", static_cast<unsigned>(record.lsn));
  inspector.BeginItem(static_cast<uint32_t>(record.lsn), label, OwnerOf(record));
  field(kKind, offsetof(Record, kind), 1, Codec::kEnum);
  if (kind != ChangeKind::kBytes) {
    inspector.Field(KeyField(kName, Tier::kNvm, at + offsetof(Record, key), table, record.index));
  }
  if (record.image_bytes() > 0) {
    inspector.Field(ImageField(undo ? kBefore : kAfter, Tier::kNvm, at + sizeof record,
                               record.image_bytes(), table, kind));
  }
  if (const Text* tag = ChangeTag(kind)) inspector.Tag(*tag);
  if (undo) {
    field(kPage, offsetof(Record, page), 4);
    field(kNumber, offsetof(Record, number), 4);
  } else {
    inspector.Field(PointerField(kNext, at + offsetof(Record, link)));
    if (record.kind == Kind::kClr) field(kCompensates, offsetof(Record, compensates), 8);
    if (HasUndo(record)) inspector.Link(kUndoRecords, static_cast<uint32_t>(record.lsn), kUndoOf);
  }
  if (record.system) inspector.Tag(kStructureChange);
  inspector.EndItem();
}

// True while the undo of what this redoes hangs in its transaction's chain.
bool Hooks::HasUndo(const Record& record) const {
  if (record.kind != Kind::kRedo) return false;
  for (const Transaction* txn = engine_->active().first(); txn; txn = txn->next) {
    if (txn->id != record.txn || !txn->log) continue;
    for (const Made& undo : LogOf(*txn).undo) {
      if (undo.lsn == record.lsn)
        return undo_.Load(LogOf(*txn).header).phase == static_cast<uint64_t>(TxnPhase::kRunning);
    }
  }
  return false;
}

uint64_t Hooks::DurableWord(Address at) const {
  uint64_t word = 0;
  nvm_.LoadDurable(at, &word, sizeof word);
  return word;
}

// Records that are undone already stay in the chain until it is durable that nothing leads to them.
uint64_t Hooks::FirstUndo(uint32_t i, const TxnHeader& header) const {
  const uint64_t durable = DurableWord(params_.layout.TxnAt(i) + offsetof(TxnHeader, newest));
  if (durable == header.newest || !params_.layout.IsRecord(durable, sizeof(Record)))
    return header.newest;
  const Record left = redo_.LoadRecord(durable);
  const bool is_before = header.newest != 0 &&
                         params_.layout.IsRecord(header.newest, sizeof(Record)) &&
                         redo_.LoadRecord(header.newest).lsn >= left.lsn;
  return left.txn == header.txn && !is_before ? durable : header.newest;
}

void Hooks::DescribeUndo(Inspector& inspector) {
  static constexpr Text kTransaction = {"transaction", "事务"};
  static constexpr Text kPhase = {"phase", "阶段"};
  static constexpr Text kNewest = {"newest", "最新"};
  static constexpr Text kStructureChange = {"structure change", "结构修改"};
  const Layout& layout = params_.layout;
  inspector.BeginStructure(kUndoRecords, layout.transactions);
  for (uint32_t i = 0; i < layout.transactions; ++i) {
    const TxnHeader header = undo_.Load(i);
    const bool running = header.phase == static_cast<uint64_t>(TxnPhase::kRunning);
    if (header.phase == 0 || header.phase > static_cast<uint64_t>(TxnPhase::kRolledBack)) continue;
    if (!running && !undo_.taken(i) && layout.transactions > kSmall) continue;
    const Address at = layout.TxnAt(i);
    char label[16];
    std::snprintf(label, sizeof label, "%u", i);
    inspector.BeginItem(HeaderKey(i), label, OwnerOf(header));
    if (header.phase == static_cast<uint64_t>(TxnPhase::kCommitted) && !header.system)
      inspector.Commits();
    // The number of a structure change has no meaning for readers.
    if (!header.system) {
      inspector.Field({.name = kTransaction,
                       .tier = Tier::kNvm,
                       .address = at + offsetof(TxnHeader, txn),
                       .size = 4});
    }
    inspector.Field({.name = kPhase,
                     .tier = Tier::kNvm,
                     .address = at + offsetof(TxnHeader, phase),
                     .size = 1,
                     .codec = Codec::kEnum,
                     .names = kPhases,
                     .name_count = 4});
    if (header.system) inspector.Tag(kStructureChange);
    // Its undo counts until it is durable that it need not be undone.
    const bool counts = undo_.taken(i) && DurableWord(at + offsetof(TxnHeader, phase)) ==
                                              static_cast<uint64_t>(TxnPhase::kRunning);
    if (running || counts) {
      inspector.Field(PointerField(kNewest, at + offsetof(TxnHeader, newest)));
      Lsn later = ~Lsn{0};
      size_t shown = 0;
      for (uint64_t next = FirstUndo(i, header);
           next != 0 && layout.IsRecord(next, sizeof(Record));) {
        const Record record = redo_.LoadRecord(next);
        if (!Sane(record, next, Kind::kUndo) || record.lsn >= later || shown++ == kMostShown) break;
        DescribeRecord(inspector, next, record);
        later = record.lsn;
        next = record.link;
      }
    }
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void Hooks::DescribeRedo(Inspector& inspector) {
  static constexpr Text kPage = {"page", "页"};
  static constexpr Text kStart = {"start LSN", "起始 LSN"};
  static constexpr Text kEnd = {"end LSN", "结束 LSN"};
  static constexpr Text kFirst = {"first", "第一条"};
  const Layout& layout = params_.layout;
  ArenaVector<Shown> chain{ArenaAllocator<Shown>(arena_)};
  inspector.BeginStructure(kRedoRecords, layout.buckets);
  uint32_t pages = 0;
  for (uint32_t bucket = 0; bucket < layout.buckets; ++bucket) {
    uint64_t later = layout.heap();
    for (uint64_t at = redo_.Bucket(bucket); at != 0 && layout.IsPage(at) && at < later;) {
      const PageHeader header = redo_.LoadPage(at);
      later = at;
      const Address here = at;
      at = header.next;
      // Records before the cut stay in the chain until the cut is durable.
      const uint64_t left = DurableWord(here + offsetof(PageHeader, first));
      const uint64_t first = left != 0 ? left : header.first;
      if (first == 0 || pages == kMostShown) continue;
      ++pages;
      chain.clear();
      Lsn before = 0;
      for (uint64_t next = first; next != 0 && layout.IsRecord(next, sizeof(Record));) {
        const Record record = redo_.LoadRecord(next);
        if (!Sane(record, next, Kind::kRedo) || record.lsn <= before) break;
        chain.push_back({next, record});
        before = record.lsn;
        next = record.link;
      }
      char label[16];
      std::snprintf(label, sizeof label, "%u", bucket);
      inspector.BeginItem(HeaderKey(header.page), label, 0);
      const auto field = [&](const Text& name, size_t offset, uint32_t size) {
        inspector.Field({.name = name, .tier = Tier::kNvm, .address = here + offset, .size = size});
      };
      field(kPage, offsetof(PageHeader, page), 4);
      field(kStart, offsetof(PageHeader, start_lsn), 8);
      field(kEnd, offsetof(PageHeader, end_lsn), 8);
      inspector.Field(PointerField(kFirst, here + offsetof(PageHeader, first)));
      const size_t from = chain.size() > kMostShown ? chain.size() - kMostShown : 0;
      if (from > 0) inspector.More(static_cast<uint32_t>(from));
      for (size_t i = from; i < chain.size(); ++i)
        DescribeRecord(inspector, chain[i].at, chain[i].record);
      inspector.EndItem();
    }
  }
  inspector.EndStructure();
}

}  // namespace afterimage::base
