// The structures of NV-Disk with decentralized logging for the interface: private buffers, the log
// file, the masters.
#include <algorithm>
#include <cstddef>
#include <cstdio>

#include "scheme/contract/record_fields.h"
#include "scheme/systems/nv_disk_decentralized/chunks.h"

namespace afterimage::distributed {
namespace {

// A long log shows its latest records.
constexpr size_t kMostInFile = 64;

void GsnLabel(char (&label)[24], Lsn gsn) {
  std::snprintf(label, sizeof label, "%u", static_cast<unsigned>(gsn));
}

}  // namespace

void Chunks::Describe(Inspector& inspector) {
  ArenaVector<InFile> in_file{ArenaAllocator<InFile>(arena_)};
  FindInFile(in_file);
  DescribeBuffers(inspector, in_file);
  DescribeMasters(inspector);
  DescribeFile(inspector, in_file);
}

void Chunks::DescribeBuffers(Inspector& inspector, const ArenaVector<InFile>& in_file) {
  static constexpr Text kWritten = {"in the log file", "已在日志文件中"};
  inspector.BeginStructure(kRecords);
  for (const Buffer* buffer = oldest_; buffer; buffer = buffer->newer) {
    for (const Entry& entry : buffer->entries) {
      char label[24];
      GsnLabel(label, entry.gsn);
      RecordHeader header;
      std::memcpy(&header, dram_.At(buffer->dram) + entry.at, sizeof header);
      inspector.BeginItem(static_cast<uint32_t>(entry.gsn), label, OwnerOf(header));
      DescribeRecord(inspector, kRecords, Tier::kDram, buffer->dram + entry.at, header, schema_);
      const auto written = [&](const InFile& record) {
        return record.durable && record.header.gsn == entry.gsn;
      };
      if (std::any_of(in_file.begin(), in_file.end(), written)) {
        inspector.Tag(kWritten);
        inspector.Judged();
      }
      inspector.EndItem();
    }
  }
  inspector.EndStructure();
}

void Chunks::DescribeMasters(Inspector& inspector) {
  static constexpr Text kSequence = {"sequence", "序号"};
  static constexpr Text kFirst = {"first position needed", "所需最早位置"};
  static constexpr Text kNextGsn = {"next GSN", "下一 GSN"};
  static constexpr const char* kNames[] = {"0", "1"};
  inspector.BeginStructure(kAnchors, 0, 0, file_.tier());
  for (uint32_t i = 0; i < 2; ++i) {
    ChunkMaster master;
    file_.PeekNewest(uint64_t{i} * Block(), &master, sizeof master);
    inspector.BeginItem(i, kNames[i], 0, master.magic == 0);
    const auto field = [&](const Text& name, size_t offset) {
      inspector.Field(
          {.name = name,
           .tier = file_.tier(),
           .address = static_cast<Address>(file_.address(uint64_t{i} * Block()) + offset),
           .size = 8});
    };
    field(kSequence, offsetof(ChunkMaster, sequence));
    field(kFirst, offsetof(ChunkMaster, first));
    field(kNextGsn, offsetof(ChunkMaster, next_gsn));
    inspector.EndItem();
  }
  inspector.EndStructure();
}

// Across the end of the file.
void Chunks::PeekAt(uint64_t place, void* out, uint32_t size) {
  const auto part = static_cast<uint32_t>(std::min<uint64_t>(size, Total() - place % Total()));
  file_.PeekNewest(Offset(place), out, part);
  if (part < size) file_.PeekNewest(Offset(0), static_cast<uint8_t*>(out) + part, size - part);
}

bool Chunks::PeekChunk(uint64_t place, ChunkHeader* chunk) {
  PeekAt(place, chunk, sizeof *chunk);
  if (chunk->magic != kMagic || chunk->place != place || chunk->bytes < sizeof *chunk) return false;
  if (chunk->bytes > std::min<uint64_t>(kMostChunk, Total())) return false;
  if (known_) return true;
  ArenaVector<uint8_t> bytes{chunk->bytes, ArenaAllocator<uint8_t>(arena_)};
  PeekAt(place, bytes.data(), chunk->bytes);
  return chunk->checksum == ChecksumOf(*chunk, bytes.data() + sizeof *chunk);
}

void Chunks::FindInFile(ArenaVector<InFile>& records) {
  uint64_t first = first_, end = end_, sequence = 0;
  // Restart has not found the log yet: what it will find.
  for (uint32_t i = 0; i < 2 && !known_; ++i) {
    ChunkMaster master;
    file_.PeekDurable(uint64_t{i} * Block(), &master, sizeof master);
    if (!Plausible(master) || master.checksum != ChecksumOf(master) || master.sequence < sequence)
      continue;
    sequence = master.sequence;
    first = master.first;
    end = first + Window();
  }
  const uint64_t limit = first / params_.partition_bytes * params_.partition_bytes + Total();
  for (uint64_t place = first; place < std::min(end, limit);) {
    ChunkHeader chunk;
    if (!PeekChunk(place, &chunk)) {
      place += Block();
      continue;
    }
    for (uint32_t at = sizeof chunk; at + sizeof(RecordHeader) <= chunk.bytes;) {
      InFile record;
      // A record that goes on at the file's beginning cannot be shown in one piece.
      if (place % Total() + at + sizeof record.header > Total()) break;
      PeekAt(place + at, &record.header, sizeof record.header);
      if (!Sane(record.header, engine_->page_limit()) ||
          place % Total() + at + record.header.bytes() > Total())
        break;
      RecordHeader durable;
      file_.PeekDurable(Offset(place + at), &durable, sizeof durable);
      record.durable = std::memcmp(&durable, &record.header, sizeof durable) == 0;
      record.chunk = place;
      record.place = place + at;
      records.push_back(record);
      at += Aligned(record.header.bytes());
    }
    place += std::max(RoundUp(chunk.bytes), Block());
    if (!known_) end = place + Window();
  }
}

// Chunk by chunk, as the device's bytes have it, with what is on its way; one that a power cut or a
// writer left half written has no records to show.
void Chunks::DescribeFile(Inspector& inspector, const ArenaVector<InFile>& records) {
  static constexpr Text kChunk = {"chunk at position", "块位于"};
  inspector.BeginStructure(kFile, 0, 0, file_.tier());
  for (size_t i = records.size() > kMostInFile ? records.size() - kMostInFile : 0;
       i < records.size(); ++i) {
    const InFile& record = records[i];
    char label[24];
    GsnLabel(label, record.header.gsn);
    inspector.BeginItem(static_cast<uint32_t>(record.header.gsn), label, OwnerOf(record.header));
    DescribeRecord(inspector, kFile, file_.tier(), file_.address(Offset(record.place)),
                   record.header, schema_);
    inspector.TagNumber(kChunk, record.chunk);
    inspector.EndItem();
  }
  inspector.EndStructure();
}

}  // namespace afterimage::distributed
