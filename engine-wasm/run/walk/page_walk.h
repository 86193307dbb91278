// Walks over the pages of a database on their device and checks the rules in the documents of their
// formats (the boxes in db/pages/page_view.h, slotted_page.h, initial_pages.h and
// db/index/index_node.h). It is written from these alone: it has no code in common with the
// engine's read path, nor with its own check of structures, so a common mistake of these is
// noticed.
#ifndef AFTERIMAGE_RUN_WALK_PAGE_WALK_H_
#define AFTERIMAGE_RUN_WALK_PAGE_WALK_H_

#include <utility>
#include <vector>

#include "db/schema.h"
#include "db/structure_check.h"
#include "run/walk/device_bytes.h"
#include "scheme/contract/device_formats.h"

namespace afterimage {

class PageWalk {
 public:
  PageWalk(const DeviceBytes& device, const PagesOnDevice& where, const Schema& schema,
           StructureCheck& check);
  // Ends on any bytes.
  void Run();

 private:
  using Bytes = std::vector<uint8_t>;
  enum class Kind : uint8_t { kRecords = 0, kNode = 1, kAllocator = 2, kUndo = 3 };

  struct Slot {
    Key key = 0;
    Key secondary = 0;
    bool present = false;
    uint8_t entries[kMaxIndexes] = {};  // that lead here
  };
  struct Page {
    bool written = false;  // it is not all zeros
    Kind kind = Kind::kRecords;
    uint32_t table = 0;  // + 1; 0: not said
    uint32_t index = 0;
    uint32_t reached = 0;  // how often a tree leads here
    std::vector<Slot> slots;
  };
  struct Node {
    uint32_t level = 0;
    uint32_t right = 0;
    std::vector<std::pair<Key, uint64_t>> entries;
  };

  // A node of the level that is walked, and the keys that it may have, [from, to).
  struct Part {
    uint32_t page = 0;
    Key from = 0;
    Key to = 0;
    bool first = true;  // of its level: from is open
    bool last = true;   // to is open
  };

  bool ReadPage(uint32_t page, Bytes* out) const;
  void ReadEveryPage();
  void TakePage(uint32_t number, const Bytes& bytes);
  void TakeSlots(uint32_t number, const Bytes& bytes, Page* page);
  void WalkHashFile();
  void WalkIndexes();
  bool ReadCatalog();
  bool ReadNode(uint32_t page, Node* node) const;
  void WalkTree(uint32_t table, uint32_t index, uint32_t root);
  // Returns the parts of the level below.
  std::vector<Part> WalkLevel(const std::vector<Part>& parts, uint32_t level, uint32_t table,
                              uint32_t index);
  void TakeEntries(const Node& node, const Part& part, uint32_t table, uint32_t index,
                   std::vector<Part>* below);
  void Follow(uint32_t table, uint32_t index, uint32_t leaf, uint32_t i,
              const std::pair<Key, uint64_t>& entry);
  void ExpectAllLedTo();

  const DeviceBytes& device_;
  PagesOnDevice where_;
  const Schema& schema_;
  StructureCheck& check_;
  std::vector<Page> pages_;
  uint32_t used_ = 0;  // pages from here on are free
  uint32_t roots_[kMaxTables][kMaxIndexes] = {};
  uint64_t entries_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_WALK_PAGE_WALK_H_
