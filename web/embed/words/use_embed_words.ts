import { partOf } from '../../ui/i18n/part';

/** The strings of embedding in English; zh_embed.ts must have the same keys. */
export const enEmbed = {
  nothing: 'The page around this frame says which lecture is shown here.',
  unknown: 'There is no lecture here that this frame’s address names.',
  title: 'Embed this lecture',
  about:
    'Paste this into any page that you can edit as HTML: a course page, slides, a notebook. ' +
    'Readers need no account, and what they answer stays in their browser.',
  begin: 'Begin',
  beginStart: 'at the start',
  beginHere: 'at the place that is open now',
  language: 'Language',
  languageReader: 'the reader’s own',
  height: 'Height, in pixels',
  frame: 'The frame',
  copy: 'Copy',
  copied: 'Copied',
  script: 'If the page is to hear answers and score',
  scriptAbout:
    'Put these lines behind the frame. They also let it choose its height. The score is sent ' +
    'only to the page that embeds the lecture.',
  manual: 'The browser did not let the page copy. Select the lines and copy them.',
  needsServer:
    'A lecture can be embedded from a site on a server. This page is a single file: build ' +
    'the site, put it on a server, and open this lecture there.',
  open: 'Embed in a page…',
  package: 'For a course system (SCORM, cmi5)…',
};

/** The words of embedding. */
export const useEmbedWords = partOf(enEmbed, () =>
  import('./zh_embed').then((part) => part.zhEmbed),
);
