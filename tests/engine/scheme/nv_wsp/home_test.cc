// Tests what sending a page home writes, and what remains possible meanwhile.
#include "scheme/nv_wsp/wsp_play.h"
#include "support/read_back.h"

namespace afterimage::testing_support {
namespace {

NvmCounters Counters(Play& play) { return play.session().world().devices().nvm.counters(); }

// One record: its undo record 1, the page's first line and the record's saved 2, the journal's
// header 1, the two lines 2, its clearing 1, the mark 1.
TEST(WspHome, AnUpdateOfOneRecordWritesEightLines) {
  for (const char* page : {"512", "2048", "8192"}) {
    Play play(OnNvWsp(R"([["begin T1", "A := 50", "commit"]])",
                      std::string(R"({"page_bytes": )") + page + "}"));
    play.To();
    EXPECT_EQ(Counters(play).lines_written, 8u) << page;
    EXPECT_EQ(play.session().world().devices().disk.size(), 0u);
  }
}

// Places are taken in turn, so no line is worn by every install.
TEST(WspHome, InstallsWearTheJournalEvenly) {
  std::string statements;
  for (int i = 1; i <= 40; ++i)
    statements += (i > 1 ? ", \"begin T" : "\"begin T") + std::to_string(i) +
                  "\", \"A := A + 1\", \"commit\"";
  for (const uint32_t installs : {1u, 8u}) {
    Play play(OnNvWsp("[[" + statements + "]]", "{\"marks\": 4, \"entries\": 16, \"installs\": " +
                                                    std::to_string(installs) + "}"));
    play.To();
    nvwsp::Layout layout;
    layout.clients = 4;
    layout.records = 16;
    layout.installs = installs;
    const Nvm& nvm = play.session().world().devices().nvm;
    for (uint32_t place = 0; place < installs; ++place) {
      EXPECT_EQ(nvm.wear().Of(layout.Journal(place) / kLineBytes), 2 * 40 / installs) << place;
    }
    EXPECT_EQ(ReadBack(play.session()), "A=140 B=20 C=5");
  }
}

TEST(WspHome, ManyThreadsShareOnePlaceOfTheJournal) {
  std::string threads;
  for (int t = 0; t < 6; ++t) {
    std::string statements;
    for (int i = 0; i < 10; ++i) {
      const std::string txn = std::to_string(t * 10 + i + 1);
      statements += (i > 0 ? ", \"begin T" : "\"begin T") + txn + "\", \"" +
                    std::string(1, static_cast<char>('A' + t)) + " := " + txn + "\", \"commit\"";
    }
    threads += (t > 0 ? ", [" : "[") + statements + "]";
  }
  Script script = OnNvWsp("[" + threads + "]", R"({"installs": 1, "heap_pages": 5, "frames": 2})");
  script.records = R"({"A": 0, "B": 0, "C": 0, "D": 0, "E": 0, "F": 0})";
  script.overrides = R"({"cpu.cores": 3})";
  Play play(script);
  play.To();
  EXPECT_EQ(ReadBack(play.session()), "A=10 B=20 C=30 D=40 E=50 F=60");
}

// --- Room ----------------------------------------------------------------------------------------

// A transaction that needs more records than there are must fail, and only it.
TEST(WspRoom, ALogThatIsFullLeadsToAnAbort) {
  std::string statements = "\"begin T1\"";
  for (int i = 0; i < 12; ++i) statements += ", \"A := A + 1\"";
  Play play(OnNvWsp("[[" + statements + R"(, "commit", "begin T2", "B := 7", "commit"]])",
                    R"({"entries": 8, "marks": 1})"));
  play.To();
  EXPECT_EQ(play.session().oracle().state(1), ClientState::kAborted);
  EXPECT_EQ(play.session().oracle().state(2), ClientState::kAcknowledged);
  EXPECT_EQ(ReadBack(play.session()), "A=100 B=7 C=5");
}

TEST(WspRoom, WhoFindsNoMarkBeginsAgain) {
  Script script = OnNvWsp(
      R"([["begin T1", "A := A + 1", "wait 5us", "commit"], ["begin T2", "B := B + 1", "wait 5us", "commit"],
                             ["begin T3", "C := C + 1", "commit"]])",
      R"({"marks": 1})");
  script.deadlock = "wait-die";
  Play play(script);
  play.To();
  for (TxnLabel txn = 1; txn <= 3; ++txn)
    EXPECT_EQ(play.session().oracle().state(txn), ClientState::kAcknowledged);
  EXPECT_EQ(ReadBack(play.session()), "A=101 B=21 C=6");
}

}  // namespace
}  // namespace afterimage::testing_support
