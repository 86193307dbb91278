import { describe, expect, it } from 'vitest';
import type { Text } from '../../../web/engine/protocol';
import { sentenceContext, sentenceOf } from '../../../web/model/trace/sentence';
import { joinPhases, traceNames } from '../../../web/model/trace/trace';
import { en } from '../../../web/ui/i18n/en';
import { translator } from '../../../web/ui/i18n/translate';
import { zh } from '../../../web/ui/i18n/zh';
import { sentenceItem, sentenceText } from '../../../web/ui/sentence/event_words';
import { description } from '../support/fixture_description';
import { createFixtureEngine, info } from '../support/fixture_engine';

const english = (text: Text) => text.en;
const chinese = (text: Text) => text.zh;

async function context() {
  const opened = await createFixtureEngine().open('{}');
  if (!opened.ok) throw new Error('refused');
  return sentenceContext(
    joinPhases(traceNames(description, info), [opened.run]),
    info,
    description,
  );
}

describe('event sentences', () => {
  it('leave no hole, in either language, whatever an event lacks', async () => {
    const about = await context();
    for (const [messages, text] of [
      [en, english],
      [zh, chinese],
    ] as const) {
      const t = translator(messages);
      for (let index = -1; index < about.trace.length; index++) {
        const words = sentenceText(t, sentenceOf(about, index), text, 'list');
        expect(words).not.toMatch(/\{\{|undefined|event\./);
        expect(words.length).toBeGreaterThan(3);
      }
    }
  });

  it('name who acts and on what', async () => {
    const about = await context();
    const t = translator(en);
    const all = Array.from({ length: about.trace.length }, (_, index) =>
      sentenceText(t, sentenceOf(about, index), english, 'list'),
    );
    expect(all).toContain('T1 begins');
    expect(all).toContain('T1 is acknowledged to its client');
    expect(all).toContain('T2 takes LSN 5 for the log record that it is about to store');
  });

  it('name what a chain hangs on by its number', () => {
    const about = (key: number) =>
      sentenceItem(
        translator(en),
        {
          key: 'event.store',
          params: { structure: { en: 'redo, by page', zh: '重做，按页' }, key },
          broken: false,
        },
        english,
        'chains',
      );
    expect(about(2 ** 30 + 2)).toBe('redo, by page 2');
    expect(about(7)).toBe('redo, by page #7');
  });

  it('call a second copy by its page, and a page by its number', () => {
    const about = (kind: 'name' | 'number', label: string) =>
      sentenceItem(
        translator(en),
        {
          key: 'event.page-write-start',
          params: { structure: { en: 'database pages', zh: '数据库页' }, key: 2 },
          item: { kind, label: { en: label, zh: label } },
          broken: false,
        },
        english,
        'pages',
      );
    expect(about('name', '1′')).toBe('page 1′');
    expect(about('number', '2')).toBe('page 2');
  });

  it('call a slot of a program as its statements do', () => {
    const about = (label: string) =>
      sentenceItem(
        translator(en),
        {
          key: 'event.nvm-store',
          params: { structure: { en: 'slots of the program', zh: '程序的槽' }, key: 512 },
          item: { kind: 'name', label: { en: label, zh: label } },
          broken: false,
        },
        english,
        'table',
      );
    expect(about('log[3]')).toBe('log[3]');
    expect(about('log')).toBe('slots of the program (log)');
  });
});
