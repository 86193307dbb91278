import type { enHints } from './use_hint_words';

/** 文本被拒绝时，作者最可能的本意。 */
export const zhHints: Readonly<Record<keyof typeof enHints, string>> = {
  nearest: '是不是想写“{{name}}”？',
  known: '可用的有：{{names}}。',
  assign: '给记录赋值用 :=，例如 A := A + 1。',
  text: '请注明语言：{"en": "…"}、{"zh": "…"}，或两者都写。',
  digits: '请去掉引号：数字不加引号。',
  comma: '这个括号前的逗号是多余的。',
  quotes: '名称和文字要用英文直双引号："…"。',
};
