/** The part of an address that says: this is the speaker's window of that screen. */
const SPEAKER = /^#v=present&id=(\w{4,32})$/;

/** The pair's name, if this address is of a speaker's window; without one it can be nobody's. */
export function speakerId(hash: string): string | undefined {
  if (!/^#v=present(&|$)/.test(hash)) return undefined;
  return SPEAKER.exec(hash)?.[1] ?? '';
}

/** Opens the speaker's window, or brings it to the front; undefined: the browser did not let it. */
export function openSpeaker(id: string): Window | undefined {
  const address = new URL(window.location.href);
  address.hash = `v=present&id=${id}`;
  const size = 'popup,width=1280,height=800';
  return window.open(address.href, `afterimage-speaker-${id}`, size) ?? undefined;
}
