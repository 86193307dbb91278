#include "workload/pg_wal/wal_line.h"

#include <algorithm>

#include "workload/pg_wal/scanner.h"

namespace afterimage::replay {
namespace {

constexpr Text kNoManager = {"\"rmgr:\" and a name are expected", "此处应为 \"rmgr:\" 和名称"};
constexpr Text kNoLength = {"\"len (rec/tot):\" and two numbers are expected",
                            "此处应为 \"len (rec/tot):\" 和两个数"};
constexpr Text kLengths = {"the record is longer than the total", "记录长度大于总长度"};
constexpr Text kNoTransaction = {"\"tx:\" and a number are expected", "此处应为 \"tx:\" 和一个数"};
constexpr Text kNoLsn = {"\"lsn:\" and two hexadecimal numbers are expected",
                         "此处应为 \"lsn:\" 和两个十六进制数"};
constexpr Text kNoPrevious = {"\"prev\" and two hexadecimal numbers are expected",
                              "此处应为 \"prev\" 和两个十六进制数"};
constexpr Text kNoDescription = {"\"desc:\" and an operation are expected",
                                 "此处应为 \"desc:\" 和操作名"};
constexpr Text kBlockExpected = {"a block is expected: \"blkref #0: rel 1/2/3 blk 4\"",
                                 "此处应为块：\"blkref #0: rel 1/2/3 blk 4\""};

// rel 1663/16384/16397 [fork vm] blk 581 [FPW...]
bool ParseBlock(Scanner* scan, WalBlock* out) {
  uint32_t part = 0;
  if (!scan->Number(&part) || !scan->Take(":") || !scan->Take("rel")) return false;
  scan->Spaces();
  const std::string_view from = scan->rest();
  if (!scan->Number(&part) || !scan->Take("/") || !scan->Number(&part) || !scan->Take("/") ||
      !scan->Number(&part))
    return false;
  out->relation = from.substr(0, from.size() - scan->rest().size());
  out->main_fork = !scan->Take("fork") || scan->Word() == "main";
  if (!scan->Take("blk") || !scan->Number(&out->block) || out->block == 0xffffffff) return false;
  out->image = scan->Take("FPW") || scan->Take("(FPW");
  return true;
}

constexpr std::string_view kBlockMark = "blkref #";

const Text* ParseBlocks(Scanner* scan, WalLine* out) {
  for (size_t at = scan->rest().find(kBlockMark); at != std::string_view::npos;
       at = scan->rest().find(kBlockMark)) {
    if (out->block_count == WalLine::kMaxBlocks)
      return nullptr;  // those of the first few tell where
    *scan = Scanner(scan->rest().substr(at + kBlockMark.size()));
    if (!ParseBlock(scan, &out->blocks[out->block_count])) return &kBlockExpected;
    ++out->block_count;
  }
  return nullptr;
}

// All before the description.
const Text* ParseHead(Scanner* scan, WalLine* out) {
  if (!scan->Take("rmgr:")) return &kNoManager;
  out->manager = scan->Word();
  if (out->manager.empty()) return &kNoManager;
  if (!scan->Take("len (rec/tot):") || !scan->Number(&out->bytes) || !scan->Take("/") ||
      !scan->Number(&out->total))
    return &kNoLength;
  if (out->bytes > out->total) return &kLengths;
  if (!scan->Take(",") || !scan->Take("tx:") || !scan->Number(&out->xid)) return &kNoTransaction;
  if (!scan->Take(",") || !scan->Take("lsn:") || !scan->Position(&out->lsn)) return &kNoLsn;
  uint64_t before = 0;
  if (!scan->Take(",") || !scan->Take("prev") || !scan->Position(&before)) return &kNoPrevious;
  if (!scan->Take(",") || !scan->Take("desc:")) return &kNoDescription;
  out->operation = scan->Word();
  return out->operation.empty() ? &kNoDescription : nullptr;
}

// Texts written by people may look like anything: messages and the names of prepared transactions.
bool HoldsForeignText(const WalLine& line) {
  return line.manager == "LogicalMessage" || line.operation == "PREPARE";
}

const Text* ParseRecord(Scanner* scan, WalLine* out) {
  if (const Text* reason = ParseHead(scan, out)) return reason;
  const size_t init = out->operation.find("+INIT");
  out->fresh_page = init != std::string_view::npos;
  if (out->fresh_page) out->operation = out->operation.substr(0, init);
  out->description = scan->rest();
  if (HoldsForeignText(*out)) return nullptr;
  const size_t blocks = out->description.find(kBlockMark);
  out->description = out->description.substr(0, blocks);
  return blocks == std::string_view::npos ? nullptr : ParseBlocks(scan, out);
}

}  // namespace

const Text* ParseWalLine(std::string_view line, WalLine* out, uint32_t* column) {
  *out = WalLine();
  Scanner scan(line);
  const Text* reason = ParseRecord(&scan, out);
  scan.Spaces();
  *column = static_cast<uint32_t>(line.size() - scan.rest().size()) + 1;
  return reason;
}

bool WalLine::Number(std::string_view name, uint32_t index, uint32_t* value) const {
  for (size_t at = description.find(name); at != std::string_view::npos;
       at = description.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at > 0 && IsWord(description[at - 1])) ||
        (end < description.size() && IsWord(description[end])))
      continue;
    if (index-- > 0) continue;
    Scanner scan(description.substr(end));
    scan.Take(":");
    return scan.Number(value);
  }
  return false;
}

bool WalLine::FirstNumber(uint32_t* value) const { return Scanner(description).Number(value); }

bool WalLine::Says(std::string_view word) const {
  for (size_t at = description.find(word); at != std::string_view::npos;
       at = description.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !IsWord(description[at - 1])) &&
        (end == description.size() || !IsWord(description[end])))
      return true;
  }
  return false;
}

uint32_t WalLine::Numbers(std::string_view name, uint32_t* values, uint32_t most) const {
  const size_t at = description.find(name);
  if (at == std::string_view::npos) return 0;
  Scanner scan(description.substr(at + name.size()));
  if (!scan.Take(":") || !scan.Take("[")) return 0;
  uint32_t count = 0;
  while (count < most && scan.Number(&values[count])) {
    ++count;
    scan.Take(",");
  }
  return count;
}

uint32_t EndedTransaction(const WalLine& line) {
  const bool prepared = line.operation == "COMMIT_PREPARED" || line.operation == "ABORT_PREPARED";
  uint32_t xid = 0;
  if (!prepared) return line.xid;
  if (line.Number("xid", 0, &xid)) return xid;
  // "900: 2025-03-01 10:00:01": the number before a colon and a space.
  const std::string_view text = line.description;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!IsDigit(text[at]) || (at > 0 && (IsWord(text[at - 1]) || text[at - 1] == ':'))) continue;
    Scanner scan(text.substr(at));
    if (scan.Number(&xid) && scan.rest().substr(0, 2) == ": ") return xid;
  }
  return line.xid;
}

uint32_t NextSubtransaction(std::string_view description, size_t* at) {
  constexpr std::string_view kName = "subxacts:";
  if (*at == 0) {
    const size_t list = description.find(kName);
    if (list == std::string_view::npos) return 0;
    *at = list + kName.size();
  }
  Scanner scan(description.substr(*at));
  uint32_t xid = 0;
  if (!scan.Number(&xid)) return 0;
  *at = description.size() - scan.rest().size();
  return xid;
}

}  // namespace afterimage::replay
