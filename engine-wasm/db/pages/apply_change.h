// The physical effect of a change on any kind of page.
#ifndef AFTERIMAGE_DB_PAGES_APPLY_CHANGE_H_
#define AFTERIMAGE_DB_PAGES_APPLY_CHANGE_H_

#include "db/index/index_node.h"
#include "db/pages/slotted_page.h"

namespace afterimage {

// True if a page's own numbers are valid for its kind: it can be read and changed.
inline bool PageWellFormed(const PageView& view) {
  switch (view.kind()) {
    case PageKind::kSlotted: return SlottedPage(view).WellFormed();
    case PageKind::kNode: return IndexNode(view).WellFormed();
    case PageKind::kAllocator:
    case PageKind::kUndo: return true;
    default: return false;
  }
}

// Makes `change` of the page: redo, or undo with the inverse change. Doing it again changes nothing
// more. False where the change does not fit: the page or the log is damaged.
inline bool ApplyChange(const PageView& view, const Change& change) {
  if (change.kind == ChangeKind::kBytes) {
    if (uint32_t{change.offset} + change.after.size > view.size()) return false;
    PageView(view).Write(change.offset, change.after.data, change.after.size);
    return PageWellFormed(view);
  }
  const bool entry =
      change.kind == ChangeKind::kEntryInsert || change.kind == ChangeKind::kEntryErase;
  if (view.kind() != (entry ? PageKind::kNode : PageKind::kSlotted)) return false;
  return entry ? IndexNode(view).Apply(change) : SlottedPage(view).Apply(change);
}

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_PAGES_APPLY_CHANGE_H_
