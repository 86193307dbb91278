// A heap engine's structures, for the interface. Each walk ends, whatever the bytes are.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "scheme/contract/record_fields.h"
#include "scheme/shared/heap/engine.h"
#include "scheme/shared/heap/records/hashed_records.h"
#include "scheme/shared/heap/story.h"
#include "scheme/shared/heap/word_field.h"

namespace afterimage::heap {

namespace {

constexpr Text kNext = {"next", "后一个"};
constexpr Text kPrev = {"prev", "前一个"};
constexpr Text kElement = {"record", "记录"};
constexpr Text kValue = {"value", "值"};
constexpr Text kState = {"state", "状态"};
constexpr Text kHead = {"head", "头"};
constexpr Text kTail = {"tail", "尾"};
constexpr Text kBlockStates[] = {{"free", "空闲"}, {"in use", "已用"}};
// More is not shown of what may be long.
constexpr uint32_t kMostNodes = 32;
constexpr uint32_t kMostBuckets = 12;
constexpr uint32_t kMostBlocks = 24;

void Pointer(char (&label)[24], Address address) {
  std::snprintf(label, sizeof label, "0x%x", static_cast<unsigned>(address));
}

}  // namespace

void Engine::Describe(Inspector& inspector) {
  DescribeLocks(inspector);
  records_.Describe(inspector);
  DescribeBlocks(inspector);
  records_.DescribeRoots(inspector);
  library_.Describe(inspector);
}

void Engine::DescribeLocks(Inspector& inspector) const {
  static constexpr Text kModes[] = {{"shared", "共享"},
                                    {"exclusive", "排他"},
                                    {"intends to read", "意向共享"},
                                    {"intends to change", "意向排他"}};
  static constexpr Text kHolds = {"holds", "持有"};
  static constexpr Text kWaits = {"waits", "等待"};
  inspector.BeginStructure(kLocks);
  locks_.ForEach([&](const LockName& name, const LockRequest& request) {
    const TableInfo& table = schema_.table(name.table);
    char number[24];
    std::snprintf(number, sizeof number, "#%u", static_cast<unsigned>(name.key));
    const bool own = records_.IsOwnLock(name.table, name.key);
    inspector.BeginItem(static_cast<uint32_t>(name.key),
                        own && !table.named ? number : RecordName(table, name.key),
                        request.txn->label);
    if (own) inspector.Tag(records_.OwnLockTitle());
    inspector.Tag(kModes[static_cast<int>(request.mode)]);
    inspector.TagTransaction(request.granted ? kHolds : kWaits, request.txn->label);
    inspector.EndItem();
  });
  inspector.EndStructure();
}

// --- The database --------------------------------------------------------------------------------

void Records::DescribeRoots(Inspector& inspector) const {
  static constexpr Text kLog = {"log in use", "使用中的日志"};
  inspector.BeginStructure(kHeapRoot);
  if (library_.names_log_in_use()) {
    inspector.BeginItem(0, kLog.en, 0);
    inspector.Field(WordField(kLog, kLibraryAt));
    inspector.EndItem();
  }
  for (uint32_t table = 0; table < schema_.table_count(); ++table) {
    inspector.BeginItem(1 + table, schema_.table(static_cast<TableId>(table)).id, 0);
    inspector.Field(WordField(RootTitle(), RootAt(table)));
    inspector.Field(WordField({"count", "数目"}, RootAt(table) + kWord, Codec::kUnsigned));
    inspector.EndItem();
  }
  inspector.EndStructure();
}

Text HashedRecords::OwnLockTitle() const { return {"links of a bucket", "桶的链接"}; }
Text HashedRecords::RootTitle() const { return {"buckets", "桶"}; }

// Those that pointers lead to as they are now; behind them those that only the device's still do.
std::vector<Address> HashedRecords::NodesToShow(Address bucket) const {
  std::vector<Address> nodes;
  for (const bool durable : {false, true}) {
    const auto load = [&](Address at) {
      uint64_t word = 0;
      if (durable) {
        nvm_.LoadDurable(at, &word, sizeof word);
      } else {
        word = nvm_.LoadWord(at);
      }
      return word;
    };
    uint64_t at = load(bucket);
    for (uint32_t steps = 0; heap_.IsBlock(at) && steps < kMostNodes; ++steps) {
      const auto node = static_cast<Address>(at);
      if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
      at = load(node + kNextAt);
    }
  }
  return nodes;
}

void HashedRecords::DescribeBucket(Inspector& inspector, TableId table, Address bucket) const {
  const TableInfo& info = schema_.table(table);
  const auto number = static_cast<unsigned>((bucket - roots_[table].at) / kBucketBytes);
  char label[24];
  std::snprintf(label, sizeof label, "#%u", number);
  inspector.BeginItem(bucket, label, 0);
  inspector.Field(WordField(kHead, bucket));
  inspector.Field(WordField(kTail, bucket + kWord));
  for (const Address node : NodesToShow(bucket)) {
    const Transaction* txn = locks_.ExclusiveHolder(table, KeyOf(node));
    inspector.BeginItem(node, "", txn ? txn->label : 0);
    inspector.Field(KeyField(kElement, Tier::kNvm, node + shape_.key_at, info, 0));
    inspector.Field(ValueField(kValue, Tier::kNvm, node + shape_.value_at, info.value_bytes, info));
    inspector.Field(WordField(kNext, node + kNextAt));
    inspector.Field(WordField(kPrev, node + kPrevAt));
    inspector.EndItem();
  }
  inspector.EndItem();
}

// All of a few, else those that were changed last.
void HashedRecords::Describe(Inspector& inspector) const {
  uint64_t count = 0;
  const uint32_t tables = rooted_ ? schema_.table_count() : 0;
  for (uint32_t table = 0; table < tables; ++table) count += roots_[table].count;
  const size_t shown = std::min<size_t>(changed_.size(), kMostBuckets);
  inspector.BeginStructure(kRecordLists);
  for (uint32_t table = 0; table < tables; ++table) {
    for (uint64_t i = 0; i < roots_[table].count; ++i) {
      const auto bucket = static_cast<Address>(roots_[table].at + i * kBucketBytes);
      const bool show =
          count <= kMostBuckets || std::find(changed_.end() - static_cast<ptrdiff_t>(shown),
                                             changed_.end(), bucket) != changed_.end();
      if (show) DescribeBucket(inspector, static_cast<TableId>(table), bucket);
    }
  }
  if (count > kMostBuckets) inspector.More(static_cast<uint32_t>(count - shown));
  inspector.EndStructure();
}

void Engine::DescribeBlocks(Inspector& inspector) const {
  char label[24];
  uint32_t more = 0, shown = 0;
  inspector.BeginStructure(kHeapStructure);
  for (Address block = heap_.begin(); heap_.IsBlock(block);
       block += heap_.LinesOf(block) * kLineBytes) {
    if (heap_.blocks() > kMostBlocks && shown == kMostBlocks) {
      ++more;
      continue;
    }
    ++shown;
    Pointer(label, block);
    inspector.BeginItem(block, label, 0, !heap_.InUse(block));
    inspector.Field({.name = kState,
                     .tier = Tier::kNvm,
                     .address = block + 4,
                     .size = 1,
                     .codec = Codec::kEnum,
                     .names = kBlockStates,
                     .name_count = 2});
    inspector.EndItem();
  }
  if (more > 0) inspector.More(more);
  inspector.EndStructure();
}

}  // namespace afterimage::heap
