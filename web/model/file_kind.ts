/** Whether a text is clearly an experiment: everything else is told as a scenario what is wrong with it. */
export function isExperiment(text: string): boolean {
  try {
    return (JSON.parse(withoutMark(text)) as { kind?: unknown } | null)?.kind === 'experiment';
  } catch {
    return false;
  }
}

/** A text without the byte order mark that some editors write. */
export const withoutMark = (text: string) => text.replace(/^\uFEFF/, '');
