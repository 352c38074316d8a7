import { chats } from '../state.js';
import { deleteChat, renameChat } from '../ui/chat-actions.js';
import { define, html, nothing, repeat } from '../ui/element.js';
import { period, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page } from '../ui/page.js';
import { firstPage, more, remember, remembered } from '../ui/paged.js';
import { empty, skeleton } from '../ui/states.js';

export const tag = 'gh-chats-page';

const QUIET_MS = 200;

/** @typedef {{ words: string, list?: Ui.List<Api.Chat> }} Properties */

class ChatsPage extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  /** @type {'read'} */
  look = 'read';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    super();
    chats.use(this);
  }

  addressed() {
    this.words = remembered('q');
  }

  heading() {
    return { title: 'Chats', actions: html`<a class="btn main show-s" href="/">${icon('square-pen')}New chat</a>` };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const { words } = this;
    const list = await firstPage('/api/chat', 'chats', { q: words.trim() }, signal, this);
    if (!this.list || words === this.words) this.list = list;
  }

  /** @param {string} words */
  #search(words) {
    this.words = words;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (remember({ q: words.trim() }), this.reload()), QUIET_MS);
  }

  waiting() {
    return this.content();
  }

  content() {
    const label = 'Search chats by title or message';
    return html`<label class="search">${icon('search')}<span class="unseen">${label}</span>
        <input class="input" type="search" placeholder=${label} maxlength="200" .value=${this.words}
          @input=${(/** @type {Ui.On} */ event) => this.#search(event.target.value)}></label>
      ${this.list ? this.#list(this.list) : skeleton(8)}`;
  }

  /** @param {Ui.List<Api.Chat>} list */
  #list(list) {
    if (!list.items.length) {
      return html`<div class="card">${list.parameters.q
        ? empty({ icon: 'search', title: 'No chat has these words',
          text: 'The search covers titles and messages, by the beginnings of words.' })
        : empty({ icon: 'message-square', title: 'You have no chats yet',
          text: 'Each chat that you begin is kept here until you delete it.',
          action: html`<a class="btn main" href="/">New chat</a>` })}</div>`;
    }
    return html`${[...Map.groupBy(list.items, (chat) => period(chat.updatedAt ?? ''))].map(([name, items]) =>
      html`<section class="stack tight"><h2 class="small">${name}</h2>
        <ul class="items card flush">${repeat(items, (chat) => chat.chatId, (chat) => this.#row(chat))}</ul></section>`)}
      ${more(list, (longer) => this.#show(longer))}`;
  }

  /** @param {Ui.List<Api.Chat>} list */
  #show(list) {
    this.list = list;
    this.requestUpdate();
  }

  /** @param {Api.Chat} chat */
  #row(chat) {
    return html`<li class="go"><a href="/chats/${encodeURIComponent(chat.chatId)}"><span class="grow clip" dir="auto">${chat.title}</span>
        ${chat.agentMode === 'v1' ? html`<span class="chip plain hide-s">agent</span>` : nothing}
        ${chats.running.has(chat.chatId) ? html`<span class="chip run">answering</span>` : nothing}<span
          class="small">${time(chat.updatedAt)}</span></a>
      <gh-menu label="More about ${chat.title}" .items=${() => [
        { label: 'Rename', icon: 'pencil', run: () => this.#rename(chat) },
        { label: 'Delete', icon: 'trash-2', danger: true, run: () => this.#delete(chat) },
      ]}></gh-menu></li>`;
  }

  /** @param {Api.Chat} chat */
  async #rename(chat) {
    const title = await renameChat(chat);
    const { list } = this;
    if (title && list) this.#show({ ...list, items: list.items.map((item) => (item.chatId === chat.chatId ? { ...item, title } : item)) });
  }

  /** @param {Api.Chat} chat */
  async #delete(chat) {
    const isDeleted = await deleteChat(chat);
    const { list } = this;
    if (isDeleted && list) this.#show({ ...list, items: list.items.filter((item) => item.chatId !== chat.chatId) });
  }
}
define(tag, ChatsPage);
