import type { Survive } from '../engine/protocol';
import type { VerifyWay } from '../engine/protocol/exploration';
import type { Services } from '../store/page/services';
import { count } from '../ui/format/count';
import { useText } from '../ui/use_text';
import { useBreak, useBreakStore, useSubject } from './breakit_context';
import { lineOf } from './model/site_lines';
import { OpenCrash } from './open_button';
import { outcomeIn } from './store/breakit_state';
import { VerdictWords } from './verdict_mark';
import { useBreakWords } from './words/use_breakit_words';

const MOST_ROWS = 200;

function Survivors({ survive }: { survive: Survive }) {
  const t = useBreakWords();
  const kept = (survive.units ?? []).filter(({ stores }) => stores.some(Boolean));
  if (kept.length === 0) return <span className="mute">{t('nothing')}</span>;
  return (
    <ul className="survivors">
      {kept.map(({ tier, address, stores }) => (
        <li key={`${tier}${address}`}>
          {t(`unit.${tier}`, { kept: stores.filter(Boolean).length, all: stores.length })}
        </li>
      ))}
    </ul>
  );
}

function Ways({
  services,
  ways,
  at,
}: {
  services: Services;
  ways: readonly VerifyWay[];
  at: number;
}) {
  const t = useBreakWords();
  return (
    <div className="data-scroll">
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col" className="number">
              {t('way.images')}
            </th>
            <th scope="col">{t('way.survived')}</th>
            <th scope="col">{t('way.verdict')}</th>
            <th scope="col">{t('way.inRecovery')}</th>
            <th scope="col">{t('way.open')}</th>
          </tr>
        </thead>
        <tbody>
          {ways.slice(0, MOST_ROWS).map((way, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ways have no name but their place
            <tr key={index}>
              <td className="number">{count(way.images)}</td>
              <td>
                <Survivors survive={way.survive} />
              </td>
              <td>
                <VerdictWords verdict={way.verdict} />
              </td>
              <td>
                <VerdictWords verdict={way.inRecovery} />
              </td>
              <td>
                <OpenCrash
                  services={services}
                  cuts={[{ at, survive: way.survive }]}
                  className="link-button"
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One crash point: its line, and its images one by one. */
export function PointPanel({ services }: { services: Services }) {
  const t = useBreakWords();
  const text = useText();
  const store = useBreakStore();
  const { scheme } = useSubject();
  const shown = useBreak((state) => state.point);
  const outcome = useBreak(outcomeIn);
  const index = outcome?.points.findIndex((point) => point.at === shown?.at) ?? -1;
  const point = outcome?.points[index];
  if (!outcome || !point) return null;
  const line = lineOf(scheme, point.label ?? 0)?.line;
  const why = line && text(line.why);
  return (
    <section className="break-point" aria-labelledby="break-point">
      <div className="break-head">
        <h3 id="break-point">{t('point', { number: index + 1, count: outcome.points.length })}</h3>
        <button
          type="button"
          className="link-button"
          onClick={() => store.getState().show(undefined)}
        >
          {t('close')}
        </button>
      </div>
      <p>{t('after', { line: line ? text(line.text) : t('start') })}</p>
      {why && <p className="mute">{t('why', { why })}</p>}
      <p>
        {t('images', { count: count(point.images) })} · {t('ways', { count: point.ways })} ·{' '}
        {t('pairs', { count: count(point.pairs) })}
      </p>
      {shown?.ways ? (
        <Ways services={services} ways={shown.ways} at={point.at} />
      ) : (
        <p className="mute" role="status">
          {t(outcome.ended && outcome.exact ? 'waysWait' : 'waysPart')}
        </p>
      )}
    </section>
  );
}
