import { nothing } from 'lit';

const SEARCHED = 200;
const FIRST_LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The value of `dir` for a text in any language: its first letter decides. For `dir=auto` a browser needs seconds to lay out
 * a very long text.
 *
 * @param {string} text
 */
export function directionOf(text) {
  const [letter] = FIRST_LETTER.exec(text.slice(0, SEARCHED)) ?? [''];
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : nothing;
}
