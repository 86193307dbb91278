import { expect, it } from 'vitest';
import type { Frame, Item } from '../../web/engine/protocol';
import { clientsAt } from '../../web/model/frame/clients';
import { kindOf } from '../../web/model/trace/trace';
import { effort, turn } from '../effort';
import { type LectureRun, runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

// The descriptions that lists and tables give of themselves, at every position of every lecture.

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

/** The items made by a structure change that have a client's transaction's name. */
function* namedForClients({ structures }: Frame): Generator<string> {
  for (const { id, items } of structures)
    for (const item of items.flatMap((each) => [each, ...(each.items ?? [])]))
      if (tagged(item, 'structure change') && item.txn !== 0)
        yield `${id} ${item.label} of a structure change is T${item.txn}'s`;
}

/**
 * A node that is said to be unreachable, though durable words lead to it from the root, or a node
 * of the log that none leads to and that is not.
 */
function* ledTo({ structures }: Frame): Generator<string> {
  for (const { id, items } of structures.filter(({ shape }) => shape === 'tree')) {
    const reached = new Set(items.filter(({ label }) => label === 'root'));
    for (const { fields } of reached)
      for (const { name, value, durableValue } of fields) {
        if (!/^(root|left|right)$/.test(name.en)) continue;
        const next = items.find(
          (item) => `0x${item.fields[0]?.address.toString(16)}` === (durableValue ?? value),
        );
        if (next) reached.add(next);
      }
    for (const item of reached)
      if (tagged(item, 'unreachable')) yield `${id} ${item.label} is said to be unreachable`;
    for (const item of id === 'log-tree' ? items : [])
      if (!reached.has(item) && !tagged(item, 'unreachable'))
        yield `${id} ${item.label} is not said to be unreachable`;
  }
}

/** A record that is redone here, and that no log shows. */
function* redoneUnseen({ trace }: LectureRun, { structures }: Frame, at: number) {
  if (at === 0 || kindOf(trace, at - 1) !== 'redo') return;
  const lsn = trace.events.key[at - 1];
  const logs = structures.filter(({ id }) => id === 'log-record');
  if (logs.length > 0 && !logs.some(({ items }) => items.some(({ key }) => key === lsn)))
    yield `LSN ${lsn} is redone and not shown`;
}

/**
 * Requests of a disk that lanes show as served while another one is: all that is not drawn as a
 * wait. Disks of lectures serve one request after the other.
 */
function* servedTogether({ trace }: LectureRun): Generator<string> {
  for (const part of trace.phases) {
    const open = new Map<number, number>();
    const served: { readonly actor: number; readonly from: number; readonly to: number }[] = [];
    for (let i = part.start; i < part.end; i++) {
      const actor = trace.events.actor[i] ?? 0;
      const kind = kindOf(trace, i);
      const time = trace.events.time[i] ?? 0;
      if (/^page-(read|write)-start$/.test(kind)) open.set(actor, time);
      const start = open.get(actor);
      if (start === undefined || !/^page-(read|write)$/.test(kind)) continue;
      open.delete(actor);
      const spans = part.spans.filter(
        (span) => span.actor === actor && !span.waits && span.start < time && span.end > start,
      );
      for (const span of spans)
        served.push({ actor, from: Math.max(span.start, start), to: Math.min(span.end, time) });
    }
    served.sort((a, b) => a.from - b.from);
    for (const [n, { actor, from }] of served.entries()) {
      const before = served[n - 1];
      if (before && before.actor !== actor && from < before.to)
        yield `at ${from} both ${before.actor} and ${actor} are served`;
    }
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
      const rules = [twice, notListed, kindsOfNothing, namedForClients, ledTo];
      const said = rules.flatMap((rule) => [...rule(frame)]);
      const more = [...wentBack(lecture, frame, asked), ...redoneUnseen(lecture, frame, at)];
      for (const each of [...said, ...more]) wrong.add(each);
    }
    for (const each of servedTogether(lecture)) wrong.add(each);
    expect([...wrong]).toEqual([]);
  },
  TIMEOUT,
);
