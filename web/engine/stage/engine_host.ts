import {
  type OpenProgress,
  Session,
  type SessionEngine,
  type SessionOptions,
  type SessionPlan,
} from '../instance/session';
import type {
  ByteView,
  CutResult,
  Description,
  Opened,
  Outlook,
  Refused,
  ScenarioProblem,
  SurvivalPoint,
  Survive,
} from '../protocol';
import { EngineTrap } from '../protocol/errors';
import { type FrameUpdate, FrameWriter } from './frame_update';

/** An answer that crosses from a worker to the page; an error would lose its position there. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly trap: { readonly at: number; readonly message: string } };

/**
 * Keeps one session alive over traps: an exception is answered as a trap, and the next call gets a
 * new engine instance with the same plan. It lives in a worker; calls must come one at a time.
 */
export class EngineHost {
  private session: Session | undefined;
  private plan: SessionPlan | undefined;
  private readonly frames = new FrameWriter();

  constructor(
    private readonly instantiate: () => Promise<SessionEngine>,
    private readonly options: SessionOptions = {},
  ) {}

  describe(): Promise<Reply<Description>> {
    return this.answer((session) => session.describe());
  }

  open(text: string, onProgress?: OpenProgress): Promise<Reply<Opened | Refused>> {
    return this.answer((session) => session.open(text, onProgress));
  }

  check(text: string): Promise<Reply<readonly ScenarioProblem[]>> {
    return this.answer((session) => session.check(text));
  }

  /** Takes over a plan that was made in another worker. */
  adopt(plan: SessionPlan): Promise<Reply<null>> {
    return this.answer((session) => {
      session.adopt(plan);
      return null;
    });
  }

  /**
   * `have` is the number of the frame that the page has; the update builds on it, or is complete.
   */
  seek(at: number, have: number): Promise<Reply<FrameUpdate>> {
    return this.answer((session) => this.frames.write(session.frameText(at), have));
  }

  bytes(at: number, tier: number, address: number, size: number): Promise<Reply<ByteView>> {
    return this.answer((session) => session.bytes(at, tier, address, size));
  }

  cut(at: number, survive: Survive): Promise<Reply<CutResult>> {
    return this.answer((session) => session.cut(at, survive));
  }

  uncut(count: number): Promise<Reply<null>> {
    return this.answer((session) => {
      session.uncut(count);
      return null;
    });
  }

  outlook(at: number, limit: number): Promise<Reply<Outlook>> {
    return this.answer((session) => session.outlook(at, limit));
  }

  fates(
    positions: readonly number[],
    limit: number,
    budgetMs: number,
  ): Promise<Reply<SurvivalPoint[]>> {
    return this.answer((session) => session.fates(positions, limit, budgetMs));
  }

  private async answer<T>(call: (session: Session) => T): Promise<Reply<T>> {
    try {
      this.session ??= await this.revive();
      const value = call(this.session);
      this.plan = this.session.plan;
      if (this.session.broken) this.session = undefined;
      return { ok: true, value };
    } catch (error) {
      this.session = undefined;
      const at = error instanceof EngineTrap ? error.at : 0;
      return {
        ok: false,
        trap: { at, message: error instanceof Error ? error.message : `${error}` },
      };
    }
  }

  private async revive(): Promise<Session> {
    const session = new Session(await this.instantiate(), this.options);
    if (this.plan) session.adopt(this.plan);
    return session;
  }
}
