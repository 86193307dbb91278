// Do the walks over slots, logs of words, heaps and undo pages hold at the end of a run, and name
// each rule once it is broken?
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "run/life/tier_reader.h"
#include "run/walk/walks.h"
#include "scheme/shared/pcm_slots/layout.h"
#include "scheme/systems/rewind/lists/bucket_list.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

// A run that has ended. Its bytes can be damaged before something walks over them.
class Ended final : public DeviceBytes {
 public:
  Ended(const char* scheme, const char* threads, const char* params)
      : play_(OnSmallSectors(ScriptOn(scheme, threads, params, "[]"))),
        reader_(play_.session().world()) {
    play_.To();
    EXPECT_TRUE(AllEnded(play_.session().oracle()));
    play_.session().world().engine().AddFormats(&formats);
  }
  bool Read(Tier tier, Address address, uint32_t size, uint8_t* out) const override {
    if (!reader_.Current(tier, address, size, out)) return false;
    for (const auto& [at, byte] : spoiled_) {
      if (at.first == tier && at.second >= address && at.second - address < size)
        out[at.second - address] = byte;
    }
    return true;
  }
  template <class T>
  void Put(Tier tier, uint64_t at, T value) {
    uint8_t bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    for (uint32_t i = 0; i < sizeof value; ++i)
      spoiled_[{tier, static_cast<Address>(at + i)}] = bytes[i];
  }
  void Put(uint64_t at, uint64_t word) { Put(Tier::kNvm, at, word); }
  void Flip(uint64_t at, uint64_t bits) { Put(at, Word(at) ^ bits); }
  const Schema& schema() { return play_.session().workload_to_run(); }
  StructureReport Walk() {
    StructureReport report;
    StructureCheck check(&report);
    WalkOver(*this, formats, schema(), check);
    return report;
  }

  DeviceFormats formats;

 private:
  static Script OnSmallSectors(Script script) {
    script.overrides = R"({"disk.sector_bytes": 256, "disk.write_ns": 20000})";
    return script;
  }
  Play play_;
  mutable TierReader reader_;
  std::map<std::pair<Tier, Address>, uint8_t> spoiled_;
};

struct Case {
  const char* rule;
  std::function<void(Ended&)> spoil;
};

// Each case begins with the run as it ended.
template <class Make>
void ExpectNamed(Make make, std::initializer_list<Case> cases) {
  const StructureReport whole = make().Walk();
  EXPECT_TRUE(whole.holds) << whole.broken.en << " " << whole.where_en;
  for (const Case& each : cases) {
    Ended ended = make();
    each.spoil(ended);
    const StructureReport report = ended.Walk();
    EXPECT_FALSE(report.holds) << each.rule;
    EXPECT_NE(std::string(report.broken.en).find(each.rule), std::string::npos)
        << each.rule << " but: " << report.broken.en << " " << report.where_en;
  }
}

// --- Slots ---------------------------------------------------------------------------------------

pcm::Layout LayoutOf(const Ended& ended) {
  const SlotsOnDevice& slots = ended.formats.slots;
  return {slots.transactions, slots.small,      slots.pages,
          slots.unit_bytes,   slots.page_bytes, slots.places};
}

// The first slot of a version that `is`, by its header.
uint32_t SlotOf(const Ended& ended, const std::function<bool(const pcm::SlotHeader&)>& is) {
  const pcm::Layout layout = LayoutOf(ended);
  for (uint32_t slot = 0; slot < layout.slots(); ++slot) {
    if ((ended.Word(layout.Word(0, slot)) & pcm::Layout::Bit(slot)) == 0) continue;
    pcm::SlotHeader header;
    ended.Read(Tier::kNvm, layout.Slot(slot), sizeof header, reinterpret_cast<uint8_t*>(&header));
    if (is(header)) return slot;
  }
  ADD_FAILURE() << "there is no such version";
  return 0;
}
bool IsRecord(const pcm::SlotHeader& header) { return header.slot < pcm::kIndexEntry; }
bool IsEntry(const pcm::SlotHeader& header) { return header.slot == pcm::kIndexEntry; }
bool IsPage(const pcm::SlotHeader& header) { return header.slot == pcm::kWholePage; }

// Few records fit a leaf, so that it is split: records, entries and pages are in PCM.
Ended Staged() {
  return {"pcmlogging",
          R"([["begin T1", "insert D := 1", "insert E := 2", "insert F := 3", "insert G := 4",
               "commit", "begin T2", "insert H := 5", "insert I := 6", "insert J := 7", "commit",
               "begin T3", "insert K := 8", "insert L := 1", "insert M := 2",
               "insert N := 3", "commit", "begin T4", "insert O := 8", "A := 9", "insert P := 1",
               "commit", "begin T5", "B := 4", "insert Q := 3", "commit"]])",
          R"({"placement": "btree", "page_bytes": 256, "spare_pages": 16, "slots": 64,
              "page_slots": 16, "frames": 12, "transactions": 4})"};
}

TEST(SlotWalk, NamesEachRuleThatDamageBreaks) {
  const auto at = [](const Ended& ended, uint32_t slot, uint32_t offset) {
    return uint64_t{LayoutOf(ended).Slot(slot)} + offset;
  };
  const auto record = [&](const Ended& e, uint32_t offset) {
    return at(e, SlotOf(e, IsRecord), offset);
  };
  ExpectNamed(
      Staged,
      {{"super block", [](Ended& e) { e.Flip(pcm::Layout::kSuper + 8, 1); }},
       {"on PCM's list", [](Ended& e) { e.Put(LayoutOf(e).Active(0, 1), 7); }},
       {"Bits behind", [](Ended& e) { e.Flip(LayoutOf(e).Word(0, 80), uint64_t{1} << 63); }},
       {"a header that says",
        [&](Ended& e) { e.Put<uint32_t>(Tier::kNvm, record(e, pcm::kPageOffset), 60000); }},
       {"a header that says", [&](Ended& e) { e.Put(record(e, 0), 0); }},
       {"part of two versions",
        [&](Ended& e) {
          const uint32_t slot = SlotOf(e, IsEntry);
          const uint32_t bytes = LayoutOf(e).unit_bytes;
          e.Put<uint16_t>(Tier::kNvm, at(e, slot, pcm::kSlotOffset), 3);
          e.Put<uint16_t>(Tier::kNvm, at(e, slot, pcm::kSlotOffset + 2),
                          static_cast<uint16_t>(40 * bytes / bytes * bytes));
        }},
       {"One version counts",
        [&](Ended& e) {
          const uint32_t slot = SlotOf(e, IsRecord), other = SlotOf(e, IsEntry);
          for (uint32_t offset : {24u, 32u})
            e.Put(at(e, other, offset), e.Word(at(e, slot, offset)));
        }},
       {"newer than the version of its page",
        [&](Ended& e) {
          const uint32_t page = SlotOf(e, IsPage), entry = SlotOf(e, IsEntry);
          e.Put<uint32_t>(Tier::kNvm, at(e, entry, pcm::kPageOffset),
                          static_cast<uint32_t>(e.Word(at(e, page, pcm::kPageOffset))));
          e.Put(at(e, entry, pcm::kSeqOffset), 0);
        }},
       {"a larger one", [&](Ended& e) { e.Put(record(e, pcm::kSeqOffset), 1 << 20); }},
       {"transactions to come", [&](Ended& e) { e.Put(record(e, 0), 1 << 20); }},
       {"the page's number", [&](Ended& e) { e.Flip(at(e, SlotOf(e, IsPage), 140), 1); }},
       {"counts as used",
        [](Ended& e) {
          const uint32_t slot = SlotOf(e, IsRecord);
          e.Flip(LayoutOf(e).Word(0, slot), pcm::Layout::Bit(slot));
        }},
       {"counts as used", [](Ended& e) { ++e.formats.slots.used_pages; }},
       {"can go to the disk", [](Ended& e) { e.formats.slots.leaving.clear(); }},
       {"room is kept", [](Ended& e) { ++e.formats.slots.kept; }}});
}

TEST(SlotWalk, HoldsCleanPagesAgainstTheDisk) {
  const auto cached = [] {
    return Ended("pcm-wal",
                 R"([["begin T1", "A := 1", "commit", "begin T2", "B := 2", "commit", "steal B",
                      "wait 30ms", "begin T3", "C := 3", "commit", "steal C", "wait 30ms"]])",
                 R"({"cache_pages": 3, "cache": "evicted", "frames": 2, "heap_pages": 3,
                     "destage_high": 1, "destage_low": 0})");
  };
  ASSERT_FALSE(cached().formats.slots.as_on_disk.empty());
  ExpectNamed(cached, {{"on the disk", [](Ended& e) {
                          const uint32_t slot = e.formats.slots.as_on_disk[0];
                          // To have a byte that no checksum covers, the sum itself is set to none.
                          e.Put<uint32_t>(Tier::kNvm,
                                          LayoutOf(e).Slot(slot) + sizeof(pcm::SlotHeader) + 16, 0);
                          e.Flip(LayoutOf(e).Slot(slot) + sizeof(pcm::SlotHeader) + 200, 1);
                        }}});
}

// --- Logs of words, and the heap -----------------------------------------------------------------

const char kWords[] = R"([["begin T1", "A := 1", "insert D := 2", "delete B", "commit", "begin T2",
                           "C := 9", "insert E := 3", "commit"], ["begin T3", "insert F := 5",
                           "abort", "begin T4", "delete A", "insert G := 1", "commit"]])";

Ended Kept(const std::string& more) {
  return {"rewind", kWords, (R"({"clear": "checkpoint", "log_slots": 64, )" + more + "}").c_str()};
}
uint64_t HeaderOf(const Ended& e) { return e.Word(e.formats.logs[0].in_use); }
uint64_t HeadOf(const Ended& e) { return e.Word(HeaderOf(e) + rewind::kHeadAt); }

TEST(WordLogWalk, NamesEachRuleOfAListThatDamageBreaks) {
  const auto simple = [] { return Kept(R"("version": "simple")"); };
  ExpectNamed(simple,
              {{"which of two headers", [](Ended& e) { e.Put(e.formats.logs[0].in_use, 8); }},
               {"No operation", [](Ended& e) { e.Put(HeaderOf(e) + rewind::kToRemoveAt, 64); }},
               {"in both directions",
                [](Ended& e) {
                  const uint64_t second = e.Word(HeadOf(e) + rewind::kNodeNextAt);
                  e.Put(second + rewind::kNodePriorAt, 0);
                }},
               {"in both directions", [](Ended& e) { e.Put(HeaderOf(e) + rewind::kTailAt, 0); }},
               {"in both directions",
                [](Ended& e) {
                  const uint64_t second = e.Word(HeadOf(e) + rewind::kNodeNextAt);
                  e.Put(second + rewind::kNodeNextAt, HeadOf(e));
                }},
               {"its LSN", [](Ended& e) { e.Put(HeadOf(e) + kLineBytes, 1 << 20); }},
               {"has its END",
                [](Ended& e) { e.Put<uint32_t>(Tier::kNvm, HeadOf(e) + kLineBytes + 8, 77); }},
               {"counts as free", [](Ended& e) { ++e.formats.logs[0].free_places; }},
               {"is kept", [](Ended& e) { ++e.formats.logs[0].kept; }}});
}

TEST(WordLogWalk, NamesEachRuleOfBucketsThatDamageBreaks) {
  const auto cell = [](const Ended& e, uint32_t i) { return HeadOf(e) + kLineBytes + i * 8; };
  const auto batch = [] { return Kept(R"("version": "batch", "bucket_records": 4, "group": 2)"); };
  ExpectNamed(
      batch,
      {{"a line of its own", [&](Ended& e) { e.Put(cell(e, 1), e.Word(cell(e, 0))); }},
       {"a line of its own", [&](Ended& e) { e.Put(cell(e, 1), 24); }},
       {"before the index", [&](Ended& e) { e.Put(cell(e, 1), 0); }},
       {"before the index", [](Ended& e) { e.Put(HeadOf(e) + rewind::BucketList::kIndexAt, 3); }},
       {"list's last one",
        [&](Ended& e) {
          for (uint32_t i = 0; i < 4; ++i) e.Put(cell(e, i), rewind::BucketList::kGap);
        }},
       {"counts as free", [](Ended& e) { --e.formats.logs[0].free_records; }}});
}

TEST(WordLogWalk, NamesEachRuleOfATreeThatDamageBreaks) {
  const auto two = [] {
    return Kept(R"("version": "optimized", "layers": 2, "bucket_records": 8)");
  };
  // The root's line lies behind the buckets, of which each has lines for its cells' records.
  const auto root = [](const Ended& e) {
    const WordLogOnDevice& log = e.formats.logs[0];
    const rewind::BucketParams params{log.tree_records, log.bucket_records, 0, 0, true};
    return e.Word(log.area + rewind::BucketList::BytesOf(params));
  };
  ExpectNamed(
      two, {{"AVL tree", [&](Ended& e) { e.Put(root(e) + 24, e.Word(root(e) + 24) + 1); }},
            {"AVL tree", [&](Ended& e) { e.Put(root(e) + 8, e.Word(root(e) + 16)); }},
            {"AVL tree", [&](Ended& e) { e.Put(root(e) + 32, 64); }},
            {"counts as free", [](Ended& e) { --e.formats.logs[0].free_places; }},
            {"change under way", [](Ended& e) {
               const WordLogOnDevice& log = e.formats.logs[0];
               const rewind::BucketParams params{log.tree_records, log.bucket_records, 0, 0, true};
               const uint64_t records = log.area + uint64_t{rewind::BucketList::BucketsOf(params)} *
                                                       rewind::BucketList::StrideOf(params);
               e.Put(HeadOf(e) + kLineBytes, records);
             }}});
}

TEST(HeapWalk, NamesEachRuleOfBucketsThatDamageBreaks) {
  const auto buckets = [] {
    return Ended("rewind", kWords, R"({"placement": "hash", "buckets": 1, "spare_kb": 4})");
  };
  const auto bucket = [](const Ended& e) { return e.Word(192); };
  const auto first = [=](const Ended& e) { return e.Word(bucket(e)); };
  ExpectNamed(buckets,
              {{"one behind the other", [](Ended& e) { e.Put(e.formats.heap.from, 1); }},
               {"one behind the other", [](Ended& e) { ++e.formats.heap.blocks; }},
               {"reachable or free", [&](Ended& e) { e.Put(e.Word(first(e) + 8) + 8, first(e)); }},
               {"reachable or free", [&](Ended& e) { e.Flip(first(e), uint64_t{1} << 32); }},
               {"its table", [&](Ended& e) { e.Flip(first(e) + 32, 1); }},
               {"in both directions", [&](Ended& e) { e.Put(e.Word(first(e) + 8) + 16, 0); }},
               {"in both directions", [&](Ended& e) { e.Put(bucket(e) + 8, first(e)); }},
               {"that its key says",
                [&](Ended& e) { e.Put(first(e) + 24, e.Word(e.Word(first(e) + 8) + 24)); }},
               {"counts as free", [](Ended& e) { ++e.formats.heap.free; }}});
}

TEST(HeapWalk, NamesEachRuleOfTreesThatDamageBreaks) {
  const auto trees = [] {
    return Ended("rewind",
                 R"([["begin T1", "insert D := 2", "insert E := 3", "insert F := 5",
                      "insert G := 1", "commit"]])",
                 R"({"placement": "btree", "fanout": 4, "spare_kb": 4, "log_slots": 128})");
  };
  const auto root = [](const Ended& e) { return e.Word(e.Word(192)); };
  const auto leaf = [=](const Ended& e, uint32_t i) { return e.Word(root(e) + 24 + i * 16 + 8); };
  ExpectNamed(
      trees,
      {{"at one depth", [&](Ended& e) { e.Put(leaf(e, 0) + 16, 0); }},
       {"at one depth", [&](Ended& e) { e.Flip(leaf(e, 1) + 8, uint64_t{1} << 32); }},
       {"are in order", [&](Ended& e) { e.Put(leaf(e, 1) + 24, 0); }},
       {"with its key",
        [&](Ended& e) { e.Flip(e.Word(leaf(e, 0) + 24 + 8) + 8, uint64_t{1} << 40); }},
       {"with its key", [&](Ended& e) { e.Put(leaf(e, 0) + 24 + 8, e.Word(leaf(e, 1) + 24 + 8)); }},
       {"reachable or free", [&](Ended& e) { e.Flip(leaf(e, 1), uint64_t{1} << 32); }}});
}

// --- Undo pages ----------------------------------------------------------------------------------

TEST(UndoWalk, NamesEachRuleThatDamageBreaks) {
  const auto undone = [] {
    return Ended("xtradb",
                 R"([["begin T1", "A := 1", "commit", "begin T2", "B := 2", "abort",
                      "checkpoint"]])",
                 R"({"undo_pages": 2})");
  };
  ASSERT_TRUE(undone().formats.undo.complete);
  const auto put = [](Ended& e, uint32_t at, uint32_t number) {
    // A page without a checksum is accepted as it is.
    e.Put<uint32_t>(e.formats.undo.tier, e.formats.undo.first + 16, 0);
    e.Put<uint32_t>(e.formats.undo.tier, e.formats.undo.first + at, number);
  };
  ExpectNamed(undone, {{"its own number", [&](Ended& e) { put(e, 8, 99); }},
                       {"that it is running", [&](Ended& e) { put(e, 36, 1); }},
                       {"follow each other", [&](Ended& e) { put(e, 40, 7); }},
                       {"pages are free", [](Ended& e) { --e.formats.undo.free; }},
                       {"No log is kept", [](Ended& e) { ++e.formats.undo.kept; }}});
}

}  // namespace
}  // namespace afterimage::testing_support
