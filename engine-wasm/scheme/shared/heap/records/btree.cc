// Finding and locking: the words of a tree as they are.
#include "scheme/shared/heap/records/btree.h"

#include <bitset>

#include "scheme/shared/heap/story.h"

namespace afterimage::heap {

BTree::BTree(const EngineContext& context, PersistentHeap& heap, Library& library,
             LockManager& locks, uint32_t fanout)
    : arena_(context.arena),
      nvm_(context.devices.nvm),
      heap_(heap),
      library_(library),
      locks_(locks),
      schema_(context.schema),
      fanout_(fanout),
      search_ns_(context.machine.instructions_ns(Price::kPathIndexNode)) {}

// --- Locks ---------------------------------------------------------------------------------------

// The trees of a table come first, then the lines of the heap at which nodes start.
uint64_t BTree::LockNumber(const Tree& tree, Address node_or_root_word) const {
  return node_or_root_word == tree.root_word
             ? tree.number
             : tree.trees + (node_or_root_word - heap_.begin()) / kLineBytes;
}

Key BTree::LockName(const Tree& tree, Address node) const {
  return OwnLockName(schema_.table(tree.table), LockNumber(tree, node));
}

bool BTree::HeldByOther(const Tree& tree, Address node, const Transaction& txn) const {
  const Transaction* holder = locks_.ExclusiveHolder(tree.table, LockName(tree, node));
  return holder != nullptr && holder != &txn;
}

bool BTree::Holds(const Tree& tree, Address node, const Transaction& txn) const {
  return locks_.ExclusiveHolder(tree.table, LockName(tree, node)) == &txn;
}

Task<LockResult> BTree::Lock(Thread& thread, Transaction& txn, const Tree& tree, Address node,
                             LockMode mode, uint16_t label) {
  thread.At({label, 0, 0});
  const LockResult result =
      co_await locks_.Lock(thread, txn, tree.table, LockName(tree, node), mode);
  co_return result;
}

// --- Reading -------------------------------------------------------------------------------------

bool BTree::IsNode(uint64_t address) const {
  if (!heap_.IsBlock(address)) return false;
  const auto node = static_cast<Address>(address);
  return heap_.LinesOf(node) == lines() && PersistentHeap::SaysUsed(library_.LoadWord(node)) &&
         CountOf(node) <= fanout_ && LevelOf(node) < kMostHeight &&
         (LevelOf(node) == 0 || CountOf(node) > 0);
}

bool BTree::PlainNode(uint64_t address, Node* node) const {
  if (!IsNode(address)) return false;
  node->at = static_cast<Address>(address);
  node->level = LevelOf(node->at);
  node->count = CountOf(node->at);
  node->right = library_.LoadWord(node->at + kRightAt);
  for (uint32_t i = 0; i < node->count; ++i)
    node->entries[i] = {KeyAt(node->at, i), RefAt(node->at, i)};
  return true;
}

uint32_t BTree::LowerBound(Thread* thread, Address node, uint32_t count, Key key) const {
  std::bitset<kMaxBlockLines + 1> read;
  read.set(kInfoAt / kLineBytes);
  uint32_t low = 0, high = count;
  while (low < high) {
    const uint32_t half = (low + high) / 2;
    read.set((kEntriesAt + half * kEntryBytes) / kLineBytes);
    if (KeyAt(node, half) < key) {
      low = half + 1;
    } else {
      high = half;
    }
  }
  for (uint32_t line = 0; thread && line < read.size(); ++line) {
    if (read.test(line))
      nvm_.ChargeLoad(*thread, Category::kDataIo, node + line * kLineBytes, kLineBytes);
  }
  return low;
}

// No other thread runs in between: nodes that no other transaction has locked are consistent.
BTree::Descent BTree::Descend(Thread* thread, const Transaction& txn, const Tree& tree, Key key,
                              Path* path) const {
  Descent descent;
  path->depth = 0;
  if (HeldByOther(tree, tree.root_word, txn)) {
    descent.busy = tree.root_word;
    return descent;
  }
  uint64_t at = library_.LoadWord(tree.root_word);
  if (thread) nvm_.ChargeLoad(*thread, Category::kDataIo, tree.root_word, kLineBytes);
  for (uint32_t level = kMostHeight; descent.status == Status::kOk;) {
    const bool node = IsNode(at);
    const auto address = static_cast<Address>(at);
    // Only the level is read of a node under change: a transaction that waits for a leaf locks it.
    if (!node || LevelOf(address) >= level) {
      descent.status = Status::kDamaged;
      break;
    }
    level = LevelOf(address);
    if (level > 0 && HeldByOther(tree, address, txn)) {
      descent.busy = address;
      break;
    }
    uint32_t slot = LowerBound(thread, address, CountOf(address), key);
    if (thread) thread->Execute(Category::kLogic, search_ns_);
    if (level > 0 && slot > 0 && (slot == CountOf(address) || KeyAt(address, slot) != key)) --slot;
    // A node's first key is none that separates: smaller ones have come below it since, and may
    // have left its own key to the next entry.
    if (level > 0 && slot == 0 && CountOf(address) > 1 && KeyAt(address, 1) == key) slot = 1;
    path->steps[path->depth++] = {address, slot};
    if (level == 0) break;
    at = RefAt(address, slot);
  }
  return descent;
}

// The second way down is not charged: a reader that hands itself from lock to lock needs none. With
// banks others come in between while the first one is read.
Task<Status> BTree::FindLeaf(Thread& thread, Transaction& txn, const Tree& tree, Key key,
                             Path* path) {
  Address locked = 0;
  for (bool again = false;; again = true) {
    co_await Ordered(thread);
    const Descent descent = Descend(again ? nullptr : &thread, txn, tree, key, path);
    co_await nvm_.AwaitReads(thread);
    if (!again && nvm_.has_banks()) continue;
    if (descent.status != Status::kOk) co_return descent.status;
    if (descent.busy == 0 && path->leaf().node == locked) {
      AI_NATIVE_CHECK(locks_.Holds(txn, tree.table, LockName(tree, path->leaf().node)));
      co_return Status::kOk;
    }
    if (descent.busy == 0) locked = path->leaf().node;
    const LockResult result = co_await Lock(
        thread, txn, tree, descent.busy != 0 ? descent.busy : locked, LockMode::kShared,
        static_cast<uint16_t>(descent.busy != 0 ? kFindWait : kFindLeaf));
    if (result == LockResult::kDie) co_return Status::kMustAbort;
  }
}

Task<Status> BTree::NextLeaf(Thread& thread, Transaction& txn, const Tree& tree, Address* leaf) {
  const uint64_t right = library_.LoadWord(*leaf + kRightAt);
  *leaf = static_cast<Address>(right);
  if (right == 0) co_return Status::kOk;
  if (!IsNode(right) || LevelOf(*leaf) != 0) co_return Status::kDamaged;
  const LockResult result = co_await Lock(thread, txn, tree, *leaf, LockMode::kShared, kFindLeaf);
  if (result == LockResult::kDie) co_return Status::kMustAbort;
  co_await Ordered(thread);
  co_return Status::kOk;
}

bool BTree::LeastKey(const Path& path, Key* key) const {
  for (uint32_t depth = path.depth - 1; depth-- > 0;) {
    if (path.steps[depth].slot == 0) continue;
    *key = KeyAt(path.steps[depth].node, path.steps[depth].slot);
    return true;
  }
  return false;
}

// --- Planning ------------------------------------------------------------------------------------

bool BTree::SiblingOf(const Path& path, uint32_t depth, Address* sibling, bool* right) const {
  const PathStep& parent = path.steps[depth - 1];
  *right = parent.slot + 1 < CountOf(parent.node);
  if (!*right && parent.slot == 0) return false;
  const uint64_t at = RefAt(parent.node, *right ? parent.slot + 1 : parent.slot - 1);
  *sibling = static_cast<Address>(at);
  return IsNode(at) && LevelOf(*sibling) == LevelOf(path.steps[depth].node);
}

uint32_t BTree::Touched(const Tree& tree, const Path& path, Intent intent, Address* touched) const {
  uint32_t count = 0;
  for (uint32_t depth = path.depth; depth-- > 0;) {
    const Address node = path.steps[depth].node;
    touched[count++] = node;
    if (intent == Intent::kInsert) {
      if (CountOf(node) < fanout_) return count;
      continue;
    }
    const uint32_t left = CountOf(node) - 1;
    if (depth == 0) {
      if (LevelOf(node) > 0 && left == 1) touched[count++] = tree.root_word;
      return count;
    }
    Address sibling = 0;
    bool right = false;
    if (left >= Fewest() || !SiblingOf(path, depth, &sibling, &right)) return count;
    touched[count++] = sibling;
    if (left + CountOf(sibling) > fanout_) {
      touched[count++] = path.steps[depth - 1].node;
      return count;
    }
  }
  touched[count++] = tree.root_word;
  return count;
}

Task<Status> BTree::Plan(Thread& thread, Transaction& txn, const Tree& tree, Key key, Intent intent,
                         Change** change) {
  Path path;
  const auto label = static_cast<uint16_t>(intent == Intent::kInsert ? kIndexLock : kUnindexLock);
  const bool locks = thread.Does(label);
  const auto mine = [&](Address node) { return !locks || Holds(tree, node, txn); };
  for (bool again = false;; again = true) {
    co_await Ordered(thread);
    const Descent descent = Descend(again ? nullptr : &thread, txn, tree, key, &path);
    co_await nvm_.AwaitReads(thread);
    if (!again && nvm_.has_banks()) continue;
    if (descent.status != Status::kOk) co_return descent.status;
    Address wanted = descent.busy;
    if (wanted == 0) {
      const PathStep& leaf = path.leaf();
      const bool there = leaf.slot < CountOf(leaf.node) && KeyAt(leaf.node, leaf.slot) == key;
      if (mine(leaf.node) && there != (intent == Intent::kErase))
        co_return there ? Status::kExists : Status::kNotFound;
      Address touched[3 * kMostHeight];
      const uint32_t count = Touched(tree, path, intent, touched);
      for (uint32_t i = 0; wanted == 0 && i < count; ++i)
        if (!mine(touched[i])) wanted = touched[i];
      if (wanted == 0) break;
    }
    const bool waits = descent.busy != 0;
    const LockResult result =
        co_await Lock(thread, txn, tree, wanted, waits ? LockMode::kShared : LockMode::kExclusive,
                      waits ? static_cast<uint16_t>(kFindWait) : label);
    if (result == LockResult::kDie) co_return Status::kMustAbort;
  }
  *change = TakeChange(tree);
  (*change)->path = path;
#if AFTERIMAGE_WATCHES_READS
  (*change)->locked = locks;
#endif
  co_return Status::kOk;
}

Task<Status> BTree::PlanInsert(Thread& thread, Transaction& txn, const Tree& tree, Key key,
                               Change** change) {
  const Status status = co_await Plan(thread, txn, tree, key, Intent::kInsert, change);
  co_return status;
}

Task<Status> BTree::PlanErase(Thread& thread, Transaction& txn, const Tree& tree, Key key,
                              Change** change) {
  const Status status = co_await Plan(thread, txn, tree, key, Intent::kErase, change);
  co_return status;
}

// --- Before the run ------------------------------------------------------------------------------

// Insertions in random order fill nodes by ln 2 (A. C. Yao, On random 2-3 trees, Acta Informatica
// 9, 1978).
uint32_t BTree::FillOf(uint32_t fanout) { return fanout * 69 / 100; }

uint64_t BTree::NodesFor(uint64_t count, uint32_t fanout) {
  const uint64_t fill = FillOf(fanout);
  uint64_t level = std::max<uint64_t>((count + fill - 1) / fill, 1), nodes = level;
  while (level > 1) {
    level = ParentsOf(level, fanout);
    nodes += level;
  }
  return nodes;
}

Address BTree::FormatNode(uint32_t level, const Node::Entry* entries, uint32_t count) {
  const Address node = heap_.Format(lines());
  if (node == 0) return 0;
  const uint64_t words[] = {uint64_t{level} << 32 | count, 0};
  nvm_.Format(node + kInfoAt, words, sizeof words);
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t entry[] = {entries[i].key, entries[i].ref};
    nvm_.Format(node + kEntriesAt + i * kEntryBytes, entry, sizeof entry);
  }
  return node;
}

void BTree::FormatRight(Address node, Address right) {
  const uint64_t word = right;
  nvm_.Format(node + kRightAt, &word, sizeof word);
}

}  // namespace afterimage::heap
