import { lazy } from 'react';
import { wordsOfParts } from './index';

/**
 * Works like React's lazy, for a part that may have words of its own (partOf): it is drawn when
 * these are there as well. So no component waits for words while it is being drawn.
 */
export const lazyPart: typeof lazy = (load) =>
  lazy(async () => {
    const part = await load();
    await wordsOfParts();
    return part;
  });
