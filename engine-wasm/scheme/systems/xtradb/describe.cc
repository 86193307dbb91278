// XtraDB's structures for the interface, and the invariants of its undo pages.
#include <cstdio>

#include "scheme/contract/record_fields.h"
#include "scheme/page_engine/newest_pages.h"
#include "scheme/systems/xtradb/hooks.h"
#include "scheme/systems/xtradb/story.h"
#include "scheme/systems/xtradb/words.h"

namespace afterimage::xtradb {
namespace {

constexpr Text kTransaction = {"transaction", "事务"};
constexpr Text kPhase = {"phase", "阶段"};
constexpr Text kBefore = {"before", "前像"};
constexpr Text kPhases[] = {
    {"none", "无"}, {"running", "运行中"}, {"committed", "已提交"}, {"rolled back", "已回滚"}};
constexpr Text kUndoKinds[] = {{"undo update", "撤销更新"},
                               {"undo insert", "撤销插入"},
                               {"undo erase", "撤销删除"},
                               {"undo index entry", "撤销索引项"},
                               {"undo index entry's going", "撤销索引项的删除"},
                               {"undo bytes", "撤销字节"}};

}  // namespace

void UndoLog::Describe(Inspector& inspector, const Schema& schema) {
  const DatabaseHome& home = engine_->pages().home();
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(params_.page_bytes));
  inspector.BeginStructure(kUndoStructure);
  constexpr uint32_t kMostShown = 16;
  uint32_t shown = 0;
  for (PageId page = params_.first; page < params_.first + params_.pages; ++page) {
    const Frame* frame = engine_->pool().Lookup(page);
    if (frame && frame->loading) frame = nullptr;
    PagedBytes memory(arena_, params_.page_bytes);
    if (!frame) {
      home.PeekNewest(page, params_.page_bytes, bytes);
      memory.Write(0, bytes, params_.page_bytes);
    }
    const PageView view =
        frame ? engine_->pool().View(frame) : PageView(memory, 0, params_.page_bytes);
    const Tier tier = frame ? Tier::kDram : home.tier();
    const auto at = static_cast<Address>(frame ? frame->address : home.address(page));
    const auto head = view.Get<UndoHead>(kUndoHeadAt);
    const bool running = head.phase == static_cast<uint32_t>(UndoPhase::kRunning);
    if (head.txn == 0 || (!frame && !running)) continue;
    if (++shown > kMostShown) continue;
    char label[16];
    std::snprintf(label, sizeof label, "%u", page);
    inspector.BeginItem(HeaderKey(page), label, head.label);
    inspector.Field({.name = kTransaction,
                     .tier = tier,
                     .address = at + kUndoHeadAt + offsetof(UndoHead, txn),
                     .size = 4});
    if (head.previous == 0) {
      inspector.Field({.name = kPhase,
                       .tier = tier,
                       .address = at + kUndoPhaseAt,
                       .size = 4,
                       .codec = Codec::kEnum,
                       .names = kPhases,
                       .name_count = 4});
    }
    if (running) {
      ForEach(view, [&](uint32_t offset, const UndoRecord& record) {
        std::snprintf(label, sizeof label, "%u", record.number);
        const TableInfo& table = TableOf(schema, record.table);
        inspector.BeginItem(UndoKey(page, record.number), label, head.label);
        inspector.Field({.name = kKindWord,
                         .tier = tier,
                         .address = at + offset + offsetof(UndoRecord, change),
                         .size = 1,
                         .codec = Codec::kEnum,
                         .names = kUndoKinds,
                         .name_count = static_cast<uint32_t>(ChangeKind::kCount)});
        FieldSpec key = KeyField(kRecordWord, tier, at + offset + offsetof(UndoRecord, key), table,
                                 record.index);
        key.role = FieldRole::kSubject;
        inspector.Field(key);
        if (record.before_bytes > 0) {
          inspector.Field(
              ImageField(kBefore, tier, at + offset + static_cast<Address>(sizeof record),
                         record.before_bytes, table, static_cast<ChangeKind>(record.change)));
        }
        inspector.Field({.name = kPageWord,
                         .tier = tier,
                         .address = at + offset + offsetof(UndoRecord, page),
                         .size = 4});
        inspector.EndItem();
      });
    }
    inspector.EndItem();
  }
  if (shown > kMostShown) inspector.More(shown - kMostShown);
  inspector.EndStructure();
  arena_.Recycle(bytes, params_.page_bytes);
}

void UndoLog::CheckStructures(StructureCheck& check) {
  static constexpr Text kPages = {"undo pages", "撤销页"};
  static constexpr Text kInside = {"Undo records lie within their page, one behind the other.",
                                   "撤销记录依次位于其页内。"};
  static constexpr Text kEnded = {"After recovery no undo page is of a transaction under way.",
                                  "恢复之后，没有撤销页属于进行中的事务。"};
  const NewestPages newest(engine_->pages());
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(params_.page_bytes));
  for (PageId page = params_.first; page < params_.first + params_.pages; ++page) {
    newest.ReadPage(page, bytes);
    PagedBytes memory(arena_, params_.page_bytes);
    memory.Write(0, bytes, params_.page_bytes);
    const PageView view(memory, 0, params_.page_bytes);
    const auto head = view.Get<UndoHead>(kUndoHeadAt);
    const bool first_running =
        head.previous == 0 && head.phase == static_cast<uint32_t>(UndoPhase::kRunning);
    if (!check.Expect(ForEach(view, [](uint32_t, const UndoRecord&) {}), kInside,
                      {{kPageWord, page}}))
      break;
    check.Expect(!first_running || engine_->active().Has(head.txn), kEnded, {{kPageWord, page}});
  }
  check.Count(kPages, params_.pages);
  arena_.Recycle(bytes, params_.page_bytes);
}

void Hooks::Describe(Inspector& inspector) {
  undo_.Describe(inspector, schema_);
  log_.DescribeBuffer(inspector, schema_);
  log_.DescribeFile(inspector, schema_);
  log_.DescribeCheckpoints(inspector);
}

void Hooks::CheckStructures(StructureCheck& check) {
  undo_.CheckStructures(check);
  log_.CheckStructures(check);
}

void UndoLog::AddFormats(UndoOnDevice* formats) const {
  const DatabaseHome& home = engine_->pages().home();
  formats->tier = home.tier();
  formats->first = home.address(params_.first);
  formats->first_number = params_.first;
  formats->page_bytes = params_.page_bytes;
  formats->pages = params_.pages;
  formats->complete = engine_->pool().open_count() == 0;
  formats->free = static_cast<uint32_t>(free_.size());
}

void Hooks::AddFormats(DeviceFormats* formats) {
  undo_.AddFormats(&formats->undo);
  formats->undo.kept = reserved_;
}

}  // namespace afterimage::xtradb
