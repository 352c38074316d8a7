import { define, html, nothing, repeat } from '../ui/element.js';
import { del, get, isOutage, post } from '../api.js';
import { session } from '../state.js';
import { audience } from '../ui/audience.js';
import { addressOf, editCollection } from '../ui/collections.js';
import { copy } from '../ui/copy.js';
import { confirmDialog } from '../ui/dialog.js';
import { sentence } from '../ui/error-text.js';
import { iconOfType } from '../ui/file-icon.js';
import { focusRow } from '../ui/focus.js';
import { bytes, plural, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page } from '../ui/page.js';
import { firstPage, more, remember, remembered } from '../ui/paged.js';
import { showPassage, where } from '../ui/passage.js';
import { navigate } from '../ui/router.js';
import { chip, empty, skeleton } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import { uploadTo } from '../ui/upload.js';
import { Uploads } from '../ui/uploads.js';
import '../ui/menu.js';

export const tag = 'gh-collection';

const MOST_MIB = 200;
const POLL_MS = 2_000;
/** After so many looks without a change nothing is expected any more: a server without an embedding model adds no meaning. */
const MOST_SAME = 15;
const PAUSE_MS = 250;
const MOST_HITS = 20;

/**
 * @typedef {{
 *   collection?: Api.Collection, groups: import('../ui/audience.js').Group[], list: Ui.List<Api.Document>, words: string,
 *   hits?: Api.Hit[], timer?: ReturnType<typeof setTimeout>, poll?: ReturnType<typeof setTimeout>, same: number,
 * }} Properties
 */

/** Whether the server still works on a document. @param {Api.Document} document */
const isAtWork = ({ status, embedded, passages }) => status === 'indexing' || (status === 'ready' && embedded < passages);

/** A collection: its documents, how far their indexing is, and a search of what they say. */
class CollectionPage extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  static properties = { ...Page.properties, words: { state: true }, hits: { state: true }, list: { state: true } };

  uploads = new Uploads(this);

  constructor() {
    super();
    this.same = 0;
  }

  get path() {
    return addressOf(this.params.id);
  }

  get mayChange() {
    return this.collection?.owner === session.user?.userId || session.isAdmin;
  }

  addressed() {
    this.words = remembered('q');
  }

  heading() {
    const { collection } = this;
    const back = { href: '/collections', label: 'All collections' };
    if (!collection) return { title: 'Collection', back };
    return {
      title: collection.name,
      back,
      meta: html`<span class="hide-s">${audience(collection, this.groups)}</span>`,
      actions: html`${this.mayChange ? html`<button class="btn main" @click=${() => this.uploads.pick()}>${icon('upload')}Upload</button>`
        : nothing}<gh-menu label="More about ${collection.name}" .items=${() => [
        this.mayChange && { label: 'Change', icon: 'pencil', run: () => this.edit() },
        { label: 'Copy ID', icon: 'copy', run: () => copy(collection.id, 'ID copied') },
        this.mayChange && { label: 'Delete', icon: 'trash-2', danger: true, run: () => this.erase() },
      ]}></gh-menu>`,
    };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    clearTimeout(this.poll);
  }

  again() {
    Object.assign(this, { collection: undefined, hits: undefined });
    super.again();
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const { words } = this;
    const [collection, { groups }, list, hits] = await Promise.all([
      get(this.path, { signal }),
      get('/web/api/v1/groups?limit=200', { signal }).catch(() => ({ groups: [] })),
      this.documents(signal),
      words.trim() ? this.search(words, signal) : undefined,
    ]);
    Object.assign(this, { collection, groups, list, hits: words === this.words ? hits : this.hits, same: 0 });
    this.#await();
  }

  /** @param {AbortSignal} signal @returns {Promise<Ui.List<Api.Document>>} */
  documents(signal) {
    return firstPage(`${this.path}/documents`, 'documents', {}, signal, this);
  }

  /** Looks again while documents are indexed, as long as something changes. */
  #await() {
    clearTimeout(this.poll);
    if (this.same >= MOST_SAME || !this.list.items.some(isAtWork)) return;
    this.poll = setTimeout(() => this.#look(), POLL_MS);
  }

  async #look() {
    const { signal } = this.leaving;
    try {
      if (document.visibilityState === 'visible') {
        const before = this.list;
        const list = await this.documents(signal);
        const isSame = JSON.stringify(list.items) === JSON.stringify(before.items);
        // What was uploaded or deleted meanwhile may not be in it.
        if (before === this.list) Object.assign(this, isSame ? { same: this.same + 1 } : { list, same: 0 });
      }
    } catch (error) {
      // After an outage the page is read again.
      if (signal.aborted || isOutage(error)) return;
      this.same += 1;
    }
    this.#await();
  }

  /** @param {string} words @param {AbortSignal} signal @returns {Promise<Api.Hit[]>} */
  async search(words, signal) {
    return (await post(`${this.path}/search`, { query: words, limit: MOST_HITS }, { signal })).hits;
  }

  /** @param {string} words */
  typed(words) {
    this.words = words;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#searched(words), PAUSE_MS);
  }

  /** @param {string} words */
  async #searched(words) {
    remember({ q: words.trim() });
    const { signal } = this.leaving;
    try {
      const hits = words.trim() ? await this.search(words, signal) : undefined;
      if (words === this.words) this.hits = hits;
    } catch (error) {
      if (!signal.aborted) toastError(error);
    }
  }

  /** @param {File} file @param {import('../ui/upload.js').Options} options */
  async send(file, options) {
    const added = await uploadTo(`${this.path}/documents`, file, MOST_MIB * 1024 * 1024, options);
    Object.assign(this, { list: { ...this.list, items: [added, ...this.list.items] }, same: 0 });
    this.#await();
  }

  async edit() {
    const changed = await editCollection(this.groups, this.collection);
    if (!changed) return;
    this.collection = changed;
    this.requestUpdate();
    toast(`${changed.name} changed`);
  }

  async erase() {
    const { collection } = this;
    if (!collection) return;
    const isAgreed = await confirmDialog({
      title: `Delete ${collection.name}?`,
      text: `It goes with its ${plural(this.list.items.length, 'document')}${this.list.next ? ' and more' : ''}. Assistants do not find
        them any more; answers keep what they cite.`,
      action: 'Delete',
    });
    if (!isAgreed) return;
    try {
      await del(this.path);
      toast(`${collection.name} deleted`);
      navigate('/collections', { replace: true });
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {Api.Document} document */
  async discard(document) {
    const isAgreed = await confirmDialog({
      title: `Delete ${document.name}?`,
      text: 'Searches do not find it any more; answers keep what they cite.',
      action: 'Delete',
    });
    if (!isAgreed) return;
    const at = this.list.items.indexOf(document);
    try {
      await del(`${this.path}/documents/${encodeURIComponent(document.id)}`);
    } catch (error) {
      toastError(error);
      return;
    }
    Object.assign(this, { list: { ...this.list, items: this.list.items.filter(({ id }) => id !== document.id) } });
    toast(`${document.name} deleted`);
    await this.updateComplete;
    focusRow(this, '.documents > li', this.uploads.items.length + at);
  }

  waiting() {
    return html`${skeleton(1, 'line')}<div class="card flush">${skeleton(6)}</div>`;
  }

  content() {
    const about = this.collection?.description;
    const top = html`${about ? html`<p class="soft wrap">${about}</p>` : nothing}
      <div class="head"><label class="search">${icon('search')}<span class="unseen">Search the documents</span><input class="input"
        type="search" maxlength="2000" placeholder="Search the documents" .value=${this.words}
        @input=${(/** @type {Ui.On} */ event) => this.typed(event.target.value)}></label></div>`;
    const { hits } = this;
    if (hits && this.words.trim()) return html`${top}${hits.length ? found(hits) : html`<div class="card">${empty({ icon: 'search',
      title: 'No passage found', text: 'Try other words. A document is found when it is indexed.' })}</div>`}`;
    return html`${top}${this.mayChange ? this.uploads.zone(this.all()) : this.all()}`;
  }

  all() {
    const { items } = this.list;
    if (!items.length && !this.uploads.items.length)
      return html`<div class="card">${empty({ icon: 'file-up', title: 'No documents yet',
        text: 'PDF, Word, Excel, PowerPoint, HTML, Markdown, e-mail, CSV and text. Drop files here, or upload them by their button.',
        action: this.mayChange ? html`<button class="btn main" @click=${() => this.uploads.pick()}>${icon('upload')}Upload
          documents</button>` : nothing })}</div>`;
    return html`<div class="card flush"><ul class="items documents">${this.uploads.rows()}${repeat(items, ({ id }) => id, (document) =>
        this.item(document))}</ul></div>
      <p class="small center">${plural(items.length, 'document')}${this.list.next ? ' shown' : ''}${this.mayChange ? html`<span
        class="hide-s"> · drop files here to upload them</span> · ${MOST_MIB} MiB each at most` : nothing}</p>
      ${more(this.list, (list) => (this.list = list))}`;
  }

  /** @param {Api.Document} document */
  item(document) {
    const { name, size, pages, passages, error, createdAt } = document;
    const facts = [bytes(size), pages ? plural(pages, 'page') : '', passages ? plural(passages, 'passage') : ''].filter(Boolean);
    return html`<li>${icon(iconOfType(document.contentType))}<span class="grow"><span class="clip name" title=${name}>${name}</span><small
      class="where">${facts.join(' · ')}</small>${error ? html`<small class="wrap bad">${sentence(error)}</small>` : nothing}</span>
      ${this.progress(document)}<span class="small hide-s">${time(createdAt)}</span>
      ${this.mayChange ? html`<button class="btn small quiet only" aria-label="Delete ${name}" title="Delete"
        @click=${() => this.discard(document)}>${icon('trash-2', 's')}</button>` : nothing}</li>`;
  }

  /** @param {Api.Document} document */
  progress(document) {
    const { name, status, embedded, passages } = document;
    if (status === 'failed') return chip('failed', 'bad');
    if (status === 'indexing') return chip('indexing', 'run');
    if (!embedded || embedded === passages) return chip('ready', 'good');
    const share = Math.round((100 * embedded) / passages);
    return html`<span class="meter up hide-s" role="progressbar" aria-label="Meaning of ${name}" aria-valuemin="0" aria-valuemax="100"
      aria-valuenow=${share} title="Found by words already; by meaning up to ${share} %"><i .style=${`--share:${share}%`}></i></span>
      ${chip('ready', 'good')}`;
  }
}

/** @param {Api.Hit[]} hits */
const found = (hits) => html`<ol class="plain card flush items hits" aria-label="Passages">${hits.map((hit) => {
  const { documentId, name, number, score, text } = hit;
  const open = () => showPassage({ documentId, name, page: hit.page, quote: text, number });
  return html`<li><button class="hit" @click=${open}><span class="row wraps tight"><b class="wrap">${name}</b><span
    class="small wrap">${where(hit)}</span><span class="small num end">relevance ${Math.round(100 * score)} %</span></span>
    <span class="about">${text}</span></button></li>`;
})}</ol>`;

define(tag, CollectionPage);
