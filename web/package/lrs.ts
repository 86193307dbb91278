// A visit to a course system of cmi5: the library knows the launch and the statements, this module
// sends them.
import type { Answered, Score } from '../embed/model/messages';
import { object, string } from '../model/values/shape';
import type { Launch } from './model/launch';
import { ANSWERED, answeredParts, passes, scoreParts } from './model/xapi';

/** A statement that is ready to be sent; sending it again repeats the same one. */
export type Statement = () => Promise<void>;

/** A visit that has begun. */
export interface LrsSession {
  readonly host: string;
  /** True where the course system shows this for viewing only. */
  readonly looking: boolean;
  readonly returnUrl: string | undefined;
  readonly language: 'en' | 'zh' | undefined;
  answered(answered: Answered): Statement;
  completed(): Statement;
  /** Sends `passed` or `failed`, by the score that the course system requires. */
  judged(score: Score): Statement;
  /** Sends the statement, also while the page is being left. */
  terminated(): Statement;
  /** Returns the state kept by earlier visits; '' where there is none. */
  kept(): Promise<string>;
  keep(text: string): Promise<void>;
}

const STATE = 'afterimage.visit';
const kept = object({ visit: string });

function webAddress(text: string | null): string | undefined {
  return text !== null && /^https?:/i.test(text) ? text : undefined;
}

const languageOf = (tag: string | null): 'en' | 'zh' | undefined => {
  const first = (tag ?? '').split(',')[0] ?? '';
  return /^zh/i.test(first) ? 'zh' : /^en/i.test(first) ? 'en' : undefined;
};

/**
 * Begins a visit: fetches the permission to send, and reports the beginning. Throws where the
 * course system refuses.
 */
export async function beginSession({ link, endpoint }: Launch): Promise<LrsSession> {
  const { default: Cmi5 } = await import('@rusticisoftware/cmi5');
  const cmi5 = new Cmi5(link);
  await cmi5.start();
  const call = async (method: string, path: string, value?: object, keepalive = false) => {
    const response = await fetch(`${cmi5.getEndpoint()}${path}`, {
      method,
      keepalive,
      headers: {
        Authorization: cmi5.getAuth(),
        'X-Experience-API-Version': '1.0.3',
        ...(value && { 'Content-Type': 'application/json' }),
      },
      ...(value && { body: JSON.stringify(value) }),
    });
    // A store answers so to a statement that has arrived already.
    if (!response.ok && response.status !== 404 && response.status !== 409)
      throw new Error(String(response.status));
    return response;
  };
  const send = (statement: { readonly id: string }, last = false): Statement => {
    const path = `/statements?statementId=${statement.id}`;
    return async () => void (await call('PUT', path, statement, last));
  };
  const state = `/activities/state?${new URLSearchParams({
    stateId: STATE,
    activityId: cmi5.getActivityId(),
    agent: JSON.stringify(cmi5.getActor()),
    registration: cmi5.getRegistration(),
  })}`;
  const mastery = cmi5.getMasteryScore() ?? undefined;
  return {
    host: endpoint.host,
    looking: cmi5.getLaunchMode() !== 'Normal',
    returnUrl: webAddress(cmi5.getReturnURL()),
    language: languageOf(cmi5.getLanguagePreference()),
    answered: (answered) =>
      send(
        Object.assign(
          cmi5.prepareStatement(ANSWERED),
          answeredParts(answered, cmi5.getActivityId()),
        ),
      ),
    completed: () => send(cmi5.completedStatement()),
    judged: (score) => {
      const parts = scoreParts(score);
      return send(
        passes(score, mastery) ? cmi5.passedStatement(parts) : cmi5.failedStatement(parts),
      );
    },
    terminated: () => send(cmi5.terminatedStatement(), true),
    kept: async () => {
      const response = await call('GET', state);
      const value: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
      return kept(value, '') ? '' : (value as { visit: string }).visit;
    },
    keep: async (text) => void (await call('PUT', state, { visit: text })),
  };
}
