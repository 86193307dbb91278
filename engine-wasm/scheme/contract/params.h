// The parameters of a system, or of a workload. Its code reads a struct; a table, whose rows are
// bound to the struct's members, says how files name them and which values they may have.
//
//   struct Params : PageParams {
//     uint32_t heap_kb = 0;
//     bool archive = false;
//   };
//   constexpr auto kOwnParams = TableOf<Params>(
//       Param<&Params::heap_kb>({.id = "heap_kb", .title = {...}, .help = {...},
//                                .standard = 8, .min = 1, .max = 1 << 21, .unit = "KB"}),
//       Param<&Params::archive>({.id = "archive", .title = {...}, .help = {...}}));
//   constexpr JoinedTables<Params, kOwnParams, kPageParams> kParams;
//
// Files, forms and links see the table's rows, and a number for each (ParamValues). Which member a
// number belongs to is known where the code is compiled; nothing but the rows is left of the table.
#ifndef AFTERIMAGE_SCHEME_CONTRACT_PARAMS_H_
#define AFTERIMAGE_SCHEME_CONTRACT_PARAMS_H_

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>

#include "base/types.h"

namespace afterimage {

namespace own {
struct Program;
}

enum class ParamType : uint8_t { kChoice, kInteger, kBoolean };

struct ChoiceInfo {
  const char* id;
  Text title;
  bool here = true;  // this module has it (kWhole)
};

// A parameter in the form of files and forms. Its values are integers from `min` to `max`, both
// included: the index of a choice, 0 or 1 for a boolean. There are choices if the type is kChoice;
// `unit` is empty if there is none.
struct ParamInfo {
  const char* id = "";
  Text title;
  Text help;
  ParamType type = ParamType::kInteger;
  int64_t standard = 0;
  int64_t min = 0;
  int64_t max = 0;
  const char* unit = "";
  std::span<const ChoiceInfo> choices;
};

// The rows of tables, one behind the other, where they lie.
class ParamList {
 public:
  constexpr ParamList() = default;
  constexpr explicit ParamList(std::span<const ParamInfo> first,
                               std::span<const std::span<const ParamInfo>> more = {})
      : first_(first), more_(more) {}

  constexpr uint32_t size() const {
    size_t size = first_.size();
    for (const auto& rows : more_) size += rows.size();
    return static_cast<uint32_t>(size);
  }
  // REQUIRES: i < size().
  constexpr const ParamInfo& operator[](size_t i) const {
    if (i < first_.size()) return first_[i];
    i -= first_.size();
    const std::span<const ParamInfo>* rows = more_.data();
    while (i >= rows->size()) i -= (rows++)->size();
    return (*rows)[i];
  }

 private:
  std::span<const ParamInfo> first_;
  std::span<const std::span<const ParamInfo>> more_;
};

// A value for the parameter that has this id.
struct ParamSetting {
  const char* id;
  int64_t value;
};

inline constexpr uint32_t kMaxParams = 40;
// A value for each row of a table, in its order; and the program of a system that takes one, null
// for its standard one. The owner of the program outlives the engine.
struct ParamValues {
  int64_t value[kMaxParams] = {};
  const own::Program* program = nullptr;

  bool operator==(const ParamValues&) const = default;
};

template <class Pointer>
struct MemberPointer;
template <class T, class Params>
struct MemberPointer<T Params::*> {
  using Type = T;
  using Owner = Params;
};
template <auto kMember>
using TypeOfMember = typename MemberPointer<decltype(kMember)>::Type;

// A row's description of the member that it sets. A number has a range; a member with choices,
// which must outlive the table, is set to the index of one; a bool without them is on or off.
template <class T>
struct ParamText {
  const char* id;
  Text title;
  Text help;
  T standard{};
  int64_t min = 0;
  int64_t max = 0;
  const char* unit = "";
  std::span<const ChoiceInfo> choices = {};
};

// The row that sets a member.
template <auto kMember>
class BoundParam {
 public:
  using Type = TypeOfMember<kMember>;
  using Owner = typename MemberPointer<decltype(kMember)>::Owner;
  static constexpr uint32_t kRows = 1;

  constexpr explicit BoundParam(const ParamText<Type>& text)
      : row_{text.id,  text.title,   text.help, TypeFor(text), static_cast<int64_t>(text.standard),
             text.min, MostOf(text), text.unit, text.choices} {}

  constexpr const ParamInfo* rows() const { return &row_; }
  static void ReadRows(const int64_t* value, Owner& params) {
    params.*kMember = static_cast<Type>(*value);
  }
  template <auto kOther>
  static constexpr uint32_t Find() {
    return std::is_same_v<BoundParam<kMember>, BoundParam<kOther>> ? 0 : kRows;
  }

 private:
  static constexpr ParamType TypeFor(const ParamText<Type>& text) {
    if (!text.choices.empty()) return ParamType::kChoice;
    return std::is_same_v<Type, bool> ? ParamType::kBoolean : ParamType::kInteger;
  }
  static constexpr int64_t MostOf(const ParamText<Type>& text) {
    if (!text.choices.empty()) return static_cast<int64_t>(text.choices.size()) - 1;
    return std::is_same_v<Type, bool> ? 1 : text.max;
  }

  ParamInfo row_;
};

template <auto kMember>
constexpr BoundParam<kMember> Param(const ParamText<TypeOfMember<kMember>>& text) {
  return BoundParam<kMember>(text);
}

// Calls a function of the struct, or of a base of it, with the struct that values say.
template <class Table, class Function>
struct OnValues;
template <class Table, class Result, class Params, class... More>
struct OnValues<Table, Result (*)(const Params&, More...)> {
  template <Result (*kFunction)(const Params&, More...)>
  static Result Call(const ParamValues& values, More... more) {
    return kFunction(Table::Read(values), more...);
  }
};

// The number of a member's row in tables one behind the other; that of all rows where it has none.
template <auto kMember, class... Tables>
constexpr uint32_t FindRow() {
  uint32_t at = 0;
  bool found = false;
  const auto look = [&](uint32_t row, uint32_t rows) {
    if (found) return;
    at += row;
    found = row < rows;
  };
  (look(Tables::template Find<kMember>(), Tables::kRows), ...);
  return at;
}

// The common part of tables that a system reads.
template <class Params, class Table>
class ReadTable {
 public:
  // The struct that values say; members without a row are as it makes them.
  static Params Read(const ParamValues& values) {
    Params params;
    Table::ReadRows(values.value, params);
    return params;
  }
  // A function of the struct, as one of values: what a SchemeInfo has.
  template <auto kFunction>
  static constexpr auto On() {
    return &OnValues<Table, decltype(kFunction)>::template Call<kFunction>;
  }
};

// Parameters, and tables of bases of the struct, in the order in which files and forms list them.
template <class Params, class... Parts>
class ParamTable : public ReadTable<Params, ParamTable<Params, Parts...>> {
 public:
  static constexpr uint32_t kRows = (0 + ... + Parts::kRows);
  static constexpr uint32_t kSpans = 1;
  static_assert(kRows <= kMaxParams);

  constexpr explicit ParamTable(const Parts&... parts) {
    ParamInfo* to = rows_.data();
    const auto take = [&](const ParamInfo* from, uint32_t count) {
      for (uint32_t i = 0; i < count; ++i) *to++ = from[i];
    };
    (take(parts.rows(), Parts::kRows), ...);
  }

  constexpr operator ParamList() const { return ParamList(rows_); }
  constexpr const ParamInfo* rows() const { return rows_.data(); }
  constexpr void AddTo(std::span<const ParamInfo>*& span) const { *span++ = rows_; }

  // Once for all systems that have the table.
  [[gnu::noinline]] static void ReadRows(const int64_t* value, Params& params) {
    ((Parts::ReadRows(value, params), value += Parts::kRows), ...);
  }
  template <auto kMember>
  static constexpr uint32_t Find() {
    return FindRow<kMember, Parts...>();
  }

 private:
  std::array<ParamInfo, kRows> rows_{};
};

template <class Params, class... Parts>
constexpr ParamTable<Params, Parts...> TableOf(const Parts&... parts) {
  return ParamTable<Params, Parts...>(parts...);
}

// Tables of the struct and of bases of it, one behind the other. Their rows are not copied: systems
// have most of them in common.
template <class Params, const auto&... kTables>
class JoinedTables : public ReadTable<Params, JoinedTables<Params, kTables...>> {
 public:
  static constexpr uint32_t kRows = (0 + ... + std::remove_cvref_t<decltype(kTables)>::kRows);
  static constexpr uint32_t kSpans = (0 + ... + std::remove_cvref_t<decltype(kTables)>::kSpans);
  static_assert(kRows <= kMaxParams);

  constexpr operator ParamList() const {
    return ParamList(kAll[0], std::span(kAll).template subspan<1>());
  }
  static constexpr void AddTo(std::span<const ParamInfo>*& span) { (kTables.AddTo(span), ...); }

  static void ReadRows(const int64_t* value, Params& params) {
    ((kTables.ReadRows(value, params), value += std::remove_cvref_t<decltype(kTables)>::kRows),
     ...);
  }
  template <auto kMember>
  static constexpr uint32_t Find() {
    return FindRow<kMember, std::remove_cvref_t<decltype(kTables)>...>();
  }

 private:
  static constexpr auto kAll = [] {
    std::array<std::span<const ParamInfo>, kSpans> all;
    std::span<const ParamInfo>* span = all.data();
    AddTo(span);
    return all;
  }();
};

// A change of a table's row: a member has another default value...
template <auto kOf, TypeOfMember<kOf> kValue>
struct Standard {
  static constexpr auto kMember = kOf;
  static constexpr void Change(ParamInfo& row) { row.standard = static_cast<int64_t>(kValue); }
};
// ...or only the first ones of its choices, or at most this value.
template <auto kOf, uint32_t kCount>
struct FirstChoices {
  static constexpr auto kMember = kOf;
  static constexpr void Change(ParamInfo& row) {
    row.choices = row.choices.first(kCount);
    row.max = kCount - 1;
  }
};
template <auto kOf, int64_t kMax>
struct AtMost {
  static constexpr auto kMember = kOf;
  static constexpr void Change(ParamInfo& row) { row.max = kMax; }
};

// The rows of a table but for those of some members, one change a member. The others are not
// copied.
template <const auto& kTable, class... Changes>
class ChangedTable {
 public:
  using Table = std::remove_cvref_t<decltype(kTable)>;
  static constexpr uint32_t kRows = Table::kRows;
  static constexpr uint32_t kSpans = Table::kSpans + 2 * sizeof...(Changes);
  static_assert(((Table::template Find<Changes::kMember>() < kRows) && ...),
                "the table has no row for a member");

  static constexpr void AddTo(std::span<const ParamInfo>*& span) {
    Spans all;
    std::span<const ParamInfo>* end = all.data();
    kTable.AddTo(end);
    const ParamInfo* changed = kChanged.data();
    (Put(*changed++, Find<Changes::kMember>(), all.data(), end), ...);
    for (const auto* each = all.data(); each != end; ++each) *span++ = *each;
  }

  template <class Params>
  static void ReadRows(const int64_t* value, Params& params) {
    Table::ReadRows(value, params);
  }
  template <auto kMember>
  static constexpr uint32_t Find() {
    return Table::template Find<kMember>();
  }

 private:
  using Spans = std::array<std::span<const ParamInfo>, kSpans>;

  // Puts a row in the place of row `at`, between the rows before it and those behind it.
  static constexpr void Put(const ParamInfo& row, uint32_t at, std::span<const ParamInfo>* span,
                            std::span<const ParamInfo>*& end) {
    for (; at >= span->size(); ++span) at -= static_cast<uint32_t>(span->size());
    for (auto* to = end += 2; to != span + 2; --to) to[-1] = to[-3];
    span[2] = span[0].subspan(at + 1);
    span[1] = std::span(&row, 1);
    span[0] = span[0].first(at);
  }

  template <class Change>
  static constexpr ParamInfo Changed() {
    Spans all;
    std::span<const ParamInfo>* end = all.data();
    kTable.AddTo(end);
    ParamInfo row =
        ParamList(all[0], std::span(all).template subspan<1>())[Find<Change::kMember>()];
    Change::Change(row);
    return row;
  }

  static constexpr std::array<ParamInfo, sizeof...(Changes)> kChanged = {Changed<Changes>()...};
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_CONTRACT_PARAMS_H_
