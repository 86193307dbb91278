import type { ReactNode } from 'react';
import { type BankQueues, bankCells, bankLoad } from '../../model/frame/banks';
import { sansWidth } from '../../ui/text_width';
import type { Box } from '../shapes/shape';
import { bankBoxes, isNumbered, requestBox } from './bank_boxes';
import { useBankWords } from './words/use_bank_words';
import './banks.css';

/**
 * The most small cells that can be told apart, the greatest width of one, and the fraction of the
 * width that they take.
 */
const CELLS = 32;
const WIDEST = 30;
const SHARE = 0.6;
const GAP = 4;

/**
 * The banks of the NVM: the busy ones, and the requests that wait at each. The requests are drawn
 * over it.
 */
export function BanksStrip({ queues, box }: { queues: BankQueues; box: Box }) {
  const w = useBankWords();
  const load = { ...bankLoad(queues) };
  const said = w('short', load);
  const boxes = bankBoxes(box, queues.length);
  const cells = bankCells(queues, CELLS);
  const pitch = Math.min(WIDEST, (box.width * SHARE) / Math.max(1, cells.length));
  const last = boxes.at(-1);
  const right = last ? last.x + last.width : box.x + cells.length * pitch;
  const room = box.x + box.width - right - 2 * GAP;
  return (
    <g role="img" aria-label={w('load', load)} className="banks">
      {last
        ? boxes.map((own, bank) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
            <Bank key={bank} box={own} bank={bank} queue={queues[bank] ?? []} />
          ))
        : cells.map((cell, n) => (
            <Cell
              key={cell.first}
              box={{ ...box, x: box.x + n * pitch + 0.5, width: Math.max(2, pitch - GAP) }}
              {...cell}
            />
          ))}
      {room >= sansWidth(said) && (
        <text className="caption" x={right + 2 * GAP} y={box.y + box.height / 2 + 4}>
          {said}
        </text>
      )}
    </g>
  );
}

interface FrameProps {
  readonly busy: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

function BankFrame({ busy, title, children }: FrameProps) {
  return (
    <g className={busy ? 'bank busy' : 'bank'}>
      <title>{title}</title>
      {children}
    </g>
  );
}

/** One bank, with a place for each request of its queue; under the first one it is solid. */
function Bank({ box, bank, queue }: { box: Box; bank: number; queue: readonly number[] }) {
  const w = useBankWords();
  const busy = queue.length > 0;
  const said = { bank, waiting: queue.length - 1 };
  const { x, y, width, height } = box;
  return (
    <BankFrame busy={busy} title={w(busy ? 'busy' : 'free', said)}>
      <rect x={x} y={y} width={width} height={height} data-bank={bank} />
      {isNumbered(box) && (
        <text x={x + 5} y={y + height / 2 + 4}>
          {bank}
        </text>
      )}
      {queue.map((_, before) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
        <Request key={before} box={requestBox(box, before, queue.length)} served={before === 0} />
      ))}
    </BankFrame>
  );
}

/** A request, with a solid line under the one that is being served. */
function Request({ box, served }: { box: Box; served: boolean }) {
  return (
    <>
      <rect {...box} />
      {served && <rect className="served" {...box} y={box.y + box.height} height={3} />}
    </>
  );
}

interface CellProps {
  readonly box: Box;
  readonly first: number;
  readonly last: number;
  readonly busy: number;
  readonly waiting: number;
}

/** Some of many banks. */
function Cell({ box, first, last, busy, waiting }: CellProps) {
  const w = useBankWords();
  const text = `+${waiting}`;
  const bank = last > first ? `${first}–${last}` : first;
  return (
    <BankFrame busy={busy > 0} title={w(busy > 0 ? 'busy' : 'free', { bank, waiting })}>
      <rect className="full" {...box} />
      {waiting > 0 && sansWidth(text) <= box.width && (
        <text
          className="on-full"
          x={box.x + box.width / 2}
          y={box.y + box.height / 2 + 4}
          textAnchor="middle"
        >
          {text}
        </text>
      )}
    </BankFrame>
  );
}

/** The meaning of the boxes of banks. */
export function BanksLegend() {
  const w = useBankWords();
  return (
    <li>
      <svg width="43" height="15" viewBox="0 0 43 15" className="tiers" aria-hidden="true">
        <g className="bank">
          <rect x="1" y="0.5" width="9" height="14" />
        </g>
        <g className="bank busy">
          <rect x="12.5" y="0.5" width="30" height="14" />
          <Request box={{ x: 15.5, y: 2.5, width: 10, height: 8 }} served />
          <Request box={{ x: 29, y: 2.5, width: 10, height: 8 }} served={false} />
        </g>
      </svg>
      {w('legend')}
    </li>
  );
}

/** The content of the strip in numbers. */
export function BanksCounters({ queues }: { queues: BankQueues }) {
  const w = useBankWords();
  const { busy = 0, banks = 0, waiting = 0 } = bankLoad(queues) ?? {};
  return (
    <>
      <div className="pair">
        <dt>{w('counted')}</dt>
        <dd>{w('countedOf', { busy, banks })}</dd>
      </div>
      <div className="pair">
        <dt>{w('waiting')}</dt>
        <dd>{waiting}</dd>
      </div>
    </>
  );
}
