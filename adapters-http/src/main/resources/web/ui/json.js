import { html } from './element.js';
import { icon } from './icon.js';
import { copy } from './copy.js';

/**
 * A value as JSON that can be read and copied.
 *
 * @param {unknown} value
 * @param {string} [label]
 */
export const json = (value, label = 'JSON') => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return html`<div class="code"><button class="btn small quiet only copy" aria-label="Copy ${label}" title="Copy"
    @click=${() => copy(text)}>${icon('copy', 's')}</button>
    <pre tabindex="0" aria-label=${label}>${text}</pre></div>`;
};

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;
const MOST_DIGITS = 15;

/**
 * A number with all its digits, also those that a number of JavaScript does not hold: `{value}`, or `{wrong}` where
 * this browser cannot send them.
 *
 * @param {string} text
 * @param {number} value
 * @returns {{ value?: unknown, wrong?: string }}
 */
export function exactNumber(text, value) {
  const digits = text.replace(/e.*/i, '').replace(/\D/g, '').replace(/^0+/, '');
  if (Number.isFinite(value) && (digits.length <= MOST_DIGITS || Number.isSafeInteger(value))) return { value };
  if (!JSON_NUMBER.test(text)) return { wrong: 'Must be a number' };
  return JSON.rawJSON ? { value: JSON.rawJSON(text) } : { wrong: 'Has more digits than this browser can send' };
}

/**
 * Parses a JSON text: `{value}`, or `{wrong}` with the reason.
 *
 * @param {string} text
 * @param {string} [kind]
 * @returns {{ value?: any, wrong?: string }}
 */
export function parse(text, kind) {
  let value;
  try {
    value = JSON.parse(text, (_, each, context) =>
      typeof each === 'number' && context ? (exactNumber(context.source, each).value ?? each) : each,
    );
  } catch (error) {
    return { wrong: `Not valid JSON: ${/** @type {Error} */ (error).message}` };
  }
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value) && !JSON.isRawJSON?.(value);
  if (kind === 'object' && !isObject) return { wrong: 'Must be an object: {"name": "value"}' };
  if (kind === 'array' && !Array.isArray(value)) return { wrong: 'Must be an array: [1, 2]' };
  return { value };
}
