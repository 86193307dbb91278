import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  entrySeconds,
  missingMarks,
  type Outlines,
  planMinutes,
} from '../../web/course/model/minutes';
import {
  type CoursePlan,
  isLectureEntry,
  isMeasuredEntry,
  isTaskEntry,
  parsePlan,
  planText,
} from '../../web/course/model/plan';
import { planFromLink, planToLink } from '../../web/course/model/plan_link';
import { lectureOutlines } from '../../web/scripts/vite/lectures';

const outlines: Outlines = lectureOutlines('scenarios');
const names = readdirSync('scenarios/plans');
const plans = names.map((name) => {
  const text = readFileSync(`scenarios/plans/${name}`, 'utf8');
  const parsed = parsePlan(text);
  return { name, plan: 'plan' in parsed ? parsed.plan : undefined, parsed };
});
const read = (name: string): CoursePlan => {
  const plan = plans.find((each) => each.name === name)?.plan;
  if (!plan) throw new Error(`${name} cannot be read`);
  return plan;
};

test('there are plans for 45, 90 and 180 minutes, and for a week of labs', () => {
  const minutes = plans.map(({ plan }) => plan?.minutes);
  expect(minutes).toEqual(expect.arrayContaining([45, 90, 180]));
  expect(names).toContain('week-of-labs.json');
  expect(read('week-of-labs.json').entries.filter(isTaskEntry).length).toBeGreaterThanOrEqual(5);
});

test.each(names)('%s names lectures and marks that exist, and its minutes fit', (name) => {
  expect(plans.find((each) => each.name === name)?.parsed).not.toHaveProperty('problems');
  const plan = read(name);
  for (const entry of plan.entries) {
    if (isLectureEntry(entry)) {
      expect(outlines[entry.lecture]?.measured, entry.lecture).toBeUndefined();
      expect(missingMarks(entry, outlines), entry.lecture).toEqual([]);
    }
    if (isMeasuredEntry(entry)) expect(outlines[entry.measured]?.measured).toBe(true);
    for (const language of ['en', 'zh'] as const)
      expect(entrySeconds(entry, outlines, language), JSON.stringify(entry)).toBeGreaterThan(60);
  }
  for (const language of ['en', 'zh'] as const) {
    const minutes = planMinutes(plan, outlines, language);
    expect(minutes).toBeLessThanOrEqual(plan.minutes);
    expect(minutes).toBeGreaterThan(plan.minutes * 0.8);
  }
});

test.each(names)('%s has a lecture after all that it builds on, or leaves that out', (name) => {
  const before = new Set<string>();
  const all = read(name).entries.filter(isLectureEntry);
  const chosen = new Set(all.map(({ lecture }) => lecture));
  for (const { lecture } of all) {
    const file = JSON.parse(readFileSync(`scenarios/lectures/${lecture}.json`, 'utf8'));
    for (const need of file.lecture.needs ?? [])
      if (chosen.has(need)) expect(before, `${lecture} needs ${need}`).toContain(need);
    before.add(lecture);
  }
});

test.each(names)('%s survives its link, but for its notes', (name) => {
  const plan = read(name);
  const back = planFromLink(planToLink(plan));
  expect(back?.entries).toHaveLength(plan.entries.length);
  for (const language of ['en', 'zh'] as const)
    expect(back && planMinutes(back, outlines, language)).toBe(
      planMinutes(plan, outlines, language),
    );
  expect(parsePlan(planText(plan))).toEqual({ plan });
});

test('times of reading are near the minutes that authors give their lectures', () => {
  for (const [id, { measured, seconds }] of Object.entries(outlines)) {
    if (measured) continue;
    const { lecture } = JSON.parse(readFileSync(`scenarios/lectures/${id}.json`, 'utf8'));
    for (const language of ['en', 'zh'] as const) {
      const share = seconds[language] / 60 / lecture.minutes;
      expect(share, id).toBeGreaterThan(0.55);
      expect(share, id).toBeLessThan(1.25);
    }
  }
});
