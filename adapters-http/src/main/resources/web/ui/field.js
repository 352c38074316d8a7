import { html, nothing } from 'lit';

/**
 * A named field with a hint below. The hint describes the control and is no part of its name: `control` is a template whose input has
 * the id `id`, and `aria-describedby` of `<id>-hint` where there is a hint.
 *
 * @param {string} id
 * @param {string} label
 * @param {unknown} control
 * @param {unknown} [hint]
 */
export const field = (id, label, control, hint) =>
  html`<div class="field"><label class="label" for=${id}>${label}</label>${control}${hint
    ? html`<span class="hint" id="${id}-hint">${hint}</span>` : nothing}</div>`;
