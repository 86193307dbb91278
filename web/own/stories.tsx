import { count } from '../ui/count';
import { useText } from '../ui/use_text';
import type { Assignment } from './model/assignment';
import { costOf, keeps } from './model/findings';
import type { Found } from './use_findings';
import { useOwnWords } from './words/use_own_words';

/** What clients do, and how the program stood under each of it. */
export function Stories({ assignment, found }: { assignment: Assignment; found: Found }) {
  const w = useOwnWords();
  const text = useText();
  const findings = found.kind === 'found' || found.kind === 'trying' ? found.findings : [];
  return (
    <section aria-labelledby="own-stories">
      <h2 id="own-stories">{w('stories')}</h2>
      <ul className="own-stories">
        {assignment.stories.map((story) => {
          const finding = findings.find((each) => each.story === story);
          const state = !finding ? 'next' : keeps(finding) ? 'kept' : 'broken';
          return (
            <li key={story.id} data-state={state}>
              <strong>{text(story.title)}</strong>{' '}
              <span>
                {state === 'next' && w('storyNext')}
                {state === 'broken' && w('storyBroken')}
                {state === 'kept' &&
                  finding &&
                  w('storyKept', { count: count(finding.outcome.pairs) })}
              </span>
              {finding && <div className="mute">{w('cost', { ...costOf(finding.outcome) })}</div>}
              <div className="mono own-script">
                {story.records.map(({ name, value }) => `${name} = ${value}`).join(', ')}
              </div>
              <div className="mono own-script">
                {story.threads.map((statements) => statements.join('; ')).join('  |  ')}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
