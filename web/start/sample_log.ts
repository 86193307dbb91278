// A log to try the page on: 10,000 transactions of pgbench on a PostgreSQL 15 server, as pg_waldump
// prints them.

const NAME = 'pgbench-tpcb.wal.txt.gz';

/**
 * The single file, which contains everything, is opened without a network: it comes without this
 * sample.
 */
export const HAS_SAMPLE = !import.meta.env.VITE_SINGLE;

/**
 * Fetches the sample on demand. Undefined without a network, or where it is not beside the page.
 */
export async function fetchSample(): Promise<File | undefined> {
  try {
    const response = await fetch(`./samples/${NAME}`);
    return response.ok ? new File([await response.blob()], NAME) : undefined;
  } catch {
    return undefined;
  }
}
