import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { LONGEST_QR, qrModules } from '../../../web/ui/picture/qr';

/** A picture of the code as a camera would see it. */
function picture(rows: readonly (readonly boolean[])[]) {
  const scale = 4;
  const side = (rows.length + 8) * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const on = rows[Math.floor(y / scale) - 4]?.[Math.floor(x / scale) - 4];
      if (on) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  return { width: side, height: side, data };
}

test.each([
  'https://teaching.university.example/#v=1&w=plan&plan=1~45~10.12kfg2h1~VGl0bGU',
  `https://a.example/#${'x~'.repeat(500)}`,
  'https://a.example/#课程',
])('a code is read back as it was written', (text) => {
  const rows = qrModules(text);
  expect(rows && decodeQR(picture(rows))).toBe(text);
});

test('what no camera would read is refused', () => {
  expect(qrModules('x'.repeat(LONGEST_QR))).toBeDefined();
  expect(qrModules('x'.repeat(LONGEST_QR + 1))).toBeUndefined();
  expect(qrModules('课'.repeat(LONGEST_QR / 2))).toBeUndefined();
});
