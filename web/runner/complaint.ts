/** A problem that the caller can solve, said in one sentence on standard error. */
export class Complaint extends Error {
  constructor(
    message: string,
    /** 2: bad input; 1: what was asked for failed. */
    readonly exitCode: 1 | 2 = 2,
  ) {
    super(message);
  }
}
