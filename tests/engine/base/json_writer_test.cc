#include "base/json/json_writer.h"

#include <gtest/gtest.h>

#include "base/json/json_value.h"

namespace afterimage {
namespace {

TEST(JsonWriter, PutsCommasOnlyBetweenThings) {
  std::string out;
  JsonWriter json(out);
  json.BeginObject()
      .Key("a")
      .BeginArray()
      .EndArray()
      .Key("b")
      .BeginArray()
      .Integer(1)
      .Integer(-2)
      .EndArray();
  json.Key("c")
      .BeginObject()
      .EndObject()
      .Key("d")
      .Null()
      .Key("e")
      .Bool(true)
      .Key("f")
      .String("")
      .EndObject();
  EXPECT_EQ(out, R"({"a":[],"b":[1,-2],"c":{},"d":null,"e":true,"f":""})");
}

TEST(JsonWriter, WritesIntegersWhole) {
  std::string out;
  JsonWriter(out).BeginArray().Integer(INT64_MIN).Integer(INT64_MAX).EndArray();
  EXPECT_EQ(out, "[-9223372036854775808,9223372036854775807]");
}

TEST(JsonWriter, WritesBothLanguages) {
  std::string out;
  JsonWriter(out).Bilingual({"lock", "锁"});
  EXPECT_EQ(out, R"({"en":"lock","zh":"锁"})");
}

// The parser gives back whatever a string holds.
TEST(JsonWriter, EscapesEveryByteSoThatItCanBeReadBack) {
  std::string text;
  for (int c = 0; c < 128; ++c) text += static_cast<char>(c);
  text += "中\xf0\x9f\x98\x80";
  std::string out;
  JsonWriter(out).BeginObject().Key(text).String(text).EndObject();
  JsonValue value;
  JsonError error;
  ASSERT_TRUE(ParseJson(out, &value, &error)) << error.reason.en << "\n" << out;
  EXPECT_EQ(value.members[0].key, text);
  EXPECT_EQ(value.members[0].value.string, text);
}

}  // namespace
}  // namespace afterimage
