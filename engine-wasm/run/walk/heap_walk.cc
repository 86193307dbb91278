#include "run/walk/heap_walk.h"

#include "base/random.h"

namespace afterimage {
namespace {

constexpr Text kHeapBlock = {"block at", "块，地址"};
constexpr Text kHeapTable = {"table", "表"};
constexpr Text kHeapBucket = {"bucket", "桶"};
constexpr Text kHeapWalked = {"heap blocks walked in NVM", "在 NVM 中走过的堆块"};

constexpr Text kHeapApart = {"The heap is blocks one behind the other, each with its header.",
                             "堆由首尾相接的块组成，每块有块头。"};
constexpr Text kHeapReached = {"A block of the heap is reachable or free, and never both.",
                               "堆中的每一块要么可达，要么空闲，不会两者兼有。"};
constexpr Text kHeapRecord = {"A record in the heap says its table and the length of its value.",
                              "堆中的记录记有所属的表和值的长度。"};
constexpr Text kHeapLinks = {"The links of a bucket agree in both directions.",
                             "桶的前向与后向指针一致。"};
constexpr Text kHeapHome = {"A record is in the bucket that its key says, once.",
                            "记录在由其键决定的桶中，且只出现一次。"};
constexpr Text kHeapOrder = {"The keys of a tree in the heap are in order.", "堆中树的键有序。"};
constexpr Text kHeapLevel = {"All leaves of a tree in the heap are at one depth, and linked.",
                             "堆中树的所有叶子在同一深度，并依次相连。"};
constexpr Text kHeapKey = {"An entry in the heap leads to a record with its key.",
                           "堆中的索引项指向键相同的记录。"};
constexpr Text kHeapSame = {"Every index in the heap leads to all records of its table.",
                            "堆中的每个索引都指向其表的所有记录。"};
constexpr Text kHeapFree = {"DRAM counts as free the blocks whose headers say so.",
                            "DRAM 计为空闲的恰是块头标为空闲的块。"};

constexpr uint32_t kHeapLine = 64, kHeapWordBytes = 8;
// A root for each table: where its buckets or trees are, how many, bytes of a value.
constexpr uint64_t kHeapRoots = 192;
// The first word of a block: a magic number, in use or not, lines.
constexpr uint64_t kHeapBlockMagic = 0xb10c;
// A record in a list: next, prev, key, table and length, value. One that trees lead to begins with
// its key.
constexpr uint32_t kHeapNextAt = 8, kHeapPrevAt = 16, kHeapListedKeyAt = 24, kHeapIndexedKeyAt = 8;
// A node: level and entries, the leaf to the right, entries of a key and what it leads to.
constexpr uint32_t kHeapInfoAt = 8, kHeapRightAt = 16, kHeapEntriesAt = 24, kHeapEntryBytes = 16;
constexpr uint64_t kHeapMostEntries = 64, kHeapMostLevels = 24;

}  // namespace

void HeapWalk::Run() {
  if (heap_.to == 0 || !ReadBlocks()) return;
  check_.Count(kHeapWalked, heap_.blocks);
  for (uint32_t table = 0; table < schema_.table_count() && check_.holds(); ++table) {
    const uint64_t at = kHeapRoots + uint64_t{table} * kHeapLine;
    const Root root{device_.Word(at), device_.Word(at + 8), device_.Word(at + 16)};
    const TableInfo& info = schema_.table(static_cast<TableId>(table));
    check_.Expect(root.value_bytes == info.value_bytes, kHeapRecord, {{kHeapTable, table}});
    if (heap_.trees)
      WalkTrees(table, root);
    else
      WalkBuckets(table, root);
  }
  for (const auto& [block, reached] : used_)
    check_.Expect(reached || deleted_.count(block) > 0, kHeapReached, {{kHeapBlock, block}});
  for (const uint64_t block : deleted_) free_ += used_.count(block) > 0 ? 1 : 0;
  check_.Expect(free_ == heap_.free, kHeapFree);
}

// The first word that is no header, 0, ends what has been carved.
bool HeapWalk::ReadBlocks() {
  uint32_t blocks = 0;
  uint64_t at = heap_.from;
  for (; at < heap_.to; ++blocks) {
    const uint64_t header = device_.Word(at);
    if (header == 0) break;
    const uint64_t lines = header & 0xffffffff, used = header >> 32 & 0xffff;
    const bool sense = header >> 48 == kHeapBlockMagic && used <= 1 && lines > 0 &&
                       at + lines * kHeapLine <= heap_.to;
    if (!check_.Expect(sense, kHeapApart, {{kHeapBlock, at}})) return false;
    if (used != 0)
      used_[at] = false;
    else
      ++free_;
    at += lines * kHeapLine;
  }
  return check_.Expect(blocks == heap_.blocks, kHeapApart, {{kHeapBlock, at}});
}

bool HeapWalk::Reach(uint64_t block) {
  const auto found = used_.find(block);
  const bool first = found != used_.end() && !found->second && deleted_.count(block) == 0;
  if (!check_.Expect(first, kHeapReached, {{kHeapBlock, block}})) return false;
  found->second = true;
  return true;
}

bool HeapWalk::ReadRecord(uint64_t block, uint32_t table, uint32_t key_at, Key* key) {
  *key = device_.Word(block + key_at);
  const uint64_t info =
      uint64_t{table} << 32 | schema_.table(static_cast<TableId>(table)).value_bytes;
  return check_.Expect(device_.Word(block + key_at + kHeapWordBytes) == info, kHeapRecord,
                       {{kHeapBlock, block}});
}

// --- Buckets -------------------------------------------------------------------------------------

void HeapWalk::WalkBuckets(uint32_t table, const Root& root) {
  std::set<Key> keys;
  for (uint64_t bucket = 0; bucket < root.count && check_.holds(); ++bucket) {
    const uint64_t head = root.at + bucket * 2 * kHeapWordBytes;
    uint64_t prior = 0;
    for (uint64_t node = device_.Word(head); node != 0; node = device_.Word(node + kHeapNextAt)) {
      Key key = 0;
      if (!Reach(node) || !ReadRecord(node, table, kHeapListedKeyAt, &key)) return;
      check_.Expect(device_.Word(node + kHeapPrevAt) == prior, kHeapLinks,
                    {{kHeapTable, table}, {kHeapBucket, bucket}});
      check_.Expect(Mix64(key) % root.count == bucket && keys.insert(key).second, kHeapHome,
                    {{kHeapTable, table}, {kHeapBucket, bucket}});
      prior = node;
    }
    check_.Expect(device_.Word(head + kHeapWordBytes) == prior, kHeapLinks,
                  {{kHeapTable, table}, {kHeapBucket, bucket}});
  }
}

// --- Trees ---------------------------------------------------------------------------------------

// Walks the primary trees of a table, which divide its keys, then one for each other index.
void HeapWalk::WalkTrees(uint32_t table, const Root& root) {
  const uint32_t others = schema_.table(static_cast<TableId>(table)).indexes() - 1;
  records_ = 0;
  for (uint64_t tree = 0; tree < root.count && check_.holds(); ++tree) {
    const bool primary = tree + others < root.count;
    secondary_.clear();
    WalkTree(table, root.at + tree * kHeapWordBytes, primary);
    if (!primary) check_.Expect(secondary_.size() == records_, kHeapSame, {{kHeapTable, table}});
  }
}

void HeapWalk::WalkTree(uint32_t table, uint64_t root_word, bool primary) {
  std::vector<Part> parts = {{device_.Word(root_word)}};
  const uint64_t levels = device_.Word(parts[0].node + kHeapInfoAt) >> 32;
  if (!check_.Expect(used_.count(parts[0].node) > 0 && levels < kHeapMostLevels, kHeapLevel,
                     {{kHeapTable, table}}))
    return;
  for (uint64_t level = levels + 1; level-- > 0 && check_.holds();)
    ReadLevel(&parts, table, level, primary);
}

// Leaves its parts as those of the level below.
void HeapWalk::ReadLevel(std::vector<Part>* parts, uint32_t table, uint64_t level, bool primary) {
  std::vector<Part> below;
  for (size_t n = 0; n < parts->size(); ++n) {
    const Part& part = (*parts)[n];
    if (!Reach(part.node)) return;
    const uint64_t info = device_.Word(part.node + kHeapInfoAt);
    const uint64_t count = info & 0xffffffff;
    const bool linked = level > 0 || device_.Word(part.node + kHeapRightAt) ==
                                         (n + 1 < parts->size() ? (*parts)[n + 1].node : 0);
    if (!check_.Expect(info >> 32 == level && count <= kHeapMostEntries && linked, kHeapLevel,
                       {{kHeapBlock, part.node}}))
      return;
    Key least = part.from;
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t entry = part.node + kHeapEntriesAt + i * kHeapEntryBytes;
      const Key key = level > 0 && i == 0 ? part.from : device_.Word(entry);
      const bool more = i + 1 < count;
      const Key to = level > 0 && more ? device_.Word(entry + kHeapEntryBytes) - 1 : part.to;
      if (!check_.Expect(key >= least && key <= part.to && to >= key, kHeapOrder,
                         {{kHeapBlock, part.node}}))
        return;
      least = key + 1;
      if (level > 0)
        below.push_back({device_.Word(entry + kHeapWordBytes), key, to});
      else
        Follow(table, primary, part.node, key, device_.Word(entry + kHeapWordBytes));
    }
    if (!check_.Expect(level == 0 || count > 0, kHeapLevel, {{kHeapBlock, part.node}})) return;
  }
  *parts = std::move(below);
}

void HeapWalk::Follow(uint32_t table, bool primary, uint64_t leaf, Key key, uint64_t record) {
  const TableInfo& info = schema_.table(static_cast<TableId>(table));
  Key own = 0;
  if (primary && !Reach(record)) return;
  const auto found = used_.find(record);
  const bool there = found != used_.end() && found->second;
  if (!check_.Expect(there, kHeapKey, {{kHeapBlock, leaf}}) ||
      !ReadRecord(record, table, kHeapIndexedKeyAt, &own))
    return;
  if (primary) {
    check_.Expect(own == key, kHeapKey, {{kHeapBlock, leaf}});
    ++records_;
    return;
  }
  std::vector<uint8_t> value(info.value_bytes);
  device_.Read(Tier::kNvm, static_cast<Address>(record + kHeapIndexedKeyAt + 2 * kHeapWordBytes),
               info.value_bytes, value.data());
  const bool same = info.secondary && info.secondary(own, value.data()) == key;
  check_.Expect(same && secondary_.insert(record).second, kHeapKey, {{kHeapBlock, leaf}});
}

}  // namespace afterimage
