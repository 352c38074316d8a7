import { html, nothing } from './element.js';

/**
 * The sections of a page: `[[href, label, isCurrent]]`.
 *
 * @param {string} label
 * @param {[string, string, boolean][]} sections
 */
export const tabs = (label, sections) => html`
  <nav class="tabs" aria-label=${label}>${sections.map(([href, words, isCurrent]) =>
    html`<a href=${href} aria-current=${isCurrent ? 'page' : nothing}>${words}</a>`)}</nav>`;

/** Scrolls the current section into sight where there is no room for all of them. @param {HTMLElement} page */
export function showCurrentTab(page) {
  const bar = page.querySelector('.tabs');
  const current = bar?.querySelector('[aria-current]');
  if (!bar || !current) return;
  const [outer, inner] = [bar.getBoundingClientRect(), current.getBoundingClientRect()];
  bar.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
