// The collections that an assistant searches.
import { whole } from './paged.js';
import { COLLECTIONS } from './collections.js';
import { openDialog } from './dialog.js';
import { html, nothing } from './element.js';
import { plural } from './format.js';
import { icon } from './icon.js';
import { problem, skeleton } from './states.js';

const MOST = 100;

/**
 * The field of a form. A collection that the user does not read has no name here, and stays until it is taken off.
 *
 * @param {string[]} chosen ids
 * @param {{ collections: Api.Collection[], set: (chosen: string[]) => unknown, learn: (all: Api.Collection[]) => unknown }} form
 */
export function collectionField(chosen, { collections, set, learn }) {
  /** @param {string} id */
  const nameOf = (id) => collections.find((each) => each.id === id)?.name ?? 'A collection that you cannot read';
  const pick = async () => {
    const picked = await pickCollections(chosen, learn);
    if (picked) set(picked);
  };
  return html`<div class="field" role="group" aria-labelledby="assistant-collections-label"><span class="label"
    id="assistant-collections-label">Collections</span>${chosen.length ? html`<ul class="plain filechips">${chosen.map((id) => html`<li
      class="filechip">${icon('book-open', 's')}<span class="clip">${nameOf(id)}</span><button type="button"
      class="btn quiet small only" aria-label="Take off ${nameOf(id)}" @click=${() => set(chosen.filter((each) => each !== id))}>${icon('x',
      's')}</button></li>`)}</ul>` : nothing}<div><button type="button" class="btn small" @click=${pick}>${icon('plus',
    's')}Choose collections</button></div><span class="hint">It searches their documents, whatever its tools are, and cites them. A user who
    does not read a collection gets nothing from it.</span></div>`;
}

/**
 * @param {string[]} before
 * @param {(all: Api.Collection[]) => unknown} learn
 * @returns {Promise<string[] | undefined>}
 */
function pickCollections(before, learn) {
  const chosen = new Set(before);
  let words = '';
  /** @type {Api.Collection[] | undefined} */
  let all;
  /** @type {Api.Failure | undefined} */
  let failure;
  let update = () => {};
  whole(COLLECTIONS, 'collections').then(
    ({ items }) => (learn((all = items)), update()),
    (error) => ((failure = error), update()),
  );
  const found = () => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    return (all ?? []).filter(({ name }) => wanted.every((word) => name.toLowerCase().includes(word)));
  };
  /** @param {string} id @param {boolean} isChosen */
  const choose = (id, isChosen) => {
    if (isChosen) chosen.add(id);
    else chosen.delete(id);
    update();
  };
  return openDialog({
    title: 'Choose collections',
    body: (dialog) => {
      update = dialog.update;
      if (failure) return problem(failure);
      if (!all) return skeleton(3);
      const shown = found();
      return html`<label class="search">${icon('search')}<span class="unseen">Search collections</span><input class="input" type="search"
          autofocus maxlength="200" placeholder="Search collections"
          @input=${(/** @type {Ui.On} */ event) => ((words = event.target.value), update())}></label>
        <div class="picks" tabindex="-1"><div role="group" aria-label="Collections">${shown.map(({ id, name, documents }) => html`<label
          class="check"><input type="checkbox" .checked=${chosen.has(id)} ?disabled=${!chosen.has(id) && chosen.size >= MOST}
          @change=${(/** @type {Ui.On} */ event) => choose(id, event.target.checked)}><span class="grow wrap">${name}</span><span
          class="small nowrap">${plural(documents, 'document')}</span></label>`)}</div>${shown.length ? nothing : html`<p
          class="small">${all.length ? 'No collection has these words in its name.' : 'There are no collections yet.'}</p>`}</div>
        <a class="btn" href="/collections" @click=${() => dialog.close()}>${icon('book-open')}All collections</a>`;
    },
    foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button><button class="btn main"
      @click=${() => close([...chosen])}>Choose ${chosen.size || 'none'}</button>`,
  });
}
