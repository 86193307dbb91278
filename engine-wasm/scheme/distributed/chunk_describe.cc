// What NV-Disk with decentralized logging shows of itself: private buffers, the log file, the masters.
#include <algorithm>
#include <cstddef>
#include <cstdio>

#include "scheme/distributed/chunks.h"

namespace afterimage::distributed {
namespace {

// A long log shows its latest records.
constexpr size_t kMostInFile = 64;

void GsnLabel(char (&label)[24], Lsn gsn) { std::snprintf(label, sizeof label, "%u", static_cast<unsigned>(gsn)); }

}  // namespace

void Chunks::Describe(Inspector& inspector) {
  DescribeBuffers(inspector);
  DescribeMasters(inspector);
  DescribeFile(inspector);
}

void Chunks::DescribeBuffers(Inspector& inspector) {
  static constexpr Text kWritten = {"in the log file", "已在日志文件中"};
  inspector.BeginStructure(kRecords);
  for (const Buffer* buffer = oldest_; buffer; buffer = buffer->newer) {
    for (const Entry& entry : buffer->entries) {
      char label[24];
      GsnLabel(label, entry.gsn);
      RecordHeader header;
      std::memcpy(&header, dram_.At(buffer->dram) + entry.at, sizeof header);
      inspector.BeginItem(static_cast<uint32_t>(entry.gsn), label, buffer->label);
      DescribeRecord(inspector, Tier::kDram, buffer->dram + entry.at, header, schema_);
      if (entry.at < buffer->durable) inspector.Tag(kWritten);
      inspector.EndItem();
    }
  }
  inspector.EndStructure();
}

void Chunks::DescribeMasters(Inspector& inspector) {
  static constexpr Text kSequence = {"sequence", "序号"};
  static constexpr Text kFirst = {"first place needed", "所需最早位置"};
  static constexpr Text kNextGsn = {"next GSN", "下一 GSN"};
  static constexpr const char* kNames[] = {"master 0", "master 1"};
  inspector.BeginStructure(kAnchors, 0, 0, file_.tier());
  for (uint32_t i = 0; i < 2; ++i) {
    ChunkMaster master;
    file_.Peek(uint64_t{i} * Block(), &master, sizeof master);
    inspector.BeginItem(i, kNames[i], 0, master.magic == 0);
    const auto field = [&](const Text& name, size_t offset) {
      inspector.Field({.name = name, .tier = file_.tier(), .address = static_cast<Address>(file_.address(uint64_t{i} * Block()) + offset), .size = 8});
    };
    field(kSequence, offsetof(ChunkMaster, sequence));
    field(kFirst, offsetof(ChunkMaster, first));
    field(kNextGsn, offsetof(ChunkMaster, next_gsn));
    inspector.EndItem();
  }
  inspector.EndStructure();
}

// Chunk by chunk; one that a power cut or a writer left half written has no records to show.
void Chunks::DescribeFile(Inspector& inspector) {
  static constexpr Text kChunk = {"chunk at place", "块位于"};
  struct Standing {
    uint64_t chunk;
    uint64_t place;
    RecordHeader header;
  };
  ArenaVector<Standing> records{ArenaAllocator<Standing>(arena_)};
  for (uint64_t place = first_; place < end_;) {
    ChunkHeader chunk;
    file_.Peek(Offset(place), &chunk, sizeof chunk);
    const bool plausible = chunk.magic == kMagic && chunk.place == place && chunk.bytes <= kMostChunk;
    for (uint32_t at = sizeof chunk; plausible && at + sizeof(RecordHeader) <= chunk.bytes;) {
      RecordHeader header;
      // A record that goes on at the file's beginning cannot be shown in one piece.
      if (place % Total() + at + sizeof header > Total()) break;
      file_.Peek(Offset(place + at), &header, sizeof header);
      if (!Sane(header, engine_->page_limit()) || place % Total() + at + header.bytes() > Total()) break;
      records.push_back({place, place + at, header});
      at += Aligned(header.bytes());
    }
    place += plausible ? std::max(RoundUp(chunk.bytes), Block()) : Block();
  }
  inspector.BeginStructure(kFile, 0, 0, file_.tier());
  for (size_t i = records.size() > kMostInFile ? records.size() - kMostInFile : 0; i < records.size(); ++i) {
    const Standing& record = records[i];
    char label[24];
    GsnLabel(label, record.header.gsn);
    inspector.BeginItem(static_cast<uint32_t>(record.header.gsn), label, record.header.label);
    DescribeRecord(inspector, file_.tier(), file_.address(Offset(record.place)), record.header, schema_);
    inspector.TagNumber(kChunk, record.chunk);
    inspector.EndItem();
  }
  inspector.EndStructure();
}

}  // namespace afterimage::distributed
