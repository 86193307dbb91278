// The tables in DRAM (PCMLogging, sections 3.1 to 3.3): where in PCM each record, index entry or
// page is (Mapping Table), which version a running transaction stands above (Dirty Page Table), and
// what each transaction has changed (Transaction Table). Recovery makes the first one anew.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_TABLES_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_TABLES_H_

#include <bit>

#include "base/age_list.h"
#include "base/flat_map.h"
#include "db/structure_check.h"
#include "db/transaction.h"
#include "scheme/shared/pcm_slots/layout.h"

namespace afterimage::pcm {

struct PageEntry;
struct TxnEntry;

// A version in PCM.
struct Place {
  uint32_t first = kNowhere;  // slot
  uint32_t slots = 0;
  uint8_t version = 0;

  bool there() const { return first != kNowhere; }
};

// A record, an index entry or a complete page that is in PCM, or that a running transaction has
// changed.
struct Item {
  PageEntry* page = nullptr;  // that it belongs to now
  Item* older = nullptr;      // of the page
  Item* newer = nullptr;
  SlotId slot = kWholePage;
  TableId table = 0;
  uint8_t index = 0;      // of an entry
  bool flushed = false;   // `current` is of `owner`
  bool dirty = false;     // the owner's latest change is in DRAM only
  bool flushing = false;  // somebody is writing it to PCM, or clearing a bit of it
  // The state of an entry with an owner: whether it was committed before, and whether the owner has
  // erased it.
  bool was_there = false;
  bool erased = false;
  uint64_t value_before = 0;
  uint64_t value = 0;  // of an entry with an owner that has not erased it
  Key key = 0;
  Place current;
  Place previous;             // while `current` is of `owner`: the committed version
  TxnEntry* owner = nullptr;  // has changed it and has not ended
  Lsn lsn = kNoLsn;           // of the owner's latest change

  bool committed() const { return current.there() && !owner; }
  bool entry() const { return slot == kIndexEntry; }
  // Returns the committed version, whatever its owner.
  Place& before() { return flushed ? previous : current; }
};

// A page with at least one of them.
struct PageEntry {
  PageId id = 0;
  Item* items = nullptr;       // the newest
  Item* whole = nullptr;       // among them, the page itself
  uint32_t kept = 0;           // erased entries that a rollback would bring back
  bool frozen = false;         // a structure change is about to copy what is on it
  bool destaging = false;      // what is on it is on its way to the disk
  bool listed = false;         // among those that may be destaged
  uint32_t count = 0;          // items
  uint32_t rank = 0;           // of a listed one: higher ones are destaged first
  PageEntry* older = nullptr;  // of its rank, by the time of the latest commit
  PageEntry* newer = nullptr;
  bool listed_whole = false;  // among those listed of which PCM has the page itself
  PageEntry* older_whole = nullptr;
  PageEntry* newer_whole = nullptr;
};

// The volatile state of a transaction that changes something.
struct TxnEntry {
  explicit TxnEntry(Arena& arena) : items(ArenaAllocator<Item*>(arena)) {}
  uint64_t xid = 0;
  TxnLabel label = 0;
  bool system = false;
  uint32_t entry = kNowhere;  // of the list
  bool enlisted = false;      // its number is in the entry, durably
  bool enlisting = false;
  bool left = false;  // the list
  bool committing = false;
  PageEntry* split = nullptr;  // of a structure change: the page that it copies
  uint32_t pending = 0;        // changes that it has room for and has not made
  ArenaVector<Item*> items;
  TxnEntry* next_free = nullptr;
};

class Tables {
 public:
  // Makes the tables; `most_first` destages the pages with most items first, otherwise those whose
  // latest commit is longest ago.
  explicit Tables(Arena& arena, bool most_first = false);

  // Null where nothing is known of the page.
  PageEntry* Find(PageId page) const {
    PageEntry* const* found = pages_.Find(page);
    return found ? *found : nullptr;
  }
  PageEntry& Get(PageId page);
  // Return the item of a record of the page, or of the page as a whole; the first makes a missing
  // one.
  Item& Get(PageId page, SlotId slot);
  Item* Find(PageId page, SlotId slot) const;
  // A record of the page by its key; null where nothing is known of it.
  Item* FindRecord(PageId page, TableId table, Key key) const;
  // An index entry, by its key. `page` is where it is put if it is new.
  Item& GetEntry(TableId table, uint8_t index, Key key, PageId page);
  Item* FindEntry(TableId table, uint8_t index, Key key) const;
  // Returns the item of a version with such a header, which may be damaged; null if there is none.
  Item* ItemOf(const SlotHeader& header) const;
  // The item belongs to another page from now on.
  void Move(Item& item, PageEntry& to);
  // Forgets the item if nothing is left of it: no version, no owner.
  void DropIfEmpty(Item& item);
  // The owner has erased the entry, or has it no longer erased.
  static void SetErased(Item& item, bool erased);

  // The page has a version that may be destaged, the latest of all.
  void List(PageEntry& page);
  void Unlist(PageEntry& page);
  // Returns the one to destage first; null if there is none.
  PageEntry* victim() const {
    return ranks_ == 0 ? nullptr : listed_[std::bit_width(ranks_) - 1].oldest();
  }
  // Returns the page with a version of itself in PCM whose latest commit is longest ago, or null:
  // only these make room for pages.
  PageEntry* whole_victim() const { return listed_whole_.oldest(); }

  // Every page that has ever had an item, in the order of their first ones.
  template <class F>
  void ForEach(F&& f) const {
    for (PageEntry* page : all_) f(*page);
  }
  // The bytes that a compact form of these tables has in DRAM now, with pointers of 8 bytes. The
  // structure is the paper's (section 3.3): entries by page, found by a hash, and in each of them a
  // binary tree of its records.
  uint64_t dram_bytes() const { return items_ * kItemBytes + with_items_ * kPageBytes; }
  // An item: record number (2), place in PCM (4) and version, two links of the tree.
  static constexpr uint64_t kItemBytes = 24;
  // A page: its number, the root of the tree, a link of the hash chain and its bucket.
  static constexpr uint64_t kPageBytes = 32;

#if AFTERIMAGE_WATCHES_READS
  // Counts items and pages again, as StorageEngine::CheckMemory says.
  void CheckMemory(StructureCheck& check) const;
#endif
  // Something has changed of which version is where.
  void Changed() { ++changes_; }
  uint64_t changes() const { return changes_; }

 private:
  static uint64_t NameOf(PageId page, SlotId slot) { return uint64_t{page} << 16 | slot; }
  FlatMap<Item*>*& EntriesOf(TableId table, uint8_t index);
  Item* NewItem(PageEntry& page, SlotId slot);
  void Link(Item& item, PageEntry& page);
  void Unlink(Item& item);
  void UnlistWhole(PageEntry& page);
  // The page has more items than before, or fewer.
  void Rerank(PageEntry& page);

  Arena& arena_;
  FlatMap<PageEntry*> pages_;
  FlatMap<Item*> records_;
  ArenaVector<FlatMap<Item*>*> entries_;  // by table and index
  ArenaVector<PageEntry*> all_;
  // The number of items from which pages have equal ranks.
  static constexpr uint32_t kRanks = 64;
  bool most_first_;
  uint64_t ranks_ = 0;  // bit i: some page has rank i
  AgeList<PageEntry, &PageEntry::older, &PageEntry::newer> listed_[kRanks];
  AgeList<PageEntry, &PageEntry::older_whole, &PageEntry::newer_whole> listed_whole_;
  Item* free_ = nullptr;
  uint64_t items_ = 0;
  uint64_t with_items_ = 0;  // pages
  uint64_t changes_ = 1;
};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_TABLES_H_
