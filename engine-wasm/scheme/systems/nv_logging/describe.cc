// NV-Logging's structures, for the interface: where things are and what they are called.
#include <algorithm>
#include <cstdio>

#include "scheme/contract/record_fields.h"
#include "scheme/systems/nv_logging/log.h"

namespace afterimage::nvlog {
namespace {

constexpr Text kState = {"state", "状态"};
constexpr Text kPointer = {"object", "对象"};
constexpr Text kLsn = {"LSN", "LSN"};
constexpr Text kKind = {"kind", "类型"};
constexpr Text kRecord = {"record", "记录"};
constexpr Text kBefore = {"before", "前像"};
constexpr Text kAfter = {"after", "后像"};
constexpr Text kPage = {"page", "页"};
constexpr Text kPrev = {"prev", "前一个"};
constexpr Text kCompensates = {"compensates", "补偿"};
constexpr Text kNotWritten = {"state bit set, not written", "已置状态位但未写入"};
constexpr Text kKindNames[] = {
    {"update", "更新"}, {"commit", "提交"}, {"abort", "中止"}, {"CLR", "补偿"}};
constexpr Text kHeadName = {"log_head", "log_head"};
constexpr Text kTailName = {"log_tail", "log_tail"};

// The places of a header's fields.
constexpr uint32_t kKindAt = offsetof(ObjectHeader, kind);
constexpr uint32_t kPrevAt = offsetof(ObjectHeader, prev);
constexpr uint32_t kPageAt = offsetof(ObjectHeader, page);
constexpr uint32_t kKeyAt = offsetof(ObjectHeader, key);
constexpr uint32_t kCompensatesAt = offsetof(ObjectHeader, compensates);

void Label(char (&label)[24], Lsn lsn) {
  std::snprintf(label, sizeof label, "%u", static_cast<unsigned>(lsn));
}

void DescribeBit(Inspector& inspector, Tier tier, Address at) {
  inspector.Field({.name = kState,
                   .tier = tier,
                   .address = at + kStateOffset,
                   .size = 1,
                   .codec = Codec::kBit});
}

// Describes an empty place, with only the state bit that marks it as valid.
void DescribeNothing(Inspector& inspector, Address at, bool has_bit) {
  inspector.Field({.name = kLsn, .tier = Tier::kNvm, .address = at, .size = 8});
  if (has_bit) DescribeBit(inspector, Tier::kNvm, at);
}

// `has_bit`: the object there has a state bit.
void DescribeHeader(Inspector& inspector, Tier tier, Address at, const ObjectHeader& header,
                    const Schema& schema, bool has_bit) {
  if (header.kind == Kind::kCommit && !header.system) inspector.Commits();
  inspector.Field({.name = kLsn, .tier = tier, .address = at, .size = 8});
  inspector.Field({.name = kKind,
                   .tier = tier,
                   .address = at + kKindAt,
                   .size = 1,
                   .codec = Codec::kEnum,
                   .names = kKindNames,
                   .name_count = 4});
  if (header.kind == Kind::kUpdate || header.kind == Kind::kClr) {
    const auto kind = static_cast<ChangeKind>(header.change);
    const TableInfo& table = TableOf(schema, header.table);
    if (kind != ChangeKind::kBytes)
      inspector.Field(KeyField(kRecord, tier, at + kKeyAt, table, header.index));
    if (header.before_bytes > 0)
      inspector.Field(ImageField(kBefore, tier, at + kLineBytes, header.before_bytes, table, kind));
    if (header.after_bytes > 0) {
      inspector.Field(ImageField(kAfter, tier, at + kLineBytes + header.before_bytes,
                                 header.after_bytes, table, kind));
    }
    if (const Text* tag = ChangeTag(kind)) inspector.Tag(*tag);
    inspector.Field({.name = kPage, .tier = tier, .address = at + kPageAt, .size = 4});
  }
  if (header.kind == Kind::kClr) {
    inspector.Field({.name = kCompensates,
                     .tier = tier,
                     .address = at + kCompensatesAt,
                     .size = 8,
                     .role = FieldRole::kPointer});
    inspector.Link(tier == Tier::kDram ? kVolatileObjects : kObjects,
                   static_cast<uint32_t>(header.compensates), kCompensates);
  }
  inspector.Field(
      {.name = kPrev, .tier = tier, .address = at + kPrevAt, .size = 4, .codec = Codec::kPointer});
  if (has_bit) DescribeBit(inspector, tier, at);
}

struct Entries {
  Lsn head;
  Lsn tail;  // behind the last
};

// Between head and tail, as they are now or as the device has them.
Entries ShownEntries(Nvm& nvm, const Layout& layout) {
  Lsn head = nvm.LoadWord(Layout::kHead), tail = nvm.LoadWord(Layout::kTail);
  uint64_t durable_head = 0, durable_tail = 0;
  nvm.LoadDurable(Layout::kHead, &durable_head, sizeof durable_head);
  nvm.LoadDurable(Layout::kTail, &durable_tail, sizeof durable_tail);
  tail = std::max<Lsn>(tail, durable_tail);
  if (durable_head < head && tail - durable_head <= layout.entries) head = durable_head;
  return {head, std::min<Lsn>(tail, head + layout.entries)};
}

}  // namespace

void Log::Describe(Inspector& inspector) {
  pool_.Describe(inspector, schema_);
  ring_.Describe(inspector, pool_.live());
  DescribeObjects(inspector);
  ring_.DescribeAnchors(inspector);
  archive_.Describe(inspector, schema_);
}

void Ring::Describe(Inspector& inspector, const ArenaVector<LogObject*>& objects) const {
  const auto [head, tail] = ShownEntries(nvm_, layout_);
  inspector.BeginStructure(kRing, layout_.entries, static_cast<uint32_t>(head));
  for (Lsn lsn = head; lsn < tail; ++lsn) {
    char label[24];
    Label(label, lsn);
    ObjectHeader header;
    nvm_.Load(layout_.Object(lsn), &header, sizeof header);
    const bool mine = header.lsn == lsn;
    const LogObject* live = nullptr;
    for (const LogObject* object : objects) {
      if (object->lsn == lsn) live = object;
    }
    inspector.BeginItem(static_cast<uint32_t>(lsn), label,
                        live   ? live->owner
                        : mine ? OwnerOf(header)
                               : 0,
                        !mine && !live);
    inspector.Field({.name = kState,
                     .tier = Tier::kNvm,
                     .address = layout_.Entry(lsn) + 4,
                     .size = 1,
                     .codec = Codec::kBit});
    inspector.Field({.name = kPointer,
                     .tier = Tier::kNvm,
                     .address = layout_.Entry(lsn),
                     .size = 4,
                     .codec = Codec::kPointer});
    inspector.Link(kObjects, static_cast<uint32_t>(lsn), kPointer);
    inspector.EndItem();
  }
  inspector.Cursor({.name = kHeadName, .tier = Tier::kNvm, .address = Layout::kHead, .size = 8});
  inspector.Cursor({.name = kTailName, .tier = Tier::kNvm, .address = Layout::kTail, .size = 8});
  inspector.EndStructure();
}

void Ring::DescribeAnchors(Inspector& inspector) const {
  inspector.BeginStructure(kAnchors);
  for (uint32_t i = 0; i < 2; ++i) {
    const Text& name = i == 0 ? kHeadName : kTailName;
    inspector.BeginItem(i, name.en, 0);
    inspector.Field({.name = kLsn,
                     .tier = Tier::kNvm,
                     .address = i == 0 ? Layout::kHead : Layout::kTail,
                     .size = 8});
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void Log::DescribeObjects(Inspector& inspector) const {
  const auto [head, tail] = ShownEntries(nvm_, layout_);
  inspector.BeginStructure(kObjects);
  for (Lsn lsn = head; lsn < tail; ++lsn) {
    ObjectHeader header;
    nvm_.Load(layout_.Object(lsn), &header, sizeof header);
    const bool own = header.lsn == lsn && header.kind < Kind::kCount;
    // A set state bit marks the content as valid.
    const bool bit_set = nvm_.LoadWord(layout_.Entry(lsn)) & kEntryStateBit;
    if (!own && !bit_set) continue;
    char label[24];
    Label(label, lsn);
    inspector.BeginItem(static_cast<uint32_t>(lsn), label, own ? OwnerOf(header) : 0);
    // Zeros are no kind of record if nothing was ever written here.
    if (header.lsn == 0)
      DescribeNothing(inspector, layout_.Object(lsn), layout_.object_has_bit());
    else
      DescribeHeader(inspector, Tier::kNvm, layout_.Object(lsn), header, schema_,
                     layout_.object_has_bit());
    if (!own) {
      inspector.Tag(kNotWritten);
      inspector.Judged();
      inspector.EndItem();
      continue;
    }
    if (header.prev >= layout_.Objects() && header.prev < layout_.Bytes() &&
        header.prev % sizeof(uint64_t) == 0) {
      const uint64_t prev = nvm_.LoadWord(header.prev);
      inspector.Link(kObjects, static_cast<uint32_t>(prev), kPrev);
    }
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void ObjectPool::Describe(Inspector& inspector, const Schema& schema) const {
  static constexpr Text kStates[] = {
      {"populated", "已填写"}, {"being persisted", "持久化中"}, {"persistent", "已持久"}};
  inspector.BeginStructure(kVolatileObjects);
  for (const LogObject* object : live_) {
    const ObjectHeader header = Header(*object);
    if (object->lsn == kNoLsn || header.lsn != object->lsn) continue;
    char label[24];
    Label(label, object->lsn);
    inspector.BeginItem(static_cast<uint32_t>(object->lsn), label, OwnerOf(header));
    DescribeHeader(inspector, Tier::kDram, object->dram, header, schema, true);
    inspector.Tag(kStates[static_cast<int>(object->state)]);
    inspector.Judged();
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void Archive::Describe(Inspector& inspector, const Schema& schema) const {
  if (!params_.on) return;
  const uint32_t per_block = PerBlock();
  const auto slots = static_cast<uint32_t>(params_.bytes / BlockBytes() * per_block);
  inspector.BeginStructure(kArchive);
  for (uint32_t slot = 0; slot < slots; ++slot) {
    const auto at = static_cast<Address>(params_.base) + slot / per_block * BlockBytes() +
                    slot % per_block * layout_.object_bytes;
    ObjectHeader header;
    disk_.LoadNewest(at, &header, sizeof header);
    if (header.lsn == 0 || header.lsn % slots != slot || header.kind >= Kind::kCount) continue;
    char label[24];
    Label(label, header.lsn);
    inspector.BeginItem(static_cast<uint32_t>(header.lsn), label, OwnerOf(header));
    DescribeHeader(inspector, Tier::kDisk, at, header, schema, layout_.object_has_bit());
    inspector.EndItem();
  }
  inspector.EndStructure();
}

}  // namespace afterimage::nvlog
