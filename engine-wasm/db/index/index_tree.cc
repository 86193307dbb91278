#include "db/index/index_tree.h"

#include "base/host_choices.h"

namespace afterimage {
namespace {

Change BytesChange(PageId page, uint32_t offset, Bytes before, Bytes after) {
  Change change;
  change.kind = ChangeKind::kBytes;
  change.page = page;
  change.offset = static_cast<uint16_t>(offset);
  change.before = before;
  change.after = after;
  return change;
}

}  // namespace

// The bytes that the log needs to make a page a node with these entries: everything but page LSN
// and checksum, which is set when the page leaves DRAM.
struct IndexTree::NodeImage {
  uint8_t bytes[PageView::kMaxPageBytes] = {};
  uint32_t size = IndexNode::kEntriesAt;

  NodeImage(PageId page, PageOwner owner, uint32_t level, PageId right) {
    std::memcpy(bytes + 8, &page, sizeof page);
    std::memcpy(bytes + IndexNode::kLevelAt, &level, 2);
    bytes[PageView::kKindAt] = static_cast<uint8_t>(PageKind::kNode);
    std::memcpy(bytes + PageView::kOwnerAt, &owner, sizeof owner);
    std::memcpy(bytes + IndexNode::kRightAt, &right, sizeof right);
  }
  // Adds entries [from, to) of `node`.
  void Take(const IndexNode& node, uint32_t from, uint32_t to) {
    const uint32_t part = (to - from) * static_cast<uint32_t>(sizeof(IndexEntry));
    node.Read(IndexNode::EntryAt(from), bytes + size, part);
    size += part;
    SetCount();
  }
  void Add(Key key, uint64_t value) {
    const IndexEntry entry{key, value};
    std::memcpy(bytes + size, &entry, sizeof entry);
    size += sizeof entry;
    SetCount();
  }
  void SetCount() {
    const uint32_t count =
        (size - IndexNode::kEntriesAt) / static_cast<uint32_t>(sizeof(IndexEntry));
    std::memcpy(bytes + IndexNode::kCountAt, &count, 2);
  }
  static constexpr uint32_t kFrom = 8;  // behind the page LSN
  Bytes Behind() const { return {bytes + kFrom, size - kFrom}; }
};

IndexTree::NodeImage* IndexTree::Scratch(Thread& thread) {
  if (!scratch_) scratch_ = thread.arena().Allocate(4 * sizeof(NodeImage));
  return static_cast<NodeImage*>(scratch_);
}

// --- Finding -------------------------------------------------------------------------------------

// The host's representation of a frame must not affect the simulated machine: a node that is
// expensive to read is kept completely, and read then.
IndexNode IndexTree::NodeToSearch(Frame* frame) {
  const IndexNode node = Node(frame);
  return !node.cheap() && pool_.KeepWhole(frame) ? Node(frame) : node;
}

const Frame* IndexTree::AtFinger(Thread& thread, Key key) {
  const Finger& finger = finger_[thread.id() % kFingers];
  if (key < finger.from || key >= finger.end) return nullptr;
  Frame* frame = pool_.Touch(finger.page);
  if (!frame) return nullptr;
  const IndexNode node = NodeToSearch(frame);
  const uint32_t count = node.count();
  if (node.level() > 0 || count == 0) return nullptr;
  if (key < node.key(0) || key > node.key(count - 1)) return nullptr;
  thread.Execute(Category::kBufferPool, pool_.fix_ns() + node_ns_);
  return frame;
}

const Frame* IndexTree::FindLeaf(Thread& thread, Key key, Key* separator) {
  *separator = 0;
  if (const Frame* frame = AtFinger(thread, key)) return frame;
  uint32_t above = IndexNode::kMaxLevels;
  Key end = ~Key{0};
  for (PageId page = root_;;) {
    Frame* frame = pool_.Touch(page);
    if (!frame) return nullptr;
    thread.Execute(Category::kBufferPool, pool_.fix_ns() + node_ns_);
    const IndexNode node = NodeToSearch(frame);
    if (!node.IsBelow(above)) return nullptr;  // who waits for the pages finds the damage
    above = node.level();
    if (above == 0) {
      finger_[thread.id() % kFingers] = {page, *separator, end};
      return frame;
    }
    const uint32_t at = node.ChildFor(key);
    const IndexEntry child = node.entry(at);
    if (at > 0) *separator = child.key;
    if (at + 1 < node.count()) end = node.key(at + 1);
    page = static_cast<PageId>(child.value);
  }
}

Task<Frame*> IndexTree::PinLeaf(Thread& thread, Key key, Key* separator) {
  for (;;) {
    co_await Ordered(thread);
    const uint64_t version = version_;
    *separator = 0;
    uint32_t above = IndexNode::kMaxLevels;
    Frame* frame = co_await pool_.Fix(thread, root_);
    while (frame && version == version_) {
      const IndexNode node = Node(frame);
      if (!node.IsBelow(above)) {
        pool_.Unfix(thread, frame);
        co_return nullptr;
      }
      above = node.level();
      if (above == 0) break;
      const uint32_t at = node.ChildFor(key);
      const IndexEntry child = node.entry(at);
      if (at > 0) *separator = child.key;
      pool_.Unfix(thread, frame);
      thread.Execute(Category::kBufferPool, node_ns_);
      frame = co_await pool_.Fix(thread, static_cast<PageId>(child.value));
    }
    if (!frame) co_return nullptr;
    thread.Execute(Category::kBufferPool, node_ns_);
    if (version == version_) co_return frame;
    pool_.Unfix(thread, frame);
  }
}

bool IndexTree::TryFind(Thread& thread, Key key, uint64_t* value, Outcome* outcome) {
  Key separator = 0;
  const Frame* leaf = FindLeaf(thread, key, &separator);
  if (leaf) *outcome = Node(leaf).Find(key, value) ? Outcome::kFound : Outcome::kMissing;
  return leaf != nullptr;
}

Task<IndexTree::Outcome> IndexTree::Find(Thread& thread, Key key, uint64_t* value) {
  Outcome outcome;
  co_await Ordered(thread);
  if (!TryFind(thread, key, value, &outcome)) outcome = co_await WalkToFind(thread, key, value);
  co_return outcome;
}

Task<IndexTree::Outcome> IndexTree::WalkToFind(Thread& thread, Key key, uint64_t* value) {
  Key separator = 0;
  Frame* leaf = co_await PinLeaf(thread, key, &separator);
  if (!leaf) co_return Outcome::kDamaged;
  const bool found = Node(leaf).Find(key, value);
  pool_.Unfix(thread, leaf);
  co_return found ? Outcome::kFound : Outcome::kMissing;
}

bool IndexTree::TryFindFirst(Thread& thread, Key from, Key to, Found* found, Outcome* outcome) {
  Key separator = 0;
  const Frame* here = FindLeaf(thread, from, &separator);
  for (uint32_t leaves = 0; here && leaves < pool_.page_limit(); ++leaves) {
    const IndexNode node = Node(here);
    if (!node.IsBelow(1)) break;
    const uint32_t at = node.LowerBound(from);
    const bool some = at < node.count();
    if (some) *found = FoundAt(here, node, at);
    *outcome = some && found->entry.key <= to ? Outcome::kFound : Outcome::kMissing;
    if (some || node.right() == 0) return true;
    thread.Execute(Category::kBufferPool, pool_.fix_ns() + node_ns_);
    here = pool_.Touch(node.right());
  }
  return false;
}

Task<IndexTree::Outcome> IndexTree::FindFirst(Thread& thread, Key from, Key to, Found* found) {
  Outcome outcome;
  co_await Ordered(thread);
  if (!TryFindFirst(thread, from, to, found, &outcome))
    outcome = co_await WalkToFirst(thread, from, to, found);
  co_return outcome;
}

Task<IndexTree::Outcome> IndexTree::WalkToFirst(Thread& thread, Key from, Key to, Found* found) {
  Key separator = 0;
  Frame* leaf = co_await PinLeaf(thread, from, &separator);
  if (!leaf) co_return Outcome::kDamaged;
  const Outcome outcome = co_await FirstFrom(thread, leaf, from, to, found);
  co_return outcome;
}

bool IndexTree::Unchanged(const Found& found) {
  const Frame* leaf = pool_.Touch(found.leaf);
  return leaf && pool_.View(leaf).page_lsn() == found.lsn;
}

bool IndexTree::StillFirst(const Found& found, Key from, Key to, bool descending) {
  const Frame* leaf = pool_.Lookup(found.leaf);
  if (!leaf) return false;
  const IndexNode node = Node(leaf);
  uint32_t at = node.LowerBound(descending ? to : from);
  if (descending && (at == node.count() || node.key(at) > to)) --at;  // none there: no entry at all
  return at < node.count() && node.key(at) == found.entry.key &&
         node.entry(at).value == found.entry.value;
}

// A leaf stays a leaf, and what it hands over in a split goes to its right.
Task<IndexTree::Outcome> IndexTree::FirstFrom(Thread& thread, Frame* leaf, Key from, Key to,
                                              Found* found) {
  for (uint32_t leaves = 0;; ++leaves) {
    const IndexNode node = Node(leaf);
    const bool whole = node.IsBelow(1) && leaves < pool_.page_limit();
    const uint32_t at = whole ? node.LowerBound(from) : 0;
    const bool here = at < node.count();
    if (here) *found = FoundAt(leaf, node, at);
    const PageId right = node.right();
    pool_.Unfix(thread, leaf);
    if (!whole) co_return Outcome::kDamaged;
    if (here) co_return found->entry.key <= to ? Outcome::kFound : Outcome::kMissing;
    if (right == 0) co_return Outcome::kMissing;
    leaf = co_await pool_.Fix(thread, right);
    if (!leaf) co_return Outcome::kDamaged;
    thread.Execute(Category::kBufferPool, node_ns_);
  }
}

// Leaves have no link to the left: where a leaf has nothing small enough, the walk goes to the keys
// below the separator above it.
Task<IndexTree::Outcome> IndexTree::FindLast(Thread& thread, Key from, Key to, Found* found) {
  for (Key below = to;;) {
    Key separator = 0;
    co_await Ordered(thread);
    const Frame* leaf = FindLeaf(thread, below, &separator);
    Frame* pinned = nullptr;
    if (!leaf) {
      pinned = co_await PinLeaf(thread, below, &separator);
      if (!pinned) co_return Outcome::kDamaged;
      leaf = pinned;
    }
    const IndexNode node = Node(leaf);
    uint32_t end = node.LowerBound(below);
    if (end < node.count() && node.key(end) == below) ++end;
    if (end > 0) *found = FoundAt(leaf, node, end - 1);
    if (pinned) pool_.Unfix(thread, pinned);
    if (end > 0) co_return found->entry.key >= from ? Outcome::kFound : Outcome::kMissing;
    if (separator <= from) co_return Outcome::kMissing;
    below = separator - 1;
  }
}

Task<Frame*> IndexTree::LatchLeaf(Thread& thread, Key key, bool room) {
  for (;;) {
    Key separator = 0;
    co_await Ordered(thread);
    const Frame* leaf = FindLeaf(thread, key, &separator);
    Frame* pinned = nullptr;
    if (!leaf) {
      pinned = co_await PinLeaf(thread, key, &separator);
      if (!pinned) co_return nullptr;
      leaf = pinned;
    }
    const uint64_t version = version_;
    Frame* frame = co_await pages_.Latch(thread, leaf->page);
    if (pinned) pool_.Unfix(thread, pinned);
    if (!frame) co_return nullptr;
    co_await Ordered(thread);
    // While this thread waited for the latch the leaf may have been split.
    const bool same = version == version_;
    const IndexNode node = Node(frame);
    const uint32_t count = node.count(), capacity = IndexNode::Capacity(node.size());
    const uint32_t kept = room ? pages_.RoomKept(frame->page) : 0;
    const bool crowded = kept > 0 && count + kept >= capacity;
    if (same && !(room && (crowded || node.full()))) {
      if (room && frame->erased > 0 && count + frame->erased >= capacity)
        co_await pages_.BeforeRefill(thread, frame);
      co_return frame;
    }
    const PageId page = frame->page;
    co_await pages_.Unlatch(thread, frame);
    if (!same) continue;
    if (crowded && count < 2) co_return nullptr;  // it cannot be split
    co_await Latch::Acquire(thread, structure_latch_, Category::kBufferPool);
    const bool split = co_await Split(thread, key, crowded ? page : PageAccess::kNoPage);
    co_await Latch::Release(thread, structure_latch_);
    if (!split) co_return nullptr;
  }
}

// --- Splitting -----------------------------------------------------------------------------------

// No other thread changes the structure meanwhile: everything found on the way stays valid, except
// entries of leaves.
Task<bool> IndexTree::Split(Thread& thread, Key key, PageId crowded) {
  for (;;) {
    PageId parent = 0, split = 0;
    bool parent_full = true;
    uint32_t above = IndexNode::kMaxLevels;
    for (PageId page = root_; split == 0;) {
      Frame* frame = co_await pool_.Fix(thread, page);
      if (!frame) co_return false;
      const IndexNode node = Node(frame);
      const bool damaged = !node.IsBelow(above);
      above = node.level();
      const bool full = node.full() || page == crowded, leaf = node.level() == 0;
      const auto child = static_cast<PageId>(leaf ? 0 : node.entry(node.ChildFor(key)).value);
      pool_.Unfix(thread, frame);
      if (damaged) co_return false;
      thread.Execute(Category::kBufferPool, node_ns_);
      if (full && (page == root_ || !parent_full)) {
        split = page;
      } else if (leaf) {
        co_return true;
      } else {
        parent = page;
        parent_full = full;
        page = child;
      }
    }
    bool done = false;
    if (split == root_) {
      done = co_await SplitRoot(thread);
    } else {
      done = co_await SplitNode(thread, parent, split);
    }
    if (!done) co_return false;
    if (split == crowded) crowded = PageAccess::kNoPage;
  }
}

// The upper half moves to a new page on the right; the parent learns of it.
Task<bool> IndexTree::SplitNode(Thread& thread, PageId parent, PageId page) {
  Frame* above = co_await pages_.Latch(thread, parent);
  Frame* frame = above ? co_await pages_.Latch(thread, page) : nullptr;
  bool done = frame != nullptr;
  // Entries may have gone while this thread waited.
  if (frame && Node(frame).count() >= 2) {
    const Allocation taken = co_await pages_.AllocatePages(thread, 1, parent, page);
    done = static_cast<bool>(taken);
    if (done) co_await MoveUpperHalf(thread, above, frame, taken);
  }
  if (frame) co_await pages_.Unlatch(thread, frame);
  if (above) co_await pages_.Unlatch(thread, above);
  co_return done;
}

Task<void> IndexTree::MoveUpperHalf(Thread& thread, Frame* above, Frame* frame,
                                    const Allocation& taken) {
  Frame* fresh = taken.page[0];
  const IndexNode node = Node(frame);
  const uint32_t count = node.count(), keep = count / 2;
  NodeImage* image =
      new (Scratch(thread)) NodeImage(fresh->page, node.owner(), node.level(), node.right());
  image->Take(node, keep, count);
  const Key separator = node.key(keep);
  const auto old_count = static_cast<uint16_t>(count), new_count = static_cast<uint16_t>(keep);
  const PageId old_right = node.right(), new_right = fresh->page;
  const uint64_t child = fresh->page;
  const auto bytes_of = [](const auto& value) {
    return Bytes{reinterpret_cast<const uint8_t*>(&value), static_cast<uint32_t>(sizeof value)};
  };
  FrameChange changes[4];
  changes[0] = {fresh, BytesChange(fresh->page, NodeImage::kFrom, {}, image->Behind())};
  changes[1] = {frame, BytesChange(frame->page, IndexNode::kCountAt, bytes_of(old_count),
                                   bytes_of(new_count))};
  changes[2] = {frame, BytesChange(frame->page, IndexNode::kRightAt, bytes_of(old_right),
                                   bytes_of(new_right))};
  changes[3].frame = above;
  changes[3].change.kind = ChangeKind::kEntryInsert;
  changes[3].change.table = node.owner().table();
  changes[3].change.index = node.owner().index;
  changes[3].change.page = above->page;
  changes[3].change.key = separator;
  changes[3].change.after = bytes_of(child);
  co_await pages_.ChangeTogether(thread, frame->page, taken, changes, 4, &version_);
  co_await pages_.Unlatch(thread, fresh);
}

// Both halves move to new pages; the root, a level higher, points at them.
Task<bool> IndexTree::SplitRoot(Thread& thread) {
  Frame* frame = co_await pages_.Latch(thread, root_);
  bool done = frame != nullptr;
  if (frame && Node(frame).count() >= 2) {
    const Allocation taken = co_await pages_.AllocatePages(thread, 2, root_, PageAccess::kNoPage);
    done = static_cast<bool>(taken);
    if (done) co_await MoveBothHalves(thread, frame, taken);
  }
  if (frame) co_await pages_.Unlatch(thread, frame);
  co_return done;
}

Task<void> IndexTree::MoveBothHalves(Thread& thread, Frame* frame, const Allocation& taken) {
  Frame* left = taken.page[0];
  Frame* right = taken.page[1];
  const IndexNode node = Node(frame);
  const uint32_t count = node.count(), keep = count / 2;
  NodeImage* images = Scratch(thread);
  NodeImage* lower =
      new (&images[0]) NodeImage(left->page, node.owner(), node.level(), right->page);
  NodeImage* upper = new (&images[1]) NodeImage(right->page, node.owner(), node.level(), 0);
  NodeImage* root = new (&images[2]) NodeImage(root_, node.owner(), node.level() + 1, 0);
  NodeImage* before = new (&images[3]) NodeImage(root_, node.owner(), node.level(), 0);
  lower->Take(node, 0, keep);
  upper->Take(node, keep, count);
  root->Add(0, left->page);
  root->Add(node.key(keep), right->page);
  // The bytes behind the root's two new entries stay, so undo needs only the first two back.
  before->Take(node, 0, 2);
  const auto old_count = static_cast<uint16_t>(count);
  std::memcpy(before->bytes + IndexNode::kCountAt, &old_count, sizeof old_count);
  FrameChange changes[3];
  changes[0] = {left, BytesChange(left->page, NodeImage::kFrom, {}, lower->Behind())};
  changes[1] = {right, BytesChange(right->page, NodeImage::kFrom, {}, upper->Behind())};
  changes[2] = {frame, BytesChange(root_, NodeImage::kFrom, before->Behind(), root->Behind())};
  co_await pages_.ChangeTogether(thread, root_, taken, changes, 3, &version_);
  co_await pages_.Unlatch(thread, right);
  co_await pages_.Unlatch(thread, left);
}

}  // namespace afterimage
