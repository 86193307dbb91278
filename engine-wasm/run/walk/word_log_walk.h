// Walks over a log of words in NVM and asks what its documents demand while no transaction is under
// way: scheme/systems/rewind/layout.h, record.h, lists/adll.h, lists/bucket_list.h, tree/tree.h and
// tree/tree_list.h. Like page_walk.h it is written from these alone.
#ifndef AFTERIMAGE_RUN_WALK_WORD_LOG_WALK_H_
#define AFTERIMAGE_RUN_WALK_WORD_LOG_WALK_H_

#include <set>
#include <vector>

#include "db/structure_check.h"
#include "run/walk/device_bytes.h"
#include "scheme/contract/device_formats.h"

namespace afterimage {

class WordLogWalk {
 public:
  WordLogWalk(const DeviceBytes& device, const WordLogOnDevice& log, StructureCheck& check)
      : device_(device), log_(log), check_(check) {}
  // Ends on any bytes. Adds the blocks of the heap that go back to it with a record of the log.
  void Run(std::set<uint64_t>* deleted);

 private:
  // A list of nodes, one every `stride` bytes, whose records lie behind them or in them.
  struct List {
    uint64_t header = 0;
    uint64_t first = 0;
    uint64_t stride = 0;
    uint32_t count = 0;
    uint32_t cells = 0;  // of a node; 0: it is one record
    uint64_t records = 0;
    uint32_t lines = 0;  // for records
  };
  // The content of a list.
  struct Content {
    std::vector<uint64_t> nodes;
    std::vector<uint64_t> records;
    uint32_t left = 0;  // cells of the last bucket that were never taken
  };

  List Buckets(uint32_t records) const;
  bool ReadNodes(const List& list, Content* content);
  void ReadCells(const List& list, bool batch, Content* content);
  void TakeCell(const List& list, uint64_t bucket, uint32_t cell, Content* content);
  void WalkList();
  void WalkTree();
  // Reads the tree from the root down, in the order of keys; returns its height.
  uint64_t ReadNode(uint64_t node, uint64_t below, uint64_t above, uint32_t depth,
                    std::vector<uint64_t>* records);
  void TakeRecords(const std::vector<uint64_t>& records);

  const DeviceBytes& device_;
  const WordLogOnDevice& log_;
  StructureCheck& check_;
  uint64_t header_ = 0;
  std::set<uint64_t> seen_;  // nodes of the tree, and lines of records
  uint64_t tree_nodes_ = 0;  // where they are
  std::set<uint64_t>* deleted_ = nullptr;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_WALK_WORD_LOG_WALK_H_
