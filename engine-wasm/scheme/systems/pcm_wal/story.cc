#include "scheme/systems/pcm_wal/story.h"

#include <algorithm>
#include <iterator>

#include "base/build.h"
#include "base/check.h"

namespace afterimage::pcm_wal {
namespace {

constexpr ListingLine kZone[] = {
    {kZonePlace,
     0,
     {"when the log enters a new stretch: take a free place of the log zone for it",
      "日志进入新的一段时：为其在日志区取一个空闲位置"},
     {"The place's word says which stretch is here. Until the word is clear again, this copy "
      "stands above the disk's.",
      "该位置的字记录这里是哪一段。在它再次清零之前，以这一份为准，而不是磁盘上的。"}},
    {kArchiveWrite,
     0,
     {"write the stretch that the log has left to the disk", "把日志已离开的那一段写入磁盘"},
     {"No commit waits for it, unless there is no free place.",
      "提交不等待它，除非没有空闲位置。"}},
    {kArchiveFree,
     0,
     {"clear the place's word", "把该位置的字清零"},
     {"Only now may other log overwrite it: until then recovery may need it.",
      "此后才能被别的日志覆盖：在此之前，恢复可能需要它。"}},
};

constexpr ListingLine kCache[] = {
    {kCacheRoom,
     0,
     {"no slot is free: wait until the disk has a page", "没有空闲槽位：等到某页写入磁盘"},
     {"A page that only PCM has cannot make room.", "只在 PCM 中的页不能让出空间。"}},
    {kCacheEvict,
     0,
     {"the page unused for longest that the disk has: clear its bit",
      "最久未用且磁盘已有的页：清除其位"},
     {"It makes room. Whoever needs it reads the disk.", "由它让出空间，之后需要它时读磁盘。"}},
    {kCacheEvictBack,
     1,
     {"write it back", "写回"},
     {"Before anything else comes into the slot.", "先于其他内容进入该槽。"}},
    {kCacheWrite,
     0,
     {"write the page and its number into a free slot", "把页及其页号写入空闲槽位"},
     {"Out of place: a power cut in between must leave the page as it was before.",
      "异地写入：中途断电时，原来的页必须完好。"}},
    {kCacheWriteBack,
     1,
     {"write it back", "写回"},
     {"All of it, before the bit.", "整页都要先于其位。"}},
    {kCacheBit,
     0,
     {"set the slot's bit", "置该槽的位"},
     {"Now the page counts. The page number in the slot is how recovery finds it.",
      "从此该页有效。恢复靠槽中的页号找到它。"}},
    {kCacheBitBack,
     1,
     {"write it back", "写回"},
     {"A page that has left DRAM is at home: the log may be truncated.",
      "离开 DRAM 的页已在存储位置，日志可以截断。"}},
    {kCacheFormer,
     0,
     {"if it was in another slot: clear that one's bit", "若它原在另一槽：清除那一槽的位"},
     {"If the power fails before this, the page that was written later counts.",
      "若在此之前断电，则以较晚写入的为准。"}},
    {kCacheFormerBack,
     1,
     {"write it back", "写回"},
     {"Then the slot is free.", "之后该槽才空闲。"}},
};

constexpr ListingLine kBack[] = {
    {kBackChoose,
     0,
     {"when most slots hold pages that the disk lacks: the one unused for longest",
      "当多数槽位的页磁盘都没有时：取最久未用的一页"},
     {"No client waits for it.", "没有客户端等待它。"}},
    {kBackWrite,
     0,
     {"write it to the disk", "写入磁盘"},
     {"It stays in PCM until it is durable there: a torn page on the disk does no harm.",
      "在磁盘上持久之前它仍留在 PCM，因此磁盘上的页撕裂也无害。"}},
};

constexpr ListingLine kRecovery[] = {
    {kRecoverSlot,
     0,
     {"for each slot whose bit is set: which page is it?", "对每个置位的槽：它是哪一页？"},
     {"The table in DRAM is gone. The page numbers in the slots are its inverse.",
      "DRAM 中的表已丢失，槽中的页号就是它的逆映射。"}},
    {kRecoverOlder,
     1,
     {"of two slots with one page: clear the older one's bit", "同一页占两个槽：清除较旧者的位"},
     {"Else it would come back once the newer one has gone to the disk.",
      "否则较新的一份写入磁盘之后，它会重新出现。"}},
    {kRecoverOlderBack,
     2,
     {"write it back", "写回"},
     {"Then the slot is free.", "之后该槽才空闲。"}},
};

constexpr StructureInfo kOwnStructures[] = {
    {"log-zone", {"log zone in PCM", "PCM 日志区"}, Tier::kNvm, Shape::kTable},
    {"zone-record", {"log in PCM", "PCM 中的日志"}, Tier::kNvm, Shape::kList, "log-record"},
    {"pcm-page", {"pages in PCM", "PCM 中的页"}, Tier::kNvm, Shape::kTable, "disk-page"},
    {"page-table", {"table of pages in PCM", "PCM 页表"}, Tier::kDram, Shape::kTable},
};

constexpr Site kFormer[] = {{kCacheFormer, 1}};

const MutationInfo kOwnMutations[] = {
    {"log-reused",
     {"a place of the log zone is freed before the disk has the log",
      "磁盘尚未有这段日志就释放日志区的位置"},
     {"Recovery reads the log from the zone until the disk has it.",
      "在磁盘有这段日志之前，恢复要从日志区读它。"}},
    {"bit-before-page",
     {"a slot's bit is set before the page in it is durable", "槽中的页尚未持久就置位"},
     {"Recovery believes every slot whose bit is set.", "恢复相信每个置位的槽。"}},
    {"former-slot-left",
     {"a page's former slot keeps its bit", "页的旧槽保留其位"},
     {"The slot is about to be written again, or comes back once the newer one is gone.",
      "该槽即将被改写，或在较新的一份离开后重新出现。"},
     kFormer},
    {"clean-before-disk",
     {"a page may leave PCM before the disk has it", "磁盘尚未有该页就允许它离开 PCM"},
     {"Until its write has ended, PCM is the only place of the page.",
      "写盘完成之前，PCM 是该页的唯一所在。"}},
};

constexpr uint32_t kOwnListings = 4;

Story MakeStory() {
  static Listing listings[16];
  static StructureInfo structures[16];
  static MutationInfo mutations[16];
  AI_CHECK(aries::kListingCount + kOwnListings <= std::size(listings));
  if constexpr (!kWhole) {
    return {};
  }
  Listing* listed = std::copy_n(aries::kListings, aries::kListingCount, listings);
  *listed++ = MakeListing("log-zone", {"the log zone", "日志区"}, kZone);
  *listed++ = MakeListing("cache", {"a page leaves DRAM", "页离开 DRAM"}, kCache);
  *listed++ = MakeListing("write-back", {"write pages back", "页写回磁盘"}, kBack);
  *listed++ = MakeListing("find-pages", {"restart: pages in PCM", "重启：PCM 中的页"}, kRecovery);
  StructureInfo* theirs = std::copy_n(aries::kStructures, aries::kWithoutKernel, structures);
  MutationInfo* known = std::copy_n(aries::kMutations, kAriesMutations, mutations);
  return {.listings = {listings, listed},
          .structures = {structures,
                         std::copy(std::begin(kOwnStructures), std::end(kOwnStructures), theirs)},
          .mutations = {mutations,
                        std::copy(std::begin(kOwnMutations), std::end(kOwnMutations), known)}};
}

}  // namespace

const Story& WholeStory() {
  static const Story story = MakeStory();
  return story;
}

}  // namespace afterimage::pcm_wal
