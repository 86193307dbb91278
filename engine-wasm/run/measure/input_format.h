// The format of the summary of a text that comes beside an experiment (`ai_input_end`), which
// workload/replay/trace.cc and workload/pg_wal/log_volume.cc write.
#ifndef AFTERIMAGE_RUN_MEASURE_INPUT_FORMAT_H_
#define AFTERIMAGE_RUN_MEASURE_INPUT_FORMAT_H_

#include "run/file/format/reply_rows.h"

namespace afterimage::format::reply {

inline constexpr Field kUnreadRows[] = {
    Count("line") AI_MEANS("The line, from 1.", "行号，从 1 数起。"),
    Count("column") AI_MEANS("The column, from 1.", "列号，从 1 数起。"),
    Pair("reason").Required() AI_MEANS("Why it cannot be read.", "无法读取的原因。")};
inline constexpr Format kUnread = Of("UnreadLine", kUnreadRows, "A line that cannot be read.");

inline constexpr Field kLockModeRows[] = {
    Count("keyShare") AI_MEANS("`FOR KEY SHARE`.", "`FOR KEY SHARE`。"),
    Count("share") AI_MEANS("`FOR SHARE`.", "`FOR SHARE`。"),
    Count("noKeyUpdate") AI_MEANS("`FOR NO KEY UPDATE`.", "`FOR NO KEY UPDATE`。"),
    Count("update") AI_MEANS("`FOR UPDATE`.", "`FOR UPDATE`。")};
inline constexpr Format kLockModes =
    Of("LockModes", kLockModeRows, "Locks of rows, by their strength.");

inline constexpr Field kTimesRows[] = {
    Count("commits") AI_MEANS("Those that have a time.", "带有时间的提交数。"),
    Number("microseconds")
        .Required() AI_MEANS("From the first to the last.", "从第一个到最后一个。", "µs"),
    Count("busiestSecond") AI_MEANS("The most commits of a second.", "一秒内最多的提交数。"),
    Count("secondsWithCommits") AI_MEANS("Seconds that have any.", "有提交的秒数。")};
inline constexpr Format kTimes =
    Of("CommitTimes", kTimesRows, "The commit times of transactions, by the log's own clock.");

inline constexpr Field kVolumeMarkRows[] = {
    Count("commits") AI_MEANS("Up to so many commits.", "到这么多次提交为止。"),
    Count("bytes") AI_MEANS("The bytes of all records.", "全部记录的字节数。"),
    Count("imageBytes") AI_MEANS("Those of images of pages.", "其中页映像的字节数。")};
inline constexpr Format kVolumeMark =
    Of("VolumeMark", kVolumeMarkRows, "The volume of a log up to a commit.");
inline constexpr Field kVolumeMarkElement = Object("", kVolumeMark);

inline constexpr Field kVolumeRows[] = {
    Count("bytes") AI_MEANS("The bytes of all records.", "全部记录的字节数。"),
    Count("imageRecords") AI_MEANS(
        "Records that hold images of whole pages, and the bytes of these: they are not done again.",
        "含整页映像的记录数；这些记录不再执行。"),
    Count("imageBytes") AI_MEANS("The bytes of these images.", "这些映像的字节数。"),
    Count("pages") AI_MEANS("Different pages that records change, up to a million.",
                            "记录所修改的不同页数，至多一百万。"),
    Count("pagesFromBefore") AI_MEANS(
        "Those of `pages` that had been changed after the last checkpoint before the text.",
        "`pages` 中在文本之前最近一次检查点之后已被修改过的页数。"),
    Count("checkpoints") AI_MEANS("The checkpoints.", "检查点数。"),
    Count("checkpointBytes")
        AI_MEANS("The log between two checkpoints, on average; 0 where there are not two.",
                 "两次检查点之间日志的平均字节数；不足两次时为 0。", "bytes"),
    Count("longestWithout") AI_MEANS("The longest part of the log without a checkpoint.",
                                     "没有检查点的最长一段日志。", "bytes"),
    Many("course", kVolumeMarkElement)
        .Required()
            AI_MEANS("The volume of the log up to so many commits; the last entry is of all of it.",
                     "到若干次提交为止的日志量；最后一项为全部日志。")};
inline constexpr Format kVolume =
    Of("LogVolume", kVolumeRows,
       "The size of the records in the server's own log; 0 for a text that does not say it.");

inline constexpr Field kInputTableRows[] = {
    String("id").Required() AI_MEANS("Its name.", "名称。"),
    Flag("index").Required() AI_MEANS("It is an index.", "它是索引。"),
    Count("rows") AI_MEANS("Different rows that are used.", "用到的不同行数。"),
    Count("rowsBefore") AI_MEANS("The number of these rows that were there before the text begins.",
                                 "其中文本开始之前就已存在的行数。"),
    Count("blocks")
        AI_MEANS("Blocks of the server's file that are pages of their own; 0 for a text without "
                 "blocks.",
                 "服务器文件中各自成页的块数；文本没有块时为 0。"),
    Count("lastPlace")
        AI_MEANS("The highest place on a page at which a row was met.", "页上出现过行的最高位置。"),
    Count("widest")
        AI_MEANS("Bytes of the longest tuple that was seen.", "所见最长元组的字节数。", "bytes")};
inline constexpr Format kInputTable =
    Of("InputTable", kInputTableRows, "A table or an index that the text names.");
inline constexpr Field kInputTableElement = Object("", kInputTable);

inline constexpr Field kSkippedRows[] = {
    String("name").Required() AI_MEANS("Resource manager and operation.", "资源管理器与操作。"),
    Count("count") AI_MEANS("How many there are.", "记录数。")};
inline constexpr Format kSkipped =
    Of("SkippedRecords", kSkippedRows, "Records of a kind that are passed over.");
inline constexpr Field kSkippedElement = Object("", kSkipped);

inline constexpr Field kInputRows[] = {
    Count("lines") AI_MEANS("Its lines.", "行数。"),
    Count("records") AI_MEANS("Its records.", "记录数。"),
    Count("commits") AI_MEANS("The transactions that commit.", "提交的事务数。"),
    Count("aborts") AI_MEANS("The transactions that roll back.", "回滚的事务数。"),
    Count("unfinished")
        AI_MEANS("The transactions whose end is not in the text: they are rolled back.",
                 "结尾不在文本中的事务数：它们被回滚。"),
    Count("empty") AI_MEANS("The transactions that change nothing: they are left out.",
                            "没有任何修改的事务数：它们被省去。"),
    Count("subTransactions") AI_MEANS("Sub-transactions.", "子事务数。"),
    Count("savepoints") AI_MEANS("Sub-transactions that were rolled back within their transaction.",
                                 "在其事务之内被回滚的子事务数。"),
    Count("guessedSavepoints")
        AI_MEANS("Those of `savepoints` of which the log does not say whose they are.",
                 "`savepoints` 中日志未说明属于哪个事务的。"),
    Count("locks") AI_MEANS("Locks of rows.", "行锁数。"),
    Count("inserts") AI_MEANS("Rows that are put in.", "插入的行数。"),
    Count("updates") AI_MEANS("Rows that are changed.", "更新的行数。"),
    Count("erases") AI_MEANS("Rows that are taken out.", "删除的行数。"),
    Count("indexEntries") AI_MEANS("Entries put into indexes.", "插入索引的条目数。"),
    Count("reads") AI_MEANS("Reads of rows; a server's own log has none.",
                            "读行的次数；服务器自己的日志中没有。"),
    Object("lockModes", kLockModes)
        .Required() AI_MEANS("`locks`, by their strength.", "按强度区分的 `locks`。"),
    Count("undone") AI_MEANS("Changes that savepoints took back.", "被保存点撤销的修改数。"),
    Count("derivedRows") AI_MEANS("Rows copied in of which the place was found out.",
                                  "批量复制的行中位置已推断出的。"),
    Count("hiddenRows")
        AI_MEANS("Rows copied in of which it is not known.", "批量复制的行中位置未知的。"),
    Count("databases")
        AI_MEANS("Databases whose relations the log names.", "日志提到其关系的数据库数。"),
    Count("clients") AI_MEANS("Different clients that the text names.", "文本提到的不同客户端数。"),
    Count("dropped")
        AI_MEANS("The operations that do not fit the rows as they are by then: they are dropped.",
                 "与当时各行状态不符的操作数：它们被丢弃。"),
    Count("clipped") AI_MEANS("Tuples cut to the longest record.", "截到最长记录长度的元组数。"),
    Count("notes") AI_MEANS("Lines of the tool about itself.", "工具关于自身的行数。"),
    Count("unread") AI_MEANS("Lines that are no records, or bad ones: they are left out.",
                             "不是记录或有误的行数：它们被省去。"),
    Object("firstUnread", kUnread) AI_MEANS("The first of them.", "其中的第一行。"),
    Count("repeated")
        AI_MEANS("Records of a part of the log that the text holds twice: they are left out.",
                 "文本中重复出现的那部分日志的记录数：它们被省去。"),
    Count("backwards")
        AI_MEANS("Parts of the log that stand behind later ones.", "排在较晚部分之后的日志段数。"),
    Object("times", kTimes)
        .Required() AI_MEANS("The commit times of transactions, by the log's own clock.",
                             "事务的提交时间，按日志自己的时钟。"),
    Object("volume", kVolume)
        .Required() AI_MEANS("The size of the records in the server's own log.",
                             "服务器自己的日志中记录的大小。"),
    Many("tables", kInputTableElement)
        .Required() AI_MEANS("The tables and indexes that it names.", "文本提到的表与索引。"),
    Many("skipped", kSkippedElement)
        .Required() AI_MEANS("Records that are passed over, by resource manager and operation.",
                             "按资源管理器与操作区分的被略过的记录。")};
inline constexpr Format kInputSummary =
    Of("WorkloadInputSummary", kInputRows,
       "The reply of `ai_input_end`: it sums up a text that comes beside an experiment.");

}  // namespace afterimage::format::reply

#endif  // AFTERIMAGE_RUN_MEASURE_INPUT_FORMAT_H_
