#include "run/file/experiment/experiment_scale.h"

#include <algorithm>
#include <string>
#include <vector>

#include "run/file/experiment/experiment_answers.h"
#include "run/file/format/experiment_format.h"

namespace afterimage {
namespace {

using Type = JsonValue::Type;

bool ListOfObjects(const JsonValue& value) {
  return value.type == Type::kArray && !value.elements.empty() &&
         value.elements[0].type == Type::kObject;
}

JsonValue Merged(const JsonValue& base, const JsonValue& other) {
  if (base.type == Type::kObject && other.type == Type::kObject) {
    JsonValue both = base;
    both.line = other.line;
    both.column = other.column;
    for (const auto& [key, value] : other.members) {
      const std::string& name = key;
      const auto member =
          std::find_if(both.members.begin(), both.members.end(),
                       [&](const JsonValue::Member& each) { return each.key == name; });
      if (member == both.members.end()) {
        both.members.push_back({name, value});
      } else {
        member->value = Merged(member->value, value);
      }
    }
    return both;
  }
  if (!ListOfObjects(base) || !ListOfObjects(other)) return other;
  JsonValue both = base;
  for (size_t i = 0; i < std::min(base.elements.size(), other.elements.size()); ++i) {
    both.elements[i] = Merged(base.elements[i], other.elements[i]);
  }
  return both;
}

bool StandsIn(const JsonValue& value, const Problem& problem) {
  if (value.line == problem.line && value.column == problem.column) return true;
  return std::any_of(value.elements.begin(), value.elements.end(),
                     [&](const JsonValue& each) { return StandsIn(each, problem); }) ||
         std::any_of(value.members.begin(), value.members.end(),
                     [&](const JsonValue::Member& each) { return StandsIn(each.value, problem); });
}

void CheckSweep(const FieldReader& sweep, const Experiment& published) {
  if (!sweep.IsObject()) return;
  for (const auto& [name, values] : sweep.value().members) {
    const FieldReader field = sweep.Member(name, values);
    const std::string& wanted = name;
    const auto axis = std::find_if(published.axes.begin(), published.axes.end(),
                                   [&](const SweepAxis& each) { return each.name == wanted; });
    if (axis == published.axes.end()) {
      field.Fail("only what is swept can have fewer values", "只有被扫描的名称才能减少取值");
      continue;
    }
    for (size_t i = 0; i < values.elements.size(); ++i) {
      const JsonValue& value = values.elements[i];
      const bool known = std::any_of(axis->values.begin(), axis->values.end(),
                                     [&](const JsonValue& each) { return SameValue(each, value); });
      if (!known) field.Element(i).Fail("this is none of the swept values", "这不是被扫描的值");
    }
  }
}

// Returns the position of each point of `published` among those of `quick`; -1 if it is not there.
std::vector<int64_t> Positions(const Experiment& published, const Experiment& quick) {
  std::vector<int64_t> positions;
  for (uint32_t point = 0; point < published.point_count(); ++point) {
    int64_t position = published.scheme_of(point);
    for (uint32_t a = 0; position >= 0 && a < quick.axes.size(); ++a) {
      const std::vector<JsonValue>& values = quick.axes[a].values;
      const JsonValue& value = published.axes[a].values[published.value_of(point, a)];
      const auto found = std::find_if(values.begin(), values.end(), [&](const JsonValue& each) {
        return SameValue(each, value);
      });
      position = found == values.end()
                     ? -1
                     : position * static_cast<int64_t>(values.size()) + (found - values.begin());
    }
    positions.push_back(position);
  }
  return positions;
}

void Erase(JsonValue* object, std::string_view name) {
  std::erase_if(object->members, [&](const JsonValue::Member& each) { return each.key == name; });
}

// Leaves of a selection the swept values that there are. Returns false where a name has none left.
bool KeepSelection(const JsonValue& sweep, JsonValue* selection) {
  for (JsonValue::Member& wanted : selection->members) {
    const JsonValue* values = sweep.Find(wanted.key);
    if (!values) continue;
    const auto lacks = [&](const JsonValue& value) {
      return std::none_of(values->elements.begin(), values->elements.end(),
                          [&](const JsonValue& each) { return SameValue(each, value); });
    };
    if (wanted.value.type != Type::kArray) {
      if (lacks(wanted.value)) return false;
      continue;
    }
    std::erase_if(wanted.value.elements, lacks);
    if (wanted.value.elements.empty()) return false;
  }
  return true;
}

JsonValue KeptClaims(const JsonValue& claims, const JsonValue& sweep) {
  JsonValue kept = claims;
  std::erase_if(kept.elements, [&](JsonValue& claim) {
    return std::any_of(claim.members.begin(), claim.members.end(), [&](JsonValue::Member& each) {
      return (each.key == "num" || each.key == "den") && !KeepSelection(sweep, &each.value);
    });
  });
  return kept;
}

class QuickChecker final : public FieldRules {
 public:
  explicit QuickChecker(const Experiment& published) : published_(published) {}

  void Read(Rule rule, const FieldReader& field) override {
    switch (rule) {
      case Rule::kQuickCrash:
        if (published_.crash.wanted)
          ReadObject(field, format::kQuickCrash, this);
        else
          field.Fail("the power does not fail at the published scale", "论文规模下并不断电");
        return;
      case Rule::kQuickSchemes: return Elements(field, published_.schemes.size());
      case Rule::kQuickWorkloads: return Elements(field, published_.workloads.size() - 1);
      case Rule::kQuickSweep: return CheckSweep(field, published_);
      default: return;
    }
  }

 private:
  // Merges by position, so at most as many as the published scale has.
  void Elements(const FieldReader& list, size_t most) {
    if (!list.IsArray(most)) return;
    for (size_t i = 0; i < list.value().elements.size(); ++i)
      ReadValue(list.Element(i), format::kQuickElement, this);
  }

  const Experiment& published_;
};

}  // namespace

void CheckQuick(const FieldReader& quick, const Experiment& published) {
  QuickChecker rules(published);
  ReadObject(quick, format::kQuick, &rules);
}

JsonValue AtQuickScale(const JsonValue& root, const JsonValue& quick) {
  JsonValue merged = Merged(root, quick);
  Erase(&merged, "quick");
  Erase(&merged, "claims");
  return merged;
}

void WriteAtScale(const JsonValue& root, Experiment* experiment) {
  JsonValue file = experiment->published ? root : Merged(root, *root.Find("quick"));
  Erase(&file, "quick");
  const JsonValue* sweep = file.Find("sweep");
  for (JsonValue::Member& each : file.members) {
    if (each.key == "claims" && sweep) each.value = KeptClaims(each.value, *sweep);
  }
  experiment->file.clear();
  JsonWriter json(experiment->file);
  WriteValue(file, json);
}

void MarkQuick(const JsonValue& quick, size_t first, std::vector<Problem>* problems) {
  for (size_t i = first; i < problems->size(); ++i) {
    Problem& problem = (*problems)[i];
    if (StandsIn(quick, problem)) problem.path = "quick." + problem.path;
  }
}

void KeepClaims(const Experiment& published, Experiment* quick) {
  const std::vector<int64_t> positions = Positions(published, *quick);
  for (const ClaimPairs& claim : published.claims) {
    ClaimPairs kept{claim.id, claim.ratio, claim.of, {}, {}};
    const auto there = [&](const std::pair<uint32_t, uint32_t>& pair) {
      return positions[pair.first] >= 0 && positions[pair.second] >= 0;
    };
    const auto moved = [&](const std::pair<uint32_t, uint32_t>& pair) {
      return std::pair<uint32_t, uint32_t>(positions[pair.first], positions[pair.second]);
    };
    for (size_t i = 0; i < claim.pairs.size(); ++i) {
      const bool divided = !claim.per.empty();
      if (!there(claim.pairs[i]) || (divided && !there(claim.per[i]))) continue;
      kept.pairs.push_back(moved(claim.pairs[i]));
      if (divided) kept.per.push_back(moved(claim.per[i]));
    }
    quick->claims.push_back(std::move(kept));
  }
}

}  // namespace afterimage
