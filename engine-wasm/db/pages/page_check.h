// Checks that the pages of a database agree with each other: the rules for catalog, allocator,
// records and indexes hold whenever no transaction is under way. Pages are read as bytes, one by
// one; no buffer pool and no tree walk of the engine's has a part in it.
#ifndef AFTERIMAGE_DB_PAGES_PAGE_CHECK_H_
#define AFTERIMAGE_DB_PAGES_PAGE_CHECK_H_

#include <vector>

#include "db/index/index_node.h"
#include "db/pages/initial_pages.h"
#include "db/pages/slotted_page.h"
#include "db/schema.h"
#include "db/structure_check.h"

namespace afterimage {

// Gives the latest bytes of a page: its device's or, where it is dirty in DRAM, its frame's.
class PageBytes {
 public:
  virtual void ReadPage(PageId page, uint8_t* out) const = 0;

 protected:
  ~PageBytes() = default;
};

// Checks a hash file: every page is intact, and each record is on its key's page, once.
class HashFileCheck {
 public:
  using HomeOf = PageId (*)(Key key, uint32_t heap_pages);
  HashFileCheck(const PageBytes& pages, uint32_t page_bytes, const Schema& schema,
                StructureCheck& check);
  // Runs the check. The catalog's record has the key `catalog_key` and says how many pages the file
  // has; a record's page is home(key, heap_pages).
  void Run(uint32_t heap_pages, Key catalog_key, HomeOf home);

 private:
  const PageBytes& pages_;
  const Schema& schema_;
  StructureCheck& check_;
  std::vector<uint8_t> bytes_;
};

// Checks heap pages and B+-trees: every index entry leads to exactly one record with its key, every
// record is led to by every index of its table; leaves are in order and linked; every page is in
// use or free.
class IndexedCheck {
 public:
  IndexedCheck(const PageBytes& pages, uint32_t page_limit, uint32_t page_bytes,
               const Schema& schema, StructureCheck& check);
  void Run();

 private:
  // A record's place on a heap page.
  struct Slot {
    Key key = 0;
    Key secondary = 0;
    bool present = false;
    bool led_to[kMaxIndexes] = {};
  };
  struct Page {
    PageKind kind = PageKind::kCount;
    PageOwner owner;
    bool reached = false;  // of nodes: by a tree
    uint32_t first_slot = 0;
    uint32_t slots = 0;
  };
  struct Tree {
    TableId table;
    uint8_t index;
  };
  // Keys of a subtree are at least `from` and, unless it is the last one of its level, below `to`.
  struct Bounds {
    Key from = 0;
    Key to = 0;
    bool last = true;
  };

  bool ReadCatalog();
  void ReadHeapsAndNodes();
  void TakeSlots(PageId id, Page& page);
  void WalkTree(const Tree& tree, PageId root);
  void WalkNode(const Tree& tree, PageId id, uint32_t level, const Bounds& bounds);
  void TakeEntry(const Tree& tree, const IndexEntry& entry, PageId leaf);
  void ExpectAllInUse();

  const PageBytes& source_;
  uint32_t page_limit_;
  const Schema& schema_;
  StructureCheck& check_;
  std::vector<uint8_t> bytes_;
  CatalogEntry catalog_[kMaxTables];
  PageId next_ = 0;  // the first page that is free
  std::vector<Page> pages_;
  std::vector<Slot> slots_;
  std::vector<PageId>
      right_;  // by level: the right link of the node that the walk has come to last; 0 none yet
  std::vector<PageId> latest_;  // by level: that node
  uint64_t entries_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_PAGES_PAGE_CHECK_H_
