import { describe, expect, it } from 'vitest';
import { unknownIn } from '../../../../web/lab/model/unknown';
import { NO_CHANGES } from '../../../../web/model/experiment/experiment_changes';

const plan = { metrics: [{ id: 'throughput' }, { id: 'wear' }] } as never;
const file = { claims: [{ id: 'first' }], chart: { x: 'threads', y: 'of-the-file' } } as never;
const unknown = (link: object) =>
  unknownIn({ changes: NO_CHANGES, ...link }, plan, file, (id) => id === 'there');

describe('what a link names', () => {
  it.each([
    [{}],
    [{ metric: 'wear', claim: 'first', prediction: 'there' }],
    [{ metric: 'of-the-file', claim: 'none' }],
    [{ metric: 'elapsed' }],
    [{ metric: '' }],
  ])('%j is there', (link) => expect(unknown(link)).toBeUndefined());

  it.each([
    [{ metric: 'evil', claim: 'evil' }, 'metric'],
    [{ claim: 'second' }, 'claim'],
    [{ prediction: 'gone' }, 'prediction'],
  ])('%j is not', (link, what) => expect(unknown(link)?.what).toBe(what));
});
