// Reading the log after a power cut, checking it, and showing it.
#include <cstdio>
#include <cstring>

#include "scheme/systems/scm_logging/log.h"

namespace afterimage::scm_logging {
namespace {

// A long log shows its latest records.
constexpr size_t kMostShown = 48;

}  // namespace

// --- Recovery ------------------------------------------------------------------------------------

bool ScmLog::ReadAnchors(Thread& thread) {
  uint64_t super[2];
  nvm_.Load(0, super, sizeof super);
  nvm_.ChargeLoad(thread, Category::kLogWork, 0, kFirst);
  ring_.head = ring_.archived = forgotten_ = nvm_.LoadWord(kHead);
  return super[0] == kMagic && super[1] == params_.log_bytes && ring_.head >= kFirstPlace &&
         LogRing::WholeLines(ring_.head);
}

bool ScmLog::Sane(const RecordHeader& header) const {
  return wal::Sane(header, engine_->page_limit()) &&
         header.log <= static_cast<uint8_t>(wal::Mark::kWhole) &&
         (header.gsn == LsnAt(header.place) || lap_unchecked_);
}

Task<bool> ScmLog::Collect(Thread& thread, ArenaVector<Found>& records) {
  thread.At({wal::kRecoverAnchors, wal::kAnchors, 0});
  const bool sane = ReadAnchors(thread);
  co_await nvm_.AwaitReads(thread);
  co_await Note(thread, EventKind::kCheck,
                {.tier = Tier::kNvm, .address = kHead, .a = sane ? 1u : 0u});
  if (!thread.Holds(sane)) co_return false;
  uint64_t place = ring_.head, end = place;
  while (place - ring_.head < ring_.bytes) {
    Found found;
    RecordHeader& header = found.header;
    ring_.ChargeLoad(thread, Category::kLogWork, place, sizeof header);
    co_await nvm_.AwaitReads(thread);
    ring_.Load(place, &header, sizeof header);
    const bool here = lap_unchecked_ ? Sane(header) : header.place == place;
    const bool valid = here && Sane(header) &&
                       place - ring_.head + LogRing::RoundUp(header.bytes()) <= ring_.bytes;
    thread.set_broken(here && header.place != place);
    thread.At({wal::kRecoverScan, wal::kRecords, static_cast<uint32_t>(valid ? header.gsn : 0)});
    thread.set_txn(valid ? header.label : 0);
    co_await Note(thread, EventKind::kCheck,
                  {.tier = Tier::kNvm,
                   .address = ring_.At(place),
                   .size = sizeof header,
                   .a = here ? 1u : 0u});
    thread.set_broken(false);
    if (!thread.Holds(here)) break;
    if (!thread.Holds(valid)) co_return false;
    thread.At({wal::kRecoverHole, wal::kRecords, static_cast<uint32_t>(header.gsn)});
    const bool whole = Whole(header);
    co_await Note(thread, EventKind::kCheck,
                  {.tier = Tier::kNvm,
                   .address = ring_.At(place),
                   .size = sizeof header,
                   .a = whole ? 1u : 0u});
    const uint64_t next = place + LogRing::RoundUp(header.bytes());
    if (thread.Holds(whole)) {
      end = next;
      const uint32_t bytes = header.bytes() - static_cast<uint32_t>(sizeof header);
      if (bytes > 0) {
        auto* images = static_cast<uint8_t*>(arena_.Allocate(bytes));
        ring_.ChargeLoad(thread, Category::kLogWork, place + sizeof header, bytes);
        co_await nvm_.AwaitReads(thread);
        ring_.Load(place + sizeof header, images, bytes);
        found.images = images;
      }
      records.push_back(found);
    } else if (hole_is_the_end_) {
      thread.set_broken(true);
      co_await Note(thread, EventKind::kStep);
      thread.set_broken(false);
      break;
    }
    place = next;
  }
  thread.set_txn(0);
  // Holes behind the last complete record are removed, so power cuts in recovery do not fill the
  // log. This has no visible effect: no page has their LSNs.
  ring_.tail = ring_.durable = end;
  known_ = true;
  co_return true;
}

// --- Checking and showing ------------------------------------------------------------------------

// Walks by the bytes, which recovery need not have read.
template <typename Visit>
uint64_t ScmLog::Walk(const Visit& visit) const {
  const uint64_t head = nvm_.LoadWord(kHead);
  if (!LogRing::WholeLines(head)) return 0;
  uint64_t place = head;
  while (place - head < ring_.bytes) {
    RecordHeader header;
    ring_.Load(place, &header, sizeof header);
    if (header.place != place || !Sane(header) || !visit(header)) break;
    place += LogRing::RoundUp(header.bytes());
  }
  return place;
}

void ScmLog::CheckStructures(StructureCheck& check) {
  static constexpr Text kEnd = {
      "While no transaction is under way, whole records lead from the head to the log's end.",
      "没有事务运行时，从头指针到日志末尾都是完整的记录，一条引向下一条。"};
  static constexpr Text kBehind = {"Behind the log's end is no whole record.",
                                   "日志末尾之后没有完整的记录。"};
  static constexpr Text kArchived = {"What the head has passed is in the archive.",
                                     "头指针已越过的部分都在归档中。"};
  static constexpr Text kPosition = {"position", "位置"};
  static constexpr Text kRecordsCounted = {"log records", "日志记录"};
  uint64_t records = 0;
  uint64_t end = nvm_.LoadWord(kHead);
  Walk([&](const RecordHeader& header) {
    if (header.place >= ring_.tail)
      return check.Expect(!Whole(header), kBehind, {{kPosition, header.place}});
    if (!Whole(header)) return false;
    ++records;
    end = header.place + LogRing::RoundUp(header.bytes());
    return true;
  });
  check.Expect(end == ring_.tail, kEnd, {{kPosition, end}});
  check.Count(kRecordsCounted, records);
  if (!archive_) return;
  const uint64_t head = nvm_.LoadWord(kHead), from = nvm_.LoadWord(kFrom);
  const bool near = LogRing::WholeLines(from) && from <= head && head - from <= ring_.bytes;
  if (!check.Expect(near, kArchived, {{kPosition, from}})) return;
  for (uint64_t place = from; place < head;) {
    RecordHeader header;
    archive_->PeekDurable(0, place, &header, sizeof header);
    if (!check.Expect(header.place == place && Sane(header), kArchived, {{kPosition, place}}))
      return;
    place += LogRing::RoundUp(header.bytes());
  }
}

void ScmLog::Describe(Inspector& inspector) {
  static constexpr Text kPlace = {"position", "位置"};
  static constexpr Text kUnfinished = {"hole", "空洞"};
  ArenaVector<RecordHeader> headers{ArenaAllocator<RecordHeader>(arena_)};
  // Before recovery has read the log, all that bytes say; then not what was taken back.
  const uint64_t limit =
      !known_ ? ~uint64_t{0} : ring_.tail + (!open_.empty() && open_.back().place == ring_.tail);
  const uint64_t end = Walk([&](const RecordHeader& header) {
    if (header.place >= limit) return false;
    headers.push_back(header);
    return true;
  });
  inspector.BeginStructure(wal::kRecords);
  for (size_t i = headers.size() > kMostShown ? headers.size() - kMostShown : 0; i < headers.size();
       ++i) {
    const RecordHeader& header = headers[i];
    char label[24];
    std::snprintf(label, sizeof label, "%u", static_cast<unsigned>(header.gsn));
    inspector.BeginItem(static_cast<uint32_t>(header.gsn), label, header.label);
    DescribeRecord(inspector, wal::kRecords, Tier::kNvm, ring_.At(header.place), header, schema_,
                   wal::Numbers::kLsn);
    if (!Whole(header)) {
      inspector.Tag(kUnfinished);
      inspector.Judged();
    }
    inspector.EndItem();
  }
  inspector.EndStructure();
  static constexpr const char* kNames[] = {"head", "from"};
  inspector.BeginStructure(wal::kAnchors);
  for (uint32_t i = 0; i < (archive_ ? 2u : 1u); ++i) {
    inspector.BeginItem(i, kNames[i], 0);
    inspector.Field(
        {.name = kPlace, .tier = Tier::kNvm, .address = i == 0 ? kHead : kFrom, .size = 8});
    inspector.EndItem();
  }
  inspector.EndStructure();
  if (!archive_) return;
  inspector.BeginStructure(wal::kFile, 0, 0, archive_->tier());
  archive_->Describe(inspector, 0, "log file", nvm_.LoadWord(kHead), end, engine_->page_limit(),
                     wal::Numbers::kLsn);
  inspector.EndStructure();
}

}  // namespace afterimage::scm_logging
