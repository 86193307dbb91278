#include "scheme/shared/heap/library.h"

#include "scheme/shared/heap/story.h"

namespace afterimage::heap {

Task<Address> Library::Allocate(Thread& thread, Transaction& txn, uint32_t lines, uint16_t label) {
  co_await Step(thread, {label, kHeapStructure, 0});
  const Address block = co_await heap_.Take(thread, lines);
  if (block != 0) Took(txn, block);
  co_return block;
}

}  // namespace afterimage::heap
