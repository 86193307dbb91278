#include "scheme/systems/rewind/tree/tree.h"

#include <algorithm>

#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

// Depth d takes at least as many nodes as d - 1 and d - 2 together, and one. At each level of a
// removal two rotations may change four links and three heights; and a link, a key and a record
// change once.
uint32_t AtomicTree::MostRecords(uint32_t nodes) {
  uint64_t fewer = 0, least = 1;
  uint32_t depth = 1;
  while (least <= nodes) {
    const uint64_t next = least + fewer + 1;
    fewer = least;
    least = next;
    ++depth;
  }
  return 8 * depth + 4;
}

AtomicTree::AtomicTree(const EngineContext& context, Address root, Address nodes, uint32_t count,
                       BucketList& log)
    : nvm_(context.devices.nvm),
      root_(root),
      nodes_(nodes),
      count_(count),
      log_(log),
      mutations_(kTraced ? context.mutations : 0) {}

// --- Words ---------------------------------------------------------------------------------------

Nvm::ReadOp AtomicTree::Read(Thread& thread, const Path& path) {
  for (uint32_t i = 0; i < path.depth; ++i) ChargeNode(thread, path.steps[i].node);
  return nvm_.AwaitReads(thread);
}

Task<void> AtomicTree::AppendInner(Thread& thread, LogRecord record) {
  record.lsn = log_.space().Lsn(++logged_);
  const Appended at = co_await log_.Append(thread, record, Urgency::kAtOnce);
  AI_CHECK(at.place != 0);
}

Task<void> AtomicTree::Set(Thread& thread, Address at, uint64_t word) {
  LogRecord record;
  record.type = RecordType::kUpdate;
  record.address = at;
  record.old_word = nvm_.LoadWord(at);
  record.new_word = word;
  if (record.old_word == word) co_return;
  const bool unlogged = Mutated(kTreeStoreNotLogged);
  if (!unlogged) co_await AppendInner(thread, record);
  thread.At({kTreeStore, kLogTree, NameAt(at)});
  thread.set_broken(unlogged);
  co_await StoreWord(thread, nvm_, kWork, at, word);
  thread.set_broken(false);
}

uint64_t AtomicTree::HeightFromChildren(Address node) const {
  return 1 + std::max(HeightOf(Left(node)), HeightOf(Right(node)));
}

Task<void> AtomicTree::SetHeight(Thread& thread, Address node) {
  return Set(thread, node + kHeightAt, HeightFromChildren(node));
}

Address AtomicTree::LinkAt(const Path& path, uint32_t depth) const {
  if (depth == 0) return root_;
  const PathStep& above = path.steps[depth - 1];
  return above.node + (above.right ? kRightAt : kLeftAt);
}

Task<void> AtomicTree::End(Thread& thread, uint16_t fence_label, uint16_t end_label) {
  thread.At({fence_label, kLogTree, log_.space().number});
  co_await nvm_.Fence(thread, kWork);
  co_await Step(thread, {end_label, kLogTree, log_.space().number});
  LogRecord end;
  end.type = RecordType::kEnd;
  co_await AppendInner(thread, end);
  co_await ClearInner(thread);
}

Task<void> AtomicTree::ClearInner(Thread& thread) {
  co_await Step(thread, {kTreeClear, kLogTree, log_.space().number});
  Place end = 0;
  uint32_t steps = log_.capacity();
  for (Found at = log_.Last(); at.place != 0 && steps-- > 0;) {
    const Found prior = log_.Prior(at.place);
    const LogRecord record = log_.Read(thread, at);
    co_await nvm_.AwaitReads(thread);
    if (record.type == RecordType::kEnd) {
      end = at.place;
    } else {
      co_await log_.Remove(thread, at.place, false);
    }
    at = prior;
  }
  co_await log_.Settle(thread, false);
  if (end != 0) co_await log_.Remove(thread, end, false);
  co_await log_.Settle(thread, false);
}

// --- Balance -------------------------------------------------------------------------------------

Task<Address> AtomicTree::Rotate(Thread& thread, Address node) {
  const bool left = HeightOf(Left(node)) > HeightOf(Right(node));
  // The sides are named as if the left one were the higher one.
  const uint32_t high = left ? kLeftAt : kRightAt, low = left ? kRightAt : kLeftAt;
  Address top = NodeAt(node + high);
  const Address inner = NodeAt(top + low);
  ChargeNode(thread, top);
  ChargeNode(thread, inner);
  ChargeNode(thread, NodeAt(top + high));
  co_await nvm_.AwaitReads(thread);
  if (HeightOf(inner) > HeightOf(NodeAt(top + high))) {
    co_await Set(thread, top + low, NodeAt(inner + high));
    co_await Set(thread, inner + high, top);
    co_await SetHeight(thread, top);
    top = inner;
  }
  co_await Set(thread, node + high, NodeAt(top + low));
  co_await Set(thread, top + low, node);
  co_await SetHeight(thread, node);
  co_await SetHeight(thread, top);
  co_return top;
}

Task<void> AtomicTree::Rebalance(Thread& thread, const Path& path) {
  for (uint32_t depth = path.depth; depth-- > 0;) {
    const Address node = path.steps[depth].node;
    const uint64_t left = HeightOf(Left(node)), right = HeightOf(Right(node));
    ChargeNode(thread, Left(node));
    ChargeNode(thread, Right(node));
    co_await nvm_.AwaitReads(thread);
    if (left > right + 1 || right > left + 1) {
      const Address top = co_await Rotate(thread, node);
      co_await Set(thread, LinkAt(path, depth), top);
    } else if (HeightFromChildren(node) != HeightOf(node)) {
      co_await SetHeight(thread, node);
    } else {
      co_return;
    }
  }
}

// --- Operations ----------------------------------------------------------------------------------

Task<void> AtomicTree::Insert(Thread& thread, Address node, uint64_t key, Address record) {
  Path path;
  for (Address at = root(); at != 0 && path.depth < kMostDepth;) {
    const bool right = key > KeyOf(at);
    path.Add(at, right);
    at = right ? Right(at) : Left(at);
  }
  co_await Read(thread, path);
  const uint64_t fresh[kNodeWords] = {key, 0, 0, 1, record};
  thread.At({kTreeNode, kLogTree, static_cast<uint32_t>(key)});
  co_await nvm_.NtStore(thread, kWork, node, fresh, sizeof fresh, Access::kShared);
  co_await Set(thread, LinkAt(path, path.depth), node);
  co_await Rebalance(thread, path);
  co_await End(thread, kTreeFence, kTreeEnd);
}

// A node with two children takes over the key and the record of the next one, which goes instead.
Task<Address> AtomicTree::Remove(Thread& thread, uint64_t key) {
  Path path;
  Address node = root();
  while (node != 0 && KeyOf(node) != key && path.depth < kMostDepth) {
    const bool right = key > KeyOf(node);
    path.Add(node, right);
    node = right ? Right(node) : Left(node);
  }
  if (node == 0 || path.depth == kMostDepth) co_return 0;
  Address gone = node;
  if (Left(node) != 0 && Right(node) != 0) {
    path.Add(node, true);
    gone = Right(node);
    for (; Left(gone) != 0 && path.depth < kMostDepth; gone = Left(gone)) path.Add(gone, false);
    co_await Set(thread, node + kKeyAt, KeyOf(gone));
    co_await Set(thread, node + kRecordAt, RecordOf(gone));
  }
  ChargeNode(thread, gone);
  co_await Read(thread, path);
  const Address below = Left(gone) != 0 ? Left(gone) : Right(gone);
  co_await Set(thread, LinkAt(path, path.depth), below);
  if (Mutated(kNodeFreedEarly)) {
    static constexpr uint64_t kZeros[kNodeWords] = {};
    thread.set_broken(true);
    thread.At({kTreeStore, kLogTree, NameAt(gone)});
    co_await nvm_.NtStore(thread, kWork, gone, kZeros, sizeof kZeros, Access::kShared);
    thread.set_broken(false);
  }
  co_await Rebalance(thread, path);
  co_await End(thread, kTreeFence, kTreeEnd);
  co_return gone;
}

// --- Recovery ------------------------------------------------------------------------------------

// One operation at most, so analysis has nothing to find out. Undo stores old words from the newest
// record on; interrupted, it begins again.
Task<bool> AtomicTree::Recover(Thread& thread) {
  const bool whole = co_await log_.Recover(thread, log_.space().headers[0]);
  if (!whole) co_return false;
  bool ended = false, sound = true;
  uint32_t records = 0;
  for (Found at = log_.First(); at.place != 0; at = log_.Next(at.place)) {
    const LogRecord record = log_.Read(thread, at);
    co_await nvm_.AwaitReads(thread);
    ++records;
    ended = ended || record.type == RecordType::kEnd;
    const bool inside = record.address >= root_ &&
                        record.address < nodes_ + uint64_t{count_} * kLineBytes &&
                        record.address % kWord == 0;
    sound = sound &&
            (record.type == RecordType::kEnd || (record.type == RecordType::kUpdate && inside));
    logged_ = std::max(logged_, log_.space().CountOf(record.lsn));
  }
  thread.At({kRecoverTree, kLogTree, log_.space().number});
  co_await Note(thread, EventKind::kCheck,
                {.tier = Tier::kNvm, .address = root_, .size = kWord, .a = records == 0 ? 1u : 0u});
  if (!sound) co_return false;
  co_await log_.RemoveEmpty(thread);
  thread.At({kRecoverTree, kLogTree, log_.space().number});
  if (thread.Holds(records == 0)) co_return true;
  if (ended) {
    co_await ClearInner(thread);
    co_return true;
  }
  for (Found at = log_.Last(); at.place != 0; at = log_.Prior(at.place)) {
    const LogRecord record = log_.Read(thread, at);
    co_await nvm_.AwaitReads(thread);
    const auto word = static_cast<Address>(record.address);
    thread.At({kRecoverTreeUndo, kLogTree, NameAt(word)});
    co_await StoreWord(thread, nvm_, kWork, word, record.old_word);
  }
  if (log_.FreePlaces() == 0) co_return false;
  co_await End(thread, kRecoverTreeFence, kRecoverTreeEnd);
  co_return true;
}

}  // namespace afterimage::rewind
