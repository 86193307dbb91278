import { expect, it } from 'vitest';
import type { Frame, Item } from '../../web/engine/protocol';
import { clientsAt } from '../../web/model/frame/clients';
import { effort, turn } from '../effort';
import { type LectureRun, runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

// What lists and tables say of themselves, at every position of every lecture.

/** A long lecture is looked at this many times. */
const LOOKS = effort(400, 2000);
const TIMEOUT = 180_000;

const tagged = ({ tags }: Item, word: string) => tags.some(({ en }) => en === word);
const fieldOf = ({ fields }: Item, name: string) =>
  fields.find((field) => field.name.en === name)?.value;

/** Log records that are drawn twice, as what they are and as the space that they have filled. */
function* twice({ structures }: Frame): Generator<string> {
  for (const { id, shape, items } of structures) {
    if (shape !== 'list') continue;
    const keys = items.map(({ key }) => key);
    for (const key of new Set(keys.filter((each, n) => keys.indexOf(each) !== n)))
      yield `${id} has ${key} twice`;
  }
}

/** Transactions that a table in DRAM has on a list in PCM on which they are no more. */
function* notListed({ structures }: Frame): Generator<string> {
  const itemsOf = (name: string) => structures.find(({ id }) => id === name)?.items ?? [];
  const listed = itemsOf('active-list').map((item) => fieldOf(item, 'XID'));
  for (const item of itemsOf('transaction-table'))
    if (tagged(item, 'on the list') && !listed.includes(item.label))
      yield `transaction ${item.label} is said to be on the list`;
}

/** Kinds that zeros are taken for, where no record was ever written. */
function* kindsOfNothing({ structures }: Frame): Generator<string> {
  for (const { id, items } of structures)
    for (const { key, fields } of items) {
      const [first] = fields;
      const isNothing = first?.name.en === 'LSN' && first.value === '0';
      const kind = fields.find(({ name }) => name.en === 'kind');
      if (isNothing && kind) yield `${id} ${key} is said to be ${kind.value}`;
    }
}

/**
 * Clients that are shown with one that has ended, though they have begun another since, or with
 * none, though they had one before: `asked`, which grows.
 */
function* wentBack({ info, trace }: LectureRun, frame: Frame, asked: Set<number>) {
  for (const { thread, txn, told, before } of clientsAt(info, frame, trace)) {
    if (told !== 'not-yet' && before.some((each) => each.txn > txn))
      yield `client ${thread + 1} is back at transaction ${txn}`;
    if (txn > 0) asked.add(thread);
    else if (asked.has(thread)) yield `client ${thread + 1} has lost its transaction`;
  }
}

it.each(turn(lectureFiles()))(
  '$name says of no record and no transaction what is not so',
  async (file) => {
    const lecture = await runLecture(file);
    const { session, trace } = lecture;
    const asked = new Set<number>();
    const stride = Math.max(1, Math.ceil(trace.length / LOOKS));
    const wrong = new Set<string>();
    for (let at = 0; at <= trace.length; at += stride) {
      const frame = session.seek(at);
      const said = [twice, notListed, kindsOfNothing].flatMap((rule) => [...rule(frame)]);
      for (const each of [...said, ...wentBack(lecture, frame, asked)]) wrong.add(each);
    }
    expect([...wrong]).toEqual([]);
  },
  TIMEOUT,
);
