import { html } from 'lit';

const SPRITE = new URL('../icons.svg', import.meta.url).pathname;

/**
 * An icon of `icons.txt`, hidden from screen readers: the element around it has a text. `size`: '', 's' or 'l'.
 *
 * @param {string} name
 * @param {string} [size]
 */
export const icon = (name, size = '') =>
  html`<svg class="icon ${size}" aria-hidden="true"><use href="${SPRITE}#${name}"></use></svg>`;

/** The mark of the project. */
export const mark = () =>
  html`<svg class="mark" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"
    stroke-linejoin="round" aria-hidden="true"><path d="M5 27V13.4L16 5l11 8.4V27M11.8 27v-7a4.2 4.2 0 0 1 8.4 0v7M3 27h26"></path></svg>`;
