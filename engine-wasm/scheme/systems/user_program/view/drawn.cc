#include "scheme/systems/user_program/view/drawn.h"

#include <algorithm>

#include "scheme/systems/user_program/story.h"

namespace afterimage::own {

using heap::Address;
using heap::kLibraryArea;
using heap::kWord;

namespace {

// More is not shown of a structure.
constexpr uint32_t kMostShown = 48, kMostBits = 256;
// Empty slots of a table or a chain with at most this many are shown, too.
constexpr uint32_t kAllOfFew = 8;
constexpr uint32_t kBitsOfByte = 8, kBitsOfWord = 64;
// A number of a slot is never the address of one.
static_assert(kMostSlots <= kLibraryArea);

Address WordAt(const Place& place, uint32_t slot, uint32_t field = 0) {
  return kLibraryArea + (place.offset + slot * place.stride + field) * kWord;
}

Text NameOf(const std::string& name) { return {name.c_str(), name.c_str()}; }

// A field, or the word where it has none.
const std::string& NameOfWord(const Place& place, uint32_t field) {
  return place.fields.empty() ? place.name : place.fields[field];
}

uint16_t StructureOf(const Place& place) {
  if (place.drawing >= 0) return static_cast<uint16_t>(kStructureEnd + place.drawing);
  return place.heap ? kBlocks : place.array ? kSlots : kWords;
}

}  // namespace

std::vector<StructureInfo> StructuresOf(const Program& program) {
  std::vector<StructureInfo> all(kOwnStructures, kOwnStructures + kStructureCount);
  for (const Drawing& drawing : program.drawings) {
    all.push_back({drawing.id.c_str(), NameOf(program.places[drawing.place].name), Tier::kNvm,
                   drawing.shape});
  }
  return all;
}

ShownAt ShownWord(const Program& program, const Place& place, uint32_t word) {
  const uint32_t slot = word / place.stride;
  const uint16_t structure = StructureOf(place);
  const Shape shape = place.drawing < 0 ? Shape::kTable : program.drawings[place.drawing].shape;
  if (shape == Shape::kRing) return {structure, slot};
  if (shape == Shape::kBitmap) return {structure, word * kBitsOfWord};
  return {structure, WordAt(place, slot)};
}

// --- Bytes and links -----------------------------------------------------------------------------

uint64_t Drawn::Word(Address at, Bytes bytes) const {
  if (bytes == Bytes::kNow) return nvm_.LoadWord(at);
  uint64_t word = 0;
  nvm_.LoadDurable(at, &word, sizeof word);
  return word;
}

bool Drawn::IsZero(const Place& place, uint32_t slot, Bytes bytes) const {
  for (uint32_t i = 0; i < place.slot_words(); ++i) {
    if (Word(WordAt(place, slot, i), bytes) != 0) return false;
  }
  return true;
}

bool Drawn::IsBlank(const Place& place, uint32_t slot) const {
  return IsZero(place, slot, Bytes::kNow) && IsZero(place, slot, Bytes::kDurable);
}

bool Drawn::IsFree(const Place& place, uint32_t slot) const {
  if (place.heap && blocks_.known()) return !blocks_.InUse({&place, slot, true});
  return IsBlank(place, slot);
}

int64_t Drawn::SlotAt(const Place& place, uint64_t link) const {
  if (link == 0) return -1;
  if (link < place.count) return static_cast<int64_t>(link);
  const uint64_t first = WordAt(place, 0), bytes = uint64_t{place.stride} * kWord;
  if (link < first || (link - first) % bytes != 0 || (link - first) / bytes >= place.count)
    return -1;
  return static_cast<int64_t>((link - first) / bytes);
}

// Level by level; of a list each level is one slot.
void Drawn::Follow(const Drawing& drawing, Address from, Bytes bytes, Slots* slots) const {
  const Place& place = program_.places[drawing.place];
  std::vector<bool> seen(place.count);
  Slots found;
  const auto come = [&](Address at) {
    const int64_t slot = SlotAt(place, Word(at, bytes));
    if (slot < 0 || seen[static_cast<size_t>(slot)]) return;
    seen[static_cast<size_t>(slot)] = true;
    found.push_back(static_cast<uint32_t>(slot));
  };
  come(from);
  for (size_t i = 0; i < found.size(); ++i) {
    for (uint32_t link = 0; link < drawing.links; ++link)
      come(WordAt(place, found[i], drawing.link[link]));
  }
  for (const uint32_t slot : found) {
    if (std::find(slots->begin(), slots->end(), slot) == slots->end()) slots->push_back(slot);
  }
}

Drawn::Slots Drawn::Reached(const Drawing& drawing, Address from) const {
  Slots slots;
  Follow(drawing, from, Bytes::kNow, &slots);
  Follow(drawing, from, Bytes::kDurable, &slots);
  return slots;
}

void Drawn::AddFilled(const Place& place, Slots* slots) const {
  std::vector<bool> there(place.count);
  for (const uint32_t slot : *slots) there[slot] = true;
  for (uint32_t slot = 0; slot < place.count; ++slot) {
    if (!there[slot] && !IsFree(place, slot)) slots->push_back(slot);
  }
}

Address Drawn::WordOf(const WordName& name) const {
  return WordAt(program_.places[name.place], 0, name.field);
}

std::vector<uint32_t> Drawn::Unchained(const Place& place) const {
  Slots filled;
  const Drawing& drawing = program_.drawings[static_cast<size_t>(place.drawing)];
  if (drawing.shape != Shape::kChains || &program_.places[drawing.place] != &place) return filled;
  const WordName& head = drawing.word[0];
  const Place& heads = program_.places[head.place];
  Slots chained;
  for (uint32_t i = 0; i < heads.count; ++i) {
    for (const uint32_t slot : Reached(drawing, WordAt(heads, i, head.field)))
      if (std::find(chained.begin(), chained.end(), slot) == chained.end()) chained.push_back(slot);
  }
  const size_t known = chained.size();
  AddFilled(place, &chained);
  filled.assign(chained.begin() + static_cast<ptrdiff_t>(known), chained.end());
  return filled;
}

// --- Fields --------------------------------------------------------------------------------------

const Drawing* Drawn::DrawingFrom(const Place& place, uint32_t field) const {
  const auto number = static_cast<uint32_t>(&place - program_.places.data());
  for (const Drawing& drawing : program_.drawings) {
    if (drawing.shape == Shape::kRing) continue;
    if (drawing.place == number) {
      for (uint32_t i = 0; i < drawing.links; ++i)
        if (drawing.link[i] == field) return &drawing;
    }
    for (uint32_t i = 0; i < drawing.words; ++i)
      if (drawing.word[i].place == number && drawing.word[i].field == field) return &drawing;
  }
  return nullptr;
}

// A link shows the slot that it leads to, and a word that may be the address of one of the
// database's what is there.
void Drawn::DescribeField(Inspector& inspector, const Place& place, uint32_t slot,
                          uint32_t field) const {
  const Text name = place.fields.empty() ? Text{"", ""} : NameOf(place.fields[field]);
  const Address at = WordAt(place, slot, field);
  const uint64_t value = nvm_.LoadWord(at);
  FieldSpec spec = {.name = name, .tier = Tier::kNvm, .address = at, .size = kWord};
  if (const Drawing* drawing = DrawingFrom(place, field)) {
    const Place& to = program_.places[drawing->place];
    const int64_t leads = SlotAt(to, value);
    spec.role = FieldRole::kPointer;
    if (leads >= 0 && value >= to.count) spec.codec = Codec::kPointer;
    inspector.Field(spec);
    if (leads < 0) return;
    const uint32_t word = static_cast<uint32_t>(leads) * to.stride;
    const ShownAt shown = ShownWord(program_, to, word);
    return inspector.Link(shown.structure, shown.key, name);
  }
  const ShownAt target = TargetOf(place.PointsOf(field), value);
  if (target.structure == 0) return inspector.Field(spec);
  spec.codec = Codec::kPointer;
  // A card leads to others, and is about a word of the database, as is a cell of a ring.
  const bool pointer = place.PointsOf(field) != kNoPointer;
  spec.zero_number = !pointer;
  const Drawing* const drawn =
      place.drawing < 0 ? nullptr : &program_.drawings[static_cast<size_t>(place.drawing)];
  const bool card = place.heap || (drawn && (drawn->links > 0 || drawn->shape == Shape::kRing));
  if (card) spec.role = pointer ? FieldRole::kPointer : FieldRole::kSubject;
  inspector.Field(spec);
  inspector.Link(target.structure, target.key, name);
}

// A value that is no pointer of the program's may still be the address of a word of the database's.
ShownAt Drawn::TargetOf(Points points, uint64_t value) const {
  if (points != kNoPointer) {
    const Blocks::Block block = blocks_.At(value);
    return block.start ? ShownWord(program_, *block.heap, block.number * block.heap->stride)
                       : ShownAt{};
  }
  if (value % kWord != 0) return {};
  // The headers on the device are used: recovery has not read them yet while it runs.
  for (Address block = heap_.begin(); heap_.IsBlock(block);) {
    const Address end = block + heap_.LinesOf(block) * kLineBytes;
    if (value == block) return {heap::kHeapStructure, block};
    if (value > block && value < end) return {heap_.contents(), block};
    block = end;
  }
  return {};
}

void Drawn::DescribeFields(Inspector& inspector, const Place& place, uint32_t slot) const {
  static constexpr Text kFree = {"free", "空闲"};
  for (uint32_t i = 0; i < place.slot_words(); ++i) DescribeField(inspector, place, slot, i);
  if (place.heap && blocks_.known() && IsFree(place, slot)) inspector.Tag(kFree);
}

void Drawn::DescribeSlot(Inspector& inspector, const Place& place, uint32_t slot,
                         uint32_t key) const {
  // The page finds by it what a link that is a number leads to.
  inspector.BeginItem(key, std::to_string(slot), 0, IsFree(place, slot));
  DescribeFields(inspector, place, slot);
  inspector.EndItem();
}

// --- Shapes --------------------------------------------------------------------------------------

void Drawn::Describe(Inspector& inspector) const {
  for (const Drawing& drawing : program_.drawings) {
    const auto number =
        static_cast<uint16_t>(kStructureEnd + (&drawing - program_.drawings.data()));
    const Place& place = program_.places[drawing.place];
    const bool ring = drawing.shape == Shape::kRing;
    inspector.BeginStructure(number, ring ? place.count : 0);
    switch (drawing.shape) {
      case Shape::kRing: DescribeRing(inspector, drawing); break;
      case Shape::kChains: DescribeChains(inspector, drawing); break;
      case Shape::kTable: DescribeTable(inspector, place); break;
      case Shape::kBitmap: DescribeBitmap(inspector, place); break;
      default: DescribeLinked(inspector, drawing); break;
    }
    inspector.EndStructure();
  }
}

// A list or a tree. What leads to a tree's root is the first of its items.
void Drawn::DescribeLinked(Inspector& inspector, const Drawing& drawing) const {
  const Place& place = program_.places[drawing.place];
  Slots slots;
  if (drawing.words > 0) {
    const WordName& from = drawing.word[0];
    slots = Reached(drawing, WordOf(from));
    if (drawing.shape == Shape::kTree) {
      const Place& root = program_.places[from.place];
      inspector.BeginItem(WordOf(from), NameOfWord(root, from.field), 0);
      DescribeField(inspector, root, 0, from.field);
      inspector.EndItem();
    }
  }
  AddFilled(place, &slots);
  const size_t shown = std::min<size_t>(slots.size(), kMostShown);
  for (size_t i = 0; i < shown; ++i)
    DescribeSlot(inspector, place, slots[i], WordAt(place, slots[i]));
  if (slots.size() > shown) inspector.More(static_cast<uint32_t>(slots.size() - shown));
}

void Drawn::DescribeRing(Inspector& inspector, const Drawing& drawing) const {
  const Place& place = program_.places[drawing.place];
  uint32_t shown = 0;
  for (uint32_t slot = 0; slot < place.count; ++slot) {
    if (place.count > kMostShown && IsBlank(place, slot)) continue;
    if (shown++ < kMostShown) DescribeSlot(inspector, place, slot, slot);
  }
  if (shown > kMostShown) inspector.More(shown - kMostShown);
  for (uint32_t i = 0; i < drawing.words; ++i) {
    const WordName& word = drawing.word[i];
    inspector.Cursor({.name = NameOf(NameOfWord(program_.places[word.place], word.field)),
                      .tier = Tier::kNvm,
                      .address = WordOf(word),
                      .size = kWord});
  }
}

void Drawn::DescribeChains(Inspector& inspector, const Drawing& drawing) const {
  const Place& place = program_.places[drawing.place];
  const WordName& head = drawing.word[0];
  const Place& heads = program_.places[head.place];
  uint32_t shown = 0, more = 0;
  for (uint32_t i = 0; i < heads.count; ++i) {
    const Slots slots = Reached(drawing, WordAt(heads, i, head.field));
    if (shown >= kMostShown || (heads.count > kAllOfFew && slots.empty())) {
      ++more;
      continue;
    }
    shown += 1 + static_cast<uint32_t>(slots.size());
    inspector.BeginItem(WordAt(heads, i), "#" + std::to_string(i), 0);
    DescribeFields(inspector, heads, i);
    for (const uint32_t slot : slots) DescribeSlot(inspector, place, slot, WordAt(place, slot));
    inspector.EndItem();
  }
  if (more > 0) inspector.More(more);
}

void Drawn::DescribeTable(Inspector& inspector, const Place& place) const {
  uint32_t shown = 0, more = 0;
  for (uint32_t slot = 0; slot < place.count; ++slot) {
    if (shown >= kMostShown || (slot >= kAllOfFew && IsBlank(place, slot))) {
      ++more;
      continue;
    }
    ++shown;
    DescribeSlot(inspector, place, slot, WordAt(place, slot));
  }
  if (more > 0) inspector.More(more);
}

void Drawn::DescribeBitmap(Inspector& inspector, const Place& place) const {
  const uint32_t bits = place.count * kBitsOfWord, shown = std::min(bits, kMostBits);
  for (uint32_t bit = 0; bit < shown; ++bit) {
    const Address at = WordAt(place, 0) + bit / kBitsOfByte;
    const uint64_t word = nvm_.LoadWord(at / kWord * kWord);
    const bool set = (word >> bit % kBitsOfWord & 1) != 0;
    inspector.BeginItem(bit, std::to_string(bit), 0, !set);
    inspector.Field({.tier = Tier::kNvm,
                     .address = at,
                     .size = 1,
                     .codec = Codec::kBit,
                     .bits = static_cast<uint8_t>(1u << bit % kBitsOfByte)});
    inspector.EndItem();
  }
  if (bits > shown) inspector.More(bits - shown);
}

}  // namespace afterimage::own
