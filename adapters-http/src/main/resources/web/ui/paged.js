import { html, ref } from './element.js';
import { get, withQuery } from '../api.js';
import { busy } from './page.js';
import { navigate } from './router.js';
import { toastError } from './toast-error.js';

const PAGE = 30;
const BY_SCROLL = 100;
const MOST_AT_ONCE = 200;
const MOST_ROWS = 1_000;
/** How far below what is seen the next page is read. */
const NEAR = '600px 0px';
const ROW_CONTROLS = 'li :is(a, button), td :is(a, button)';

/**
 * A list that the server returns in pages: `{items, next}`. `name` is the member of the response that contains the
 * items. `page`, when given, shows the list as `list`: as many rows are read as it shows, or showed before Back.
 *
 * @template T
 * @param {string} path
 * @param {string} name
 * @param {Record<string, unknown>} parameters
 * @param {AbortSignal} [signal]
 * @param {Ui.Listed} [page]
 * @returns {Promise<Ui.List<T>>}
 */
export async function firstPage(path, name, parameters, signal, page) {
  /** @type {Ui.List<T>} */
  let list = { path, name, parameters, items: [] };
  const rows = Math.min(MOST_ROWS, rowsOf(page, list));
  do {
    list = await longer(list, Math.min(MOST_AT_ONCE, Math.max(PAGE, rows - list.items.length)), signal);
  } while (list.next && list.items.length < rows);
  return list;
}

/**
 * @param {Ui.Listed | undefined} page
 * @param {Ui.List} list
 */
function rowsOf(page, { path, parameters }) {
  if (page?.left) return page.left.rows ?? 0;
  const shown = page?.list;
  return shown?.path === path && withQuery('', shown.parameters) === withQuery('', parameters) ? shown.items.length : 0;
}

/**
 * @template T
 * @param {Ui.List<T>} list
 * @param {number} limit
 * @param {AbortSignal} [signal]
 * @returns {Promise<Ui.List<T>>}
 */
async function longer(list, limit, signal) {
  const answer = await get(withQuery(list.path, { limit, ...list.parameters, cursor: list.next }), { signal });
  return { ...list, items: [...list.items, ...answer[list.name]], next: answer.nextCursor };
}

/**
 * The list with its newest rows read again, up to 200; those below them stay as they are.
 *
 * @template {{ id: string }} T
 * @param {Ui.List<T>} list
 * @param {AbortSignal} [signal]
 * @returns {Promise<Ui.List<T>>}
 */
export async function refreshed(list, signal) {
  const limit = Math.min(MOST_AT_ONCE, Math.max(PAGE, list.items.length));
  const fresh = await longer({ ...list, items: [], next: undefined }, limit, signal);
  const last = /** @type {T | undefined} */ (fresh.items.at(-1))?.id;
  const at = list.items.findIndex(({ id }) => id === last);
  return fresh.next && at >= 0 ? { ...list, items: [...fresh.items, ...list.items.slice(at + 1)] } : fresh;
}

/**
 * Reads a list whole, up to 1,000 members: `next` is set when there are more.
 *
 * @template T
 * @param {string} path
 * @param {string} name
 * @param {AbortSignal} [signal]
 * @returns {Promise<Ui.List<T>>}
 */
export async function whole(path, name, signal) {
  /** @type {Ui.List<T>} */
  let list = { path, name, parameters: {}, items: [] };
  do {
    list = await longer(list, MOST_AT_ONCE, signal);
  } while (list.next && list.items.length < MOST_ROWS);
  return list;
}

/** Presses the buttons that the user has scrolled near to. */
const scrolled = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    const button = /** @type {HTMLElement} */ (target);
    if (isIntersecting && button.getAttribute('aria-busy') !== 'true') button.click();
  }
}, { rootMargin: NEAR, scrollMargin: NEAR });

/** @param {Element | undefined} button */
const watch = (button) => {
  if (!button) return;
  scrolled.unobserve(button);
  scrolled.observe(button);
};

/**
 * The button that reads the next page; `set` gets the longer list. The focus is then on the first row that came, if the button goes.
 * With `isByScroll` the next page is read too when the user comes near to the button.
 *
 * @template T
 * @param {Ui.List<T>} list
 * @param {(list: Ui.List<T>) => unknown} set
 * @param {boolean} [isByScroll]
 */
export const more = (list, set, isByScroll = false) => {
  if (!list.next) return '';
  /** @param {HTMLElement} button */
  const read = async (button) => {
    const page = button.closest('.page');
    const rows = () => /** @type {HTMLElement[]} */ ([...(page?.querySelectorAll(ROW_CONTROLS) ?? [])]);
    const before = rows().length;
    try {
      set(await longer(list, isByScroll ? BY_SCROLL : PAGE));
    } catch (error) {
      if (isByScroll) scrolled.unobserve(button);
      toastError(error);
      return;
    }
    await new Promise(requestAnimationFrame);
    if (!button.isConnected && document.activeElement === document.body) rows()[before]?.focus();
  };
  /** @param {Event & { currentTarget: HTMLElement }} event */
  const press = async (event) => {
    const button = event.currentTarget;
    await busy(event, () => read(button));
    // It may still be near.
    if (isByScroll && button.isConnected) watch(button);
  };
  return html`<div class="more"><button class="btn" @click=${press}
    ${ref(isByScroll ? watch : undefined)}>Show more</button></div>`;
};

/**
 * A choice of one value for a filter: 'All' and the values.
 *
 * @param {string} label
 * @param {string[]} values
 * @param {string} value
 * @param {(value: string) => unknown} choose
 */
export const filter = (label, values, value, choose) => html`
  <label class="filter"><span class="unseen">${label}</span>
    <select class="input" @change=${(/** @type {Ui.On} */ event) => choose(event.target.value)}>
      <option value="" ?selected=${!value}>${label}: all</option>
      ${values.map((each) => html`<option value=${each} ?selected=${each === value}>${each}</option>`)}
    </select></label>`;

/** Puts the filters into the address, without opening another page. @param {Record<string, unknown>} parameters */
export function remember(parameters) {
  navigate(withQuery(location.pathname, parameters), { replace: true, quiet: true });
}

/** @param {string} name */
export const remembered = (name) => new URLSearchParams(location.search).get(name) ?? '';
