import { networkInterfaces } from 'node:os';

/** The addresses at which others in the network reach this machine. @param {number} port */
export const reachedBy = (port) =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`);
