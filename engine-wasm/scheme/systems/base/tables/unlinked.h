// Records that are made and that nothing durable leads to yet, if they become durable with their
// transaction's commit and not one by one. DRAM knows only their places.
//
// A page's records are linked in the order of their LSNs, so a commit links the records before its
// own ones, too, whatever their transaction; and the undo of all of them first.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_BASE_TABLES_UNLINKED_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_BASE_TABLES_UNLINKED_H_

#include "scheme/systems/base/tables/redo_table.h"
#include "scheme/systems/base/tables/undo_table.h"

namespace afterimage::base {

class Unlinked {
 public:
  // `others_undo_left`: a mutation.
  Unlinked(Arena& arena, Nvm& nvm, const Layout& layout, UndoTable& undo, RedoTable& redo,
           bool others_undo_left);

  // A transaction has made a redo record of this page, and its undo, if it has one, is the newest
  // of `log`. REQUIRES: the page is latched.
  void Add(TxnLog& log, PageId page, const Made& redo);
  // Links all that the transaction has made, and what stands before it, durably.
  Task<void> LinkAll(Thread& thread, TxnLog& log);
  // Links all that has been made of this page.
  Task<void> LinkPage(Thread& thread, PageId page);

 private:
  struct Entry {
    Made redo;
    TxnLog* owner;
    size_t undo;  // records of the owner's undo that must be reachable before
    Entry* next;
  };
  // The entries of a page, oldest first.
  struct Queue {
    Entry* first = nullptr;
    Entry* last = nullptr;
  };
  // A page whose entries are being linked, up to one of them.
  struct Part {
    PageId page;
    Lsn up_to;
    RedoTable::Place place{};
  };

  Task<void> Link(Thread& thread, ArenaVector<Part>& parts, const TxnLog* mine);
  Task<void> WriteBack(Thread& thread, const Part& part, const TxnLog* mine);
  Task<void> LinkUndo(Thread& thread, const Part& part, const TxnLog* mine);
  Task<void> LinkRedo(Thread& thread, const Part& part);
  Task<void> Drop(Thread& thread, const Part& part);

  Nvm& nvm_;
  const Layout& layout_;
  UndoTable& undo_;
  RedoTable& redo_;
  bool others_undo_left_;
  Arena& arena_;
  Queue* queues_;  // by page
  Entry* free_ = nullptr;
};

}  // namespace afterimage::base

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_BASE_TABLES_UNLINKED_H_
