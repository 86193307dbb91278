// The tree of log records and its own log, for the interface. Each walk ends, whatever the bytes
// are.
#include <algorithm>
#include <cstdio>

#include "scheme/shared/heap/word_field.h"
#include "scheme/systems/rewind/story.h"
#include "scheme/systems/rewind/tree/tree_list.h"

namespace afterimage::rewind {

using heap::WordField;

namespace {

constexpr Text kTreeLsn = {"LSN", "LSN"};
constexpr Text kLeft = {"left", "左"};
constexpr Text kRight = {"right", "右"};
constexpr Text kHeight = {"height", "高度"};
constexpr Text kRecordOfNode = {"record", "记录"};
constexpr Text kRoot = {"root", "根"};
constexpr Text kFlushedRoot = {"flushed", "已刷"};
constexpr Text kUnreachable = {"unreachable", "不可达"};
constexpr Text kWordBefore = {"old", "旧值"};
constexpr Text kWordAfter = {"new", "新值"};
constexpr Text kWordAddress = {"word", "字"};
constexpr Text kKind = {"type", "类型"};
constexpr Text kEndOnly[] = {{"?", "?"}, {"?", "?"}, {"?", "?"},
                             {"?", "?"}, {"?", "?"}, {"END", "结束"}};
static_assert(sizeof kEndOnly / sizeof *kEndOnly == static_cast<uint32_t>(RecordType::kEnd) + 1);
// Names of a node's words in the code, by their places.
constexpr const char* kWordNames[AtomicTree::kNodeWords] = {"LSN", "left", "right", "height",
                                                            "record"};
// More is not shown of a tree.
constexpr uint32_t kMostTreeNodes = 32;

}  // namespace

void TreeList::DescribeNode(Inspector& inspector, Address node, bool reachable) const {
  const uint64_t record = tree_.RecordOf(node);
  char label[24];
  std::snprintf(label, sizeof label, "%u", tree_.NameAt(node));
  inspector.BeginItem(tree_.NameAt(node), label,
                      IsRecord(record) ? PlainRecord(static_cast<Address>(record)).label : 0);
  inspector.Field(WordField(kTreeLsn, node + AtomicTree::kKeyAt, Codec::kUnsigned));
  inspector.Field(WordField(kLeft, node + AtomicTree::kLeftAt));
  inspector.Field(WordField(kRight, node + AtomicTree::kRightAt));
  inspector.Field(WordField(kHeight, node + AtomicTree::kHeightAt, Codec::kUnsigned));
  inspector.Field(WordField(kRecordOfNode, node + AtomicTree::kRecordAt));
  if (tree_.Left(node) != 0) inspector.Link(kLogTree, tree_.NameAt(tree_.Left(node)), kLeft);
  if (tree_.Right(node) != 0) inspector.Link(kLogTree, tree_.NameAt(tree_.Right(node)), kRight);
  if (!reachable) {
    inspector.Tag(kUnreachable);
    inspector.Judged();
  }
  inspector.EndItem();
}

// Level by level; in the middle of an operation a node may be led to twice, or round.
void TreeList::AddNodes(Address node, ArenaVector<Address>* nodes) const {
  const auto add = [&](Address each) {
    const auto same = [&](Address other) { return tree_.KeyOf(other) == tree_.KeyOf(each); };
    if (each != 0 && nodes->size() < kMostTreeNodes &&
        std::find_if(nodes->begin(), nodes->end(), same) == nodes->end())
      nodes->push_back(each);
  };
  size_t next = nodes->size();
  add(node);
  for (; next < nodes->size(); ++next) {
    add(tree_.Left((*nodes)[next]));
    add(tree_.Right((*nodes)[next]));
  }
}

// Adds nodes until the most that are shown, since words damaged by a crash may form a cycle.
void TreeList::AddDurableNodes(ArenaVector<Address>* nodes) const {
  const auto add = [&](Address at) {
    const Address node = tree_.DurableAt(at);
    if (node != 0 && nodes->size() < kMostTreeNodes) nodes->push_back(node);
  };
  add(root_);
  for (size_t next = 0; next < nodes->size(); ++next) {
    add((*nodes)[next] + AtomicTree::kLeftAt);
    add((*nodes)[next] + AtomicTree::kRightAt);
  }
}

// The word is named by the node that holds it: `2.right`.
void TreeList::DescribeWordRecord(Inspector& inspector, Address at) const {
  const LogRecord record = PlainRecord(at);
  const auto number = static_cast<uint32_t>(record.lsn);
  const uint32_t word = record.address % kLineBytes / kWord;
  const bool end = record.type == RecordType::kEnd, of_root = record.address < nodes_;
  char label[40];
  if (end) {
    std::snprintf(label, sizeof label, "%u", number);
  } else if (of_root || word >= AtomicTree::kNodeWords) {
    std::snprintf(label, sizeof label, "%u root", number);
  } else {
    std::snprintf(label, sizeof label, "%u %u.%s", number, tree_.NameAt(record.address),
                  kWordNames[word]);
  }
  inspector.BeginItem(number, label, 0);
  if (end) {
    inspector.Field({.name = kKind,
                     .tier = Tier::kNvm,
                     .address = at + static_cast<Address>(offsetof(LogRecord, type)),
                     .size = 1,
                     .codec = Codec::kEnum,
                     .names = kEndOnly,
                     .name_count = sizeof kEndOnly / sizeof *kEndOnly});
  } else {
    const bool plain = !of_root && (word == AtomicTree::kHeightAt / kWord || word == 0);
    const auto image = [&](const Text& name, size_t offset) {
      FieldSpec field = WordField(name, at + static_cast<Address>(offset),
                                  plain ? Codec::kUnsigned : Codec::kPointer);
      field.role = FieldRole::kImage;
      inspector.Field(field);
    };
    image(kWordBefore, offsetof(LogRecord, old_word));
    image(kWordAfter, offsetof(LogRecord, new_word));
    inspector.Field(
        WordField(kWordAddress, at + static_cast<Address>(offsetof(LogRecord, address))));
  }
  inspector.EndItem();
}

// Describes everything reachable from the root, then nodes of the open operation that are not. A
// node is unreachable as long as no durable word leads to it.
void TreeList::Describe(Inspector& inspector, ArenaVector<Address>* records) const {
  ArenaVector<Address> nodes{ArenaAllocator<Address>(arena_)};
  ArenaVector<Address> inner{ArenaAllocator<Address>(arena_)};
  ArenaVector<Address> durable{ArenaAllocator<Address>(arena_)};
  AddDurableNodes(&durable);
  AddNodes(tree_.root(), &nodes);
  inner_.Describe(inspector, &inner);
  for (const Address at : inner) {
    const LogRecord record = PlainRecord(at);
    const uint64_t holder = record.address / kLineBytes * kLineBytes;
    for (const uint64_t word : {holder, record.old_word, record.new_word}) {
      if (record.type == RecordType::kUpdate && tree_.IsNode(word))
        AddNodes(static_cast<Address>(word), &nodes);
    }
  }
  if (fresh_ != 0) AddNodes(fresh_, &nodes);
  inspector.BeginStructure(kTreeRecords);
  // A record is both in its cell and with the thread while its cell is being stored.
  for (auto at = inner.begin(); at != inner.end(); ++at)
    if (std::find(inner.begin(), at, *at) == at) DescribeWordRecord(inspector, *at);
  inspector.EndStructure();
  inspector.BeginStructure(kLogTree);
  inspector.BeginItem(space_.number, "root", 0);
  inspector.Field(WordField(kRoot, root_));
  if (checkpoints_) inspector.Field(WordField(kFlushedRoot, FlushedWord(), Codec::kUnsigned));
  if (tree_.root() != 0) inspector.Link(kLogTree, tree_.NameAt(tree_.root()), kRoot);
  inspector.EndItem();
  for (const Address node : nodes) {
    const bool led_to = std::find(durable.begin(), durable.end(), node) != durable.end();
    DescribeNode(inspector, node, led_to);
    if (IsRecord(tree_.RecordOf(node))) records->push_back(tree_.RecordOf(node));
  }
  inspector.EndStructure();
  AddUnlinked(records);
}

}  // namespace afterimage::rewind
