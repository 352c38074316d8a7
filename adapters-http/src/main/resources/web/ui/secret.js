// What the server shows once.
import { copy } from './copy.js';
import { openDialog } from './dialog.js';
import { html } from './element.js';
import { icon } from './icon.js';

/** A value to read and to copy. @param {string} label @param {string} value */
export const copyable = (label, value) => html`<div class="row tight"><input class="input mono grow" readonly aria-label=${label}
  .value=${value} @focus=${(/** @type {Ui.On} */ event) => event.target.select()}><button class="btn" type="button"
  aria-label="Copy: ${label}" @click=${() => copy(value, `${label} copied`)}>${icon('copy')}Copy</button></div>`;

/**
 * Shows a secret that the server does not show again.
 *
 * @param {{ title: string, text: unknown, secret: string }} what
 */
export const showSecret = ({ title, text, secret }) => openDialog({
  title,
  body: () => html`<p>${text}</p>${copyable('Secret', secret)}`,
  foot: ({ close }) => html`<button class="btn main" @click=${() => close()}>Done</button>`,
});
