import { useCallback, useEffect, useMemo, useState } from 'react';
import { createVerifyService } from '../engine/explore/create_explorer';
import { Latest } from '../engine/worker/latest';
import { type Graded, gradeAll, type ToGrade } from './model/grading';
import type { Explore } from './model/try_stories';

/** The progress of grading. */
export type Grading =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' | 'done'; readonly rows: readonly Graded[] }
  | { readonly kind: 'failed'; readonly message: string };

/** Grades answers in this page by the explorer; other answers start it again. */
export function useGrades(answers: readonly ToGrade[]) {
  const [grading, setGrading] = useState<Grading>({ kind: 'idle' });
  const latest = useMemo(() => new Latest(), []);
  useEffect(() => () => latest.stop(), [latest]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: grades are those of these answers.
  useEffect(() => {
    latest.stop();
    setGrading({ kind: 'idle' });
  }, [answers, latest]);
  const grade = useCallback(async () => {
    const service = createVerifyService();
    const explore: Explore = (text, request, options) => service.verify(text, request, options);
    const rows: Graded[] = [];
    setGrading({ kind: 'busy', rows: [] });
    await latest.ask(
      async (signal) => {
        for await (const row of gradeAll(explore, answers, signal)) {
          rows.push(row);
          setGrading({ kind: 'busy', rows: [...rows] });
        }
      },
      () => setGrading({ kind: 'done', rows }),
      (error) =>
        setGrading({
          kind: 'failed',
          message: error instanceof Error ? error.message : `${error}`,
        }),
    );
    service.dispose();
  }, [answers, latest]);
  return { grading, grade };
}
