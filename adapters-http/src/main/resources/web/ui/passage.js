// The passage of a document that a search has found or an answer cites, with what stands before and after it.
import { get, withQuery } from '../api.js';
import { directionOf } from './direction.js';
import { openDialog } from './dialog.js';
import { html, nothing } from './element.js';
import { icon } from './icon.js';
import { problem, skeleton } from './states.js';

const NOT_FOUND = 404;
const AT_ONCE = 200;
/** The most passages in which a quote is looked for. */
const MOST_LOOKED_AT = 5_000;
/** How many passages are shown before and after. */
const AROUND = 1;
const GONE = {
  status: NOT_FOUND, title: 'The document is gone', message: 'It was deleted, or it is not shared with you any more. This is what it said:',
};

/**
 * A passage: `quote` is how it begins, and is marked in it. Without its `number` it is looked for by its quote.
 *
 * @typedef {{ documentId: string, name: string, page: number | null, quote: string, number?: number }} Place
 */

/** @param {string} documentId @param {Record<string, number>} part @returns {Promise<Api.Passage[]>} */
const read = async (documentId, part) =>
  (await get(withQuery(`/web/agent/api/documents/${encodeURIComponent(documentId)}/passages`, part))).passages;

/**
 * The place of a passage in its document: known, or that of the first one with the quote, on its page where there is one.
 *
 * @param {Place} place
 * @returns {Promise<number | undefined>}
 */
async function numberOf({ documentId, page, quote, number }) {
  if (number !== undefined) return number;
  /** @param {Api.Passage[]} passages */
  const found = (passages) => passages.find(({ text }) => text.includes(quote))?.number;
  if (page) return found(await read(documentId, { page }));
  for (let from = 0; from < MOST_LOOKED_AT; from += AT_ONCE) {
    const passages = await read(documentId, { from, limit: AT_ONCE });
    const at = found(passages);
    if (at !== undefined || passages.length < AT_ONCE) return at;
  }
  return undefined;
}

/** @param {Place} place */
async function around(place) {
  const number = await numberOf(place);
  if (number === undefined) throw GONE;
  const from = Math.max(0, number - AROUND);
  const passages = await read(place.documentId, { from, limit: number - from + 1 + AROUND });
  if (!passages.some((passage) => passage.number === number)) throw GONE;
  return { number, passages };
}

/** @param {string} text @param {string} quote */
function marked(text, quote) {
  const at = text.indexOf(quote);
  if (!quote || at < 0 || quote === text) return text;
  return html`${text.slice(0, at)}<mark>${quote}</mark>${text.slice(at + quote.length)}`;
}

/** @param {{ page: number | null, heading?: string }} passage */
export const where = ({ page, heading }) => [page ? `page ${page}` : '', heading ?? ''].filter(Boolean).join(' · ');

/** Shows a passage with its neighbours. @param {Place} place */
export function showPassage(place) {
  /** @type {{ number: number, passages: Api.Passage[] } | undefined} */
  let found;
  /** @type {Api.Failure | undefined} */
  let failure;
  /** @type {() => void} */
  let update = () => {};
  const load = async () => {
    failure = undefined;
    update();
    try {
      found = await around(place);
    } catch (error) {
      failure = /** @type {Api.Failure} */ (error);
      if (failure.status === NOT_FOUND) failure = GONE;
    }
    update();
    document.querySelector('.passage-box.found')?.scrollIntoView({ block: 'center' });
  };
  load();
  return openDialog({
    title: place.name,
    wide: true,
    body: (dialog) => {
      update = dialog.update;
      if (found) return passagesOf(found, place.quote);
      if (!failure) return skeleton(6, 'line');
      const isGone = failure.status === NOT_FOUND;
      return html`${isGone ? html`<div class="note warn" role="alert">${icon('info')}<div><b>${failure.title}</b> ${failure.message}</div>
        </div><blockquote class="source passage" dir=${directionOf(place.quote)}>${place.quote}</blockquote>`
        : problem(failure, load)}`;
    },
    foot: ({ close }) => html`<button class="btn" autofocus @click=${() => close()}>Close</button>`,
  });
}

/** @param {{ number: number, passages: Api.Passage[] }} found @param {string} quote */
const passagesOf = ({ number, passages }, quote) => passages.map((passage) => {
  const isIt = passage.number === number;
  const words = isIt ? 'The passage' : passage.number < number ? 'Before it' : 'After it';
  return html`<section class="passage-box ${isIt ? 'found' : ''}" tabindex=${isIt ? 0 : nothing}
    aria-label=${isIt ? words : nothing}><h3 class="small">${words}${where(passage)
    ? html`<span class="wrap"> · ${where(passage)}</span>` : nothing}</h3>
    <p class="passage" dir=${directionOf(passage.text)}>${isIt ? marked(passage.text, quote) : passage.text}</p></section>`;
});
