/** The part of an address that marks the speaker's window of a screen. */
const SPEAKER = /^#v=present&id=(\w{4,32})$/;

/**
 * The pair's name, if this is the address of a speaker's window; without a name it belongs to no
 * screen.
 */
export function speakerId(hash: string): string | undefined {
  if (!/^#v=present(&|$)/.test(hash)) return undefined;
  return SPEAKER.exec(hash)?.[1] ?? '';
}

/**
 * Opens the speaker's window, or brings it to the front; undefined where the browser did not allow
 * it.
 */
export function openSpeaker(id: string): Window | undefined {
  const address = new URL(window.location.href);
  address.hash = `v=present&id=${id}`;
  const size = 'popup,width=1280,height=800';
  return window.open(address.href, `afterimage-speaker-${id}`, size) ?? undefined;
}
