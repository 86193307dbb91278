// Walks over a heap in NVM and what its tables lead to, and asks what the documents of its formats
// demand: scheme/shared/heap/layout.h, persistent_heap.h, records/hashed_records.h and
// records/btree.h. Like page_walk.h it is written from these alone.
#ifndef AFTERIMAGE_RUN_WALK_HEAP_WALK_H_
#define AFTERIMAGE_RUN_WALK_HEAP_WALK_H_

#include <map>
#include <set>
#include <vector>

#include "db/schema.h"
#include "db/structure_check.h"
#include "run/walk/device_bytes.h"
#include "scheme/contract/device_formats.h"

namespace afterimage {

class HeapWalk {
 public:
  // `deleted`: blocks that are free once a log's record of them has gone.
  HeapWalk(const DeviceBytes& device, const HeapOnDevice& heap, const Schema& schema,
           const std::set<uint64_t>& deleted, StructureCheck& check)
      : device_(device), heap_(heap), schema_(schema), deleted_(deleted), check_(check) {}
  // Ends on any bytes.
  void Run();

 private:
  struct Root {
    uint64_t at = 0;
    uint64_t count = 0;
    uint64_t value_bytes = 0;
  };
  // A node of the level that is read, and the keys that it may have, [from, to].
  struct Part {
    uint64_t node = 0;
    Key from = 0;
    Key to = ~Key{0};
  };

  bool ReadBlocks();
  // Something leads to the block, and nothing else does.
  bool Reach(uint64_t block);
  bool ReadRecord(uint64_t block, uint32_t table, uint32_t key_at, Key* key);
  void WalkBuckets(uint32_t table, const Root& root);
  void WalkTrees(uint32_t table, const Root& root);
  void WalkTree(uint32_t table, uint64_t root_word, bool primary);
  void ReadLevel(std::vector<Part>* parts, uint32_t table, uint64_t level, bool primary);
  void Follow(uint32_t table, bool primary, uint64_t leaf, Key key, uint64_t record);

  const DeviceBytes& device_;
  const HeapOnDevice& heap_;
  const Schema& schema_;
  const std::set<uint64_t>& deleted_;
  StructureCheck& check_;
  std::map<uint64_t, bool> used_;  // blocks in use, and whether something leads there
  std::set<uint64_t> secondary_;   // records that the second index of a table leads to
  uint64_t records_ = 0;           // of the table's primary trees
  uint32_t free_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_WALK_HEAP_WALK_H_
