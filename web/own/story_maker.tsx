import { useId, useState } from 'react';
import { storiesText } from './model/own_assignment';
import { FEATURES, type Feature, storyWith } from './model/story_features';
import { useOwnWords } from './words/use_own_words';

/** A form that makes a story from its features, in the form in which stories are written. */
export function StoryMaker({ onStory }: { readonly onStory: (text: string) => void }) {
  const w = useOwnWords();
  const id = useId();
  const [chosen, setChosen] = useState<ReadonlySet<Feature>>(new Set(['two-records']));
  const choose = (feature: Feature, wanted: boolean) => {
    const next = new Set(chosen);
    if (wanted) next.add(feature);
    else next.delete(feature);
    setChosen(next);
  };
  return (
    <fieldset className="own-features">
      <legend>{w('makeStory')}</legend>
      {FEATURES.map((feature) => (
        <label key={feature} htmlFor={`${id}-${feature}`}>
          <input
            id={`${id}-${feature}`}
            type="checkbox"
            checked={chosen.has(feature)}
            onChange={({ target }) => choose(feature, target.checked)}
          />{' '}
          {w(`feature.${feature}`)}
        </label>
      ))}
      <button
        type="button"
        className="secondary"
        onClick={() => onStory(storiesText([storyWith(chosen)]))}
      >
        {w('makeStoryAdd')}
      </button>
    </fieldset>
  );
}
