import type { MatrixRow } from '../engine/explore/matrix';
import { count } from '../ui/format/count';
import { useText } from '../ui/use_text';
import { useBreak, useBreakStore, useSubject } from './breakit_context';
import { lineOf, siteOfMutation } from './model/site_lines';
import { VerdictWords } from './verdict_mark';
import { useBreakWords } from './words/use_breakit_words';

/** Describes a mutation: its title, or what it does to which line. */
function useMutationWords(): (mutation: string) => { title: string; rule: string } {
  const t = useBreakWords();
  const text = useText();
  const { scheme, sites } = useSubject();
  return (mutation) => {
    const declared = scheme.mutations.find(({ id }) => id === mutation);
    if (declared) return { title: text(declared.title), rule: text(declared.rule) };
    const found = siteOfMutation(sites, mutation);
    const line = found && lineOf(scheme, found.site.label);
    if (!found || !line) return { title: mutation, rule: '' };
    const how = t(found.how === 'delay' ? 'delay' : 'leaveOut');
    const kind = t(`siteKind.${found.site.kind}` as 'siteKind.store');
    const where = t('lineOf', { listing: text(line.listing.title), number: line.number });
    return {
      title: `${how}: ${text(line.line.text)} (${where}, ${kind})`,
      rule: text(line.line.why),
    };
  };
}

function Row({ row }: { row: MatrixRow }) {
  const t = useBreakWords();
  const store = useBreakStore();
  const words = useMutationWords()(row.mutation);
  const show = () => {
    const { change, showTab, explore } = store.getState();
    change({ mutations: [row.mutation] });
    showTab('map');
    void explore();
  };
  return (
    <tr>
      <th scope="row">
        {words.title}
        {words.rule && <small className="mute">{words.rule}</small>}
      </th>
      <td>
        {row.failure && <VerdictWords verdict={row.failure.verdict} />}
        {!row.failure && t(row.refused ? 'matrixRefused' : row.exact ? 'matrixNone' : 'matrixPart')}
      </td>
      <td className="number">{row.failure?.cuts.length ?? ''}</td>
      <td className="number">{count(row.pairs)}</td>
      <td>
        {!row.refused && (
          <button
            type="button"
            className="link-button"
            aria-label={`${t('matrixTry')}: ${words.title}`}
            onClick={show}
          >
            {t('matrixTry')}
          </button>
        )}
      </td>
    </tr>
  );
}

/** Tries each mutation alone, until the first broken promise. */
export function MatrixPanel() {
  const t = useBreakWords();
  const store = useBreakStore();
  const matrix = useBreak((state) => state.matrix);
  const { runMatrix, cancel } = store.getState();
  return (
    <section aria-labelledby="break-matrix">
      <h3 id="break-matrix">{t('tabMatrix')}</h3>
      <p className="mute map-help">{t('matrixHelp')}</p>
      <div className="break-run">
        {matrix?.running ? (
          <button type="button" className="secondary" onClick={cancel}>
            {t('cancel')}
          </button>
        ) : (
          <>
            <button type="button" className="primary" onClick={() => void runMatrix(false)}>
              {t('matrixRun')}
            </button>
            <button type="button" className="secondary" onClick={() => void runMatrix(true)}>
              {t('matrixLines')}
            </button>
          </>
        )}
        {matrix && (
          <p role="status" data-testid="matrix-status">
            {t('matrixProgress', { done: matrix.rows.length, count: matrix.of })}
          </p>
        )}
      </div>
      {matrix && matrix.rows.length > 0 && (
        <div className="data-scroll">
          <table className="data-table matrix">
            <thead>
              <tr>
                <th scope="col">{t('mutation')}</th>
                <th scope="col">{t('totals')}</th>
                <th scope="col" className="number">
                  {t('cuts')}
                </th>
                <th scope="col" className="number">
                  {t('tried')}
                </th>
                <th scope="col">
                  <span className="visually-hidden">{t('matrixTry')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {matrix.rows.map((row) => (
                <Row key={row.mutation} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
