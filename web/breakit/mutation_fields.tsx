import type { VerifySite } from '../engine/verify_protocol';
import { isSiteMutation, lineOf, sitesByListing } from '../model/site_lines';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { useBreak, useBreakStore, useSubject } from './breakit_context';

function useToggle() {
  const store = useBreakStore();
  return (mutation: string) => {
    const { mutations, change } = store.getState();
    const without = mutations.filter((each) => each !== mutation);
    if (without.length < mutations.length) return change({ mutations: without });
    // Of the lines only one is broken at a time.
    const others = isSiteMutation(mutation)
      ? mutations.filter((each) => !isSiteMutation(each))
      : mutations;
    change({ mutations: [...others, mutation] });
  };
}

/** The mutations that the scheme declares, as switches with their rule. */
function Declared() {
  const { t } = useTranslation();
  const text = useText();
  const toggle = useToggle();
  const { scheme } = useSubject();
  const chosen = useBreak((state) => state.mutations);
  if (scheme.mutations.length === 0) return <p className="mute">{t('breakit.mutationsNone')}</p>;
  return (
    <ul className="break-rules">
      {scheme.mutations.map(({ id, title, rule }) => (
        <li key={id}>
          <label>
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            <span>
              {text(title)}
              <small className="mute">{t('breakit.rule', { rule: text(rule) })}</small>
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

function SiteRow({ site, line }: { site: VerifySite; line: string }) {
  const { t } = useTranslation();
  const toggle = useToggle();
  const chosen = useBreak((state) => state.mutations);
  const kinds = [
    [site.leaveOut, t('breakit.leaveOut')],
    ...(site.delay ? [[site.delay, t('breakit.delay')] as const] : []),
  ] as const;
  const kind = t(`breakit.siteKind.${site.kind}` as 'breakit.siteKind.store');
  const operation = t('breakit.operation', { ordinal: site.ordinal, kind });
  const [reached, idle] = site.inRun;
  return (
    <li>
      <span className="mono">{line}</span>
      <small className="mute">
        {operation}
        {idle > 0 && ` · ${t('breakit.wasted', { idle, reached })}`}
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

/** Every operation on a device that the run comes to, by the line that it stands in. */
function Lines() {
  const { t } = useTranslation();
  const text = useText();
  const { scheme, sites } = useSubject();
  const chosen = useBreak((state) => state.mutations);
  const named = sites.filter(({ label }) => label > 0);
  return (
    <div className="break-lines">
      <h3>{t('breakit.lines')}</h3>
      <p className="mute">{t('breakit.linesHelp')}</p>
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
          <summary>{listing ? text(listing.title) : t('breakit.noListing')}</summary>
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

/** What is broken on purpose. */
export function MutationFields() {
  const { t } = useTranslation();
  return (
    <>
      <fieldset className="break-fieldset">
        <legend>{t('breakit.mutations')}</legend>
        <Declared />
      </fieldset>
      <Lines />
    </>
  );
}
