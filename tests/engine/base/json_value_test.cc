#include "base/json/json_value.h"

#include <gtest/gtest.h>

#include <string>

namespace afterimage {
namespace {

using Type = JsonValue::Type;

JsonValue Parsed(std::string_view text) {
  JsonValue value;
  JsonError error;
  EXPECT_TRUE(ParseJson(text, &value, &error)) << text << ": " << error.reason.en;
  return value;
}

// "line:column reason", or "" where the text is accepted.
std::string ErrorOf(std::string_view text) {
  JsonValue value;
  JsonError error;
  if (ParseJson(text, &value, &error)) return "";
  EXPECT_STRNE(error.reason.zh, "") << text;
  return std::to_string(error.line) + ":" + std::to_string(error.column) + " " + error.reason.en;
}

TEST(Json, ReadsEveryKindOfValue) {
  const JsonValue value = Parsed(
      R"( {"n": null, "t": true, "f": false, "i": -12, "d": 1.5, "s": "x", "a": [1, [2]], "o": {}} )");
  ASSERT_EQ(value.type, Type::kObject);
  EXPECT_EQ(value.Find("n")->type, Type::kNull);
  EXPECT_TRUE(value.Find("t")->boolean);
  EXPECT_EQ(value.Find("f")->type, Type::kBool);
  EXPECT_FALSE(value.Find("f")->boolean);
  EXPECT_EQ(value.Find("i")->integer, -12);
  EXPECT_EQ(value.Find("d")->type, Type::kNumber);
  EXPECT_EQ(value.Find("s")->string, "x");
  EXPECT_EQ(value.Find("a")->elements[1].elements[0].integer, 2);
  EXPECT_EQ(value.Find("o")->type, Type::kObject);
  EXPECT_EQ(value.Find("missing"), nullptr);
}

TEST(Json, KeepsTheOrderOfMembers) {
  const JsonValue value = Parsed(R"({"b": 1, "a": 2, "": 3})");
  ASSERT_EQ(value.members.size(), 3u);
  EXPECT_EQ(value.members[0].key, "b");
  EXPECT_EQ(value.members[1].key, "a");
  EXPECT_EQ(value.members[2].key, "");
}

TEST(Json, SaysWhereAValueStands) {
  const JsonValue value = Parsed("{\n  \"a\": [1,\n   true]\n}");
  EXPECT_EQ(value.line, 1u);
  EXPECT_EQ(value.column, 1u);
  EXPECT_EQ(value.Find("a")->line, 2u);
  EXPECT_EQ(value.Find("a")->column, 8u);
  EXPECT_EQ(value.Find("a")->elements[1].line, 3u);
  EXPECT_EQ(value.Find("a")->elements[1].column, 4u);
}

TEST(Json, UnderstandsEscapes) {
  EXPECT_EQ(Parsed(R"("\"\\\/\b\f\n\r\t")").string, "\"\\/\b\f\n\r\t");
  EXPECT_EQ(Parsed(R"("\u0041\u00e9\u4e2d")").string, "A\xc3\xa9\xe4\xb8\xad");
  EXPECT_EQ(Parsed(R"("\uD83D\uDE00")").string, "\xf0\x9f\x98\x80");
  EXPECT_EQ(Parsed(R"("\ud83d\ude00")").string, "\xf0\x9f\x98\x80");
  EXPECT_EQ(Parsed(R"("\u0000")").string, std::string(1, '\0'));
  EXPECT_EQ(Parsed("\"\xe4\xb8\xad\"").string, "\xe4\xb8\xad");
}

TEST(Json, ReadsIntegersExactlyUpToTwoToThe53) {
  EXPECT_EQ(Parsed("9007199254740992").integer, int64_t{1} << 53);
  EXPECT_EQ(Parsed("-9007199254740992").integer, -(int64_t{1} << 53));
  EXPECT_EQ(Parsed("0").integer, 0);
  EXPECT_EQ(Parsed("-0").integer, 0);
  EXPECT_EQ(ErrorOf("9007199254740993"), "1:1 the number is beyond 2^53");
  EXPECT_EQ(ErrorOf("[1, -9007199254740993]"), "1:5 the number is beyond 2^53");
  // Long enough to overflow 64 bits several times over.
  EXPECT_EQ(ErrorOf("1" + std::string(400, '0')), "1:1 the number is beyond 2^53");
}

TEST(Json, TakesFractionsForNumbersButNotForIntegers) {
  for (const char* text : {"0.5", "-1.25", "1e3", "1E+3", "2e-7", "1.5e10", "1e400"}) {
    EXPECT_EQ(Parsed(text).type, Type::kNumber) << text;
  }
  EXPECT_EQ(ErrorOf("1."), "1:3 digits are expected");
  EXPECT_EQ(ErrorOf("1e"), "1:3 digits are expected");
  EXPECT_EQ(ErrorOf("1e+"), "1:4 digits are expected");
  EXPECT_EQ(ErrorOf(".5"), "1:1 not a JSON value");
}

struct Bad {
  const char* text;
  const char* error;
};

TEST(Json, RefusesWhatIsNotJsonAndSaysWhereAndWhy) {
  const Bad cases[] = {
      {"", "1:1 the text ends where a value is expected"},
      {"  \n ", "2:2 the text ends where a value is expected"},
      {"[1,", "1:4 the text ends where a value is expected"},
      {"{\"a\":", "1:6 the text ends where a value is expected"},
      {"[1 2]", "1:4 ',' or ']' is expected"},
      {"[1", "1:3 ',' or ']' is expected"},
      {"{\"a\": 1 \"b\": 2}", "1:9 ',' or '}' is expected"},
      {"{\"a\": 1", "1:8 ',' or '}' is expected"},
      {"{a: 1}", "1:2 a key in quotes is expected"},
      {"{\"a\": 1,}", "1:9 a key in quotes is expected"},
      {"{\"a\": 1,", "1:9 a key in quotes is expected"},
      {"{\"a\" 1}", "1:6 ':' is expected after the key"},
      {"[1,]", "1:4 not a JSON value"},
      {"[,1]", "1:2 not a JSON value"},
      {"tru", "1:1 not a JSON value"},
      {"nulll", "1:5 text after the end of the document"},
      {"NaN", "1:1 not a JSON value"},
      {"'a'", "1:1 not a JSON value"},
      {"+1", "1:1 not a JSON value"},
      {"-", "1:1 not a JSON value"},
      {"01", "1:1 a number may not start with 0"},
      {"-01", "1:1 a number may not start with 0"},
      {"1 2", "1:3 text after the end of the document"},
      {"{} x", "1:4 text after the end of the document"},
      {"{}\n\n  ]", "3:3 text after the end of the document"},
      {"[1] // no", "1:5 text after the end of the document"},
      {"\"abc", "1:5 the string is not closed"},
      {"\"abc\\", "1:6 the string is not closed"},
      {"\"a\nb\"", "1:3 a control character inside a string"},
      {"\"a\tb\"", "1:3 a control character inside a string"},
      {"\"\\x\"", "1:3 an unknown escape"},
      {"\"\\u12g4\"", "1:6 four hexadecimal digits are expected"},
      {"\"\\u12", "1:6 four hexadecimal digits are expected"},
      {"\"\\ud800\"", "1:7 half of a surrogate pair"},
      {"\"\\ud800\\n\"", "1:7 half of a surrogate pair"},
      {"\"\\ud800\\u0041\"", "1:13 half of a surrogate pair"},
      {"\"\\udc00\"", "1:7 half of a surrogate pair"},
      {"{\"a\": 1,\n \"b\": 2,\n \"a\": 3}", "3:2 this key appears twice in the object"},
      {"{\"a\": 1, \"\\u0061\": 2}", "1:10 this key appears twice in the object"},
  };
  for (const Bad& bad : cases) EXPECT_EQ(ErrorOf(bad.text), bad.error) << bad.text;
}

TEST(Json, AllowsTheSameKeyInDifferentObjects) {
  EXPECT_EQ(ErrorOf(R"({"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]})"), "");
}

TEST(Json, NestsSixtyFourDeepAndNoDeeper) {
  const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_EQ(ErrorOf(nested(64)), "");
  EXPECT_EQ(ErrorOf(nested(66)), "1:66 nested too deeply");
  // Far deeper than any stack.
  EXPECT_EQ(ErrorOf(std::string(1000000, '[')), "1:66 nested too deeply");
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
  EXPECT_NE(ErrorOf(objects).find("nested too deeply"), std::string::npos);
}

TEST(Json, RefusesObjectsWithTooManyKeys) {
  std::string text = "{";
  for (int i = 0; i < 4096; ++i) text += (i ? ",\"k" : "\"k") + std::to_string(i) + "\":0";
  EXPECT_EQ(ErrorOf(text + "}"), "");
  EXPECT_NE(ErrorOf(text + ",\"x\":0}").find("more than 4096 keys"), std::string::npos);
}

TEST(Json, SkipsAByteOrderMark) { EXPECT_EQ(Parsed("\xef\xbb\xbf[7]").elements[0].integer, 7); }

// Every way to cut a good text short must be noticed.
TEST(Json, RefusesEveryPrefixOfAnObject) {
  const std::string text = R"({"a": [1, 2.5, "x\u00e9\ud83d\ude00"], "b": {"c": null, "d": true}})";
  for (size_t size = 0; size < text.size(); ++size)
    EXPECT_NE(ErrorOf(text.substr(0, size)), "") << size;
  EXPECT_EQ(ErrorOf(text), "");
}

}  // namespace
}  // namespace afterimage
