// The lines that a teacher copies into a page.

/** The content and the look of a copied frame. */
export interface FrameCode {
  /** The address of `embed.html`, with the link behind `#`. */
  readonly address: string;
  readonly title: string;
  /** The size in CSS pixels. */
  readonly height: number;
}

/** The name of the frame for the lines below. */
const ID = 'afterimage';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The code of the frame alone. */
export const frameCode = ({ address, title, height }: FrameCode): string =>
  `<iframe id="${ID}" src="${escaped(address)}" title="${escaped(title)}"
  width="100%" height="${height}" allow="fullscreen"></iframe>`;

/** The dozen lines by which a page receives answers and score. */
export const HOST_CODE = `<script>
  const frame = document.getElementById('${ID}');
  const { origin } = new URL(frame.src);
  const say = (message) => frame.contentWindow.postMessage({ afterimage: 1, ...message }, origin);
  const knock = setInterval(() => say({ type: 'ping' }), 200);
  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== frame.contentWindow || from !== origin || data?.afterimage !== 1) return;
    if (data.type === 'ready') { clearInterval(knock); say({ type: 'fit', on: true }); }
    if (data.type === 'height') frame.height = data.height;
    if (data.type === 'answered') console.log(data.answered.lecture, data.answered.result);
    if (data.type === 'score') console.log(data.score.right + ' of ' + data.score.of);
  });
</script>`;

/** The address of the embedded page that shows the same as a link of the site. */
export function embedAddress(link: string, hosts: readonly string[] = []): string {
  const url = new URL('embed.html', link);
  for (const host of hosts) url.searchParams.append('host', host);
  url.hash = new URL(link).hash;
  return url.href;
}
