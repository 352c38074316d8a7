import { define, html, nothing, repeat } from '../ui/element.js';
import { get } from '../api.js';
import { session } from '../state.js';
import { audience } from '../ui/audience.js';
import { COLLECTIONS, editCollection } from '../ui/collections.js';
import { plural, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page, busy } from '../ui/page.js';
import { remember, remembered, whole } from '../ui/paged.js';
import { navigate } from '../ui/router.js';
import { empty, skeleton } from '../ui/states.js';

export const tag = 'gh-collections';

/** @typedef {{ list: Ui.List<Api.Collection>, groups: import('../ui/audience.js').Group[], words: string }} Properties */

class Collections extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  static properties = { ...Page.properties, words: { state: true } };

  addressed() {
    this.words = remembered('q');
  }

  heading() {
    return {
      title: 'Knowledge',
      actions: html`<button class="btn main" ?disabled=${!this.isLoaded} @click=${(/** @type {Event} */ event) => busy(event, () =>
        this.make())}>${icon('plus')}Make a collection</button>`,
    };
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const [list, { groups }] = await Promise.all([
      whole(COLLECTIONS, 'collections', signal),
      get('/web/api/v1/groups?limit=200', { signal }).catch(() => ({ groups: [] })),
    ]);
    Object.assign(this, { list, groups });
  }

  async make() {
    const made = await editCollection(this.groups);
    if (made) navigate(`/collections/${encodeURIComponent(made.id)}`);
  }

  /** @param {string} words */
  typed(words) {
    this.words = words;
    remember({ q: words.trim() });
  }

  /** Those with all words in their names or descriptions. */
  get found() {
    const wanted = this.words.toLowerCase().split(/\s+/).filter(Boolean);
    return this.list.items.filter(({ name, description }) => {
      const text = `${name} ${description ?? ''}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
  }

  waiting() {
    return html`<div class="cols cards">${[1, 2, 3].map(() => skeleton(1, 'cardish'))}</div>`;
  }

  content() {
    const { items, next } = this.list;
    if (!items.length)
      return html`<div class="card">${empty({ icon: 'book-open', title: 'No collections yet',
        text: 'A collection has documents that an assistant searches before it answers, and that its answers cite. Share one with a group.',
        action: html`<button class="btn main" @click=${() => this.make()}>${icon('plus')}Make a collection</button>` })}</div>`;
    const { found } = this;
    return html`<div class="head"><p class="soft">Documents that assistants search: yours, and those that are shared with you.</p>
        <label class="search">${icon('search')}<span class="unseen">Search collections</span><input class="input" type="search"
          maxlength="200" placeholder="Search collections" .value=${this.words}
          @input=${(/** @type {Ui.On} */ event) => this.typed(event.target.value)}></label></div>
      ${found.length ? html`<ul class="plain cols cards short">${repeat(found, ({ id }) => id, (each) => this.card(each))}</ul>`
        : html`<div class="card">${empty({ icon: 'search', title: 'No collection found',
          text: 'No collection has these words in its name or description.' })}</div>`}
      ${next ? html`<p class="small center">The newest ${items.length} are listed.</p>` : nothing}`;
  }

  /** @param {Api.Collection} each */
  card(each) {
    const isMine = each.owner === session.user?.userId;
    return html`<li class="card stack">
      <div class="row">${icon('book-open')}<h2 class="grow clip"><a href="/collections/${encodeURIComponent(each.id)}">${each.name}</a></h2>
        ${audience(each, this.groups)}</div>
      <p class="about">${each.description ?? ''}</p>
      <p class="small faint">${plural(each.documents, 'document')} · ${time(each.updatedAt)}${isMine ? '' : ' · shared with you'}</p>
    </li>`;
  }
}

define(tag, Collections);
