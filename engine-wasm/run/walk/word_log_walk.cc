#include "run/walk/word_log_walk.h"

#include <map>

namespace afterimage {
namespace {

constexpr Text kLogNode = {"node of the log", "日志结点"};
constexpr Text kLogCell = {"cell", "单元"};
constexpr Text kLogRecord = {"log record at", "日志记录，地址"};
constexpr Text kLogWalked = {"log records walked in NVM", "在 NVM 中走过的日志记录"};

constexpr Text kLogHeader = {"A word says which of two headers the log's list has.",
                             "有一个字说明日志链表使用两个表头中的哪一个。"};
constexpr Text kLogOpen = {"No operation on the log's list is open.", "日志链表没有未完成的操作。"};
constexpr Text kLogLinks = {"The links of the log's list agree in both directions.",
                            "日志链表的前向与后向指针一致。"};
constexpr Text kLogCells = {"A cell of a bucket is empty, a gap, or leads to a line of its own.",
                            "桶的单元或为空，或为空缺，或指向自己独有的一行。"};
constexpr Text kLogIndex = {
    "In Batch the cells before the index are taken, and all behind it empty.",
    "在 Batch 中，索引之前的单元都已占用，之后的都为空。"};
constexpr Text kLogGaps = {"A bucket without a record is the list's last one.",
                           "没有记录的桶只能是链表的最后一个。"};
constexpr Text kLogTree = {"The tree over the log is an AVL tree of its records by their LSNs.",
                           "日志之上的树是按 LSN 组织记录的 AVL 树。"};
constexpr Text kLogIdle = {"The tree over the log has no change under way.",
                           "日志之上的树没有进行中的修改。"};
constexpr Text kLogSense = {"A log record says what it is, and its LSN has been given out once.",
                            "日志记录说明自己的类型，其 LSN 只分配过一次。"};
constexpr Text kLogEnded = {"A transaction with log records has its END there.",
                            "在日志中有记录的事务，其 END 也在日志中。"};
constexpr Text kLogFree = {"DRAM counts as free what the log does not lead to, and nothing else.",
                           "DRAM 计为空闲的恰是日志没有指向的部分。"};
constexpr Text kLogKept = {"No place in the log is kept for transactions that have ended.",
                           "日志中没有为已结束的事务保留位置。"};

constexpr uint32_t kLogLine = 64, kLogWordBytes = 8;
// A header: head, tail, lastTail, toAppend, toRemove. A node: next, prior, element, and in Batch
// the index.
constexpr uint32_t kLogHeadAt = 0, kLogTailAt = 8, kLogToAppendAt = 24, kLogToRemoveAt = 32;
constexpr uint32_t kLogNextAt = 0, kLogPriorAt = 8, kLogElementAt = 16, kLogIndexAt = 24;
constexpr uint64_t kLogGap = 1;
// A node of the tree: key, left, right, height, record.
constexpr uint32_t kLogKeyAt = 0, kLogLeftAt = 8, kLogRightAt = 16, kLogHeightAt = 24,
                   kLogRecordAt = 32;
constexpr uint32_t kLogMostDepth = 48;
// A record: LSN 8, transaction 4, label 2, type 1, committed 1, address 8.
constexpr uint32_t kLogTransactionAt = 8, kLogTypeAt = 14, kLogCommittedAt = 15, kLogAddressAt = 16;
constexpr uint32_t kLogHeadOfRecord = 24;
constexpr uint8_t kLogDelete = 3, kLogEnd = 5, kLogCheckpoint = 6;

uint64_t LogLinesOf(uint64_t bytes) { return (bytes + kLogLine - 1) / kLogLine * kLogLine; }

}  // namespace

void WordLogWalk::Run(std::set<uint64_t>* deleted) {
  deleted_ = deleted;
  header_ = device_.Word(log_.in_use);
  const bool known = header_ == log_.headers[0] || header_ == log_.headers[1];
  if (!check_.Expect(known, kLogHeader)) return;
  const bool open =
      device_.Word(header_ + kLogToAppendAt) != 0 || device_.Word(header_ + kLogToRemoveAt) != 0;
  if (!check_.Expect(!open, kLogOpen)) return;
  if (log_.tree) {
    WalkTree();
  } else {
    WalkList();
  }
  check_.Expect(log_.kept == 0, kLogKept);
}

// --- Lists ---------------------------------------------------------------------------------------

// At least two buckets, from the start of the area, and behind them a line for each of their cells.
WordLogWalk::List WordLogWalk::Buckets(uint32_t records) const {
  List list{header_, log_.area, 0, 0, log_.bucket_records, 0, 0};
  list.stride = kLogLine + LogLinesOf(uint64_t{log_.bucket_records} * kLogWordBytes);
  list.count = std::max(2u, (records + log_.bucket_records - 1) / log_.bucket_records);
  list.records = list.first + list.count * list.stride;
  list.lines = list.count * log_.bucket_records;
  return list;
}

bool WordLogWalk::ReadNodes(const List& list, Content* content) {
  uint64_t prior = 0;
  for (uint64_t node = device_.Word(list.header + kLogHeadAt); node != 0;) {
    const bool inside = node >= list.first && node < list.first + list.count * list.stride &&
                        (node - list.first) % list.stride == 0 &&
                        content->nodes.size() < list.count;
    if (!check_.Expect(inside && device_.Word(node + kLogPriorAt) == prior &&
                           device_.Word(node + kLogElementAt) == node + kLogLine,
                       kLogLinks, {{kLogNode, node}}))
      return false;
    content->nodes.push_back(node);
    prior = node;
    node = device_.Word(node + kLogNextAt);
  }
  return check_.Expect(device_.Word(list.header + kLogTailAt) == prior, kLogLinks,
                       {{kLogNode, prior}});
}

void WordLogWalk::TakeCell(const List& list, uint64_t bucket, uint32_t cell, Content* content) {
  const uint64_t word = device_.Word(bucket + kLogLine + uint64_t{cell} * kLogWordBytes);
  if (word == 0 || word == kLogGap) return;
  const bool own = word >= list.records && word < list.records + uint64_t{list.lines} * kLogLine &&
                   word % kLogLine == 0 && seen_.insert(word).second;
  if (check_.Expect(own, kLogCells, {{kLogNode, bucket}, {kLogCell, cell}}))
    content->records.push_back(word);
}

void WordLogWalk::ReadCells(const List& list, bool batch, Content* content) {
  for (const uint64_t bucket : content->nodes) {
    const bool last = bucket == content->nodes.back();
    const size_t before = content->records.size();
    uint32_t taken = 0;
    for (uint32_t cell = 0; cell < list.cells; ++cell) {
      const bool zero = device_.Word(bucket + kLogLine + uint64_t{cell} * kLogWordBytes) == 0;
      if (!zero && batch)
        check_.Expect(taken == cell, kLogIndex, {{kLogNode, bucket}, {kLogCell, cell}});
      if (!zero) taken = cell + 1;
      TakeCell(list, bucket, cell, content);
    }
    if (batch) {
      const bool whole =
          device_.Word(bucket + kLogIndexAt) == taken && (last || taken == list.cells);
      check_.Expect(whole, kLogIndex, {{kLogNode, bucket}});
    }
    if (last)
      content->left = list.cells - taken;
    else
      check_.Expect(content->records.size() > before, kLogGaps, {{kLogNode, bucket}});
  }
}

void WordLogWalk::WalkList() {
  Content content;
  List list{header_, log_.area, 2 * kLogLine, log_.records, 0, 0, log_.records};
  if (log_.bucket_records > 0) list = Buckets(log_.records);
  if (!ReadNodes(list, &content)) return;
  if (list.cells > 0) {
    ReadCells(list, log_.batch, &content);
  } else {
    for (const uint64_t node : content.nodes) content.records.push_back(node + kLogLine);
  }
  if (!check_.holds()) return;
  TakeRecords(content.records);
  const auto nodes = static_cast<uint32_t>(content.nodes.size());
  const auto records = static_cast<uint32_t>(content.records.size());
  const uint32_t places =
      list.cells > 0 ? (list.count - nodes) * list.cells + content.left : list.count - nodes;
  check_.Expect(log_.free_places == places && log_.free_records == list.lines - records, kLogFree);
}

// --- Two layers ----------------------------------------------------------------------------------

// Behind the buckets: a line with the word that leads to the root, nodes, records, a line each.
void WordLogWalk::WalkTree() {
  Content inner;
  const List list = Buckets(log_.tree_records);
  if (!ReadNodes(list, &inner)) return;
  ReadCells(list, false, &inner);
  check_.Expect(inner.records.empty(), kLogIdle);
  const uint64_t root = list.records + uint64_t{list.lines} * kLogLine;
  tree_nodes_ = root + kLogLine;
  std::vector<uint64_t> records;
  ReadNode(device_.Word(root), 0, ~uint64_t{0}, 0, &records);
  if (!check_.holds()) return;
  TakeRecords(records);
  const auto free = static_cast<uint32_t>(log_.records - records.size());
  check_.Expect(log_.free_places == free && log_.free_records == free, kLogFree);
}

uint64_t WordLogWalk::ReadNode(uint64_t node, uint64_t below, uint64_t above, uint32_t depth,
                               std::vector<uint64_t>* records) {
  if (node == 0 || !check_.holds()) return 0;
  const uint64_t nodes_end = tree_nodes_ + uint64_t{log_.records} * kLogLine;
  const auto is_line = [](uint64_t address, uint64_t from, uint64_t to) {
    return address >= from && address < to && address % kLogLine == 0;
  };
  const bool inside = is_line(node, tree_nodes_, nodes_end) && depth < kLogMostDepth;
  if (!check_.Expect(inside && seen_.insert(node).second, kLogTree, {{kLogNode, node}})) return 0;
  const uint64_t key = device_.Word(node + kLogKeyAt), record = device_.Word(node + kLogRecordAt);
  const bool own = is_line(record, nodes_end, nodes_end + uint64_t{log_.records} * kLogLine) &&
                   seen_.insert(record).second && device_.Word(record) == key;
  if (!check_.Expect(own && key > below && key < above, kLogTree, {{kLogNode, node}})) return 0;
  const uint64_t left = ReadNode(device_.Word(node + kLogLeftAt), below, key, depth + 1, records);
  records->push_back(record);
  const uint64_t right = ReadNode(device_.Word(node + kLogRightAt), key, above, depth + 1, records);
  const uint64_t height = 1 + std::max(left, right);
  check_.Expect(
      height - 1 <= std::min(left, right) + 1 && device_.Word(node + kLogHeightAt) == height,
      kLogTree, {{kLogNode, node}});
  return height;
}

// --- Records -------------------------------------------------------------------------------------

void WordLogWalk::TakeRecords(const std::vector<uint64_t>& records) {
  check_.Count(kLogWalked, records.size());
  std::set<uint64_t> lsns;
  std::map<uint32_t, bool> ended, committed;
  std::vector<std::pair<uint32_t, uint64_t>> deletes;
  std::vector<uint8_t> bytes(kLogHeadOfRecord);
  for (const uint64_t at : records) {
    device_.Read(Tier::kNvm, static_cast<Address>(at), kLogHeadOfRecord, bytes.data());
    const uint64_t lsn = NumberIn(bytes, 0, 8);
    const auto txn = static_cast<uint32_t>(NumberIn(bytes, kLogTransactionAt, 4));
    const uint8_t type = bytes[kLogTypeAt];
    const bool sense = type > 0 && type <= kLogCheckpoint &&
                       (type == kLogCheckpoint) == (txn == 0) && lsn > 0 && lsn < log_.next_lsn &&
                       lsns.insert(lsn).second;
    if (!check_.Expect(sense, kLogSense, {{kLogRecord, at}})) return;
    if (txn != 0) ended[txn] |= type == kLogEnd;
    if (type == kLogEnd) committed[txn] = bytes[kLogCommittedAt] != 0;
    if (type == kLogDelete) deletes.emplace_back(txn, NumberIn(bytes, kLogAddressAt, 8));
  }
  for (const auto& [txn, end] : ended) check_.Expect(end, kLogEnded);
  for (const auto& [txn, block] : deletes) {
    if (committed[txn]) deleted_->insert(block);
  }
}

}  // namespace afterimage
