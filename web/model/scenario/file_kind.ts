/** Whether a text is clearly an experiment: elsewhere all else is taken for a scenario. */
export const isExperiment = (text: string) => kindOf(text) === 'experiment';

export const isScenario = (text: string) => kindOf(text) === 'scenario';

function kindOf(text: string): unknown {
  try {
    return (JSON.parse(withoutMark(text)) as { kind?: unknown } | null)?.kind;
  } catch {
    return undefined;
  }
}

/** A text without the byte order mark that some editors write. */
export const withoutMark = (text: string) => text.replace(/^\uFEFF/, '');
