// Insertions and deletions: computed as new images of the nodes, then stored word by word.
#include "scheme/shared/heap/records/btree.h"
#include "scheme/shared/heap/story.h"

namespace afterimage::heap {

// --- Images --------------------------------------------------------------------------------------

BTree::Change* BTree::TakeChange(const Tree& tree) {
  Change* change = free_changes_;
  if (change) {
    free_changes_ = change->next_free;
  } else {
    change = arena_.New<Change>();
  }
  change->tree = tree;
  change->count = change->freed_count = 0;
  change->new_root = false;
  change->record = 0;
  return change;
}

void BTree::GiveBack(Change* change) {
  if (!change) return;
  change->next_free = free_changes_;
  free_changes_ = change;
}

BTree::Node* BTree::Take(Change& change, Address at) {
  if (change.count == Change::kMostNodes) return nullptr;
  Node& node = change.nodes[change.count];
  if (!PlainNode(at, &node)) return nullptr;
  node.is = Node::kOld;
  ++change.count;
  return &node;
}

void BTree::InsertAt(Node& node, uint32_t slot, const Node::Entry& entry) {
  for (uint32_t i = node.count; i > slot; --i) node.entries[i] = node.entries[i - 1];
  node.entries[slot] = entry;
  ++node.count;
}

void BTree::EraseAt(Node& node, uint32_t slot) {
  --node.count;
  for (uint32_t i = slot; i < node.count; ++i) node.entries[i] = node.entries[i + 1];
}

BTree::Node::Entry BTree::Split(Change& change, Node& node) const {
  Node& right = change.nodes[change.count];
  const uint64_t name = kFresh | change.count++;
  right.at = 0;
  right.is = Node::kNew;
  right.level = node.level;
  right.right = node.right;
  right.count = node.count / 2;
  node.count -= right.count;
  for (uint32_t i = 0; i < right.count; ++i) right.entries[i] = node.entries[node.count + i];
  if (node.level == 0) node.right = name;
  return {right.entries[0].key, name};
}

bool BTree::Join(Node& left, Node& right, Key separator) const {
  if (left.level > 0) right.entries[0].key = separator;
  const uint32_t total = left.count + right.count;
  if (total <= fanout_) {
    for (uint32_t i = 0; i < right.count; ++i) left.entries[left.count++] = right.entries[i];
    left.right = right.right;
    return true;
  }
  while (left.count < total / 2) {
    left.entries[left.count++] = right.entries[0];
    EraseAt(right, 0);
  }
  while (left.count > total / 2) InsertAt(right, 0, left.entries[--left.count]);
  return false;
}

bool BTree::ComputeInsert(Change& change, Key key, uint32_t* updates) {
  Node::Entry add{key, kRecord};
  bool placed = false;
  for (uint32_t depth = change.path.depth; !placed && depth-- > 0;) {
    const PathStep& step = change.path.steps[depth];
    Node* node = Take(change, step.node);
    if (!node || change.count == Change::kMostNodes) return false;
    InsertAt(*node, node->level == 0 ? step.slot : step.slot + 1, add);
    placed = node->count <= fanout_;
    if (!placed) add = Split(change, *node);
  }
  if (!placed) {
    if (change.count == Change::kMostNodes) return false;
    const Address old_root = change.path.steps[0].node;
    Node& root = change.nodes[change.count];
    change.root = kFresh | change.count++;
    change.new_root = true;
    root.at = 0;
    root.is = Node::kNew;
    root.level = change.path.depth;
    root.right = 0;
    root.count = 2;
    root.entries[0] = {0, old_root};
    root.entries[1] = add;
  }
  *updates += CountWords(change);
  return true;
}

bool BTree::ComputeErase(Change& change, uint32_t* updates, uint32_t* frees) {
  const auto gone = [&](Node& node) {
    change.freed[change.freed_count++] = node.at;
    node.is = Node::kGone;
  };
  const Path& path = change.path;
  Node* node = Take(change, path.leaf().node);
  if (!node || path.leaf().slot >= node->count) return false;
  EraseAt(*node, path.leaf().slot);
  for (uint32_t depth = path.depth - 1;; --depth) {
    if (depth == 0) {
      if (node->level > 0 && node->count == 1) {
        change.new_root = true;
        change.root = node->entries[0].ref;
        gone(*node);
      }
      break;
    }
    Address sibling = 0;
    bool right = false;
    if (node->count >= Fewest() || !SiblingOf(path, depth, &sibling, &right)) break;
    Node* other = Take(change, sibling);
    const PathStep& step = path.steps[depth - 1];
    Node* parent = Take(change, step.node);
    if (!other || !parent) return false;
    Node& upper = right ? *other : *node;
    const uint32_t slot = right ? step.slot + 1 : step.slot;
    if (!Join(right ? *node : *other, upper, parent->entries[slot].key)) {
      parent->entries[slot].key = upper.entries[0].key;
      break;
    }
    gone(upper);
    EraseAt(*parent, slot);
    node = parent;
  }
  *updates += CountWords(change);
  *frees += change.freed_count;
  return true;
}

// --- Words ---------------------------------------------------------------------------------------

// The words of an image behind its block's header; of new nodes that have no block yet, their
// names.
uint32_t BTree::Words(const Change& change, const Node& node, uint64_t* words) {
  const auto resolved = [&](uint64_t ref) -> uint64_t {
    if (ref == kRecord) return change.record != 0 ? change.record : ref;
    if ((ref & kFresh) == 0) return ref;
    const Node& fresh = change.nodes[ref & ~kFresh];
    return fresh.at != 0 ? fresh.at : ref;
  };
  uint32_t count = 0;
  words[count++] = uint64_t{node.level} << 32 | node.count;
  words[count++] = resolved(node.right);
  for (uint32_t i = 0; i < node.count; ++i) {
    words[count++] = node.entries[i].key;
    words[count++] = resolved(node.entries[i].ref);
  }
  return count;
}

uint32_t BTree::CountWords(const Change& change) const {
  uint32_t count = change.new_root ? 1 : 0;
  for (uint32_t n = 0; n < change.count; ++n) {
    const Node& node = change.nodes[n];
    if (node.is == Node::kNew) ++count;  // its block's header
    if (node.is != Node::kOld) continue;
    uint64_t words[kMostWords];
    const uint32_t size = Words(change, node, words);
    for (uint32_t i = 0; i < size; ++i)
      count += library_.LoadWord(node.at + kInfoAt + i * kWord) != words[i] ? 1 : 0;
  }
  return count;
}

// --- Stores --------------------------------------------------------------------------------------

void BTree::ReturnBlocks(Transaction& txn, Change& change) {
  for (uint32_t n = change.count; n-- > 0;) {
    Node& node = change.nodes[n];
    if (node.is != Node::kNew || node.at == 0) continue;
    library_.Return(txn, node.at);
    node.at = 0;
  }
}

Task<bool> BTree::Allocate(Thread& thread, Transaction& txn, Change& change) {
  for (uint32_t n = 0; n < change.count; ++n) {
    Node& node = change.nodes[n];
    if (node.is != Node::kNew) continue;
    node.at = co_await library_.Allocate(thread, txn, lines(), kIndexNodeTake);
    if (node.at == 0) {
      ReturnBlocks(txn, change);
      co_return false;
    }
  }
  co_return true;
}

// New nodes are complete before a word leads to them.
Task<void> BTree::StoreNew(Thread& thread, Transaction& txn, const Change& change,
                           const Node& node) {
  uint64_t words[kMostWords];
  const uint32_t size = Words(change, node, words);
  co_await library_.Fill(thread, node.at + kInfoAt, words, size * kWord,
                         {kIndexNodeFill, kTreeNodes, node.at});
  co_await library_.Set(thread, txn, node.at + kHeaderAt, heap_.HeaderOf(node.at, true),
                        {kIndexNodeOwn, kHeapStructure, node.at});
}

Task<void> BTree::StoreOld(Thread& thread, Transaction& txn, const Change& change, const Node& node,
                           uint16_t label) {
  uint64_t words[kMostWords];
  const uint32_t size = Words(change, node, words);
  for (uint32_t i = 0; i < size; ++i) {
    const Address at = node.at + kInfoAt + i * kWord;
    if (library_.LoadWord(at) == words[i]) continue;
    co_await library_.Set(thread, txn, at, words[i], {label, kTreeNodes, node.at});
  }
}

Task<void> BTree::Apply(Thread& thread, Transaction& txn, Change& change, uint16_t store_label,
                        uint16_t root_label, uint16_t free_label) {
  for (uint32_t n = 0; n < change.count; ++n) {
    if (change.nodes[n].is == Node::kNew) co_await StoreNew(thread, txn, change, change.nodes[n]);
  }
  for (uint32_t n = 0; n < change.count; ++n) {
    if (change.nodes[n].is == Node::kNew) continue;
    AI_NATIVE_CHECK(MayChange(txn, change, change.nodes[n].at));
    if (change.nodes[n].is == Node::kOld)
      co_await StoreOld(thread, txn, change, change.nodes[n], store_label);
  }
  if (change.new_root) {
    AI_NATIVE_CHECK(MayChange(txn, change, change.tree.root_word));
    const uint64_t root =
        (change.root & kFresh) != 0 ? change.nodes[change.root & ~kFresh].at : change.root;
    co_await library_.Set(thread, txn, change.tree.root_word, root,
                          {root_label, kTreeNodes, change.tree.root_word});
  }
  for (uint32_t i = 0; i < change.freed_count; ++i) {
    co_await Step(thread, {free_label, kTreeNodes, change.freed[i]});
    co_await library_.Free(thread, txn, change.freed[i]);
  }
}

}  // namespace afterimage::heap
