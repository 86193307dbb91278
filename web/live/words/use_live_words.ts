import { partOf } from '../../ui/i18n/part';

/** The words of answering by phone in English; zh_live.ts must have the same keys. */
export const enLive = {
  title: 'Answer by phone',
  about:
    'Phones open the address, and answer the question that the projector shows. The bars ' +
    'grow on the projector; what is right is shown when you show it. No names, and nothing ' +
    'is stored.',
  needs:
    'This needs the small server that comes with Afterimage, on a machine in the same ' +
    'network as the phones:',
  needsThen: 'Then open the address that it prints, here in place of this one.',
  single: 'A single file has no server behind it.',
  present: 'Let phones answer…',
  start: 'Open a room',
  starting: 'Opening a room…',
  serverKey: 'The key that the server has printed',
  address: 'Address for the phones',
  room: 'Room',
  here_one: '{{count}} phone is here.',
  here_other: '{{count}} phones are here.',
  ends: 'The room closes at {{time}}.',
  end: 'Close the room',
  ended: 'The room is closed.',
  lost: 'The server does not answer. Counting goes on when it is back.',
  failed: 'The room could not be opened: {{message}}',
  scan: 'Scan this, or open {{address}}',
  button: 'Phones',
  joinTitle: 'Answer here',
  code: 'Code of the room',
  join: 'Join',
  none: 'There is no room {{code}}. It is closed, or the code has a slip.',
  full: 'The room is full.',
  over: 'The room is closed. Thank you.',
  connecting: 'Connecting…',
  waiting: 'Wait for the question on the projector.',
  away: 'The connection is lost. It comes back by itself.',
  sending: 'Sending…',
  unsent: 'Your answer has not arrived yet. It is sent again as soon as there is a connection.',
  late: 'Your answer came too late to be counted.',
  taken: 'Another answer of this phone was counted before.',
  given: 'Your answer is counted. Look at the projector.',
  onProjector: 'This one is answered on the projector: by cutting the power there.',
  number: 'A number',
  send: 'Send',
  order: 'Tap the steps in their order.',
  again: 'Begin again',
  right: 'right',
  yours: 'yours',
  counted_one: '{{count}} answer',
  counted_other: '{{count}} answers',
  noServer: 'This page is for phones in a class, and no class server has sent it.',
  privacy: 'No name, no account: your answer alone is sent, to {{host}}.',
};

/** The words of answering by phone. */
export const useLiveWords = partOf(enLive, () => import('./zh_live').then((part) => part.zhLive));
