import { useEffect, useEffectEvent, useMemo } from 'react';
import { useStore } from 'zustand';
import { listen, post } from '../../live/class_server';
import { type LiveCounts, type LiveQuestion, readHallState } from '../../live/model/messages';
import { hear, live, setRoom } from './live_store';

/** The question of the projector. */
export interface LiveAsked {
  readonly question: LiveQuestion;
  /** The right answers, once the projector shows them. */
  readonly right: readonly string[] | undefined;
}

/** Receives the number of phones, and their answers. */
function useHall(): void {
  const room = useStore(live, (state) => state.room);
  useEffect(() => {
    if (!room) return;
    return listen(
      `/${room.code}/counts?key=${room.key}`,
      readHallState,
      (hall) => {
        if (hall.over) setRoom(undefined);
        else hear({ hall });
      },
      (there) => hear({ there }),
    );
  }, [room]);
}

/**
 * Puts the projector's question to the phones, and shows them what it shows. `onCounts` receives
 * the answers to the present question; `onAsked` each question that is put.
 */
export function useLive(
  asked: LiveAsked | undefined,
  onCounts: (counts: LiveCounts) => void,
  onAsked: () => void,
): void {
  useHall();
  const { room, there, hall } = useStore(live);
  // An unchanged question has the same text: it is sent again only if that changes.
  const question = asked && JSON.stringify(asked.question);
  const right = asked?.right && JSON.stringify(asked.right);
  const id = asked?.question.id;
  const began = useEffectEvent(onAsked);
  const counted = useEffectEvent(onCounts);
  const say = useMemo(() => {
    if (!room) return undefined;
    // Lost requests are repeated when the connection is back.
    return (verb: string, value: object) =>
      post(`/${room.code}/${verb}`, value, room.key).catch(() => undefined);
  }, [room]);
  const ask = useEffectEvent(() => {
    if (asked) void say?.('ask', asked.question);
  });
  const reveal = useEffectEvent(() => {
    if (asked) void say?.('reveal', { question: asked.question.id, right: asked.right });
  });
  useEffect(() => {
    if (!say || !there) return;
    if (question === undefined) void say('rest', {});
    else if (right === undefined) {
      ask();
      began();
    }
  }, [say, there, question, right]);
  useEffect(() => {
    if (say && there && id !== undefined && right !== undefined) reveal();
  }, [say, there, id, right]);
  useEffect(() => {
    if (hall?.counts && hall.question === id) counted(hall.counts);
  }, [hall, id]);
}
