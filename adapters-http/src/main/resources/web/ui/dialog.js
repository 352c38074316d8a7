import { html, render, nothing } from 'lit';
import { addEntry } from './dialog-entries.js';
import { field } from './field.js';
import { icon } from './icon.js';

/**
 * @typedef {{
 *   title: string, body: (dialog: Ui.Dialog) => unknown, foot?: (dialog: Ui.Dialog) => unknown, wide?: boolean, label?: string,
 * }} DialogParts
 *
 * @typedef {{
 *   title: string, label: string, value?: string, action?: string, maxLength?: number, hint?: string, type?: string,
 *   autocomplete?: string,
 * }} PromptParts
 */

/**
 * Opens a modal dialog. `body` and `foot` are functions of `{close, update}` that return templates; they run again at `update()`.
 * Returns a promise of what `close(value)` was given; undefined when the user left it with Esc or Back. Focus goes back to where it was.
 *
 * @param {DialogParts} parts
 * @returns {Promise<any>}
 */
export function openDialog({ title, body, foot, wide = false, label }) {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.className = `dialog ${wide ? 'wide' : ''}`;
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    /** @type {unknown} */
    let value;
    /** @param {unknown} [result] */
    const close = (result) => {
      value = result;
      dialog.close();
    };
    const update = () =>
      render(
        html`<div class="dialog-head">
            <h2 id="dialog-title">${title}</h2>
            <button class="btn quiet only" aria-label="Close" @click=${() => close()}>${icon('x')}</button>
          </div>
          <div class="dialog-body" tabindex="-1">${body({ close, update })}</div>
          ${foot ? html`<div class="dialog-foot">${foot({ close, update })}</div>` : nothing}`,
        dialog,
      );
    dialog.setAttribute(label ? 'aria-label' : 'aria-labelledby', label ?? 'dialog-title');
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (before?.isConnected) before.focus();
      resolve(value);
    });
    dialog.addEventListener('pointerdown', (event) => {
      if (event.target === dialog) close();
    });
    document.body.append(dialog);
    update();
    addEntry(dialog);
    dialog.showModal();
    /** @type {HTMLElement | null} */
    const first = dialog.querySelector('[autofocus]') ?? dialog.querySelector('.dialog-foot .btn');
    (first ?? dialog).focus();
  });
}

/**
 * Asks before an action that cannot be undone; true when the user agreed. `action` is the verb on the button.
 *
 * @param {{ title: string, text: unknown, action: string, danger?: boolean }} question
 */
export async function confirmDialog({ title, text, action, danger = true }) {
  const agreed = await openDialog({
    title,
    body: () => html`<p>${text}</p>`,
    foot: ({ close }) => html`
      <button class="btn" autofocus @click=${() => close(false)}>${danger ? 'Keep' : 'Cancel'}</button>
      <button class="btn main ${danger ? 'danger' : ''}" @click=${() => close(true)}>${action}</button>`,
  });
  return agreed === true;
}

/**
 * Asks for one line of text of at most `maxLength` characters; undefined when the user cancelled. A longer text stays
 * in the field.
 *
 * @param {PromptParts} parts
 * @returns {Promise<string | undefined>}
 */
export function promptDialog({ title, label, value = '', action = 'Save', maxLength = 200, hint, type = 'text', autocomplete }) {
  let text = value;
  const excess = () => [...text.trim()].length - maxLength;
  return openDialog({
    title,
    body: ({ close, update }) => {
      const tooLong = excess() > 0 ? `At most ${maxLength} characters: this has ${maxLength + excess()}.` : '';
      /** @param {Event} event */
      const send = (event) => {
        event.preventDefault();
        if (text.trim() && excess() <= 0) close(text.trim());
      };
      return html`
      <form id="dialog-form" @submit=${send}>
        ${field('dialog-text', label, html`<input class="input" id="dialog-text" autofocus required type=${type}
          autocomplete=${autocomplete ?? nothing} .value=${value} aria-invalid=${tooLong ? 'true' : nothing}
          aria-describedby=${hint || tooLong ? 'dialog-text-hint' : nothing} @focus=${(/** @type {Ui.On} */ event) => event.target.select()}
          @input=${(/** @type {Ui.On} */ event) => ((text = event.target.value), update())}>`, tooLong
            ? html`<span class="wrong" role="alert">${tooLong}</span>` : hint)}
      </form>`;
    },
    foot: ({ close }) => html`
      <button class="btn" @click=${() => close()}>Cancel</button>
      <button class="btn main" form="dialog-form">${action}</button>`,
  });
}
