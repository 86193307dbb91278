#include "run/walk/page_walk.h"

#include <algorithm>
#include <string>

#include "base/random.h"

namespace afterimage {
namespace {

constexpr Text kPage = {"page", "页"};
constexpr Text kSlot = {"slot", "槽"};
constexpr Text kEntry = {"entry", "索引项"};
constexpr Text kWalked = {"pages walked on the device", "在设备上走过的页"};
constexpr Text kFollowed = {"entries followed on the device", "在设备上跟随的索引项"};

constexpr Text kReadable = {"The device has every page.", "设备上有每一页。"};
constexpr Text kChecksum = {"A page's checksum is that of its bytes.", "页的校验和与其内容相符。"};
constexpr Text kNumber = {"A page on the device has its own number.", "设备上的页记有自己的页号。"};
constexpr Text kSpace = {"The records of a page fill the space behind its free end, without gaps.",
                         "页内记录恰好填满空闲区末端之后的空间，没有空隙。"};
constexpr Text kHome = {"A record is on the page that its key says.", "记录位于由其键决定的页上。"};
constexpr Text kTwice = {"A table has no key twice.", "表中没有重复的键。"};
constexpr Text kCatalog = {"The catalog leads to a root for every index of every table.",
                           "目录为每个表的每个索引给出一个根。"};
constexpr Text kAllocator = {"The allocator counts the pages in use.", "分配页记录了在用的页数。"};
constexpr Text kEither = {"A page is reachable or free, and never both.",
                          "每一页要么可达，要么空闲，不会两者兼有。"};
constexpr Text kOnce = {"One place of a tree leads to a node, no more.",
                        "树中只有一处指向某个节点。"};
constexpr Text kLevel = {"A node is one level below the one that leads to it.",
                         "节点恰比指向它的节点低一层。"};
constexpr Text kOrder = {"The keys of a node are in order.", "节点内的键有序。"};
constexpr Text kSeparator = {"The keys below a separator are at least as large as it.",
                             "分隔键之下的键都不小于该分隔键。"};
constexpr Text kRight = {"Right links lead through every level, node by node, and end there.",
                         "右指针依次连接每一层的所有节点，并在末尾结束。"};
constexpr Text kPresent = {"An entry leads to a present slot with its key.",
                           "索引项指向一个有记录的槽，且键相同。"};
constexpr Text kLedTo = {"Exactly one entry of every index leads to a record.",
                         "每个索引中恰有一项指向某条记录。"};

// A page's header: LSN 8, number 4, two numbers of 2 bytes each, checksum 4, kind 1, table + 1 of
// its owner 1, index of its owner 1, unused 1.
constexpr uint32_t kNumberAt = 8, kFirstAt = 12, kSecondAt = 14, kKindAt = 20, kTableAt = 21,
                   kIndexAt = 22, kHeader = 24;
// A slot: offset 2, value bytes 2, present 1, unused 3. A record: key 8, value.
constexpr uint32_t kSlotBytes = 8, kKeyBytes = 8;
// A node: right sibling 4, unused 4, entries of key 8 and value 8.
constexpr uint32_t kRightAt = 24, kEntriesAt = 32, kEntryBytes = 16;
constexpr uint32_t kNextAt = 24;  // of the allocator's page
constexpr uint32_t kCatalogNumber = 0, kAllocatorNumber = 1, kFirstOther = 2;
constexpr uint32_t kMostLevels = 32;

}  // namespace

PageWalk::PageWalk(const DeviceBytes& device, const PagesOnDevice& where, const Schema& schema,
                   StructureCheck& check)
    : device_(device), where_(where), schema_(schema), check_(check) {}

void PageWalk::Run() {
  if (where_.tier == Tier::kNone || !where_.complete || where_.page_bytes < kHeader) return;
  ReadEveryPage();
  check_.Count(kWalked, where_.pages);
  if (!check_.holds()) return;
  if (where_.hashed_pages > 0) {
    WalkHashFile();
  } else {
    WalkIndexes();
  }
}

bool PageWalk::ReadPage(uint32_t page, Bytes* out) const {
  out->resize(where_.page_bytes);
  const uint64_t at = uint64_t{page} * where_.page_bytes;
  return page < where_.pages && device_.Read(where_.tier, static_cast<Address>(where_.first + at),
                                             where_.page_bytes, out->data());
}

// --- Each page by itself -------------------------------------------------------------------------

void PageWalk::ReadEveryPage() {
  pages_.resize(where_.pages);
  Bytes bytes;
  for (uint32_t number = 0; number < where_.pages && check_.holds(); ++number) {
    if (!check_.Expect(ReadPage(number, &bytes), kReadable, {{kPage, number}})) return;
    pages_[number].written = !AllZeros(bytes);
    if (pages_[number].written) TakePage(number, bytes);
  }
}

void PageWalk::TakePage(uint32_t number, const Bytes& bytes) {
  Page& page = pages_[number];
  if (!check_.Expect(PageSumHolds(bytes), kChecksum, {{kPage, number}})) return;
  if (!check_.Expect(NumberIn(bytes, kNumberAt, 4) == number, kNumber, {{kPage, number}})) return;
  page.kind = static_cast<Kind>(bytes[kKindAt]);
  page.table = bytes[kTableAt];
  page.index = bytes[kIndexAt];
  if (page.kind == Kind::kRecords) TakeSlots(number, bytes, &page);
}

void PageWalk::TakeSlots(uint32_t number, const Bytes& bytes, Page* page) {
  const auto count = static_cast<uint32_t>(NumberIn(bytes, kFirstAt, 2));
  const auto free_end = static_cast<uint32_t>(NumberIn(bytes, kSecondAt, 2));
  const uint32_t size = where_.page_bytes;
  bool whole = kHeader + count * kSlotBytes <= free_end && free_end <= size;
  std::vector<std::pair<uint32_t, uint32_t>> taken;  // from, to
  for (uint32_t i = 0; whole && i < count; ++i) {
    const uint32_t at = kHeader + i * kSlotBytes;
    const auto offset = static_cast<uint32_t>(NumberIn(bytes, at, 2));
    const auto value_bytes = static_cast<uint32_t>(NumberIn(bytes, at + 2, 2));
    taken.emplace_back(offset, offset + kKeyBytes + value_bytes);
    whole = taken.back().second <= size;
    if (!whole) break;
    Slot slot;
    slot.present = bytes[at + 4] != 0;
    slot.key = NumberIn(bytes, offset, kKeyBytes);
    if (slot.present && page->table > 0 && page->table <= schema_.table_count()) {
      const TableInfo& table = schema_.table(static_cast<TableId>(page->table - 1));
      whole = value_bytes == table.value_bytes;
      if (whole && table.secondary)
        slot.secondary = table.secondary(slot.key, bytes.data() + offset + kKeyBytes);
    }
    page->slots.push_back(slot);
  }
  std::sort(taken.begin(), taken.end());
  uint32_t next = free_end;
  for (const auto& [from, to] : taken) {
    whole = whole && from == next;
    next = to;
  }
  check_.Expect(whole && next == size, kSpace, {{kPage, number}});
}

// --- A hash file ---------------------------------------------------------------------------------

void PageWalk::WalkHashFile() {
  const uint32_t pages = where_.hashed_pages;
  const bool says = pages < where_.pages && pages_[kCatalogNumber].slots.size() == 1 &&
                    pages_[kCatalogNumber].slots[0].present;
  if (!check_.Expect(says, kCatalog, {{kPage, kCatalogNumber}})) return;
  for (uint32_t number = 1; number <= pages; ++number) {
    std::vector<Key> keys;
    for (uint32_t i = 0; i < pages_[number].slots.size(); ++i) {
      const Slot& slot = pages_[number].slots[i];
      if (!slot.present) continue;
      check_.Expect(1 + Mix64(slot.key) % pages == number, kHome, {{kPage, number}, {kSlot, i}});
      keys.push_back(slot.key);
    }
    std::sort(keys.begin(), keys.end());
    const bool once = std::adjacent_find(keys.begin(), keys.end()) == keys.end();
    check_.Expect(once, kTwice, {{kPage, number}});
  }
}

// --- Heap pages and trees ------------------------------------------------------------------------

void PageWalk::WalkIndexes() {
  if (!ReadCatalog()) return;
  for (uint32_t table = 0; table < schema_.table_count(); ++table) {
    const uint32_t indexes = schema_.table(static_cast<TableId>(table)).indexes();
    for (uint32_t index = 0; index < indexes && check_.holds(); ++index)
      WalkTree(table, index, roots_[table][index]);
  }
  check_.Count(kFollowed, entries_);
  if (check_.holds()) ExpectAllLedTo();
}

// Reads the catalog's records: the table's number as key; value bytes 4, number of indexes 4, a
// root of 4 for each; and the allocator's page: the next unused page, 4.
bool PageWalk::ReadCatalog() {
  Bytes bytes;
  ReadPage(kCatalogNumber, &bytes);
  const std::vector<Slot>& slots = pages_[kCatalogNumber].slots;
  uint32_t found = 0;
  for (uint32_t i = 0; i < slots.size(); ++i) {
    if (!slots[i].present || slots[i].key >= schema_.table_count()) continue;
    const uint64_t value = NumberIn(bytes, kHeader + i * kSlotBytes, 2) + kKeyBytes;
    const TableInfo& table = schema_.table(static_cast<TableId>(slots[i].key));
    const bool same = NumberIn(bytes, value, 4) == table.value_bytes &&
                      NumberIn(bytes, value + 4, 4) == table.indexes();
    if (!same) break;
    for (uint32_t index = 0; index < table.indexes(); ++index)
      roots_[slots[i].key][index] =
          static_cast<uint32_t>(NumberIn(bytes, value + 8 + index * 4, 4));
    ++found;
  }
  if (!check_.Expect(found == schema_.table_count(), kCatalog, {{kPage, kCatalogNumber}}))
    return false;
  ReadPage(kAllocatorNumber, &bytes);
  used_ = static_cast<uint32_t>(NumberIn(bytes, kNextAt, 4));
  const bool counts = pages_[kAllocatorNumber].kind == Kind::kAllocator && used_ >= kFirstOther &&
                      used_ <= where_.pages;
  return check_.Expect(counts, kAllocator, {{kPage, kAllocatorNumber}});
}

bool PageWalk::ReadNode(uint32_t page, Node* node) const {
  Bytes bytes;
  if (page < kFirstOther || page >= where_.pages || pages_[page].kind != Kind::kNode ||
      !ReadPage(page, &bytes))
    return false;
  const auto count = static_cast<uint32_t>(NumberIn(bytes, kFirstAt, 2));
  if (kEntriesAt + count * kEntryBytes > where_.page_bytes) return false;
  node->level = static_cast<uint32_t>(NumberIn(bytes, kSecondAt, 2));
  node->right = static_cast<uint32_t>(NumberIn(bytes, kRightAt, 4));
  node->entries.clear();
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t at = kEntriesAt + i * kEntryBytes;
    node->entries.emplace_back(NumberIn(bytes, at, 8), NumberIn(bytes, at + 8, 8));
  }
  return true;
}

// Level by level, from the root down.
void PageWalk::WalkTree(uint32_t table, uint32_t index, uint32_t root) {
  Node node;
  if (!check_.Expect(ReadNode(root, &node) && node.level < kMostLevels, kCatalog, {{kPage, root}}))
    return;
  std::vector<Part> parts = {{root, 0, 0, true, true}};
  for (uint32_t level = node.level + 1; level-- > 0 && check_.holds();)
    parts = WalkLevel(parts, level, table, index);
}

std::vector<PageWalk::Part> PageWalk::WalkLevel(const std::vector<Part>& parts, uint32_t level,
                                                uint32_t table, uint32_t index) {
  std::vector<Part> below;
  uint32_t right = 0;
  for (size_t n = 0; n < parts.size(); ++n) {
    const Part& part = parts[n];
    Node node;
    const bool there = ReadNode(part.page, &node);
    if (!check_.Expect(there && node.level == level, kLevel, {{kPage, part.page}})) break;
    Page& page = pages_[part.page];
    check_.Expect(++page.reached == 1, kOnce, {{kPage, part.page}});
    check_.Expect(part.page < used_ && page.table == table + 1 && page.index == index, kEither,
                  {{kPage, part.page}});
    if (n > 0) check_.Expect(right == part.page, kRight, {{kPage, parts[n - 1].page}});
    right = node.right;
    check_.Expect(level == 0 || !node.entries.empty(), kOrder, {{kPage, part.page}});
    TakeEntries(node, part, table, index, &below);
    if (!check_.holds()) break;
  }
  if (check_.holds()) check_.Expect(right == 0, kRight, {{kPage, parts.back().page}});
  return below;
}

void PageWalk::TakeEntries(const Node& node, const Part& part, uint32_t table, uint32_t index,
                           std::vector<Part>* below) {
  for (uint32_t i = 0; i < node.entries.size(); ++i) {
    const auto [key, value] = node.entries[i];
    if (i > 0)
      check_.Expect(node.entries[i - 1].first < key, kOrder, {{kPage, part.page}, {kEntry, i}});
    // The first entry of an inner node covers all smaller keys, too.
    const bool low = part.first || (node.level > 0 && i == 0) || key >= part.from;
    const bool high = part.last || key < part.to;
    check_.Expect(low && high, kSeparator, {{kPage, part.page}, {kEntry, i}});
    if (node.level == 0) {
      Follow(table, index, part.page, i, node.entries[i]);
      continue;
    }
    const bool last = i + 1 == node.entries.size();
    Part child{static_cast<uint32_t>(value), key, last ? part.to : node.entries[i + 1].first,
               i == 0 && part.first, last && part.last};
    if (i == 0) child.from = part.from;
    below->push_back(child);
  }
}

void PageWalk::Follow(uint32_t table, uint32_t index, uint32_t leaf, uint32_t i,
                      const std::pair<Key, uint64_t>& entry) {
  ++entries_;
  const auto [key, place] = entry;
  const uint64_t number = place >> 16;
  const auto slot = static_cast<uint32_t>(place & 0xffff);
  const bool inside = number >= kFirstOther && number < used_ &&
                      pages_[number].kind == Kind::kRecords && pages_[number].table == table + 1 &&
                      slot < pages_[number].slots.size();
  if (!check_.Expect(inside, kPresent, {{kPage, leaf}, {kEntry, i}})) return;
  Slot& found = pages_[number].slots[slot];
  const bool same = found.present && (index == 0 ? found.key : found.secondary) == key;
  if (check_.Expect(same, kPresent, {{kPage, leaf}, {kEntry, i}})) ++found.entries[index];
}

void PageWalk::ExpectAllLedTo() {
  for (uint32_t number = kFirstOther; number < where_.pages && check_.holds(); ++number) {
    const Page& page = pages_[number];
    if (number >= used_) {
      check_.Expect(page.reached == 0, kEither, {{kPage, number}});
      continue;
    }
    const bool owned = page.table > 0 && page.table <= schema_.table_count();
    const bool node = page.kind == Kind::kNode;
    check_.Expect(owned && (node ? page.reached == 1 : page.kind == Kind::kRecords), kEither,
                  {{kPage, number}});
    if (!check_.holds() || node) continue;
    const uint32_t indexes = schema_.table(static_cast<TableId>(page.table - 1)).indexes();
    for (uint32_t i = 0; i < page.slots.size(); ++i) {
      for (uint32_t index = 0; page.slots[i].present && index < indexes; ++index)
        check_.Expect(page.slots[i].entries[index] == 1, kLedTo, {{kPage, number}, {kSlot, i}});
    }
  }
}

}  // namespace afterimage
