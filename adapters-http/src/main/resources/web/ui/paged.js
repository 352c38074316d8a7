import { html } from './element.js';
import { get, withQuery } from '../api.js';
import { busy } from './page.js';
import { navigate } from './router.js';
import { toastError } from './toast-error.js';

const PAGE = 30;
const MOST_AT_ONCE = 200;
const MOST_ROWS = 1_000;
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

/**
 * The button that reads the next page; `set` gets the longer list. The focus is then on the first row that came, if the button goes.
 *
 * @template T
 * @param {Ui.List<T>} list
 * @param {(list: Ui.List<T>) => unknown} set
 */
export const more = (list, set) => {
  if (!list.next) return '';
  /** @param {HTMLElement} button */
  const read = async (button) => {
    const page = button.closest('.page');
    const rows = () => /** @type {HTMLElement[]} */ ([...(page?.querySelectorAll(ROW_CONTROLS) ?? [])]);
    const before = rows().length;
    try {
      set(await longer(list, PAGE));
    } catch (error) {
      toastError(error);
      return;
    }
    await new Promise(requestAnimationFrame);
    if (!button.isConnected && document.activeElement === document.body) rows()[before]?.focus();
  };
  /** @param {Event & { currentTarget: HTMLElement }} event */
  const press = (event) => busy(event, () => read(event.currentTarget));
  return html`<div class="more"><button class="btn" @click=${press}>Show more</button></div>`;
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
