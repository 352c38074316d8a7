import { html, nothing } from 'lit';

/**
 * A named field with a hint below, and with what is wrong with its value. Both describe the control and are no part of its name:
 * `control` is a template whose input has the id `id`, and `aria-describedby` as `describedBy` says.
 *
 * @param {string} id
 * @param {string} label
 * @param {unknown} control
 * @param {unknown} [hint]
 * @param {string} [wrong]
 */
export const field = (id, label, control, hint, wrong) =>
  html`<div class="field"><label class="label" for=${id}>${label}</label>${control}${hint
    ? html`<span class="hint" id="${id}-hint">${hint}</span>` : nothing}${wrong
    ? html`<span class="wrong" id="${id}-wrong" role="alert">${wrong}</span>` : nothing}</div>`;

/**
 * The value of `aria-describedby` of the input of a field.
 *
 * @param {string} id
 * @param {unknown} [hint]
 * @param {string} [wrong]
 */
export const describedBy = (id, hint, wrong) => [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ') || nothing;
