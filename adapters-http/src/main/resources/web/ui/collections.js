// Collections of documents: where they are, and the form with which one is made or changed.
import { patch, post } from '../api.js';
import { audiences } from './audience.js';
import { openDialog } from './dialog.js';
import { html, nothing } from './element.js';
import { field } from './field.js';
import { problem } from './states.js';

export const COLLECTIONS = '/web/agent/api/collections';

/** @param {string} id */
export const addressOf = (id) => `${COLLECTIONS}/${encodeURIComponent(id)}`;

/**
 * Asks for the fields of a collection, and makes or changes it; undefined when the user cancelled.
 *
 * @param {import('./audience.js').Group[]} groups
 * @param {Api.Collection} [known]
 * @returns {Promise<Api.Collection | undefined>}
 */
export function editCollection(groups, known) {
  const wanted = { name: known?.name ?? '', description: known?.description ?? '', visibility: known?.visibility ?? 'private' };
  /** @type {Api.Failure | undefined} */
  let failure;
  /** @param {'name' | 'description' | 'visibility'} name */
  const set = (name) => (/** @type {Ui.On} */ event) => (wanted[name] = event.target.value);
  return openDialog({
    title: known ? `Change ${known.name}` : 'New collection',
    body: ({ close, update }) => html`<form id="collection" class="stack" @submit=${async (/** @type {Event} */ event) => {
      event.preventDefault();
      const body = { ...wanted, description: wanted.description.trim() || null };
      try {
        close(await (known ? patch(addressOf(known.id), body) : post(COLLECTIONS, body)));
      } catch (error) {
        failure = /** @type {Api.Failure} */ (error);
        update();
      }
    }}>${failure ? problem(failure) : nothing}
    ${field('collection-name', 'Name', html`<input class="input" id="collection-name" required autofocus maxlength="100" autocomplete="off"
      .value=${wanted.name} @input=${set('name')}>`)}
    ${field('collection-description', 'Description', html`<textarea class="input" id="collection-description" rows="2" maxlength="2000"
      .value=${wanted.description} @input=${set('description')}></textarea>`)}
    ${field('collection-visibility', 'Who can read it', html`<select class="input" id="collection-visibility"
      aria-describedby="collection-visibility-hint" @change=${set('visibility')}>${audiences(wanted.visibility, groups).map(
      ([value, words]) => html`<option value=${value} ?selected=${value === wanted.visibility}>${words}</option>`)}</select>`,
    'Others search and read it; only you change it.')}</form>`,
    foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button><button class="btn main"
      form="collection">${known ? 'Save' : 'Make the collection'}</button>`,
  });
}
