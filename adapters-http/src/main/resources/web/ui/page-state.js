import { windowStorage } from './storage.js';

// Where the user left a page: kept for each entry of the history, so that Back returns there, also after a reload.
const KEPT = 'guildhall-page-states';
const MOST_KEPT = 50;
const RESTORE_MS = 10_000;
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** @returns {[string, { top: number, rows?: number }][]} */
const read = () => windowStorage.list(KEPT);

/**
 * `{top, rows}`: how far the page was scrolled, and how many rows its list had; undefined for an entry that is new.
 *
 * @param {string | undefined} key
 */
export const stateOf = (key) => read().find(([known]) => known === key)?.[1];

/**
 * Keeps the state of the page that is about to be left.
 *
 * @param {string | undefined} key
 * @param {import('lit').LitElement & { rows?: number }} page
 */
export function keepState(key, page) {
  const state = { top: page.querySelector('.scroll')?.scrollTop ?? 0, rows: page.rows };
  windowStorage.set(KEPT, JSON.stringify([...read().filter(([known]) => known !== key), [key, state]].slice(-MOST_KEPT)));
}

/**
 * Scrolls a page to where it was left, as soon as its content is that long again, unless the user moves first.
 *
 * @param {HTMLElement} page
 * @param {number} [top]
 */
export function restoreScroll(page, top = 0) {
  const scroll = page.querySelector('.scroll');
  if (!scroll) return;
  scroll.scrollTop = top;
  if (scroll.scrollTop >= Math.floor(top)) return;
  const growth = new ResizeObserver(() => {
    scroll.scrollTop = top;
    if (scroll.scrollTop >= Math.floor(top)) stop();
  });
  const timer = setTimeout(stop, RESTORE_MS);
  function stop() {
    growth.disconnect();
    clearTimeout(timer);
    OWN_MOVES.forEach((move) => removeEventListener(move, stop, true));
  }
  OWN_MOVES.forEach((move) => addEventListener(move, stop, true));
  if (scroll.firstElementChild) growth.observe(scroll.firstElementChild);
}
