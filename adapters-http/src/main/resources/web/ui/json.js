import { html } from './element.js';
import { icon } from './icon.js';
import { copy } from './copy.js';

/** A value as JSON that can be read and copied. */
export const json = (value, label = 'JSON') => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return html`<div class="code"><button class="btn small quiet only copy" aria-label="Copy ${label}" title="Copy" @click=${() => copy(text)}>${icon('copy', 's')}</button>
    <pre tabindex="0" aria-label=${label}>${text}</pre></div>`;
};

/** Parses a JSON text: `{value}`, or `{wrong}` with the reason. */
export function parse(text, kind) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { wrong: `Not valid JSON: ${error.message}` };
  }
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  if (kind === 'object' && !isObject) return { wrong: 'Must be an object: {"name": "value"}' };
  if (kind === 'array' && !Array.isArray(value)) return { wrong: 'Must be an array: [1, 2]' };
  return { value };
}
