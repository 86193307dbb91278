// The formats of an open session (`ai_open`) and of the problems of a file that was refused, which
// describe.cc writes.
#ifndef AFTERIMAGE_RUN_REPLY_FORMAT_SESSION_FORMAT_H_
#define AFTERIMAGE_RUN_REPLY_FORMAT_SESSION_FORMAT_H_

#include "run/reply/format/describe_format.h"

namespace afterimage::format::reply {

inline constexpr Field kProblemRows[] = {
    String("path").Required()
        AI_MEANS("Where in the file: `threads[1][3]`.", "在文件中的位置：`threads[1][3]`。"),
    Pair("reason").Required() AI_MEANS("What is wrong there.", "该处的错误。"),
    MaybeCount("line") AI_MEANS("Position in the text for JSON syntax errors, from 1.",
                                "JSON 语法错误在文本中的行号，从 1 数起。"),
    MaybeCount("column") AI_MEANS("The column in this line, from 1.", "该行中的列号，从 1 数起。")};
inline constexpr Format kProblem =
    Of("ScenarioProblem", kProblemRows, "A problem of a file: what is wrong, and where.");

inline constexpr Field kActorRows[] = {
    Count("id") AI_MEANS("The `actor` column of an event.", "事件的 `actor` 列。"),
    Choice("kind", "client daemon recovery").Required() AI_MEANS("What it does.", "它的职责。"),
    Pair("name").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    MaybeCount("thread") AI_MEANS("Index into the scenario's `threads` for clients.",
                                  "客户端在场景 `threads` 中的序号。")};
inline constexpr Format kActor =
    Of("ActorInfo", kActorRows, "A simulated thread: a client, a daemon or the recovery.");
inline constexpr Field kActorElement = Object("", kActor);

inline constexpr Field kTransactionRows[] = {
    Count("id") AI_MEANS("The `txn` column of an event; 0 there means none.",
                         "事件的 `txn` 列；那里 0 表示没有。"),
    String("name").Required() AI_MEANS("Its name.", "名称。"),
    MaybeCount("thread") AI_MEANS("In a script, the thread that runs it. In a workload the clients "
                                  "take the transactions in turn.",
                                  "在脚本中为运行它的线程。在负载中由各客户端轮流取事务。"),
    MaybeCount("program") AI_MEANS("In a workload, the index of its program in `programs`.",
                                   "在负载中为其程序在 `programs` 中的序号。")};
inline constexpr Format kTransaction =
    Of("TransactionInfo", kTransactionRows, "A transaction of the run.");
inline constexpr Field kTransactionElement = Object("", kTransaction);

inline constexpr Field kStatementRows[] = {
    String("text").Required() AI_MEANS("The statement.", "语句。"),
    Count("txn") AI_MEANS("Transaction that the statement belongs to, 0 outside of any.",
                          "语句所属的事务，不属于任何事务时为 0。")};
inline constexpr Format kStatement =
    Of("StatementInfo", kStatementRows, "A statement of a script.");
inline constexpr Field kStatementElement = Object("", kStatement);
inline constexpr Field kStatements = Many("", kStatementElement);

inline constexpr Field kProgramRows[] = {
    Pair("title").Required() AI_MEANS("What the workload calls the kind.", "负载对这一类的称呼。"),
    Many("lines", kAnyText).Required() AI_MEANS("Its lines.", "各行。")};
inline constexpr Format kProgram = Of("ProgramInfo", kProgramRows,
                                      "The program of every transaction of a kind; the `statement` "
                                      "column counts its lines.");
inline constexpr Field kProgramElement = Object("", kProgram);

inline constexpr Field kWidths = Many("", kAnyCount);
inline constexpr Field kTableRows[] = {
    String("id").Required() AI_MEANS("Its name.", "名称。"),
    Pair("title").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    Many("columns", kWidths)
        .Required() AI_MEANS("For each index, the widths in bits of the columns of its key but the "
                             "first, which has the rest.",
                             "对每个索引，其键除第一列外各列的位宽；第一列占余下的位。")};
inline constexpr Format kTable = Of("TableInfo", kTableRows, "A table of a workload.");
inline constexpr Field kTableElement = Object("", kTable);

inline constexpr Field kRecordRows[] = {
    String("name").Required() AI_MEANS("Its name.", "名称。"),
    Value("initial").Required()
        AI_MEANS("Its value at the start; null: it is absent.", "开始时的取值；null 表示不存在。")};
inline constexpr Format kRecord = Of("RecordInfo", kRecordRows, "A record of a script.");
inline constexpr Field kRecordElement = Object("", kRecord);

inline constexpr Field kSessionRows[] = {
    String("scheme").Required() AI_MEANS("The system's id.", "系统的标识。"),
    Map("params", kAnyParam)
        .Required() AI_MEANS("The values of all its parameters.", "其全部参数的取值。"),
    String("programText")
        AI_MEANS("The user's program, where the system is one that takes a program.",
                 "系统接受程序时，用户的程序。"),
    Many("structures", kStructureElement)
        AI_MEANS("With it: the system's structures, those that the program declares behind the "
                 "others.",
                 "与之一同给出：系统的结构，程序所声明的排在其余之后。"),
    Many("mutations", kAnyString)
        .Required() AI_MEANS("The faults that were put into it.", "置入其中的变异。"),
    Named("promise", kPromiseChoices)
        .Required() AI_MEANS("The promise with these parameters.", "这些参数下的承诺。"),
    String("machine").Required() AI_MEANS("The machine's id.", "机器的标识。"),
    Flag("cachesKept")
        AI_MEANS("The machine keeps its caches when the power fails.", "断电时该机器保留其缓存。"),
    MaybeCount("diskCacheBytes") AI_MEANS(
        "The bytes of a disk's volatile cache, which takes writes first; undefined where disks "
        "have none.",
        "磁盘易失性缓存的字节数，写入先到达这里；磁盘没有时省去。"),
    Many("actors", kActorElement).Required() AI_MEANS("All threads.", "全部线程。"),
    String("workload")
        AI_MEANS("A workload's id, programs and tables; scripts have `statements` and one table.",
                 "负载的标识；与之一同有程序与表。脚本则有 `statements` 与一张表。"),
    Many("programs", kProgramElement)
        AI_MEANS("The workload's kinds of transactions.", "负载的各类事务。"),
    Many("tables", kTableElement) AI_MEANS("The workload's tables.", "负载的各表。"),
    Many("transactions", kTransactionElement)
        .Required() AI_MEANS("The transactions of the run.", "运行中的事务。"),
    Many("records", kRecordElement)
        .Required() AI_MEANS("The records of a script.", "脚本的各记录。"),
    Many("statements", kStatements)
        .Required() AI_MEANS("A list for each thread, in the order of the script; empty where the "
                             "session runs a workload.",
                             "每个线程一个列表，按脚本的顺序；运行负载时为空。"),
    Count("memoryBytes") AI_MEANS("Bytes of linear memory in use.", "线性内存的占用字节数。")};
inline constexpr Format kSession =
    Of("SessionInfo", kSessionRows, "An open session, and what it tells while it runs.");

}  // namespace afterimage::format::reply

#endif  // AFTERIMAGE_RUN_REPLY_FORMAT_SESSION_FORMAT_H_
