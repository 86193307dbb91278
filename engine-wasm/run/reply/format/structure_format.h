// The formats of structures, as frame.cc describes them at a position, and of all that they ever
// show (`ai_extents`), which extents.cc writes.
#ifndef AFTERIMAGE_RUN_REPLY_FORMAT_STRUCTURE_FORMAT_H_
#define AFTERIMAGE_RUN_REPLY_FORMAT_STRUCTURE_FORMAT_H_

#include "run/reply/format/describe_format.h"

namespace afterimage::format::reply {

inline constexpr const char* kShownRoles[] = {kKindRole, kRoleNames[1], kRoleNames[2],
                                              kRoleNames[3], kAddressRole};
inline constexpr Choices kRoleChoices = {.name = "", .meaning = "", .words = kShownRoles};
inline constexpr Field kFieldRows[] = {
    Pair("name").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    String("value").Required()
        AI_MEANS("The value with everything that is on its way to the device: the tier will hold "
                 "it if nothing is lost.",
                 "连同正在前往设备途中的一切的值：若无丢失，该层将保有它。"),
    String("durableValue")
        AI_MEANS("The value of the durable bytes alone, where that differs from `value`.",
                 "仅由持久字节给出的值，与 `value` 不同时才有。"),
    Pair("durableText")
        AI_MEANS("The words for that, where the value has words.", "该值的文字，若有。"),
    Named("tier", kTierId).Required() AI_MEANS("Where it is.", "所在的层次。"),
    Count("address") AI_MEANS("Its address in the tier.", "在该层次中的地址。"),
    Count("size") AI_MEANS("Its size.", "大小。", "bytes"),
    Named("durability", kDurabilityChoices)
        .Required() AI_MEANS("The state of its bytes.", "其字节的状态。"),
    Flag("bit")
        AI_MEANS("True where the field is the item's state bit and shall be drawn as a dot.",
                 "该字段为此项的状态位、应画成圆点时为 true。"),
    Pair("text") AI_MEANS("The words for a value of a few, such as the kind of a log record.",
                          "取值只有几种时的文字，例如日志记录的种类。"),
    Named("role", kRoleChoices) AI_MEANS(
        "The field's role in its item: its kind, the record or word that it is about, a "
        "past or future value of that (the first of two is the older), a pointer to "
        "another item of its structure, or an address.",
        "该字段在此项中的作用：种类、所涉及的记录或字、其过去或将来的值（两个中前一个较旧）、"
        "指向同一结构中另一项的指针，或地址。")};
inline constexpr Format kField = Of("Field", kFieldRows, "A field of an item.");
inline constexpr Field kFieldElement = Object("", kField);

inline constexpr Field kLinkRows[] = {
    String("structure")
        .Required() AI_MEANS("The structure of the other item.", "另一项所在的结构。"),
    Count("key") AI_MEANS("Its key there.", "它在那里的键。"),
    Pair("name").Required() AI_MEANS("What the pointer is called.", "指针的称呼。")};
inline constexpr Format kLink =
    Of("ItemLink", kLinkRows, "A pointer to an item of this or another structure.");
inline constexpr Field kLinkElement = Object("", kLink);

inline constexpr const char* kEmpty[] = {"empty"};
inline constexpr Choices kItemState = {
    .name = "", .meaning = "", .words = kEmpty, .before = &kDurabilityChoices};

// An item may have items inside it.
struct Items {
  static const Format kItem;
  static const Field kElement;
};
constexpr Field Items::kElement = Object("", Items::kItem);
inline constexpr Field kItemRows[] = {
    Count("key") AI_MEANS("Unique within the structure: an LSN, a page id, a slot.",
                          "在该结构中唯一：日志序列号、页号或槽号。"),
    String("label").Required() AI_MEANS("Its short name.", "它的短名。"),
    Count("txn")
        AI_MEANS("Transaction to colour it by, 0 for none.", "决定其颜色的事务，0 表示没有。"),
    Named("state", kItemState)
        .Required()
            AI_MEANS("Worst durability of its fields; `none` for structures in DRAM. "
                     "`empty`: allocated but unused.",
                     "其各字段中最差的持久状态；DRAM 中的结构为 `none`。`empty`：已分配而未使用。"),
    Flag("leaving") AI_MEANS("True while it is the source of a transfer that is under way.",
                             "正作为某个进行中传输的来源时为 true。"),
    Flag("fresh") AI_MEANS(
        "True where all that the device has of it is zero: what makes it an item is still above.",
        "设备上它的内容全为零时为 true：使它成为一项的内容仍在上层。"),
    Flag("commits") AI_MEANS("True where the item commits its transaction once it is durable.",
                             "此项一旦持久即提交其事务时为 true。"),
    Many("fields", kFieldElement).Required() AI_MEANS("Its fields.", "各字段。"),
    Many("links", kLinkElement)
        .Required() AI_MEANS("Pointers to items of this or another structure.",
                             "指向此结构或其他结构中各项的指针。"),
    Many("tags", kAnyText)
        .Required() AI_MEANS("Short remarks to show as tags: `dirty`, `waits T1`.",
                             "以标签显示的简短说明：`dirty`、`waits T1`。"),
    Many("judged", kAnyCount)
        AI_MEANS("The tags, by place, that say what the system makes of its bytes, and that no "
                 "device or table holds.",
                 "按位置列出说明系统如何看待其字节的标签，没有设备或表保存它们。"),
    Many("items", Items::kElement)
        AI_MEANS("The items inside it (records of a page, slots of a bucket).",
                 "其内部的各项（页中的记录、桶中的槽）。"),
    MaybeCount("more") AI_MEANS("The number of further items inside that are not given.",
                                "内部未给出的其余项数。")};
constexpr Format Items::kItem =
    Of("Item", kItemRows, "An item of a structure: a log record, a page, a slot.");

inline constexpr Field kCursorRows[] = {
    Number("at").Required() AI_MEANS("The key that it is at.", "它所在的键。"),
    Number("durableAt") AI_MEANS("The key that the durable bytes name.", "持久字节所指的键。")};
inline constexpr Format kCursor =
    Of("Cursor", kCursorRows, "A named position of a structure, with its own durability.", &kField);
inline constexpr Field kCursorElement = Object("", kCursor);

inline constexpr Field kShownRows[] = {
    String("id").Required() AI_MEANS("Its name, as the description has it.", "与描述一致的名称。"),
    Named("tier", kTierId).Required() AI_MEANS("Where it is.", "所在的层次。"),
    Named("shape", kShapeChoices).Required() AI_MEANS("How it is drawn.", "绘制的形状。"),
    Pair("title").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    MaybeCount("capacity") AI_MEANS("Slots in all, for rings and bitmaps.", "环与位图的总槽数。"),
    MaybeCount("first")
        AI_MEANS("Ring position of the first item drawn, for rings.", "环中首个所画项的位置。"),
    Many("items", Items::kElement).Required() AI_MEANS("Its items.", "各项。"),
    MaybeCount("more")
        AI_MEANS("The number of further items that are not given.", "未给出的其余项数。"),
    Many("cursors", kCursorElement)
        .Required() AI_MEANS("Named positions (head, tail): the key they are at, with their own "
                             "durability.",
                             "有名称的位置（头、尾）：所在的键，及其自身的持久状态。")};
inline constexpr Format kShown = Of("Structure", kShownRows, "A structure as it is.");
inline constexpr Field kShownElement = Object("", kShown);

inline constexpr Field kExtentRows[] = {Count("most") AI_MEANS(
    "The most items that are shown at one time.", "同一时刻显示的最多项数。")};
inline constexpr Format kExtent =
    Of("ShownExtent", kExtentRows,
       "All that a structure ever shows in a phase: each item, in the order of appearance, at its "
       "largest.",
       &kShown);

}  // namespace afterimage::format::reply

#endif  // AFTERIMAGE_RUN_REPLY_FORMAT_STRUCTURE_FORMAT_H_
