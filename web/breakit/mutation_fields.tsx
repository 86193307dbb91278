import type { VerifySite } from '../engine/protocol/exploration';
import { useText } from '../ui/use_text';
import { useBreak, useBreakStore, useSubject } from './breakit_context';
import { isSiteMutation, lineOf, sitesByListing } from './model/site_lines';
import { useBreakWords } from './words/use_breakit_words';

function useToggle() {
  const store = useBreakStore();
  return (mutation: string) => {
    const { mutations, change } = store.getState();
    const without = mutations.filter((each) => each !== mutation);
    if (without.length < mutations.length) return change({ mutations: without });
    // Only one of the lines is broken at a time.
    const others = isSiteMutation(mutation)
      ? mutations.filter((each) => !isSiteMutation(each))
      : mutations;
    change({ mutations: [...others, mutation] });
  };
}

/** The mutations that the scheme declares, as switches with their rule. */
function Declared() {
  const t = useBreakWords();
  const text = useText();
  const toggle = useToggle();
  const { scheme } = useSubject();
  const chosen = useBreak((state) => state.mutations);
  if (scheme.mutations.length === 0) return <p className="mute">{t('mutationsNone')}</p>;
  return (
    <ul className="break-rules">
      {scheme.mutations.map(({ id, title, rule }) => (
        <li key={id}>
          <label>
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            <span>
              {text(title)}
              <small className="mute">{t('rule', { rule: text(rule) })}</small>
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

function SiteRow({ site, line }: { site: VerifySite; line: string }) {
  const t = useBreakWords();
  const toggle = useToggle();
  const chosen = useBreak((state) => state.mutations);
  const kinds = [
    [site.leaveOut, t('leaveOut')],
    ...(site.delay ? [[site.delay, t('delay')] as const] : []),
  ] as const;
  const kind = t(`siteKind.${site.kind}` as 'siteKind.store');
  const operation = t('operation', { ordinal: site.ordinal, kind });
  const [reached, idle] = site.inRun;
  return (
    <li>
      <span className="mono">{line}</span>
      <small className="mute">
        {operation}
        {idle > 0 && ` · ${t('wasted', { idle, reached })}`}
      </small>
      <span className="break-site-buttons">
        {kinds.map(([mutation, words]) => (
          <button
            key={mutation}
            type="button"
            className="pill"
            aria-pressed={chosen.includes(mutation)}
            aria-label={`${words}: ${line}, ${operation}`}
            onClick={() => toggle(mutation)}
          >
            {words}
          </button>
        ))}
      </span>
    </li>
  );
}

/** Every operation on a device that the run reaches, by the line that it is in. */
function Lines() {
  const t = useBreakWords();
  const text = useText();
  const { scheme, sites } = useSubject();
  const chosen = useBreak((state) => state.mutations);
  const named = sites.filter(({ label }) => label > 0);
  return (
    <div className="break-lines">
      <h3>{t('lines')}</h3>
      <p className="mute">{t('linesHelp')}</p>
      {sitesByListing(scheme, named).map(({ listing, sites: inside }) => (
        <details
          key={listing?.id ?? ''}
          open={
            inside.some(
              ({ leaveOut, delay }) =>
                chosen.includes(leaveOut) || (delay !== undefined && chosen.includes(delay)),
            ) || undefined
          }
        >
          <summary>{listing ? text(listing.title) : t('noListing')}</summary>
          <ul>
            {inside.map((site) => {
              const found = lineOf(scheme, site.label);
              const line = found ? `${found.number} ${text(found.line.text)}` : '';
              const key = `${site.label}/${site.ordinal}/${site.kind}`;
              return <SiteRow key={key} site={site} line={line} />;
            })}
          </ul>
        </details>
      ))}
    </div>
  );
}

/** The fields that choose what is broken on purpose. */
export function MutationFields() {
  const t = useBreakWords();
  return (
    <>
      <fieldset className="break-fieldset">
        <legend>{t('mutations')}</legend>
        <Declared />
      </fieldset>
      <Lines />
    </>
  );
}
