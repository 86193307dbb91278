// Conversion between a change to a page and the header of the log record that describes it: all
// record headers use the same names for these members.
#ifndef AFTERIMAGE_LOG_CHANGE_HEADER_H_
#define AFTERIMAGE_LOG_CHANGE_HEADER_H_

#include "db/record.h"

namespace afterimage {

// Sets the header's members to those of `change`, whose images the caller puts behind the header.
template <class Header>
void SetChange(Header& header, const Change& change) {
  header.change = static_cast<uint8_t>(change.kind);
  header.table = change.table;
  header.index = change.index;
  header.page = change.page;
  header.slot = change.slot;
  header.offset = change.offset;
  header.key = change.key;
  header.before_bytes = static_cast<uint16_t>(change.before.size);
  header.after_bytes = static_cast<uint16_t>(change.after.size);
}

// Returns the change of a record whose images start at `images`, to which it refers.
template <class Header>
Change ChangeOf(const Header& header, const uint8_t* images) {
  Change change;
  change.kind = static_cast<ChangeKind>(header.change);
  change.table = header.table;
  change.index = header.index;
  change.page = header.page;
  change.slot = header.slot;
  change.offset = header.offset;
  change.key = header.key;
  change.before = {images, header.before_bytes};
  change.after = {images + header.before_bytes, header.after_bytes};
  return change;
}

// False for changes that filled a new page: such pages stay after a rollback, since nothing points
// at them.
inline bool NeedsUndo(const Change& change) {
  return change.kind != ChangeKind::kBytes || change.before.size > 0;
}

}  // namespace afterimage

#endif  // AFTERIMAGE_LOG_CHANGE_HEADER_H_
