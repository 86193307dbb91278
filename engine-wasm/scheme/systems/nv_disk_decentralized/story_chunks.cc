// The texts about NV-Disk with decentralized logging.
#include "base/build.h"
#include "scheme/shared/record_logs/story_shared.h"
#include "scheme/systems/nv_disk_decentralized/story.h"

namespace afterimage::distributed {
namespace {

constexpr ListingLine kBufferLines[] = {
    {kBufferGsn,
     0,
     {"gsn := fetch-and-add(global sequence number)", "gsn := 取并加（全局序列号）"},
     {"One atomic add gives the order of all records; their positions in the file do not.",
      "一次原子加给出所有记录的次序；它们将来在文件中的位置并不代表次序。"}},
    {kBufferPut,
     0,
     {"put the record into T's private buffer", "把记录放入 T 的私有缓冲区"},
     {"No latch: nobody else writes here. In DRAM only, so a power cut forgets it.",
      "无需闩锁：没有别人写这里。只在 DRAM 中，断电即失。"}},
};

constexpr ListingLine kChunkLines[] = {
    {kChunkRests,
     0,
     {"await the commits whose early-released locks its transaction has used",
      "等待提前释放了该事务所用之锁的各提交"},
     {"A before image in the buffer may be what such a commit wrote. If the chunk survived and "
      "that commit did not, undo would bring its value back.",
      "缓冲区中的前像可能正是那次提交写入的值。若该块保留而那次提交丢失，撤销会使其值重现。"}},
    {kChunkReserve,
     0,
     {"reserve space at the end of the log file", "在日志文件末尾预留空间"},
     {"A short latch. A chunk at a later position may be complete sooner: recovery copes with the "
      "hole.",
      "短暂的闩锁。位置靠后者可能先完成：恢复能处理其间的空洞。"}},
    {kChunkWrite,
     0,
     {"write header and records there, as one chunk", "把块头和记录作为一块写到该处"},
     {"A call of the file system, and writers of one file take turns. The checksum says whether "
      "all of the chunk arrived.",
      "一次文件系统调用，同一文件的写者须排队。校验和说明整块是否到齐。"}},
    {kChunkSync,
     0,
     {"sync the file", "同步文件"},
     {"Durable now. With a central buffer one sync would serve many.",
      "至此已持久。若有中央缓冲区，一次同步可服务多个提交。"}},
};

constexpr ListingLine kChunkCommit[] = {
    kDependsLine,
    kAppendLine,
    kEarlyLine,
    {kCommitTail,
     0,
     {"write what is left of T's buffer to the log file", "把 T 的缓冲区中剩余部分写入日志文件"},
     {"All of T in one chunk where nobody had to write a part of it before; otherwise the commit "
      "record comes last.",
      "若此前无人需要写出其中一部分，则 T 整个在一块中；否则提交记录最后写。"}},
    kAcknowledgeLine,
    kReleaseLine,
};

constexpr ListingLine kChunkAbort[] = {
    {kAbortRead,
     0,
     {"for each record r of T's buffer, newest first", "由新到旧，对 T 的缓冲区中每条记录 r"},
     {"The buffer keeps its records until T has ended.", "缓冲区保留记录直到 T 结束。"}},
    kRollBackLine,
    kRestoreLine,
    kAbortLine,
    {kAbortTail,
     0,
     {"write what is left of T's buffer to the log file", "把 T 的缓冲区中剩余部分写入日志文件"},
     {"The rollback must be durable before the locks go: whoever changes these records next may be "
      "durable sooner.",
      "释放锁之前回滚必须持久：下一个修改这些记录的人可能更早持久。"}},
    kToldLine,
};

constexpr ListingLine kChunkWritePage[] = {
    kStealLine,
    {kGateTail,
     0,
     {"for each buffer with records of P that are not durable: write it to the log file",
      "对每个含有 P 的未持久记录的缓冲区：写入日志文件"},
     {"Write-ahead logging: the undo of P's values must be durable before the values are. All of a "
      "buffer goes, so a transaction's records are durable in their order.",
      "预写日志：P "
      "中值的撤销信息必须先于这些值持久。整个缓冲区一起写出，因此一个事务的记录按次序持久。"}},
    kGoHomeLine,
};

constexpr ListingLine kChunkCheckpoint[] = {
    {kCheckpointPages,
     0,
     {"write out pages that were dirty at the last checkpoint", "写出上次检查点时已脏的页"},
     {"Or all, where half of the log is used up. Transactions go on meanwhile.",
      "若日志已用过半则写出全部脏页。其间事务照常运行。"}},
    {kCheckpointMaster,
     0,
     {"write the other master: first chunk needed, next GSN",
      "写另一个主块：所需的第一块、下一 GSN"},
     {"The first chunk with a record that a dirty page or an active transaction needs. Two masters "
      "in turn: a power cut may tear the one being written.",
      "即含有脏页或活动事务所需记录的第一块。两个主块轮流：断电可能撕裂正在写的那个。"}},
};

constexpr ListingLine kChunkRecovery[] = {
    {kRecoverAnchors,
     0,
     {"read both masters; the later whole one counts", "读取两个主块；以较新的完整者为准"},
     {"Recovery has the devices and nothing else.", "恢复只有设备，别无其他。"}},
    {kRecoverScan,
     0,
     {"read the log file from there, block by block where there is no chunk",
      "由此读取日志文件，无块之处逐区块前进"},
     {"A chunk counts if it names its own position and its checksum holds. Behind a hole there may "
      "be more.",
      "块若注明自身位置且校验和成立则有效。空洞之后可能还有。"}},
    kMergeLine,
    kRedoLine,
    kCompensateLine,
    kUndoneLine,
    kEndLine,
    kHomeLine,
    {kRecoverMaster,
     0,
     {"write a master: the log is empty; recovered", "写主块：日志为空；恢复完成"},
     {"Until it is durable, recovery runs again from the same position, and repeating it changes "
      "nothing.",
      "在其持久之前，恢复会从同一处重来，而重做不改变结果。"}},
};

constexpr Listing kChunkListings[] = {
    MakeListing("update", {"update a record", "更新记录"}, kUpdateLines),
    MakeListing("insert", {"append a record to the private buffer", "向私有缓冲区追加记录"},
                kBufferLines),
    MakeListing("write-chunk", {"write a buffer to the log file", "把缓冲区写入日志文件"},
                kChunkLines),
    MakeListing("commit", {"commit T", "提交 T"}, kChunkCommit),
    MakeListing("abort", {"abort T", "中止 T"}, kChunkAbort),
    MakeListing("write-page", {"write a page out", "写出一页"}, kChunkWritePage),
    MakeListing("checkpoint", {"fuzzy checkpoint", "模糊检查点"}, kChunkCheckpoint),
    MakeListing("recovery", {"restart", "重启恢复"}, kChunkRecovery),
};

constexpr StructureInfo kChunkStructures[] = {
    kBufferInfo,
    kDiskInfo,
    kLockInfo,
    {"private-log-record",
     {"private log buffers", "私有日志缓冲区"},
     Tier::kDram,
     Shape::kList,
     "log-record"},
    {"log-master", {"log master", "日志主块"}, Tier::kNvm, Shape::kKeyValue},
    {"log-record", {"log file", "日志文件"}, Tier::kNvm, Shape::kList},
};

constexpr Site kChunkWaits[] = {{kCommitDepends, 0}, {kChunkRests, 0}};

constexpr MutationInfo kChunkMutations[] = {
    kPageBeforeLogInfo,
    kAcknowledgeFirstInfo,
    kNoClrInfo,
    NoDependencyWaitInfo(kChunkWaits),
    {"commit-record-first",
     {"the commit record before the data", "提交记录先于数据"},
     {"The data of a transaction must be durable before its commit record is.",
      "事务的数据必须先于其提交记录持久。"}},
    kUndoInPlaceInfo,
    kUndoOldestFirstInfo,
};

}  // namespace

const Story kChunkStory = {
    .listings = WholeOnly(kChunkListings),
    .structures = WholeOnly(kChunkStructures),
    .mutations = WholeOnly(kChunkMutations),
};

}  // namespace afterimage::distributed
