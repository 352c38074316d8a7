import { html, nothing } from 'lit';
import { icon } from './icon.js';

/**
 * The bar of a page: its name (also the window's title), chips beside it, actions at the end.
 * `back` is `{href, label}`; `meta` and `actions` are templates.
 *
 * @param {Ui.Heading} heading
 */
export function bar({ title, back, meta, actions }) {
  document.title = title ? `${title} · Guildhall` : 'Guildhall';
  return html`
    <header class="bar">
      ${back ? html`<a class="btn quiet only" href=${back.href} aria-label=${back.label} title=${back.label}>${icon('arrow-left')}</a>`
        : nothing}
      <div class="meta"><h1 tabindex="-1">${title}</h1>${meta ?? nothing}</div>
      ${actions ? html`<div class="acts">${actions}</div>` : nothing}
    </header>`;
}
