// A placement by trees: its description for the interface, and its invariants. Each walk ends,
// whatever the bytes are.
#include <algorithm>
#include <cstdio>

#include "scheme/contract/record_fields.h"
#include "scheme/shared/heap/records/tree_records.h"
#include "scheme/shared/heap/story.h"
#include "scheme/shared/heap/word_field.h"

namespace afterimage::heap {

namespace {
constexpr uint32_t kMostTreesShown = 6;
constexpr uint32_t kMostTreeNodes = 32;
constexpr Text kNodeWord = {"node", "结点"};
}  // namespace

Text TreeRecords::OwnLockTitle() const { return {"a node, or a tree's root", "结点或树根"}; }
Text TreeRecords::RootTitle() const { return {"trees", "树"}; }

// The name is that of its lock.
void TreeRecords::DescribeNode(Inspector& inspector, TableId table, const BTree::Tree& tree,
                               const BTree::Node& node) const {
  static constexpr Text kLevel = {"level", "层"};
  static constexpr Text kEntries = {"entries", "项数"};
  static constexpr Text kRight = {"right", "右邻"};
  static constexpr Text kChild = {"child", "子结点"};
  static constexpr Text kFrom = {"from", "起始键"};
  static constexpr Text kKey = {"record", "记录"};
  static constexpr Text kValue = {"value", "值"};
  const TableInfo& info = schema_.table(table);
  char label[24];
  std::snprintf(label, sizeof label, "#%u",
                static_cast<unsigned>(btree_.LockNumber(tree, node.at)));
  inspector.BeginItem(node.at, label, 0);
  inspector.Field(WordField(kLevel, node.at + BTree::kInfoAt + 4, Codec::kUnsigned, 4));
  inspector.Field(WordField(kEntries, node.at + BTree::kInfoAt, Codec::kUnsigned, 4));
  if (node.level == 0) {
    inspector.Field(WordField(kRight, node.at + BTree::kRightAt));
    if (btree_.IsNode(node.right))
      inspector.Link(kTreeNodes, static_cast<uint32_t>(node.right), kRight);
  }
  for (uint32_t i = 0; i < node.count; ++i) {
    const Address at = node.at + BTree::kEntriesAt + i * BTree::kEntryBytes;
    const uint64_t ref = node.entries[i].ref;
    const auto target = static_cast<Address>(ref);
    if (node.level > 0) {
      if (i > 0) inspector.Field(KeyField(kFrom, Tier::kNvm, at, info, 0));
      inspector.Field(WordField(kChild, at + kWord));
      if (btree_.IsNode(ref)) inspector.Link(kTreeNodes, target, kChild);
      continue;
    }
    const bool record = IsRecord(table, ref);
    const Transaction* txn = record ? locks_.ExclusiveHolder(table, KeyOf(target)) : nullptr;
    inspector.BeginItem(record ? target : at, "", txn ? txn->label : 0);
    inspector.Field(KeyField(kKey, Tier::kNvm, at, info, 0));
    if (record)
      inspector.Field(
          ValueField(kValue, Tier::kNvm, target + shape_.value_at, info.value_bytes, info));
    inspector.EndItem();
  }
  inspector.EndItem();
}

// Describes the trees: those of a script completely, of a large database the first nodes of those
// that were changed last; level by level.
void TreeRecords::Describe(Inspector& inspector) const {
  inspector.BeginStructure(kTreeNodes);
  uint32_t trees = 0, shown = 0;
  for (uint32_t t = 0; rooted_ && t < schema_.table_count(); ++t) {
    const auto table = static_cast<TableId>(t);
    for (uint32_t i = 0; i < roots_[t].count; ++i) {
      const BTree::Tree tree = TreeNumber(table, i);
      ++trees;
      const auto newest = changed_.end() - static_cast<ptrdiff_t>(
                                               std::min<size_t>(changed_.size(), kMostTreesShown));
      const bool few = schema_.table_count() == 1 && roots_[t].count <= kMostTreesShown;
      if (!few && std::find(newest, changed_.end(), tree.root_word) == changed_.end()) continue;
      ++shown;
      const uint64_t root = nvm_.LoadWord(tree.root_word);
      inspector.BeginItem(tree.root_word, schema_.table(table).id, 0);
      inspector.Field(WordField({"root", "根"}, tree.root_word));
      if (btree_.IsNode(root))
        inspector.Link(kTreeNodes, static_cast<uint32_t>(root), {"root", "根"});
      inspector.EndItem();
      std::vector<uint64_t> nodes{root};
      for (size_t n = 0; n < nodes.size(); ++n) {
        BTree::Node node;
        if (!btree_.PlainNode(nodes[n], &node)) continue;
        DescribeNode(inspector, table, tree, node);
        for (uint32_t e = 0; node.level > 0 && e < node.count; ++e) {
          const uint64_t child = node.entries[e].ref;
          if (nodes.size() < kMostTreeNodes &&
              std::find(nodes.begin(), nodes.end(), child) == nodes.end())
            nodes.push_back(child);
        }
      }
    }
  }
  if (trees > shown) inspector.More(trees - shown);
  inspector.EndStructure();
}

// --- Checks --------------------------------------------------------------------------------------

namespace {
constexpr Text kTreeReached = {"What a tree leads to is in use, and only one way leads to it.",
                               "树指向的块都在使用中，且只有一条路通向它。"};
constexpr Text kOrder = {"Keys increase within a node and stay between those of its parent.",
                         "结点内的键递增，且介于父结点给出的界限之间。"};
constexpr Text kLevels = {"All leaves are at one depth.", "所有叶子在同一深度。"};
constexpr Text kFull = {"No node but the root is empty.", "除根以外没有空结点。"};
constexpr Text kRights = {"Leaves lead from left to right.", "叶子从左到右相连。"};
constexpr Text kSame = {"Each index leads to the same records.", "各索引指向相同的记录。"};
}  // namespace

// Nodes are checked from right to left, so that each leaf's neighbour is known.
bool TreeRecords::CheckNode(StructureCheck& check, Unreached* unreached, const BTree::Tree& tree,
                            uint64_t address, uint32_t level, Key least, Key most, uint64_t* right,
                            uint64_t* records) const {
  BTree::Node node;
  const auto found = unreached->find(address);
  if (!check.Expect(found != unreached->end() && found->second && btree_.PlainNode(address, &node),
                    kTreeReached, {{kNodeWord, address}}))
    return false;
  found->second = false;
  if (!check.Expect(node.level == level, kLevels, {{kNodeWord, address}})) return false;
  const bool root = nvm_.LoadWord(tree.root_word) == address;
  check.Expect(root || node.count > 0, kFull, {{kNodeWord, address}});
  for (uint32_t i = node.count; i-- > 0;) {
    const Key key = level > 0 && i == 0 ? least : node.entries[i].key;
    const Key bound = i + 1 < node.count ? node.entries[i + 1].key - 1 : most;
    if (!check.Expect(least <= key && key <= bound, kOrder, {{kNodeWord, address}})) return false;
    if (level > 0) {
      if (!CheckNode(check, unreached, tree, node.entries[i].ref, level - 1, key, bound, right,
                     records))
        return false;
      continue;
    }
    ++*records;
    const bool primary = tree.number + schema_.table(tree.table).indexes() <= tree.trees;
    if (!primary) continue;
    const auto record = unreached->find(node.entries[i].ref);
    if (!check.Expect(record != unreached->end() && record->second &&
                          IsRecord(tree.table, record->first) &&
                          KeyOf(static_cast<Address>(record->first)) == node.entries[i].key,
                      kTreeReached, {{kNodeWord, address}}))
      return false;
    record->second = false;
  }
  if (level == 0) {
    check.Expect(node.right == *right, kRights, {{kNodeWord, address}});
    *right = address;
  }
  return true;
}

void TreeRecords::Check(StructureCheck& check, Unreached* unreached) const {
  static constexpr Text kCheckedRecords = {"records", "记录"};
  static constexpr Text kTableWord = {"table", "表"};
  uint64_t all = 0;
  for (uint32_t t = 0; t < schema_.table_count(); ++t) {
    const auto table = static_cast<TableId>(t);
    const uint32_t indexes = schema_.table(table).indexes();
    uint64_t primary = 0, secondary = 0;
    for (uint32_t i = 0; i < roots_[t].count; ++i) {
      const BTree::Tree tree = TreeNumber(table, i);
      const uint64_t root = nvm_.LoadWord(tree.root_word);
      BTree::Node node;
      if (!check.Expect(btree_.PlainNode(root, &node), kTreeReached, {{kNodeWord, root}})) return;
      uint64_t right = 0;
      uint64_t* const records = i + indexes <= roots_[t].count ? &primary : &secondary;
      if (!CheckNode(check, unreached, tree, root, node.level, 0, ~Key{0}, &right, records)) return;
    }
    check.Expect(indexes == 1 || primary == secondary, kSame, {{kTableWord, t}});
    all += primary;
  }
  check.Count(kCheckedRecords, all);
}

}  // namespace afterimage::heap
