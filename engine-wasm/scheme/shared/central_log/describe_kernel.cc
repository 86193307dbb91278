// The operating system's copies of the log's file: pages in the kernel's memory, the inode, and the
// file system's journal. They are shown if the file's pages are cached.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>

#include "scheme/contract/record_fields.h"
#include "scheme/shared/central_log/aries_log.h"
#include "tier/files/disk_file.h"

namespace afterimage::aries {
namespace {

constexpr Text kKindName = {"kind", "类型"};
constexpr Text kRecordName = {"record", "记录"};
constexpr Text kAfterName = {"after", "后像"};
constexpr Text kInodeChanged = {"changed at ns", "修改于 ns"};
constexpr Text kInodeSize = {"bytes", "字节"};
constexpr Text kCommitNumber = {"sequence", "序号"};
constexpr Text kPageDirty = {"newer than the disk", "比磁盘新"};
constexpr Text kPageComing = {"being read", "读入中"};
constexpr Text kPageLeaving = {"being written", "写出中"};

constexpr uint32_t kFilePage = StructureInfo::kPageOfFile;
static_assert(kFilePage == DiskFile::kPageBytes);
// The latest pages of a long log that are shown, and the records of each.
constexpr size_t kMostPages = 4;
constexpr size_t kMostInPages = 48;

// The kernel's address of the inode: behind everything that the database has in DRAM. Pages have
// the addresses of the log's disk.
constexpr Address kInodeAddress = 0x7fffff00;
// The block of the inode in a commit of the journal, and the inode itself, which is its original.
constexpr uint32_t kInodeBlock = 1;

void NumberField(Inspector& inspector, const Text& name, Tier tier, Address address) {
  inspector.Field({.name = name, .tier = tier, .address = address, .size = 8});
}

void DescribeInode(Inspector& inspector, Tier tier, Address at) {
  NumberField(inspector, kInodeChanged, tier, static_cast<Address>(at + offsetof(Inode, changed)));
  NumberField(inspector, kInodeSize, tier, static_cast<Address>(at + offsetof(Inode, size)));
}

}  // namespace

void AriesLog::DescribeKernel(Inspector& inspector) {
  const DiskFile* file = log_.file().cached_file();
  if (!file) return;
  DescribeKernelPages(inspector, *file);
  inspector.BeginStructure(kInode);
  inspector.BeginItem(kInodeBlock, "inode", 0);
  DescribeInode(inspector, Tier::kDram, kInodeAddress);
  inspector.EndItem();
  inspector.EndStructure();
  DescribeJournal(inspector, *file);
}

void AriesLog::DescribeKernelPages(Inspector& inspector, const DiskFile& file) {
  ArenaVector<RecordHeader> headers{ArenaAllocator<RecordHeader>(arena_)};
  log_.HeadersRead(headers, kMostInPages);
  const auto page_of = [&](const RecordHeader& header) {
    return log_.FileOffset(header.lsn) / kFilePage;
  };
  ArenaVector<uint64_t> pages{ArenaAllocator<uint64_t>(arena_)};
  for (size_t i = headers.size(); i-- > 0 && pages.size() < kMostPages;) {
    const uint64_t page = page_of(headers[i]);
    const bool known = std::find(pages.begin(), pages.end(), page) != pages.end();
    if (!known && file.StateOf(page) != DiskFile::PageState::kAbsent) pages.push_back(page);
  }
  const DiskFile::Pages read = file.latest_read();
  for (uint64_t page = read.first; page < read.first + read.count; ++page) {
    const bool there = read.coming || file.StateOf(page) != DiskFile::PageState::kAbsent;
    if (there && pages.size() < kMostPages &&
        std::find(pages.begin(), pages.end(), page) == pages.end())
      pages.push_back(page);
  }
  std::sort(pages.begin(), pages.end());
  inspector.BeginStructure(kKernelPages);
  for (const uint64_t page : pages) {
    char label[24];
    std::snprintf(label, sizeof label, "%llu", static_cast<unsigned long long>(page));
    inspector.BeginItem(file.address(page * kFilePage) / kFilePage, label, 0);
    const DiskFile::PageState state = file.StateOf(page);
    if (state == DiskFile::PageState::kAbsent) inspector.Tag(kPageComing);
    if (state == DiskFile::PageState::kDirty) inspector.Tag(kPageDirty);
    if (state == DiskFile::PageState::kLeaving) inspector.Tag(kPageLeaving);
    for (const RecordHeader& header : headers) {
      if (page_of(header) == page && state != DiskFile::PageState::kAbsent)
        DescribeKernelRecord(inspector, file.address(log_.FileOffset(header.lsn)), header);
    }
    inspector.EndItem();
  }
  inspector.EndStructure();
}

// Describes a record in few words: the owner of the copy says the rest.
void AriesLog::DescribeKernelRecord(Inspector& inspector, Address at, const RecordHeader& header) {
  char label[24];
  std::snprintf(label, sizeof label, "%llu", static_cast<unsigned long long>(header.lsn));
  inspector.BeginItem(static_cast<uint32_t>(header.lsn), label, header.label);
  const auto kind = static_cast<ChangeKind>(header.change);
  if (header.changes_page() && kind != ChangeKind::kBytes) {
    const TableInfo& table = TableOf(schema_, header.table);
    inspector.Field(KeyField(kRecordName, Tier::kDram,
                             static_cast<Address>(at + offsetof(RecordHeader, key)), table,
                             header.index));
    if (header.after_bytes > 0)
      inspector.Field(ImageField(kAfterName, Tier::kDram,
                                 static_cast<Address>(at + sizeof header + header.before_bytes),
                                 header.after_bytes, table, kind));
  } else {
    DescribeKind(inspector, kKindName, Tier::kDram, at);
  }
  inspector.EndItem();
}

// The latest commit, as the disk has its blocks or is about to have them.
void AriesLog::DescribeJournal(Inspector& inspector, const DiskFile& file) {
  const uint32_t blocks = file.journal_blocks();
  if (blocks == 0) return;
  inspector.BeginStructure(kJournal);
  const auto begin = [&](uint32_t block, const char* label) {
    const Address at = file.JournalAddress(block);
    inspector.BeginItem(block, label, 0);
    return at;
  };
  const auto header = [&](Address at) {
    NumberField(inspector, kCommitNumber, Tier::kDisk,
                static_cast<Address>(at + offsetof(JournalHeader, sequence)));
    inspector.EndItem();
  };
  if (blocks > 1) header(begin(0, "descriptor"));
  if (blocks > 2) {
    DescribeInode(inspector, Tier::kDisk, begin(kInodeBlock, "inode"));
    inspector.EndItem();
  }
  header(begin(blocks - 1, "commit"));
  inspector.EndStructure();
}

bool AriesLog::ReadKernel(Address address, uint32_t size, uint8_t* out) const {
  // Reading has no effect on a file, though it counts how often its sectors are looked at.
  File& file = const_cast<File&>(log_.file());
  const DiskFile* cached = file.cached_file();
  if (!cached) return false;
  if (address >= kInodeAddress && uint64_t{address} - kInodeAddress + size <= sizeof(Inode)) {
    std::memcpy(out, reinterpret_cast<const uint8_t*>(&cached->inode()) + (address - kInodeAddress),
                size);
    return true;
  }
  const uint64_t first = file.address(0);
  if (address < first || address - first + size > file.size()) return false;
  file.Peek(address - first, out, size);
  return true;
}

}  // namespace afterimage::aries
