// Tests the order in which undo records, journal, pages, marks and promises become durable.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <map>

#include "run/file/scenario/random_scenario.h"
#include "scheme/nv_wsp/wsp_play.h"

namespace afterimage::testing_support {
namespace {

using namespace nvwsp;

const std::vector<uint16_t> kInstall = {kHomeGate,      kHomeSave,     kHomeSaveBack,
                                        kHomeMark,      kHomeMarkBack, kHomeLines,
                                        kHomeLinesBack, kHomeClear,    kHomeClearBack};

std::vector<uint16_t> Together(std::vector<uint16_t> labels, const std::vector<uint16_t>& more,
                               std::vector<uint16_t> rest) {
  labels.insert(labels.end(), more.begin(), more.end());
  labels.insert(labels.end(), rest.begin(), rest.end());
  return labels;
}

// Header and record of a page of 512 bytes are two lines with one between them: one install, two
// runs.
std::vector<uint16_t> Collapsed(std::vector<uint16_t> labels) {
  std::vector<uint16_t> out;
  for (size_t i = 0; i < labels.size(); ++i) {
    const bool again = i + 1 < labels.size() && labels[i] == kHomeLines && !out.empty() &&
                       out.back() == kHomeLinesBack;
    if (again) {
      ++i;  // and its write-back
      continue;
    }
    out.push_back(labels[i]);
  }
  return out;
}

TEST(WspOrder, AnUpdatePersistsItsUndoRecordBeforeThePageChanges) {
  Play play(OnNvWsp(R"([["begin T1", "A := 50", "commit"]])"));
  play.To();
  const size_t log = FirstOf(play, kUndoRecord);
  const std::vector<uint16_t> labels = Labels(play, 0, log);
  EXPECT_EQ(std::vector<uint16_t>(labels.begin(), labels.begin() + 3),
            (std::vector<uint16_t>{kUndoRecord, kUndoRecordBack, kUpdateChange}));
}

TEST(WspOrder, ALongBeforeImageIsDurableBeforeItsRecord) {
  Play play(OnNvWsp(R"([["begin T1", "A := 50", "commit"]])",
                    R"({"value_bytes": 64, "page_bytes": 1024})"));
  play.To();
  const std::vector<uint16_t> labels = Labels(play, 0, FirstOf(play, kUndoImage));
  EXPECT_EQ(std::vector<uint16_t>(labels.begin(), labels.begin() + 5),
            (std::vector<uint16_t>{kUndoImage, kUndoImageBack, kUndoRecord, kUndoRecordBack,
                                   kUpdateChange}));
}

TEST(WspOrder, ACommitSendsItsPagesHomeThenSetsItsMarkThenTellsTheClient) {
  Play play(OnNvWsp(R"([["begin T1", "A := 50", "commit"]])"));
  play.To();
  const std::vector<uint16_t> labels = Collapsed(Labels(play, 0, FirstOf(play, kCommitForce)));
  EXPECT_EQ(labels, Together({kCommitForce}, kInstall,
                             {kCommitMark, kCommitMarkBack, kCommitAcknowledge, kCommitRelease}));
}

TEST(WspOrder, AnAbortPutsValuesBackSendsThePagesHomeAndThenEnds) {
  Play play(OnNvWsp(R"([["begin T1", "A := 50", "B := 7", "abort"]])"));
  play.To();
  const std::vector<uint16_t> labels = Collapsed(Labels(play, 0, FirstOf(play, kAbortRead)));
  EXPECT_EQ(labels, Together({kAbortRead, kAbortRestore, kAbortRead, kAbortRestore, kAbortForce},
                             kInstall, {kAbortMark, kAbortMarkBack, kAbortAcknowledge}));
}

TEST(WspOrder, ATransactionThatChangesNothingWritesNothing) {
  Play play(OnNvWsp(R"([["begin T1", "read A", "commit", "begin T2", "read B", "abort"]])"));
  play.To();
  EXPECT_EQ(play.Count(EventKind::kStore), 0u);
}

// A page that another commit has sent home already is not written again.
TEST(WspOrder, CommitsShareAnInstall) {
  Play play(OnNvWsp(
      R"([["begin T1", "A := 50", "signal on", "wait 5us", "commit"], ["await on", "begin T2", "B := 7", "wait 5us", "commit"]])"));
  play.To();
  EXPECT_EQ(play.session().world().engine().counters().page_writes, 1u);
}

// --- Over many runs ------------------------------------------------------------------------------

// The journal mark is durable before a line of the page is stored, and the lines are durable before
// the mark is cleared, for any page.
TEST(WspOrder, NoPageChangesAtHomeWithoutAJournal) {
  uint32_t runs = 0, lines = 0;
  for (uint32_t seed = 0; seed < 700; ++seed) {
    const std::string text = RandomScenario(seed);
    if (text.find("\"nv-wsp\"") == std::string::npos) continue;
    ++runs;
    Play play(text);
    play.To();
    std::map<ActorId, uint16_t> last;
    for (const Event& e : play.events) {
      if (e.kind == EventKind::kStore && e.label == kHomeLines) {
        ++lines;
        EXPECT_TRUE(last[e.actor] == kHomeMarkBack || last[e.actor] == kHomeLines ||
                    last[e.actor] == kHomeLinesBack)
            << "seed " << seed << " event " << e.seq;
      }
      if (e.kind == EventKind::kStore && e.label == kHomeClear)
        EXPECT_EQ(last[e.actor], kHomeLinesBack) << "seed " << seed << " event " << e.seq;
      if (e.kind == EventKind::kStore || e.kind == EventKind::kWriteBack) last[e.actor] = e.label;
    }
  }
  EXPECT_GT(runs, 30u);
  EXPECT_GT(lines, 200u);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
