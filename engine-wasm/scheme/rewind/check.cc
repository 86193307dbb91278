// What must hold of the heap, the lists of records and the log while no transaction is under way.
// Words are read as they are: no list walk and no directory of the engine's has a part in it.
#include <unordered_map>

#include "scheme/rewind/engine.h"

namespace afterimage::rewind {
namespace {

constexpr Text kBlockWord = {"block", "块"};
constexpr Text kTableWord = {"table", "表"};
constexpr Text kBucketWord = {"bucket", "桶"};
constexpr Text kCheckedBlocks = {"heap blocks", "堆块"};
constexpr Text kCheckedRecords = {"records", "记录"};

}  // namespace

// In two layers: the tree has no root, and its own log holds gaps only.
bool Engine::LogIsEmpty() const {
  const auto header = static_cast<Address>(nvm_.LoadWord(kLogAt));
  if (header != rewind::kHeaders[0] && header != rewind::kHeaders[1]) return false;
  const bool tree = params_.log.layers == 2;
  for (const uint32_t word : {kHeadAt, kTailAt, kToAppendAt, kToRemoveAt}) {
    const bool link = word == kHeadAt || word == kTailAt;
    if (!(tree && link) && nvm_.LoadWord(header + word) != 0) return false;
  }
  if (!tree) return true;
  const BucketParams inner = TreeList::InnerOf(params_.log.records, params_.log.bucket_records);
  if (nvm_.LoadWord(kLogArea + static_cast<Address>(BucketList::BytesOf(inner))) != 0) return false;
  uint64_t bucket = nvm_.LoadWord(header + kHeadAt);
  for (uint32_t read = 0; bucket != 0; ++read) {
    if (read == BucketList::BucketsOf(inner) || bucket + BucketList::StrideOf(inner) > nvm_.size())
      return false;
    for (uint32_t i = 0; i < inner.bucket_records; ++i) {
      const auto cell = static_cast<Address>(bucket) + kLineBytes + i * kWord;
      if (nvm_.LoadWord(cell) > BucketList::kGap) return false;
    }
    bucket = nvm_.LoadWord(static_cast<Address>(bucket) + kNodeNextAt);
  }
  return true;
}

void Engine::CheckStructures(StructureCheck& check) {
  static constexpr Text kApart = {
      "Blocks lie one behind the other, each with a header that says how long it is.",
      "块首尾相接，块头记有块长。"};
  static constexpr Text kLinks = {"The links of a bucket's list agree in both directions.",
                                  "桶链表的前向与后向指针一致。"};
  static constexpr Text kRightBucket = {"A record is in the list of its key's bucket, once.",
                                        "记录在其键所属桶的链表中，且只出现一次。"};
  static constexpr Text kReached = {"A block is in use if and only if a list leads to it.",
                                    "块在使用中，当且仅当有链表指向它。"};
  static constexpr Text kEmptyLog = {"The log is empty, and no operation on its list is open.",
                                     "日志为空，其链表没有未完成的操作。"};
  std::unordered_map<uint64_t, bool> blocks;  // in use, and not yet led to
  uint64_t count = 0;
  for (uint64_t at = heap_.begin(); at < heap_.top(); ++count) {
    if (!check.Expect(heap_.IsBlock(at), kApart, {{kBlockWord, at}})) return;
    const auto block = static_cast<Address>(at);
    if (heap_.InUse(block)) blocks[at] = true;
    at += uint64_t{heap_.LinesOf(block)} * kLineBytes;
  }
  uint64_t records = 0;
  for (uint32_t table = 0; table < schema_.table_count(); ++table) {
    Root root;
    nvm_.Load(RootAt(table), &root, sizeof root);
    std::unordered_map<Key, bool> keys;
    for (uint64_t i = 0; i < root.count; ++i) {
      const auto bucket = static_cast<Address>(root.buckets + i * kBucketBytes);
      uint64_t prev = 0;
      for (uint64_t node = nvm_.LoadWord(bucket); node != 0;
           node = nvm_.LoadWord(static_cast<Address>(node) + kNextAt)) {
        const auto found = blocks.find(node);
        if (!check.Expect(found != blocks.end() && found->second, kReached,
                          {{kBlockWord, node}, {kTableWord, table}, {kBucketWord, i}}))
          return;
        found->second = false;
        const auto at = static_cast<Address>(node);
        const Key key = nvm_.LoadWord(at + kKeyAt);
        check.Expect(nvm_.LoadWord(at + kPrevAt) == prev, kLinks,
                     {{kTableWord, table}, {kBucketWord, i}});
        check.Expect(Mix64(key) % root.count == i && keys.emplace(key, true).second, kRightBucket,
                     {{kTableWord, table}, {kBucketWord, i}});
        prev = node;
        ++records;
      }
      check.Expect(nvm_.LoadWord(bucket + kWord) == prev, kLinks,
                   {{kTableWord, table}, {kBucketWord, i}});
    }
  }
  for (const auto& [block, unreached] : blocks)
    check.Expect(!unreached, kReached, {{kBlockWord, block}});
  check.Expect(LogIsEmpty(), kEmptyLog);
  check.Count(kCheckedBlocks, count);
  check.Count(kCheckedRecords, records);
}

}  // namespace afterimage::rewind
