#include "scheme/systems/user_program/view/drawing_reader.h"

#include <algorithm>

namespace afterimage::own {
namespace {

struct ShapeForm {
  std::string_view name;
  Shape shape;
  uint32_t links;   // fields in parentheses
  bool positions;   // one word or two in parentheses
  bool may_follow;  // `from` and a word
};
constexpr ShapeForm kForms[] = {
    {"list", Shape::kList, 1, false, true},     {"ring", Shape::kRing, 0, true, false},
    {"chains", Shape::kChains, 1, false, true}, {"tree", Shape::kTree, 2, false, true},
    {"table", Shape::kTable, 0, false, false},  {"bitmap", Shape::kBitmap, 0, false, false},
};

}  // namespace

bool DrawingReader::Complain(const Token& token, const std::string& en, const std::string& zh) {
  reader_.Fail(token, en, zh);
  return false;
}

void DrawingReader::Read(Place* place, uint32_t number) {
  const Token as = reader_.Peek();
  if (!reader_.TakeIf("as")) return;
  const Token shape = reader_.Take();
  const auto form = std::find_if(std::begin(kForms), std::end(kForms),
                                 [&](const ShapeForm& each) { return each.name == shape.text; });
  if (form == std::end(kForms)) {
    Complain(shape, "a shape is expected: `list`, `ring`, `chains`, `tree`, `table` or `bitmap`",
             "此处应为形状：`list`、`ring`、`chains`、`tree`、`table` 或 `bitmap`");
    return;
  }
  open_.clear();
  Drawing drawing;
  drawing.shape = form->shape;
  drawing.place = number;
  drawing.id = "program-" + place->name;
  if (!MayBe(*place, as, &drawing) || !Links(*place, form->links, &drawing)) return;
  if (form->positions && !Positions(&drawing)) return;
  const bool follows = form->may_follow && reader_.TakeIf("from");
  if (form->shape == Shape::kChains && !follows) {
    reader_.Expect("from");
    return;
  }
  if (follows && !Word(&drawing)) return;
  named_.insert(named_.end(), open_.begin(), open_.end());
  place->drawing = static_cast<int>(program_.drawings.size());
  program_.drawings.push_back(std::move(drawing));
}

// Returns whether the place can be drawn in the shape.
bool DrawingReader::MayBe(const Place& place, const Token& as, Drawing* drawing) {
  if (place.dram)
    return Complain(as, "only what is in NVM is drawn in a shape",
                    "只有 NVM 中的内容才以某种形状画出");
  if (program_.drawings.size() >= kMostDrawings)
    return Complain(as, "at most 8 arrays are drawn in a shape of their own",
                    "至多 8 个数组可以有自己的形状");
  if (drawing->shape == Shape::kBitmap) {
    if (place.fields.empty()) return true;
    return Complain(as, "a bitmap has words without fields", "位图由没有字段的字组成");
  }
  if (place.array) return true;
  return Complain(as, Quoted(place.name) + " is no array", Quoted(place.name) + " 不是数组");
}

bool DrawingReader::Links(const Place& place, uint32_t count, Drawing* drawing) {
  if (count == 0) return true;
  if (!reader_.Expect("(")) return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (i > 0 && !reader_.Expect(",")) return false;
    const Token name = reader_.Take();
    const auto found = std::find(place.fields.begin(), place.fields.end(), name.text);
    if (found == place.fields.end())
      return Complain(name, Quoted(place.name) + " has no field " + Quoted(name.text),
                      Quoted(place.name) + " 没有字段 " + Quoted(name.text));
    drawing->link[drawing->links++] = static_cast<uint32_t>(found - place.fields.begin());
  }
  return reader_.Expect(")");
}

bool DrawingReader::Positions(Drawing* drawing) {
  if (!reader_.Expect("(") || !Word(drawing)) return false;
  if (reader_.TakeIf(",") && !Word(drawing)) return false;
  return reader_.Expect(")");
}

bool DrawingReader::Word(Drawing* drawing) {
  Named named;
  named.drawing = static_cast<uint32_t>(program_.drawings.size());
  named.which = drawing->words++;
  named.line = reader_.line();
  named.name = reader_.Take();
  if (!named.name.IsName() || IsReserved(named.name.text))
    return Complain(named.name, "the name of a word in NVM is expected", "此处应为 NVM 中字的名称");
  if (reader_.TakeIf(".")) named.field = reader_.Take();
  open_.push_back(named);
  return true;
}

void DrawingReader::Finish() {
  for (const Named& named : named_) {
    reader_.Begin({}, named.line, named.name.column);
    Find(named);
  }
}

void DrawingReader::Find(const Named& named) {
  Drawing& drawing = program_.drawings[named.drawing];
  const std::string name = Quoted(named.name.text);
  const auto found =
      std::find_if(program_.places.begin(), program_.places.end(),
                   [&](const Place& place) { return place.name == named.name.text; });
  if (found == program_.places.end() || found->dram) {
    Complain(named.name, "there is no word " + name + " in NVM",
             "NVM 中没有名为 " + name + " 的字");
    return;
  }
  if (found->broken) return;
  const bool heads = drawing.shape == Shape::kChains;
  if (found->array != heads) {
    heads
        ? Complain(named.name, name + " is no array: chains begin in an array of words",
                   name + " 不是数组：各条链从一个字数组开始")
        : Complain(named.name, name + " is an array: name a word", name + " 是数组：请写出一个字");
    return;
  }
  const auto field = std::find(found->fields.begin(), found->fields.end(), named.field.text);
  const bool named_field = !named.field.text.empty();
  if (named_field && field == found->fields.end()) {
    Complain(named.field, name + " has no field " + Quoted(named.field.text),
             name + " 没有字段 " + Quoted(named.field.text));
  } else if (!named_field && !found->fields.empty()) {
    Complain(named.name, name + " has several words: name a field of it",
             name + " 有多个字：请写出其中的字段");
  } else {
    const auto place = static_cast<uint32_t>(found - program_.places.begin());
    drawing.word[named.which] = {place, static_cast<uint32_t>(field - found->fields.begin())};
    if (heads) found->drawing = static_cast<int>(named.drawing);
  }
}

}  // namespace afterimage::own
