import { count } from '../ui/format/count';
import { useText } from '../ui/use_text';
import type { Assignment, Story } from './model/assignment';
import { costOf, keeps, type StoryFinding } from './model/findings';
import type { Found } from './use_findings';
import { useOwnWords } from './words/use_own_words';

interface StoryProps {
  readonly story: Story;
  readonly finding: StoryFinding | undefined;
}

/** The work of a client, unless it is still hidden, and the program's result in it. */
function OneStory({ story, finding }: StoryProps) {
  const w = useOwnWords();
  const text = useText();
  const state = !finding ? 'next' : keeps(finding) ? 'kept' : 'broken';
  const hidden = story.hidden && state !== 'broken';
  const pairs = finding ? count(finding.outcome.pairs) : 0;
  return (
    <li data-state={state}>
      <strong>{hidden ? w('storyHidden') : text(story.title)}</strong>{' '}
      <span>
        {state === 'next' && w('storyNext')}
        {state === 'broken' && w('storyBroken')}
        {state === 'kept' && w('storyKept', { count: pairs })}
      </span>
      {finding && <div className="mute">{w('cost', { ...costOf(finding.outcome) })}</div>}
      {hidden ? (
        <div className="mute own-script">{w('storyHiddenWhy')}</div>
      ) : (
        <>
          <div className="mono own-script">
            {story.records.map(({ name, value }) => `${name} = ${value}`).join(', ')}
          </div>
          <div className="mono own-script">
            {story.threads.map((statements) => statements.join('; ')).join('  |  ')}
          </div>
        </>
      )}
    </li>
  );
}

/** The stories, and the program's result in each of them. */
export function Stories({ assignment, found }: { assignment: Assignment; found: Found }) {
  const w = useOwnWords();
  const findings = found.kind === 'found' || found.kind === 'trying' ? found.findings : [];
  return (
    <section aria-labelledby="own-stories">
      <h2 id="own-stories">{w('stories')}</h2>
      <ul className="own-stories">
        {assignment.stories.map((story) => (
          <OneStory
            key={story.id}
            story={story}
            finding={findings.find((each) => each.story === story)}
          />
        ))}
      </ul>
    </section>
  );
}
