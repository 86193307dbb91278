#include "scheme/systems/rewind/tree/tree_list.h"

#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

TreeList::TreeList(const EngineContext& context, const LogSpace& space, uint32_t records,
                   uint32_t bucket_records, bool checkpoints)
    : LogList(context, space, records, checkpoints),
      inner_(context, space, InnerOf(records, bucket_records), false),
      root_(space.area +
            static_cast<Address>(BucketList::BytesOf(InnerOf(records, bucket_records)))),
      nodes_(root_ + kLineBytes),
      records_(nodes_ + records * kLineBytes),
      tree_(context, root_, nodes_, records, inner_),
      free_nodes_(context.arena),
      free_records_(context.arena) {}

void TreeList::OpenEmpty(Address header) {
  inner_.OpenEmpty(header);
  free_nodes_.Reset(capacity_);
  free_records_.Reset(capacity_);
}

// --- Walks ---------------------------------------------------------------------------------------

// A mutation may have bent the tree: no descent is longer than a tree can be deep.
Found TreeList::Beyond(uint64_t key, bool above) const {
  Address best = 0;
  uint32_t depth = 0, best_depth = 0, own_depth = 0;
  for (Address node = tree_.root(); node != 0 && depth < AtomicTree::kMostDepth; ++depth) {
    const uint64_t here = tree_.KeyOf(node);
    if (here == key) own_depth = depth;
    const bool beyond = above ? here > key : here < key;
    if (beyond) {
      best = node;
      best_depth = depth;
    }
    node = beyond == above ? tree_.Left(node) : tree_.Right(node);
  }
  if (best == 0 || !IsRecord(tree_.RecordOf(best))) return {};
  const uint32_t nodes = best_depth > own_depth ? best_depth - own_depth : own_depth - best_depth;
  return {static_cast<Place>(tree_.KeyOf(best)), nodes + 1};
}

Address TreeList::NodeOf(uint64_t key, uint32_t* lines) const {
  Address node = tree_.root();
  for (uint32_t depth = 0; node != 0 && depth < AtomicTree::kMostDepth; ++depth) {
    ++*lines;
    const uint64_t here = tree_.KeyOf(node);
    if (here == key) return node;
    node = key > here ? tree_.Right(node) : tree_.Left(node);
  }
  return 0;
}

Found TreeList::Find(Lsn lsn) const {
  uint32_t lines = 0;
  const Address node = NodeOf(lsn, &lines);
  if (node == 0 || !IsRecord(tree_.RecordOf(node))) return {0, lines};
  return {static_cast<Place>(lsn), lines + 1};
}

Address TreeList::RecordAt(Place place) const {
  uint32_t lines = 0;
  const Address node = NodeOf(place, &lines);
  return node == 0 || !IsRecord(tree_.RecordOf(node)) ? records_ : tree_.RecordOf(node);
}

void TreeList::ChargeStep(Thread& thread, const Found& found) const {
  Address path[AtomicTree::kMostDepth];
  uint32_t depth = 0;
  for (Address node = tree_.root(); node != 0 && depth < AtomicTree::kMostDepth;) {
    path[depth++] = node;
    const uint64_t here = tree_.KeyOf(node);
    if (here == found.place) break;
    node = found.place > here ? tree_.Right(node) : tree_.Left(node);
  }
  // A step up takes another path, as long as the one down, so it reads as much.
  for (uint32_t i = 0; i + 1 < found.lines && depth > 0; ++i)
    nvm_.ChargeLoad(thread, kWork, path[depth - 1 - i % depth], kLineBytes);
  nvm_.ChargeLoad(thread, kWork, RecordAt(found.place), kLineBytes);
}

// --- Changes -------------------------------------------------------------------------------------

Task<Appended> TreeList::Append(Thread& thread, const LogRecord& record, Urgency urgency) {
  if (free_records_.available() == 0) co_return Appended{};
  const Address at = records_ + free_records_.Take() * kLineBytes;
  const auto name = static_cast<uint32_t>(record.lsn);
  co_await WriteRecord(thread, at, record);
  thread.At({kTreeInsert, kRecords, name});
  co_await Latch::Acquire(thread, latch_, Category::kLogContention);
  const Address node = nodes_ + free_nodes_.Take() * kLineBytes;
  fresh_ = node;
  co_await tree_.Insert(thread, node, record.lsn, at);
  fresh_ = 0;
  Linked(at);
  thread.At({kTreeInsert, kRecords, name});
  co_await Note(thread, EventKind::kLogDurable, {.tier = Tier::kNvm, .address = at, .a = name});
  if (urgency != Urgency::kKeepLatch) co_await Latch::Release(thread, latch_);
  co_return Appended{static_cast<Place>(record.lsn), 0, at};
}

Task<void> TreeList::Remove(Thread& thread, Place place, bool latched) {
  co_await AcquireLatch(thread, latched);
  const Address record = RecordAt(place);
  co_await Step(thread, {kTreeRemove, kRecords, place});
  const Address node = co_await tree_.Remove(thread, place);
  co_await Ordered(thread);
  if (node != 0) {
    free_nodes_.GiveBack((node - nodes_) / kLineBytes);
    free_records_.GiveBack((record - records_) / kLineBytes);
  }
  co_await ReleaseLatch(thread, latched);
}

// The header's word after it: while it stands alone it names no record.
Task<void> TreeList::Renew(Thread& thread) {
  thread.At({kRecoverTreeNew, kLogTree, space_.number});
  co_await StoreWord(thread, nvm_, kWork, root_, 0);
  co_await nvm_.Fence(thread, kWork);
  if (nvm_.LoadWord(FlushedWord()) != 0) {
    thread.At({kRecoverTreeNew, kLogTree, space_.number});
    co_await StoreWord(thread, nvm_, kWork, FlushedWord(), 0);
    co_await nvm_.Fence(thread, kWork);
  }
  free_nodes_.Reset(capacity_);
  free_records_.Reset(capacity_);
}

// --- Recovery ------------------------------------------------------------------------------------

// Reads the tree in key order, with the path that leads to each node.
bool TreeList::ReadTree(ArenaVector<uint8_t>* nodes, ArenaVector<uint8_t>* records,
                        uint32_t* read) const {
  const uint64_t root = nvm_.LoadWord(root_);
  struct Open {
    Address node;
    uint64_t below, above;  // its key lies between
    uint32_t children_seen;
    uint64_t heights[2];
  };
  Open path[AtomicTree::kMostDepth];
  uint32_t depth = 0;
  const auto enter = [&](uint64_t word, uint64_t below, uint64_t above) {
    if (!tree_.IsNode(word) || depth == AtomicTree::kMostDepth) return false;
    const auto node = static_cast<Address>(word);
    const uint64_t key = tree_.KeyOf(node), record = nvm_.LoadWord(node + AtomicTree::kRecordAt);
    if (key <= below || key >= above || !IsRecord(record)) return false;
    uint8_t& node_used = (*nodes)[(node - nodes_) / kLineBytes];
    uint8_t& record_used = (*records)[(record - records_) / kLineBytes];
    if (node_used != 0 || record_used != 0) return false;
    node_used = record_used = 1;
    ++*read;
    path[depth++] = {node, below, above, 0, {0, 0}};
    return true;
  };
  if (root == 0) return true;
  if (!enter(root, 0, EventQueue::kTimeLimit)) return false;
  while (depth > 0) {
    Open& open = path[depth - 1];
    if (open.children_seen < 2) {
      const uint32_t side = open.children_seen++;
      const uint64_t key = tree_.KeyOf(open.node);
      const uint64_t child =
          nvm_.LoadWord(open.node + (side == 0 ? AtomicTree::kLeftAt : AtomicTree::kRightAt));
      if (child != 0 && !enter(child, side == 0 ? open.below : key, side == 0 ? key : open.above))
        return false;
      continue;
    }
    const uint64_t low = std::min(open.heights[0], open.heights[1]),
                   high = std::max(open.heights[0], open.heights[1]);
    if (high - low > 1 || nvm_.LoadWord(open.node + AtomicTree::kHeightAt) != high + 1)
      return false;
    --depth;
    if (depth > 0) path[depth - 1].heights[path[depth - 1].children_seen - 1] = high + 1;
  }
  return true;
}

Task<bool> TreeList::Recover(Thread& thread, Address header) {
  if (header != space_.headers[0]) co_return false;
  const bool undone = co_await tree_.Recover(thread);
  if (!undone) co_return false;
  ArenaVector<uint8_t> nodes(capacity_, 0, ArenaAllocator<uint8_t>(arena_));
  ArenaVector<uint8_t> records(capacity_, 0, ArenaAllocator<uint8_t>(arena_));
  uint32_t read = 0;
  const bool sound = ReadTree(&nodes, &records, &read);
  co_await nvm_.Read(thread, kWork, root_, (read + 1) * kLineBytes);
  thread.At({kRecoverTreeNodes, kLogTree, space_.number});
  co_await Note(thread, EventKind::kCheck,
                {.tier = Tier::kNvm, .address = root_, .size = kWord, .a = sound ? 1u : 0u});
  if (!sound) co_return false;
  free_nodes_.ResetToNone(capacity_);
  free_records_.ResetToNone(capacity_);
  for (uint32_t i = capacity_; i-- > 0;) {
    if (!nodes[i]) free_nodes_.GiveBack(i);
    if (!records[i]) free_records_.GiveBack(i);
  }
  co_return true;
}

}  // namespace afterimage::rewind
