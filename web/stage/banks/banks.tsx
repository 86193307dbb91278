import { bankCells, bankLoad } from '../../model/frame/banks';
import { fit, sansWidth } from '../../ui/text_width';
import type { Box } from '../shapes/shape';
import { useBankWords } from '../words/use_bank_words';
import './banks.css';

/** As many cells as can be told apart, the widest that one is drawn, and their share of the width. */
const CELLS = 32;
const WIDEST = 26;
const SHARE = 0.5;
const GAP = 3;

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
        const x = box.x + n * pitch;
        const text = `+${waiting}`;
        return (
          <g key={first} className={busy > 0 ? 'bank busy' : 'bank'}>
            <title>
              {w(busy > 0 ? 'busy' : 'free', {
                bank: last > first ? `${first}–${last}` : first,
                waiting,
              })}
            </title>
            <rect x={x + 0.5} y={box.y} width={Math.max(2, pitch - GAP)} height={box.height} />
            {waiting > 0 && sansWidth(text) <= pitch - GAP && (
              <text x={x + (pitch - GAP) / 2} y={line} textAnchor="middle">
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

/** What the boxes of banks mean. */
export function BanksLegend() {
  const w = useBankWords();
  return (
    <li>
      <svg width="38" height="15" viewBox="0 0 38 15" className="tiers" aria-hidden="true">
        <g className="bank">
          <rect x="1" y="1" width="10" height="12" />
        </g>
        <g className="bank busy">
          <rect x="14" y="1" width="22" height="12" />
          <text x="25" y="11" textAnchor="middle">
            +1
          </text>
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
