#include "scheme/systems/rewind/lists/adll.h"

#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

Where AtomicList::HeaderLine(uint16_t label, uint32_t at) const {
  return {label, kListHeader, space_.HeaderItem(at)};
}

Task<void> AtomicList::Write(Thread& thread, Where where, Address address, uint64_t word) {
  thread.At(where);
  co_await StoreWord(thread, nvm_, kWork, address, word);
  co_await nvm_.Fence(thread, kWork);
}

Task<void> AtomicList::Append(Thread& thread, Address node) {
  const uint32_t name = NameOf(node);
  const Address last = tail();
  co_await nvm_.Read(thread, kWork, header_, kListHeaderBytes);
  const uint64_t fresh[] = {0, last, ElementOf(node)};
  fresh_ = node;
  thread.At({kAppendNode, kList, name});
  co_await nvm_.NtStore(thread, kWork, node, fresh, sizeof fresh, Access::kShared);
  co_await nvm_.Fence(thread, kWork);
  co_await Write(thread, HeaderLine(kAppendLastTail, kLastTailAt), header_ + kLastTailAt, last);
  co_await Write(thread, HeaderLine(kAppendToAppend, kToAppendAt), header_ + kToAppendAt, node);
  if (head() == 0)
    co_await Write(thread, HeaderLine(kAppendHead, kHeadAt), header_ + kHeadAt, node);
  if (last != 0)
    co_await Write(thread, {kAppendNext, kList, NameOf(last)}, last + kNodeNextAt, node);
  co_await Write(thread, HeaderLine(kAppendTail, kTailAt), header_ + kTailAt, node);
  co_await Write(thread, HeaderLine(kAppendDone, kToAppendAt), header_ + kToAppendAt, 0);
  fresh_ = 0;
}

// Before its store the node has the words of what was there before.
Address AtomicList::Fresh() const {
  const bool stored = fresh_ != 0 && nvm_.LoadWord(fresh_ + kElementAt) == ElementOf(fresh_) &&
                      nvm_.LoadWord(fresh_ + kNodePriorAt) == nvm_.LoadWord(header_ + kTailAt) &&
                      nvm_.LoadWord(fresh_ + kNodeNextAt) == 0;
  return stored ? fresh_ : 0;
}

// The node's own words stay as they are, so that all of it can be done again from them.
Task<void> AtomicList::Remove(Thread& thread, Address node) {
  const Address next = Next(node), prior = Prior(node);
  nvm_.ChargeLoad(thread, kWork, header_, kListHeaderBytes);
  co_await nvm_.Read(thread, kWork, node, kNodeBytes);
  co_await Write(thread, HeaderLine(kRemoveToRemove, kToRemoveAt), header_ + kToRemoveAt, node);
  if (head() == node)
    co_await Write(thread, HeaderLine(kRemoveHead, kHeadAt), header_ + kHeadAt, next);
  if (tail() == node)
    co_await Write(thread, HeaderLine(kRemoveTail, kTailAt), header_ + kTailAt, prior);
  if (prior != 0)
    co_await Write(thread, {kRemoveNext, kList, NameOf(prior)}, prior + kNodeNextAt, next);
  if (next != 0)
    co_await Write(thread, {kRemovePrior, kList, NameOf(next)}, next + kNodePriorAt, prior);
  co_await Write(thread, HeaderLine(kRemoveDone, kToRemoveAt), header_ + kToRemoveAt, 0);
}

// --- Recovery ------------------------------------------------------------------------------------

Task<bool> AtomicList::Recover(Thread& thread) {
  const uint64_t append = nvm_.LoadWord(header_ + kToAppendAt),
                 remove = nvm_.LoadWord(header_ + kToRemoveAt);
  co_await nvm_.Read(thread, kWork, header_, kListHeaderBytes);
  thread.At(HeaderLine(kRecoverList, kToAppendAt));
  co_await Note(thread, EventKind::kCheck,
                {.tier = Tier::kNvm,
                 .address = header_ + kToAppendAt,
                 .size = 2 * kWord,
                 .a = append == 0 && remove == 0 ? 1u : 0u});
  // One operation at a time, so at most one was open.
  if (append != 0 && remove != 0) co_return false;
  thread.At(HeaderLine(kRecoverAppendHead, kToAppendAt));
  if (!thread.Holds(append == 0)) {
    if (!co_await RedoAppend(thread, append)) co_return false;
  }
  thread.At(HeaderLine(kRecoverRemoveHead, kToRemoveAt));
  if (!thread.Holds(remove == 0)) {
    if (!co_await RedoRemove(thread, remove)) co_return false;
  }
  uint32_t nodes = 0;
  const bool well_formed = WellFormed(&nodes);
  Address at = head();
  for (uint32_t i = 0; i < nodes; ++i) {
    nvm_.ChargeLoad(thread, kWork, at, kLineBytes);
    if (nvm_.has_banks() || nvm_.read_caches().on()) at = Next(at);
  }
  co_await nvm_.AwaitReads(thread);
  co_return well_formed;
}

// The node is found from lastTail: after a crash behind the store of the tail, the tail is the new
// node itself.
Task<bool> AtomicList::RedoAppend(Thread& thread, uint64_t append) {
  const uint64_t last = nvm_.LoadWord(header_ + kLastTailAt);
  if (!IsNode(append) || (last != 0 && !IsNode(last)) || last == append) co_return false;
  const auto node = static_cast<Address>(append), after = static_cast<Address>(last);
  if (head() == 0)
    co_await Write(thread, HeaderLine(kRecoverAppendHead, kHeadAt), header_ + kHeadAt, node);
  if (after != 0)
    co_await Write(thread, {kRecoverAppendNext, kList, NameOf(after)}, after + kNodeNextAt, node);
  co_await Write(thread, HeaderLine(kRecoverAppendTail, kTailAt), header_ + kTailAt, node);
  co_await Write(thread, HeaderLine(kRecoverAppendDone, kToAppendAt), header_ + kToAppendAt, 0);
  co_return true;
}

Task<bool> AtomicList::RedoRemove(Thread& thread, uint64_t remove) {
  if (!IsNode(remove)) co_return false;
  const auto node = static_cast<Address>(remove);
  const Address next = Word(node + kNodeNextAt), prior = Word(node + kNodePriorAt);
  co_await nvm_.Read(thread, kWork, node, kNodeBytes);
  if ((next != 0 && !IsNode(next)) || (prior != 0 && !IsNode(prior))) co_return false;
  if (head() == node)
    co_await Write(thread, HeaderLine(kRecoverRemoveHead, kHeadAt), header_ + kHeadAt, next);
  if (tail() == node)
    co_await Write(thread, HeaderLine(kRecoverRemoveTail, kTailAt), header_ + kTailAt, prior);
  if (prior != 0)
    co_await Write(thread, {kRecoverRemoveNext, kList, NameOf(prior)}, prior + kNodeNextAt, next);
  if (next != 0)
    co_await Write(thread, {kRecoverRemovePrior, kList, NameOf(next)}, next + kNodePriorAt, prior);
  co_await Write(thread, HeaderLine(kRecoverRemoveDone, kToRemoveAt), header_ + kToRemoveAt, 0);
  co_return true;
}

Task<void> AtomicList::Clear(Thread& thread, Address header) {
  static constexpr uint8_t kZeros[kHeaderLineBytes] = {};
  thread.At(HeaderLine(kRecoverNewLog, 0));
  co_await nvm_.NtStore(thread, kWork, header, kZeros, sizeof kZeros, Access::kShared);
  co_await nvm_.Fence(thread, kWork);
}

// Full words, so that nothing hides in the upper half of a pointer.
bool AtomicList::WellFormed(uint32_t* nodes) const {
  uint64_t prior = 0;
  uint64_t node = nvm_.LoadWord(header_ + kHeadAt);
  for (*nodes = 0; node != 0; ++*nodes) {
    if (!IsNode(node) || *nodes == count_) return false;
    const auto at = static_cast<Address>(node);
    if (nvm_.LoadWord(at + kNodePriorAt) != prior ||
        nvm_.LoadWord(at + kElementAt) != ElementOf(at))
      return false;
    prior = node;
    node = nvm_.LoadWord(at + kNodeNextAt);
  }
  return nvm_.LoadWord(header_ + kTailAt) == prior;
}

}  // namespace afterimage::rewind
