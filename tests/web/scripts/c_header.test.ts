import { describe, expect, it } from 'vitest';
import { declarations, parseHeader } from '../../../web/scripts/c_header.mjs';

const header = `
// A buffer for
// the next request.
AI_EXPORT void* ai_request(uint32_t size);
AI_EXPORT const void* ai_reply(void);
// Runs on.
AI_EXPORT ai_status ai_advance(uint32_t to,
                               int32_t record);
`;

describe('what does the C header say to TypeScript?', () => {
  it('each function with its parameters and its comment', () => {
    expect(parseHeader(header)).toEqual([
      {
        name: 'ai_request',
        result: 'Pointer',
        params: [{ name: 'size', type: 'number' }],
        note: 'A buffer for\nthe next request.',
      },
      { name: 'ai_reply', result: 'Pointer', params: [], note: '' },
      {
        name: 'ai_advance',
        result: 'number',
        params: [
          { name: 'to', type: 'number' },
          { name: 'record', type: 'number' },
        ],
        note: 'Runs on.',
      },
    ]);
  });

  it('as methods with a leading underscore', () => {
    expect(declarations(parseHeader(header))).toContain(
      '_ai_advance(to: number, record: number): number;',
    );
  });
});

describe('is a header that is not understood refused?', () => {
  it.each([
    [
      'an unknown type',
      'AI_EXPORT size_t ai_size(void);',
      /no TypeScript type for 'size_t' in ai_size/,
    ],
    [
      'a declaration without its end',
      'AI_EXPORT void ai_a(void);\nAI_EXPORT void ai_b(void)',
      /2 exports declared/,
    ],
    ['no export at all', 'void f(void);', /0 exports declared/],
  ])('%s', (_what, text, message) => {
    expect(() => parseHeader(text)).toThrow(message);
  });
});
