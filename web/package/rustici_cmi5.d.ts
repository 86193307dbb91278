// The part of the library that web/package/lrs.ts uses; the library has no types of its own.
declare module '@rusticisoftware/cmi5' {
  interface Statement {
    id: string;
    object?: unknown;
    result?: unknown;
  }
  export default class Cmi5 {
    constructor(launchLink: string);
    /**
     * Fetches the token, the launch data and the learner's preferences, and sends `initialized`.
     */
    start(): Promise<void>;
    getAuth(): string;
    getEndpoint(): string;
    getActor(): object;
    getActivityId(): string;
    getRegistration(): string;
    getLaunchMode(): string;
    getMasteryScore(): number | null;
    getReturnURL(): string | null;
    getLanguagePreference(): string | null;
    prepareStatement(verb: string): Statement;
    completedStatement(): Statement;
    passedStatement(score?: object): Statement;
    failedStatement(score?: object): Statement;
    terminatedStatement(): Statement;
  }
}
