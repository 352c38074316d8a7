// The history of addresses.
import { settled } from './dialog-entries.js';

/** The key of the entry of the history that is shown. @type {string} */
let shown = keyed();

/** Gives the current entry a key, which stays its own when it is opened again. */
function keyed() {
  if (!history.state?.key) history.replaceState({ ...history.state, key: newKey() }, '');
  return history.state.key;
}

function newKey() {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

export const entry = () => shown;

/**
 * Opens an address of this application. `replace` replaces the current entry of the history. `quiet` changes only the
 * address.
 *
 * @param {string} href
 * @param {{ replace?: boolean, quiet?: boolean }} [options]
 */
export const navigate = (href, options) => settled(() => go(href, options));

/**
 * @param {string} href
 * @param {{ replace?: boolean, quiet?: boolean }} [options]
 */
function go(href, { replace = false, quiet = false } = {}) {
  const { key = newKey(), dialog } = history.state ?? {};
  const state = { key: replace && quiet ? key : newKey() };
  // The entry of a dialog leads nowhere once its page is left.
  if (replace || dialog) history.replaceState(state, '', href);
  else history.pushState(state, '', href);
  shown = state.key;
  if (!quiet) dispatchEvent(new Event('gh-navigate'));
}

/** Opens the page of an entry that Back or Forward has led to; a dialog's entry is one of the page below it. */
function moved() {
  const before = shown;
  shown = keyed();
  if (shown !== before) dispatchEvent(new Event('gh-navigate'));
}

/**
 * Opens links of this application without loading the whole page, and follows Back and Forward. `isPage` tells whether an
 * address has a page.
 *
 * @param {(pathname: string) => boolean} isPage
 */
export function followLinks(isPage) {
  addEventListener('popstate', moved);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    /** @type {HTMLAnchorElement | null} */
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (!isPage(link.pathname)) return;
    event.preventDefault();
    if (link.href !== location.href) navigate(link.href);
  });
}
