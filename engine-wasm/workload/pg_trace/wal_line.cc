#include "workload/pg_trace/wal_line.h"

namespace afterimage::pg_trace {
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

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWord(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Reads from the front of a text.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::string_view rest() const { return text_; }
  void Spaces() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\t')) text_.remove_prefix(1);
  }
  // `token` behind spaces.
  bool Take(std::string_view token) {
    Spaces();
    if (text_.substr(0, token.size()) != token) return false;
    text_.remove_prefix(token.size());
    return true;
  }
  bool Number(uint32_t* value) {
    Spaces();
    uint64_t number = 0;
    size_t size = 0;
    for (; size < text_.size() && IsDigit(text_[size]); ++size) {
      number = number * 10 + static_cast<uint64_t>(text_[size] - '0');
      if (number > 0xffffffff) return false;
    }
    text_.remove_prefix(size);
    *value = static_cast<uint32_t>(number);
    return size > 0;
  }
  // Up to 8 hexadecimal digits.
  bool Hex() {
    size_t size = 0;
    const auto is_hex = [](char c) {
      return IsDigit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
    };
    while (size < text_.size() && is_hex(text_[size])) ++size;
    text_.remove_prefix(size);
    return size > 0 && size <= 8;
  }
  bool Position() {
    Spaces();
    return Hex() && Take("/") && Hex();
  }
  // Letters, digits, underscores and plus signs.
  std::string_view Word() {
    Spaces();
    size_t size = 0;
    while (size < text_.size() && (IsWord(text_[size]) || text_[size] == '+')) ++size;
    const std::string_view word = text_.substr(0, size);
    text_.remove_prefix(size);
    return word;
  }

 private:
  std::string_view text_;
};

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

const Text* ParseBlocks(std::string_view text, WalLine* out) {
  for (size_t at = text.find(kBlockMark); at != std::string_view::npos;
       at = text.find(kBlockMark, at + 1)) {
    if (out->block_count == WalLine::kMaxBlocks)
      return nullptr;  // those of the first few tell where
    Scanner scan(text.substr(at + kBlockMark.size()));
    if (!ParseBlock(&scan, &out->blocks[out->block_count])) return &kBlockExpected;
    ++out->block_count;
  }
  return nullptr;
}

}  // namespace

const Text* ParseWalLine(std::string_view line, WalLine* out) {
  *out = WalLine();
  Scanner scan(line);
  if (!scan.Take("rmgr:")) return &kNoManager;
  out->manager = scan.Word();
  if (out->manager.empty()) return &kNoManager;
  uint32_t total = 0;
  if (!scan.Take("len (rec/tot):") || !scan.Number(&out->bytes) || !scan.Take("/") ||
      !scan.Number(&total))
    return &kNoLength;
  if (out->bytes > total) return &kLengths;
  if (!scan.Take(",") || !scan.Take("tx:") || !scan.Number(&out->xid)) return &kNoTransaction;
  if (!scan.Take(",") || !scan.Take("lsn:") || !scan.Position()) return &kNoLsn;
  if (!scan.Take(",") || !scan.Take("prev") || !scan.Position()) return &kNoPrevious;
  if (!scan.Take(",") || !scan.Take("desc:")) return &kNoDescription;
  out->operation = scan.Word();
  if (out->operation.empty()) return &kNoDescription;
  const size_t init = out->operation.find("+INIT");
  out->fresh_page = init != std::string_view::npos;
  if (out->fresh_page) out->operation = out->operation.substr(0, init);
  const size_t blocks = scan.rest().find(kBlockMark);
  out->description = scan.rest().substr(0, blocks);
  return blocks == std::string_view::npos ? nullptr : ParseBlocks(scan.rest().substr(blocks), out);
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

}  // namespace afterimage::pg_trace
