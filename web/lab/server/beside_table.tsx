import { formatNumber, formatPercent } from '../../ui/format/amount';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { useOpen } from '../lab_context';
import { type Beside, moreThanCores } from '../model/server/answer';
import { DEVICE } from '../model/server/calibrated_prices';
import type { ServerFacts } from '../model/server/server_facts';
import {
  areCoresBusy,
  differenceOf,
  doWakesDecide,
  farOf,
  lacksMore,
  lacksOne,
} from '../model/server/trust';
import { COMMITS_OFF, FLUSHES_COMMAND } from './commands';
import { ServerTable } from './server_table';
import { useRunName } from './use_run_name';
import { useAnswerWords } from './words/use_answer_words';

/** A difference with its sign. */
function useSigned() {
  const { language } = useTranslation();
  return (value: number) => {
    const rounded = Math.round(value * 1000) / 1000;
    return `${rounded > 0 ? '+' : ''}${formatPercent(rounded === 0 ? 0 : rounded, language)}`;
  };
}

function Row({ run }: { readonly run: Beside }) {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const signed = useSigned();
  const { clients, off, measured, predicted, calibrated } = run;
  const count = formatNumber(clients, language);
  const difference = differenceOf(run);
  return (
    <tr>
      <th scope="row">
        {clients === 1 ? w('runWithOne') : w('runWith', { count })} ·{' '}
        {off ? <span className="mono">{COMMITS_OFF}</span> : w('asIs')}
        {measured !== undefined && (
          <span className="server-kind mute">{w(calibrated ? 'calibrated' : 'prediction')}</span>
        )}
      </th>
      <td>{measured === undefined ? w('missing') : formatNumber(measured, language)}</td>
      <td>{formatNumber(Math.round(predicted), language)}</td>
      <td>{difference === undefined ? '' : signed(difference)}</td>
    </tr>
  );
}

interface BesideTableProps {
  readonly runs: readonly Beside[];
  readonly facts: ServerFacts;
}

/** The device found by calibration beside the pasted one. */
function DeviceCheck({ facts }: { readonly facts: ServerFacts }) {
  const w = useAnswerWords();
  const { overrides } = useOpen().file.machine;
  const found = overrides?.[DEVICE];
  const told = facts.flush?.chosen.ns;
  if (found === undefined || told === undefined || found === told) return null;
  return (
    <p className="mute">{w('check', { calibrated: formatTime(found), told: formatTime(told) })}</p>
  );
}

/** Measured rates that cannot belong to one server as it was described. */
function Contradiction({ facts }: { readonly facts: ServerFacts }) {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const found = moreThanCores(facts);
  if (!found) return null;
  const number = (value: number) => formatNumber(Math.round(value), language);
  const { clients, measured, most, cores } = found;
  return (
    <p className="warn">
      {w('apart', {
        count: number(clients),
        rate: number(measured),
        most: number(most),
        cores: number(cores),
      })}
    </p>
  );
}

/** A rate that the model does not reach, and where to look for the reason. */
function FarOff({ run, facts }: { readonly run: Beside; readonly facts: ServerFacts }) {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const name = useRunName();
  const difference = differenceOf(run) ?? 0;
  const share = formatPercent(Math.abs(difference), language);
  const lacks = lacksOne(facts, useOpen().file.machine.overrides ?? {});
  return (
    <p className="warn">
      {w(difference > 0 ? 'far.more' : 'far.less', { run: name(run), share })}{' '}
      {lacks
        ? w(`needsOne.${lacks}`, { commits: COMMITS_OFF })
        : lacksMore(run, facts)
          ? w('far.loaded')
          : areCoresBusy(run)
            ? w('far.cores')
            : doWakesDecide(run)
              ? w('far.wakes', { wakes: formatPercent(run.wakes ?? 0, language) })
              : w('far.look', { command: FLUSHES_COMMAND })}
    </p>
  );
}

/** The server today: the model's rates beside the measured ones. */
export function BesideTable({ runs, facts }: BesideTableProps) {
  const w = useAnswerWords();
  const far = farOf(runs, facts.clients.value);
  return (
    <>
      <h4>{w('beside')}</h4>
      <p className="mute">{w('besideWhy')}</p>
      <p className="scroll-hint mute">{w('scrolls')}</p>
      <ServerTable label={w('beside')}>
        <thead>
          <tr>
            <th scope="col">{w('run')}</th>
            <th scope="col">{w('yours')}</th>
            <th scope="col">{w('predicted')}</th>
            <th scope="col">{w('difference')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Row key={`${run.clients} ${run.off}`} run={run} />
          ))}
        </tbody>
      </ServerTable>
      <DeviceCheck facts={facts} />
      <Contradiction facts={facts} />
      {far && <FarOff run={far} facts={facts} />}
    </>
  );
}
