#include "tier/files/page_lists.h"

namespace afterimage {

void PageLists::Append(uint32_t page, In in) {
  List& list = ListOf(in);
  Node& node = nodes_[page];
  node.in = in;
  node.older = list.newest;
  node.newer = kNone;
  (list.newest == kNone ? list.oldest : nodes_[list.newest].newer) = page;
  list.newest = page;
  ++list.size;
}

void PageLists::Remove(uint32_t page) {
  Node& node = nodes_[page];
  List& list = ListOf(node.in);
  (node.older == kNone ? list.oldest : nodes_[node.older].newer) = node.newer;
  (node.newer == kNone ? list.newest : nodes_[node.newer].older) = node.older;
  node.in = kNowhere;
  --list.size;
}

void PageLists::Use(uint32_t page) {
  Node& node = nodes_[page];
  if (node.in == kNowhere) return;
  if (node.in == kInactive && node.used) {
    Move(page, kActive);
    node.used = false;
  } else {
    node.used = true;
  }
}

uint32_t PageLists::Take(uint32_t page) {
  Remove(page);
  nodes_[page].used = false;
  return page;
}

uint32_t PageLists::TakeOldest() {
  if (active_.size > inactive_.size) Deactivate();
  for (uint32_t left = inactive_.size; left > 0; --left) {
    const uint32_t page = inactive_.oldest;
    if (!nodes_[page].held) return Take(page);
    Move(page, kInactive);
  }
  while (active_.size > 0) {
    const uint32_t page = active_.oldest;
    Deactivate();
    if (!nodes_[page].held) return Take(page);
  }
  return kNone;
}

}  // namespace afterimage
