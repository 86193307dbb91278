// The tables in DRAM (PCMLogging, sections 3.1 to 3.3): where in PCM each record or page is
// (Mapping Table), which version a running transaction stands above (Dirty Page Table), and which
// records or pages each has changed (Transaction Table). Recovery makes the first one anew.
#ifndef AFTERIMAGE_SCHEME_PCMLOGGING_TABLES_H_
#define AFTERIMAGE_SCHEME_PCMLOGGING_TABLES_H_

#include "base/flat_map.h"
#include "db/transaction.h"
#include "scheme/pcmlogging/layout.h"

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

// A record, or a whole page, that is in PCM or that a running transaction has changed.
struct Item {
  PageEntry* page = nullptr;
  Item* next = nullptr;  // of the page
  SlotId slot = kWholePage;
  TableId table = 0;
  Key key = 0;
  Place current;
  Place previous;             // while `current` is of `owner`: the committed version
  TxnEntry* owner = nullptr;  // has changed it and has not ended
  bool flushed = false;       // `current` is of `owner`
  bool dirty = false;         // the owner's latest change is in DRAM only
  bool flushing = false;      // somebody is writing it to PCM
  Lsn lsn = kNoLsn;           // of the owner's latest change

  bool committed() const { return current.there() && !owner; }
};

// Of a page with at least one such record.
struct PageEntry {
  PageId id = 0;
  Item* items = nullptr;
  bool listed = false;         // among those that may be destaged
  PageEntry* older = nullptr;  // of these, by the time of the latest commit
  PageEntry* newer = nullptr;
};

// What is volatile of a transaction that changes something.
struct TxnEntry {
  explicit TxnEntry(Arena& arena) : items(ArenaAllocator<Item*>(arena)) {}
  uint64_t xid = 0;
  TxnLabel label = 0;
  uint32_t entry = kNowhere;  // of the list
  bool enlisted = false;      // its number is in the entry, durably
  bool enlisting = false;
  bool left = false;  // the list
  bool committing = false;
  uint32_t pending = 0;  // changes that it has room for and has not made
  ArenaVector<Item*> items;
  TxnEntry* next_free = nullptr;
};

class Tables {
 public:
  explicit Tables(Arena& arena) : arena_(arena), pages_(arena) {}

  PageEntry* Find(PageId page) const {
    PageEntry* const* found = pages_.Find(page);
    return found ? *found : nullptr;
  }
  // Null where there is no such item.
  Item* Find(PageId page, SlotId slot) const;
  Item& Get(PageId page, SlotId slot);

  // The page has a version that may be destaged, the latest of all.
  void List(PageEntry& page);
  void Unlist(PageEntry& page);
  PageEntry* oldest() const { return oldest_; }

  // Every page that has ever had an item, in the order of their first ones.
  template <class F>
  void ForEach(F&& f) const {
    for (PageEntry* page : all_) f(*page);
  }
  // Something has changed of which version is where.
  void Changed() { ++changes_; }
  uint64_t changes() const { return changes_; }

 private:
  Arena& arena_;
  FlatMap<PageEntry*> pages_;
  ArenaVector<PageEntry*> all_{ArenaAllocator<PageEntry*>(arena_)};
  PageEntry* oldest_ = nullptr;
  PageEntry* newest_ = nullptr;
  uint64_t changes_ = 1;
};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_PCMLOGGING_TABLES_H_
