#include "run/walk/slot_walk.h"

#include <string>

namespace afterimage {
namespace {

constexpr Text kPcmSlot = {"slot of PCM", "PCM 槽位"};
constexpr Text kPcmListEntry = {"entry of the list", "列表项"};
constexpr Text kPcmWalked = {"slots of PCM walked on the device", "在设备上走过的 PCM 槽位"};

constexpr Text kPcmSuper = {"The super block says how PCM is divided.", "超级块记有 PCM 的划分。"};
constexpr Text kPcmNobody = {"No transaction is on PCM's list.", "PCM 的列表中没有事务。"};
constexpr Text kPcmBeyond = {"Bits behind the last slot are clear.",
                             "最后一个槽位之后的位都为 0。"};
constexpr Text kPcmHeader = {"A slot that counts has a header that says what is in it.",
                             "有效的槽位有槽头，说明其内容。"};
constexpr Text kPcmApart = {"No slot is part of two versions.", "没有槽位属于两个版本。"};
constexpr Text kPcmOne = {"One version counts of each record, entry and page.",
                          "每条记录、每个索引项、每一页只有一个版本有效。"};
constexpr Text kPcmEntry = {"An entry that counts is newer than the version of its page.",
                            "有效的索引项比其所在页的版本更新。"};
constexpr Text kPcmPage = {"The version of a page has the page's number and checksum.",
                           "页的版本具有该页的页号和校验和。"};
constexpr Text kPcmNumbers = {
    "No two versions have one number, and what is written next has a larger one.",
    "没有两个版本编号相同，之后写入的版本编号更大。"};
constexpr Text kPcmTransactions = {"Numbers of transactions to come are larger than all in PCM.",
                                   "之后事务的编号大于 PCM 中的所有编号。"};
constexpr Text kPcmLeaving = {"A page with a version in PCM can go to the disk to make room.",
                              "在 PCM 中有版本的页可以写回磁盘，以腾出空间。"};
constexpr Text kPcmUsed = {"DRAM counts as used the slots that versions take, and no others.",
                           "DRAM 计为已用的槽位恰是各版本占用的槽位。"};
constexpr Text kPcmKept = {"No room is kept for transactions that have ended.",
                           "没有为已结束的事务保留空间。"};
constexpr Text kPcmOnDisk = {"What DRAM takes for clean is on the disk.",
                             "DRAM 视为干净的页在磁盘上内容相同。"};

constexpr uint64_t kPcmMagic = 0x31474f4c4d4350;  // "PCMLOG1"
constexpr uint32_t kPcmWordBytes = 8, kPcmLine = 64, kPcmBitsOfAWord = 64;
// The places in the super block of the slots of both kinds, the rest of the division, and the place
// in use; magic comes first.
constexpr uint64_t kPcmDivisionAt = 8, kPcmRestAt = 16, kPcmPlaceAt = 24;
// A slot's header: transaction 8, number 8, key 8, page 4, slot 2, bytes 2, version 1, deleted 1,
// table 1, index 1, label 2, unused 2.
constexpr uint32_t kPcmHeaderBytes = 40;
constexpr uint32_t kPcmWholePage = 0xffff, kPcmIndexEntry = 0xfffe;
constexpr uint32_t kPcmNumberOfPageAt = 8;

}  // namespace

void SlotWalk::Run() {
  if (all() == 0 || slots_.unit_bytes == 0 || !ReadSuper()) return;
  check_.Count(kPcmWalked, all());
  for (uint32_t i = 0; i < 2 * slots_.transactions; ++i)
    check_.Expect(device_.Word(hot_ + uint64_t{i} * kPcmWordBytes) == 0, kPcmNobody,
                  {{kPcmListEntry, i}});
  ReadBits();
  if (!check_.holds()) return;
  ExpectEntriesNewer();
  check_.Expect(used_small_ == slots_.used_small && used_pages_ == slots_.used_pages, kPcmUsed);
  check_.Expect(slots_.kept == 0, kPcmKept);
  ExpectOnDisk();
}

// --- Where things are ----------------------------------------------------------------------------

uint64_t SlotWalk::Lines(uint64_t bytes) const {
  return (bytes + kPcmLine - 1) / kPcmLine * kPcmLine;
}

uint64_t SlotWalk::Units(uint64_t bytes) const {
  return (bytes + slots_.unit_bytes - 1) / slots_.unit_bytes;
}

uint64_t SlotWalk::PageSlotBytes() const {
  return Units(kPcmHeaderBytes + slots_.page_bytes) * slots_.unit_bytes;
}

uint64_t SlotWalk::SlotAt(uint32_t slot) const {
  const uint64_t list = Lines(uint64_t{2} * slots_.transactions * kPcmWordBytes);
  const uint64_t hot = list + (all() + kPcmBitsOfAWord - 1) / kPcmBitsOfAWord * kPcmWordBytes;
  const uint64_t place = Units(hot) * slots_.unit_bytes;
  const uint64_t first = Units(kPcmLine + (slots_.places - 1) * place + hot) * slots_.unit_bytes;
  if (slot < slots_.small) return first + uint64_t{slot} * slots_.unit_bytes;
  return first + uint64_t{slots_.small} * slots_.unit_bytes +
         uint64_t{slot - slots_.small} * PageSlotBytes();
}

// The places for list and bitmap come before the slots; a word selects one of them.
bool SlotWalk::ReadSuper() {
  const uint64_t division = uint64_t{slots_.small} << 32 | slots_.pages;
  const uint64_t rest =
      uint64_t{slots_.places} << 48 | uint64_t{slots_.unit_bytes} << 32 | slots_.transactions;
  const uint64_t place = device_.Word(kPcmPlaceAt);
  const bool same = device_.Word(0) == kPcmMagic && device_.Word(kPcmDivisionAt) == division &&
                    device_.Word(kPcmRestAt) == rest && place < slots_.places;
  if (!check_.Expect(same, kPcmSuper)) return false;
  const uint64_t list = Lines(uint64_t{2} * slots_.transactions * kPcmWordBytes);
  const uint64_t words = (all() + kPcmBitsOfAWord - 1) / kPcmBitsOfAWord;
  hot_ = kPcmLine + place * Units(list + words * kPcmWordBytes) * slots_.unit_bytes;
  bits_ = hot_ + list;
  return true;
}

bool SlotWalk::Counts(uint32_t slot) const {
  const uint64_t word = device_.Word(bits_ + slot / kPcmBitsOfAWord * uint64_t{kPcmWordBytes});
  return (word >> slot % kPcmBitsOfAWord & 1) != 0;
}

// --- Versions ------------------------------------------------------------------------------------

void SlotWalk::ReadBits() {
  const uint32_t bits = (all() + kPcmBitsOfAWord - 1) / kPcmBitsOfAWord * kPcmBitsOfAWord;
  uint32_t end = 0;  // of the version before
  for (uint32_t slot = 0; slot < bits && check_.holds(); ++slot) {
    if (!Counts(slot)) continue;
    if (!check_.Expect(slot < all(), kPcmBeyond, {{kPcmSlot, slot}})) return;
    check_.Expect(slot >= end, kPcmApart, {{kPcmSlot, slot}});
    end = slot + TakeVersion(slot);
  }
}

SlotWalk::Version SlotWalk::ReadHeader(uint32_t slot) const {
  std::vector<uint8_t> bytes(kPcmHeaderBytes);
  device_.Read(Tier::kNvm, static_cast<Address>(SlotAt(slot)), kPcmHeaderBytes, bytes.data());
  const auto number = [&](uint32_t at, uint32_t size) {
    return static_cast<uint32_t>(NumberIn(bytes, at, size));
  };
  return {NumberIn(bytes, 0, 8), NumberIn(bytes, 8, 8), NumberIn(bytes, 16, 8),
          number(24, 4),         number(28, 2),         number(30, 2),
          number(32, 1),         number(34, 1),         number(35, 1)};
}

bool SlotWalk::Plausible(uint32_t slot, const Version& version) const {
  if (version.page >= slots_.database_pages || version.modulo > 3 || version.transaction == 0)
    return false;
  if (version.slot == kPcmWholePage)
    return slot >= slots_.small && version.bytes == slots_.page_bytes;
  if (version.slot == kPcmIndexEntry && version.bytes != 8) return false;
  return slot + Units(kPcmHeaderBytes + version.bytes) <= slots_.small;
}

uint32_t SlotWalk::TakeVersion(uint32_t slot) {
  const Version version = ReadHeader(slot);
  if (!check_.Expect(Plausible(slot, version), kPcmHeader, {{kPcmSlot, slot}})) return 0;
  const bool entry = version.slot == kPcmIndexEntry, page = version.slot == kPcmWholePage;
  const Subject subject =
      entry ? Subject{kPcmIndexEntry, version.key, uint64_t{version.table} << 8 | version.index}
            : Subject{version.slot, version.page, 0};
  check_.Expect(subjects_.insert(subject).second, kPcmOne, {{kPcmSlot, slot}});
  check_.Expect(numbers_.insert(version.number).second && version.number < slots_.next_version,
                kPcmNumbers, {{kPcmSlot, slot}});
  check_.Expect(slots_.next_transaction == 0 || version.transaction < slots_.next_transaction,
                kPcmTransactions, {{kPcmSlot, slot}});
  const bool leaves = !slots_.destages || std::find(slots_.leaving.begin(), slots_.leaving.end(),
                                                    version.page) != slots_.leaving.end();
  check_.Expect(leaves, kPcmLeaving, {{kPcmSlot, slot}});
  if (entry) entries_.emplace_back(slot, version.page, version.number);
  if (page) TakePage(slot, version);
  const auto taken = page ? 1u : static_cast<uint32_t>(Units(kPcmHeaderBytes + version.bytes));
  (page ? used_pages_ : used_small_) += taken;
  return taken;
}

void SlotWalk::TakePage(uint32_t slot, const Version& version) {
  std::vector<uint8_t> page(slots_.page_bytes);
  device_.Read(Tier::kNvm, static_cast<Address>(SlotAt(slot) + kPcmHeaderBytes), slots_.page_bytes,
               page.data());
  const bool same = NumberIn(page, kPcmNumberOfPageAt, 4) == version.page && PageSumHolds(page);
  check_.Expect(same || AllZeros(page), kPcmPage, {{kPcmSlot, slot}});
  pages_[version.page] = version.number;
}

void SlotWalk::ExpectEntriesNewer() {
  for (const auto& [slot, page, number] : entries_) {
    const auto whole = pages_.find(page);
    check_.Expect(whole == pages_.end() || number > whole->second, kPcmEntry, {{kPcmSlot, slot}});
  }
}

// The checksum is set when a page leaves DRAM, by its writer.
void SlotWalk::ExpectOnDisk() {
  std::vector<uint8_t> here(slots_.page_bytes), there(slots_.page_bytes);
  for (const uint32_t slot : slots_.as_on_disk) {
    if (!check_.Expect(slot < all() && Counts(slot), kPcmOnDisk, {{kPcmSlot, slot}})) return;
    const uint64_t home = slots_.first_page + uint64_t{ReadHeader(slot).page} * slots_.page_bytes;
    device_.Read(Tier::kNvm, static_cast<Address>(SlotAt(slot) + kPcmHeaderBytes),
                 slots_.page_bytes, here.data());
    device_.Read(slots_.disk, static_cast<Address>(home), slots_.page_bytes, there.data());
    check_.Expect(here == there, kPcmOnDisk, {{kPcmSlot, slot}});
  }
}

}  // namespace afterimage
