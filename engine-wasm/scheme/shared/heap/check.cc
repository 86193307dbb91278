// The invariants of the heap and its records while no transaction is under way. Words are read as
// they are, without the engine's own walks and directories.
#include "scheme/shared/heap/engine.h"
#include "scheme/shared/heap/records/hashed_records.h"

namespace afterimage::heap {
namespace {

constexpr Text kBlockWord = {"block", "块"};
constexpr Text kTableWord = {"table", "表"};
constexpr Text kBucketWord = {"bucket", "桶"};
constexpr Text kCheckedBlocks = {"heap blocks", "堆块"};
constexpr Text kCheckedRecords = {"records", "记录"};
constexpr Text kReached = {"A block is in use if and only if something leads to it.",
                           "块在使用中，当且仅当有指针指向它。"};

}  // namespace

void HashedRecords::Check(StructureCheck& check, Unreached* unreached) const {
  static constexpr Text kLinks = {"The links of a bucket's list agree in both directions.",
                                  "桶链表的前向与后向指针一致。"};
  static constexpr Text kRightBucket = {"A record is in the list of its key's bucket, once.",
                                        "记录在其键所属桶的链表中，且只出现一次。"};
  uint64_t records = 0;
  for (uint32_t table = 0; table < schema_.table_count(); ++table) {
    Root root;
    nvm_.Load(RootAt(table), &root, sizeof root);
    std::unordered_map<Key, bool> keys;
    for (uint64_t i = 0; i < root.count; ++i) {
      const auto bucket = static_cast<Address>(root.at + i * kBucketBytes);
      uint64_t prev = 0;
      for (uint64_t node = nvm_.LoadWord(bucket); node != 0;
           node = nvm_.LoadWord(static_cast<Address>(node) + kNextAt)) {
        const auto found = unreached->find(node);
        if (!check.Expect(found != unreached->end() && found->second, kReached,
                          {{kBlockWord, node}, {kTableWord, table}, {kBucketWord, i}}))
          return;
        found->second = false;
        const auto at = static_cast<Address>(node);
        const Key key = nvm_.LoadWord(at + shape_.key_at);
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
  check.Count(kCheckedRecords, records);
}

void Engine::CheckStructures(StructureCheck& check) {
  static constexpr Text kApart = {
      "Blocks lie one behind the other, each with a header that says how long it is.",
      "块首尾相接，块头记有块长。"};
  Records::Unreached blocks;
  uint64_t count = 0;
  for (uint64_t at = heap_.begin(); at < heap_.top(); ++count) {
    if (!check.Expect(heap_.IsBlock(at), kApart, {{kBlockWord, at}})) return;
    const auto block = static_cast<Address>(at);
    if (heap_.InUse(block)) blocks[at] = true;
    at += uint64_t{heap_.LinesOf(block)} * kLineBytes;
  }
  check.Count(kCheckedBlocks, count);
  records_.Check(check, &blocks);
  for (const auto& [block, unreached] : blocks)
    check.Expect(!unreached, kReached, {{kBlockWord, block}});
  library_.Check(check);
}

#if AFTERIMAGE_WATCHES_READS
bool PersistentHeap::ListsAgree() const {
  std::unordered_map<Address, bool> listed;
  for (uint32_t lines = 0; lines <= kMaxBlockLines; ++lines) {
    for (const Address block : *free_[lines]) {
      const bool free = IsBlock(block) && !InUse(block) && LinesOf(block) == lines;
      if (!free || !listed.emplace(block, true).second) return false;
    }
  }
  return true;
}

void Engine::CheckMemory(StructureCheck& check) {
  static constexpr Text kCounted = {
      "Each block that is free can be taken, or waits for its records to leave the log.",
      "每个空闲块都可取用，或在等待其记录离开日志。"};
  locks_.CheckMemory(check);
  CheckAnytime(check);
  DeviceFormats formats;
  uint32_t waiting = 0;
  if (!library_.AddFormats(&formats, &waiting)) return;
  const uint32_t free = heap_.blocks() - heap_.CountUsed();
  check.Expect(heap_.CountFree() + library_.CountFreed() == free, kCounted);
}

void Engine::CheckAnytime(StructureCheck& check) {
  static constexpr Text kFree = {"A block that can be taken is free, and is listed once.",
                                 "可取用的块处于空闲状态，且只列出一次。"};
  locks_.CheckAnytime(check);
  check.Expect(heap_.ListsAgree(), kFree);
}
#endif

void Engine::AddFormats(DeviceFormats* formats) {
  uint32_t waiting = 0;
  if (!library_.AddFormats(formats, &waiting)) return;
  HeapOnDevice& heap = formats->heap;
  heap.from = heap_.begin();
  heap.to = heap_.end();
  heap.trees = records_.trees();
  heap.blocks = heap_.blocks();
  heap.free = heap_.CountFree() + waiting;
}

}  // namespace afterimage::heap
