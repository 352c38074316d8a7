import { html } from './element.js';
import { get, withQuery } from '../api.js';
import { busy } from './page.js';
import { toastError } from './toast.js';

const PAGE = 30;

/**
 * A list that the server returns in pages: `{items, next}`. `name` is the member of the response that contains the
 * items.
 */
export async function firstPage(path, name, parameters, signal) {
  const answer = await get(withQuery(path, { limit: PAGE, ...parameters }), { signal });
  return { path, name, parameters, items: answer[name], next: answer.nextCursor };
}

/** The button that reads the next page; `set` gets the longer list. */
export const more = (list, set) => {
  if (!list.next) return '';
  const read = async () => {
    try {
      const next = await firstPage(list.path, list.name, { ...list.parameters, cursor: list.next });
      set({ ...list, items: [...list.items, ...next.items], next: next.next });
    } catch (error) {
      toastError(error);
    }
  };
  return html`<div class="more"><button class="btn" @click=${(event) => busy(event, read)}>Show more</button></div>`;
};

/** A choice of one value for a filter: 'All' and the values. */
export const filter = (label, values, value, choose) => html`
  <label class="filter"><span class="unseen">${label}</span>
    <select class="input" @change=${(event) => choose(event.target.value)}>
      <option value="" ?selected=${!value}>${label}: all</option>
      ${values.map((each) => html`<option value=${each} ?selected=${each === value}>${each}</option>`)}
    </select></label>`;

/** Puts the filters into the address, without opening another page. */
export function remember(parameters) {
  history.replaceState(null, '', withQuery(location.pathname, parameters));
}

export const remembered = (name) => new URLSearchParams(location.search).get(name) ?? '';
