import { bankCells, bankLoad } from '../../model/frame/banks';
import { fit, sansWidth } from '../../ui/text_width';
import type { Box } from '../shapes/shape';
import { useBankWords } from '../words/use_bank_words';
import './banks.css';

/** As many cells as can be told apart, the widest that one is drawn, and their share of the width. */
const CELLS = 32;
const WIDEST = 96;
const SHARE = 0.6;
const GAP = 4;
/** A request is a square; a busy cell without room for one and for a number beside it is filled. */
const REQUEST = 9;
const ROOM = 30;

/** The banks of the NVM: which are busy, and how many requests wait at each. */
export function BanksStrip({ requests, box }: { requests: readonly number[]; box: Box }) {
  const w = useBankWords();
  const cells = bankCells(requests, CELLS);
  const pitch = Math.min(WIDEST, (box.width * SHARE) / Math.max(1, cells.length));
  const wide = cells.length * pitch + 2 * GAP;
  const said = w('load', { ...bankLoad(requests) });
  const line = box.y + box.height / 2 + 4;
  return (
    <g role="img" aria-label={said} className="banks">
      {cells.map(({ first, last, busy, waiting }, n) => {
        const x = box.x + n * pitch + 0.5;
        const width = Math.max(2, pitch - GAP);
        const roomy = width >= ROOM;
        const text = `+${waiting}`;
        return (
          <g key={first} className={busy > 0 ? 'bank busy' : 'bank'}>
            <title>
              {w(busy > 0 ? 'busy' : 'free', {
                bank: last > first ? `${first}–${last}` : first,
                waiting,
              })}
            </title>
            <rect
              className={roomy ? undefined : 'full'}
              {...{ x, width }}
              y={box.y}
              height={box.height}
            />
            {roomy && busy > 0 && <Requests {...{ x, width, line, waiting }} y={box.y + 3} />}
            {!roomy && waiting > 0 && sansWidth(text) <= width && (
              <text className="on-full" x={x + width / 2} y={line} textAnchor="middle">
                {text}
              </text>
            )}
          </g>
        );
      })}
      <text className="caption" x={box.x + wide} y={line}>
        {fit(said, box.width - wide, sansWidth)}
      </text>
    </g>
  );
}

interface RequestsProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Where text stands. */
  readonly line: number;
  readonly waiting: number;
}

/** The request that a bank serves, and those that wait for it: each a square, or their number where they are many. */
function Requests({ x, y, width, line, waiting }: RequestsProps) {
  const pitch = REQUEST + 3;
  const fits = Math.floor((width - 3) / pitch) - 1;
  const size = { y, width: REQUEST, height: REQUEST };
  return (
    <>
      <rect className="served" x={x + 3} {...size} />
      {waiting > fits ? (
        <text x={x + 3 + pitch} y={line}>{`+${waiting}`}</text>
      ) : (
        Array.from({ length: waiting }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
          <rect key={n} x={x + 3 + (n + 1) * pitch} {...size} />
        ))
      )}
    </>
  );
}

/** What the boxes of banks mean. */
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
          <Requests x={12.5} y={3} width={30} line={11} waiting={1} />
        </g>
      </svg>
      {w('legend')}
    </li>
  );
}

/** The same as the strip, in numbers. */
export function BanksCounters({ requests }: { requests: readonly number[] }) {
  const w = useBankWords();
  const { busy = 0, banks = 0, waiting = 0 } = bankLoad(requests) ?? {};
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
