// The log's structures, for the interface. Each walk ends, whatever the bytes are.
#include <algorithm>
#include <cstdio>

#include "scheme/shared/heap/word_field.h"
#include "scheme/systems/rewind/log.h"
#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

using heap::WordField;

namespace {

constexpr Text kNextNode = {"next", "后一个"};
constexpr Text kPrior = {"prior", "前一个"};
constexpr Text kNodeRecord = {"record", "记录"};
constexpr Text kCells = {"cells", "单元"};
constexpr Text kCell = {"record", "记录"};
constexpr Text kIndex = {"index", "索引"};
constexpr Text kGapTag = {"gap", "空隙"};
constexpr Text kLsn = {"LSN", "LSN"};
constexpr Text kType = {"type", "类型"};
constexpr Text kAddress = {"word", "字"};
constexpr Text kOld = {"old", "旧值"};
constexpr Text kNew = {"new", "新值"};
constexpr Text kUndoes = {"undoes", "撤销"};
constexpr Text kRecordTypes[] = {
    {"?", "?"},           {"UPDATE", "更新"}, {"CLR", "补偿"},         {"DELETE", "删除"},
    {"ROLLBACK", "回滚"}, {"END", "结束"},    {"CHECKPOINT", "检查点"}};
static_assert(sizeof kRecordTypes / sizeof *kRecordTypes ==
              static_cast<uint32_t>(RecordType::kCount));
constexpr Text kOfLog = {"log", "日志"};
constexpr Text kHeaderFields[] = {{"head", "head"},         {"tail", "tail"},
                                  {"lastTail", "lastTail"}, {"toAppend", "toAppend"},
                                  {"toRemove", "toRemove"}, {"flushed", "已刷"}};

constexpr Text kInUse = {"header in use", "使用中的头"};

// More is not shown of what may be long.
constexpr uint32_t kMostLogNodes = 32;
constexpr uint32_t kMostLogBuckets = 8;
constexpr uint32_t kMostCellsShown = 16;

void Number(char (&label)[24], uint64_t number) {
  std::snprintf(label, sizeof label, "%u", static_cast<unsigned>(number));
}

}  // namespace

// --- The list ------------------------------------------------------------------------------------

// The number of the log comes before it, if there are several.
void ChainedList::HeaderLabel(char (&label)[24], const char* word) const {
  if (space_.logs == 1) {
    std::snprintf(label, sizeof label, "%s", word);
  } else {
    std::snprintf(label, sizeof label, "%u.%s", space_.number + 1, word);
  }
}

void ChainedList::DescribeHeader(Inspector& inspector) const {
  inspector.BeginStructure(kListHeader);
  for (uint32_t i = 0; i < kHeaderLineBytes / kWord; ++i) {
    const bool flushed = i * kWord == kFlushedAt;
    if (flushed && !checkpoints_) continue;
    const Address at = list_.header() + i * kWord;
    char label[24];
    HeaderLabel(label, kHeaderFields[i].en);
    inspector.BeginItem(space_.HeaderItem(i * kWord), label, 0);
    inspector.Field(WordField(kHeaderFields[i], at, flushed ? Codec::kUnsigned : Codec::kPointer));
    const uint64_t node = nvm_.LoadWord(at);
    if (!flushed && list_.IsNode(node))
      inspector.Link(NodeStructure(), NameOf(static_cast<Address>(node)), kHeaderFields[i]);
    inspector.EndItem();
  }
  // The first log's is in the super line.
  if (space_.number > 0) {
    char label[24];
    HeaderLabel(label, kInUse.en);
    inspector.BeginItem(space_.InUseItem(), label, 0);
    inspector.Field(WordField(kInUse, space_.in_use));
    inspector.EndItem();
  }
  inspector.EndStructure();
}

// Returns the nodes to show: one that is being appended may not be reachable yet; a removed one is,
// while the device's pointers lead to it.
ArenaVector<Address> ChainedList::NodesToShow(uint32_t most) const {
  ArenaVector<Address> nodes{ArenaAllocator<Address>(arena_)};
  const uint64_t fresh = nvm_.LoadWord(list_.header() + kToAppendAt);
  uint64_t node = nvm_.LoadWord(list_.header() + kHeadAt);
  for (; list_.IsNode(node) && nodes.size() < most;
       node = nvm_.LoadWord(static_cast<Address>(node) + kNodeNextAt)) {
    if (std::find(nodes.begin(), nodes.end(), node) != nodes.end()) break;
    nodes.push_back(static_cast<Address>(node));
  }
  for (const uint64_t each : {fresh, uint64_t{list_.Fresh()}}) {
    if (list_.IsNode(each) && std::find(nodes.begin(), nodes.end(), each) == nodes.end())
      nodes.push_back(static_cast<Address>(each));
  }
  AddDurableNodes(most, &nodes);
  return nodes;
}

void ChainedList::AddDurableNodes(uint32_t most, ArenaVector<Address>* nodes) const {
  const auto durable = [&](Address at) {
    uint64_t word = 0;
    nvm_.LoadDurable(at, &word, sizeof word);
    return word;
  };
  // A node has the name of its record, which another may have by now.
  const auto known = [&](Address node) {
    return std::any_of(nodes->begin(), nodes->end(),
                       [&](Address each) { return each == node || NameOf(each) == NameOf(node); });
  };
  uint64_t node = durable(list_.header() + kHeadAt);
  for (uint32_t steps = 0; list_.IsNode(node) && steps < most && nodes->size() < most; ++steps) {
    const auto at = static_cast<Address>(node);
    if (!known(at)) nodes->push_back(at);
    node = durable(at + kNodeNextAt);
  }
}

void ChainedList::DescribeLinks(Inspector& inspector, Address node) const {
  inspector.Field(WordField(kNextNode, node + kNodeNextAt));
  inspector.Field(WordField(kPrior, node + kNodePriorAt));
  const uint64_t next = nvm_.LoadWord(node + kNodeNextAt),
                 prior = nvm_.LoadWord(node + kNodePriorAt);
  if (list_.IsNode(next))
    inspector.Link(NodeStructure(), NameOf(static_cast<Address>(next)), kNextNode);
  if (list_.IsNode(prior))
    inspector.Link(NodeStructure(), NameOf(static_cast<Address>(prior)), kPrior);
}

void SimpleList::Describe(Inspector& inspector, ArenaVector<Address>* records) const {
  DescribeHeader(inspector);
  char label[24];
  inspector.BeginStructure(kList, capacity_);
  for (const Address node : NodesToShow(kMostLogNodes)) {
    const Address at = RecordAt(node);
    Number(label, NameOf(node));
    inspector.BeginItem(NameOf(node), label, PlainRecord(at).label);
    inspector.Field(WordField(kLsn, at, Codec::kUnsigned));
    inspector.Field(WordField(kNodeRecord, node + kElementAt));
    if (space_.logs > 1) inspector.TagNumber(kOfLog, space_.number + 1);
    DescribeLinks(inspector, node);
    inspector.EndItem();
    records->push_back(at);
  }
  inspector.EndStructure();
  AddUnlinked(records);
}

// The cells of a large bucket that were filled last. A record to which only a cell of the device
// still leads is shown, too.
void BucketList::DescribeCells(Inspector& inspector, Address bucket,
                               ArenaVector<Address>* records) const {
  uint32_t end = params_.bucket_records;
  while (end > kMostCellsShown && nvm_.LoadWord(CellAt(bucket, end - 1)) == 0) --end;
  char label[24];
  for (uint32_t i = end > kMostCellsShown ? end - kMostCellsShown : 0; i < end; ++i) {
    const Place cell = CellAt(bucket, i);
    const uint64_t word = nvm_.LoadWord(cell);
    const bool leads = IsRecord(word);
    const LogRecord record = leads ? PlainRecord(static_cast<Address>(word)) : LogRecord();
    uint64_t durable = 0;
    nvm_.LoadDurable(cell, &durable, sizeof durable);
    if (durable != word && IsRecord(durable)) records->push_back(static_cast<Address>(durable));
    Number(label, i);
    inspector.BeginItem(cell, label, record.label, word == 0);
    inspector.Field(WordField(kCell, cell));
    if (word == kGap || durable == kGap) inspector.Tag(kGapTag);
    if (leads) {
      inspector.Link(RecordStructure(), static_cast<uint32_t>(record.lsn), kCell);
      records->push_back(static_cast<Address>(word));
    }
    inspector.EndItem();
  }
}

void BucketList::Describe(Inspector& inspector, ArenaVector<Address>* records) const {
  DescribeHeader(inspector);
  char label[24];
  inspector.BeginStructure(kLogBuckets, list_.count());
  for (const Address bucket : NodesToShow(kMostLogBuckets)) {
    char own[12];
    std::snprintf(own, sizeof own, "%u", list_.NumberOf(bucket));
    HeaderLabel(label, own);
    inspector.BeginItem(bucket, label, 0);
    inspector.Field(WordField(kCells, bucket + kElementAt));
    DescribeLinks(inspector, bucket);
    if (batch()) inspector.Field(WordField(kIndex, bucket + kIndexAt, Codec::kUnsigned));
    DescribeCells(inspector, bucket, records);
    inspector.EndItem();
  }
  inspector.EndStructure();
  AddUnlinked(records);
  if (!batch()) return;
  static constexpr Text kFor = {"for cell", "单元"};
  inspector.BeginStructure(kGroup, params_.group);
  for (size_t i = 0; i < group_.size(); ++i) {
    const LogRecord record = PlainRecord(group_[i]);
    Number(label, record.lsn);
    inspector.BeginItem(static_cast<uint32_t>(record.lsn), label, record.label);
    inspector.TagNumber(kFor, readable_ + i);
    inspector.EndItem();
    records->push_back(group_[i]);
  }
  inspector.EndStructure();
}

// --- Records -------------------------------------------------------------------------------------

void Log::Describe(Inspector& inspector) const {
  DescribeTable(inspector);
  ArenaVector<Address> records{ArenaAllocator<Address>(arena_)};
  list_.Describe(inspector, &records);
  inspector.BeginStructure(kRecords);
  for (size_t i = 0; i < records.size(); ++i) {
    // Bytes may lead to a record twice where they are damaged.
    if (std::find(records.begin(), records.begin() + static_cast<ptrdiff_t>(i), records[i]) ==
        records.begin() + static_cast<ptrdiff_t>(i))
      DescribeRecord(inspector, records[i]);
  }
  inspector.EndStructure();
  if (params_.version == Version::kBatch) DescribeHeld(inspector);
}

void Log::DescribeTable(Inspector& inspector) const {
  // The state is what recovery has read of its log so far; its end may be further on.
  static constexpr Text kStates[] = {{"no END yet", "尚无 END"},
                                     {"ROLLBACK, no END yet", "有 ROLLBACK，尚无 END"},
                                     {"END", "有 END"}};
  static constexpr Text kUndone = {"undone from LSN", "已撤销自 LSN"};
  static constexpr Text kFlushed = {"flushed", "已刷出"};
  static constexpr Text kLast = {"last LSN", "最后的 LSN"};
  inspector.BeginStructure(kTransactions);
  for (const Share* share : shares_) {
    // One layer notes no last record: it walks over all.
    if (share->last == kNoLsn) continue;
    inspector.BeginItem(share->txn, "", share->label);
    inspector.TagNumber(kLast, share->last);
    inspector.EndItem();
  }
  for (const Entry& entry : table_) {
    inspector.BeginItem(entry.id, "", entry.label);
    inspector.Tag(kStates[static_cast<int>(entry.state)]);
    inspector.Judged();
    if (entry.flushed) inspector.Tag(kFlushed);
    if (entry.undone != kNoLsn) {
      inspector.TagNumber(kUndone, entry.undone);
      inspector.Judged();
    }
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void Log::DescribeHeld(Inspector& inspector) const {
  static constexpr Text kWordTag = {"new", "新值"};
  char label[24];
  inspector.BeginStructure(kHeld);
  const auto describe = [&](const Share& share) {
    for (const HeldStore& store : share.held) {
      Number(label, store.lsn);
      inspector.BeginItem(static_cast<uint32_t>(store.lsn), label, store.label);
      inspector.TagNumber(kWordTag, store.word);
      inspector.EndItem();
    }
  };
  for (const Share* share : shares_) describe(*share);
  describe(recovering_);
  inspector.EndStructure();
}

void Log::DescribeRecord(Inspector& inspector, Address at) const {
  const LogRecord record = list_.PlainRecord(at);
  char label[24];
  Number(label, record.lsn);
  inspector.BeginItem(static_cast<uint32_t>(record.lsn), label, record.label);
  if (record.type == RecordType::kEnd && record.committed != 0) inspector.Commits();
  if (space_.logs > 1) inspector.TagNumber(kOfLog, space_.number + 1);
  inspector.Field(WordField(kLsn, at, Codec::kUnsigned));
  inspector.Field({.name = kType,
                   .tier = Tier::kNvm,
                   .address = at + static_cast<Address>(offsetof(LogRecord, type)),
                   .size = 1,
                   .codec = Codec::kEnum,
                   .names = kRecordTypes,
                   .name_count = static_cast<uint32_t>(RecordType::kCount)});
  const bool word = record.type == RecordType::kUpdate || record.type == RecordType::kClr;
  const auto field = [&](const Text& name, size_t offset, Codec codec, FieldRole role) {
    FieldSpec spec = WordField(name, at + static_cast<Address>(offset), codec);
    spec.role = role;
    inspector.Field(spec);
  };
  if (word || record.type == RecordType::kDelete)
    field(kAddress, offsetof(LogRecord, address), Codec::kPointer, FieldRole::kSubject);
  if (word) {
    field(kOld, offsetof(LogRecord, old_word), WordCodec(record.old_word), FieldRole::kImage);
    field(kNew, offsetof(LogRecord, new_word), WordCodec(record.new_word), FieldRole::kImage);
  }
  if (record.type == RecordType::kClr) {
    field(kUndoes, offsetof(LogRecord, undoes), Codec::kUnsigned, FieldRole::kPointer);
    inspector.Link(kRecords, static_cast<uint32_t>(record.undoes), kUndoes);
  }
  inspector.EndItem();
}

// A word may be a pointer into the database, a header, or bytes of a value.
Codec Log::WordCodec(uint64_t word) const {
  const bool pointer =
      word >= data_ && word < nvm_.size() && word % kWord == 0 && heap_.IsBlock(word);
  return pointer || word >> 48 != 0 ? Codec::kPointer : Codec::kUnsigned;
}

}  // namespace afterimage::rewind
