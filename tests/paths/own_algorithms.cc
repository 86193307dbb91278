// The algorithms that are a paper's own, on plain memory: what their instructions are, without
// write-backs, fences and copies, which the simulator charges as operations of the machine.
// Counted by callgrind, function by function (paths.mjs): each `Count...` is called kTimes times,
// after as many calls that are not counted.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <vector>

#define COUNTED extern "C" __attribute__((noinline))

namespace {

constexpr uint32_t kTimes = 20000;

uint64_t Next() {
  static uint64_t state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

// Memory in blocks of one size, handed out from a list of free ones.
class Blocks {
 public:
  Blocks(uint32_t bytes, uint32_t count) : memory_(uint64_t{bytes} * count) {
    for (uint32_t i = 0; i < count; ++i) Free(memory_.data() + uint64_t{bytes} * i);
  }
  void* Take() {
    void* block = free_;
    if (!block) std::abort();
    free_ = *static_cast<void**>(block);
    return block;
  }
  void Free(void* block) {
    *static_cast<void**>(block) = free_;
    free_ = block;
  }

 private:
  std::vector<char> memory_;
  void* free_ = nullptr;
};

// --- REWIND: sections 3.2, 3.3 and 4 -------------------------------------------------------------

namespace rewind {

enum Type : uint32_t { kUpdate, kEnd };
struct Record {
  uint64_t log_id, txn, type, address, old_value, new_value, undo, previous;
};
struct Node {
  Record* element;
  Node *prior, *next;
};
struct Status {
  uint32_t state = 0;
  Record* last = nullptr;
};

Blocks records(sizeof(Record), 4 * kTimes), nodes(sizeof(Node), 4 * kTimes);
std::unordered_map<uint64_t, Status> transactions;
uint64_t next_log_id, next_txn;
// The variables that the atomic list logs of itself, and the list.
Node *last_tail, *to_append, *head, *tail;

// A bucket of pointers to records, and where the next one goes.
constexpr uint32_t kCells = 1000;
struct Bucket {
  Record* cells[kCells];
};
std::vector<Bucket> buckets(4 * kTimes / kCells + 1);
uint32_t bucket, cell;

Record* MakeRecord(uint64_t txn, uint32_t type, uint64_t* address, uint64_t value) {
  Status& status = transactions.find(txn)->second;
  auto* record = static_cast<Record*>(records.Take());
  record->log_id = next_log_id++;
  record->txn = txn;
  record->type = type;
  record->address = reinterpret_cast<uint64_t>(address);
  record->old_value = address ? *address : 0;
  record->new_value = value;
  record->undo = 0;
  record->previous = reinterpret_cast<uint64_t>(status.last);
  status.last = record;
  return record;
}

// Algorithm 1.
void AppendNode(Record* record) {
  auto* node = static_cast<Node*>(nodes.Take());
  node->element = record;
  node->next = nullptr;
  node->prior = tail;
  auto* volatile* undo = &last_tail;
  *undo = tail;
  auto* volatile* redo = &to_append;
  *redo = node;
  if (!head) head = node;
  if (tail) tail->next = node;
  tail = node;
  *redo = nullptr;
}

void AppendCell(Record* record) {
  if (cell == kCells) {
    ++bucket;
    cell = 0;
  }
  buckets[bucket].cells[cell++] = record;
}

}  // namespace rewind

// --- NV-Logging: sections 4.2 and 4.3 ------------------------------------------------------------

namespace nv_logging {

constexpr uint32_t kEntries = 4 * kTimes, kObjectBytes = 192;
struct Object {
  uint64_t lsn, txn, page, key;
  uint32_t kind, bytes;
  Object *previous_of_txn, *previous, *next;
  uint8_t state;
  char images[];
};
Blocks objects(kObjectBytes, kEntries);
std::vector<uint64_t> entries(kEntries);
uint64_t head_lsn, tail_lsn;
Object* newest;
Object* newest_of_txn;

}  // namespace nv_logging

// --- BaSE: section 2 -----------------------------------------------------------------------------

namespace base {

constexpr uint32_t kBuckets = 1 << 14;
struct Item {
  uint64_t owner, lsn, key, bytes;
  Item* next;
  Item* other;
};
// A chain for each page that has redo, and one for each transaction that has undo.
struct Chain {
  uint64_t owner = 0;
  Item *oldest = nullptr, *newest = nullptr;
  Chain* next = nullptr;
};
std::vector<Chain*> redo_table(kBuckets), undo_table(kBuckets);
Blocks items(128, 8 * kTimes), chains(sizeof(Chain), 8 * kTimes);
uint64_t next_lsn;

Chain& ChainOf(std::vector<Chain*>& table, uint64_t owner) {
  Chain*& first = table[owner * 0x9E3779B97F4A7C15ull >> 50];
  for (Chain* chain = first; chain; chain = chain->next) {
    if (chain->owner == owner) return *chain;
  }
  auto* chain = new (chains.Take()) Chain;
  chain->owner = owner;
  chain->next = first;
  return *(first = chain);
}

Item* Add(Chain& chain, uint64_t key) {
  auto* item = static_cast<Item*>(items.Take());
  item->owner = chain.owner;
  item->lsn = next_lsn++;
  item->key = key;
  item->bytes = 64;
  item->next = nullptr;
  if (chain.newest) chain.newest->next = item;
  chain.newest = item;
  if (!chain.oldest) chain.oldest = item;
  return item;
}

}  // namespace base

// --- A search among the keys of a node, or in a bucket -------------------------------------------

constexpr uint32_t kFanout = 40;
uint64_t keys[kFanout];

}  // namespace

COUNTED void CountRewindBegin() {
  rewind::transactions.emplace(++rewind::next_txn, rewind::Status{});
}
COUNTED void CountRewindEnd() {
  const auto found = rewind::transactions.find(rewind::next_txn);
  found->second.state = 2;
  rewind::transactions.erase(found);
}
COUNTED void CountRewindRecordInList(uint64_t* word, uint64_t value) {
  rewind::AppendNode(rewind::MakeRecord(rewind::next_txn, rewind::kUpdate, word, value));
}
COUNTED void CountRewindRecordInBucket(uint64_t* word, uint64_t value) {
  rewind::AppendCell(rewind::MakeRecord(rewind::next_txn, rewind::kUpdate, word, value));
}

COUNTED void CountNvLoggingRecord(uint64_t txn, uint64_t page, uint64_t key) {
  using namespace nv_logging;
  auto* object = static_cast<Object*>(objects.Take());
  object->txn = txn;
  object->page = page;
  object->key = key;
  object->kind = 1;
  object->bytes = kObjectBytes;
  object->state = 0;
  object->previous_of_txn = newest_of_txn;
  // The LSN is the entry: one atomic addition takes it.
  const uint64_t lsn = __atomic_fetch_add(&tail_lsn, 1, __ATOMIC_SEQ_CST);
  if (lsn - head_lsn >= kEntries) std::abort();
  object->lsn = lsn;
  object->previous = newest;
  object->next = nullptr;
  if (newest) newest->next = object;
  newest = object;
  newest_of_txn = object;
  entries[lsn % kEntries] = reinterpret_cast<uint64_t>(object);
}
COUNTED void CountNvLoggingPersisted(uint64_t lsn) {
  using namespace nv_logging;
  reinterpret_cast<Object*>(entries[lsn % kEntries] & ~7ull)->state = 1;
  entries[lsn % kEntries] |= 1;
}

// Redo at its page and undo at its transaction, which know of each other.
COUNTED void CountBaseRecords(uint64_t page, uint64_t txn, uint64_t key) {
  base::Item* redo = base::Add(base::ChainOf(base::redo_table, page), key);
  base::Item* undo = base::Add(base::ChainOf(base::undo_table, txn), key);
  redo->other = undo;
  undo->other = redo;
}

COUNTED uint32_t CountNodeSearch(uint64_t key) {
  uint32_t low = 0, high = kFanout;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (keys[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

int main() {
  uint64_t word = 1;
  uint32_t found = 0;
  for (uint32_t i = 0; i < kFanout; ++i) keys[i] = i * 100;
  for (uint32_t i = 0; i < kTimes; ++i) {
    CountRewindBegin();
    CountRewindRecordInList(&word, i);
    CountRewindRecordInBucket(&word, i);
    CountRewindEnd();
    CountNvLoggingRecord(i, Next() % 1000, i);
    CountNvLoggingPersisted(i);
    CountBaseRecords(Next() % 1000, i / 10, i);
    found += CountNodeSearch(Next() % (kFanout * 100));
  }
  std::printf("%u\n", found);
}
