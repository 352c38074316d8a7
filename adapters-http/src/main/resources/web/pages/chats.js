import { get, withQuery } from '../api.js';
import { chats } from '../state.js';
import { bar } from '../ui/bar.js';
import { deleteChat, renameChat } from '../ui/chat-actions.js';
import { Element, define, html, nothing, repeat } from '../ui/element.js';
import { period, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { empty, problem, skeleton } from '../ui/states.js';

export const tag = 'gh-chats-page';

const PAGE = 50;
const QUIET_MS = 200;

class ChatsPage extends Element {
  static properties = { params: {}, query: {}, words: { state: true }, items: { state: true }, next: { state: true }, error: { state: true }, isBusy: { state: true } };

  #timer;
  #asked = 0;

  connectedCallback() {
    super.connectedCallback();
    this.words = '';
    this.#load();
  }

  async #load(cursor) {
    const number = ++this.#asked;
    this.isBusy = true;
    try {
      const page = await get(withQuery('/api/chat', { q: this.words, limit: PAGE, cursor }));
      if (number !== this.#asked) return;
      this.items = cursor ? [...this.items, ...page.chats] : page.chats;
      this.next = page.nextCursor;
      this.error = undefined;
    } catch (error) {
      if (number === this.#asked) this.error = error;
    }
    if (number === this.#asked) this.isBusy = false;
  }

  #search(text) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.words = text.trim();
      this.#load();
    }, QUIET_MS);
  }

  render() {
    return html`${bar({ title: 'Chats', actions: html`<a class="btn main show-s" href="/">${icon('square-pen')}New chat</a>` })}
      <div class="scroll"><div class="page read">
        <label class="search">${icon('search')}<span class="unseen">Search chats</span><input class="input" type="search" placeholder="Search chats" maxlength="200" @input=${(event) => this.#search(event.target.value)}></label>
        ${this.error ? problem(this.error, () => this.#load()) : this.#list()}
      </div></div>`;
  }

  #list() {
    if (!this.items) return skeleton(8);
    if (!this.items.length) {
      return html`<div class="card">${this.words
        ? empty({ icon: 'search', title: 'No chat has these words', text: 'The search looks at titles.' })
        : empty({ icon: 'message-square', title: 'You have no chats yet', text: 'Each chat that you begin is kept here until you delete it.', action: html`<a class="btn main" href="/">New chat</a>` })}</div>`;
    }
    return html`${[...Map.groupBy(this.items, (chat) => period(chat.updatedAt))].map(([name, items]) => html`<section class="stack tight"><h2 class="small">${name}</h2>
        <ul class="items card flush">${repeat(items, (chat) => chat.chatId, (chat) => this.#row(chat))}</ul></section>`)}
      ${this.next ? html`<div class="more"><button class="btn" aria-busy=${this.isBusy ? 'true' : nothing} @click=${() => this.#load(this.next)}>Show more</button></div>` : nothing}`;
  }

  #row(chat) {
    return html`<li class="go"><a href="/chats/${encodeURIComponent(chat.chatId)}"><span class="grow clip" dir="auto">${chat.title}</span>
        ${chat.agentMode === 'v1' ? html`<span class="chip plain hide-s">agent</span>` : nothing}
        ${chats.running.has(chat.chatId) ? html`<span class="chip run">answering</span>` : nothing}<span class="small">${time(chat.updatedAt)}</span></a>
      <gh-menu label="More about ${chat.title}" .items=${() => [
        { label: 'Rename', icon: 'pencil', run: () => this.#rename(chat) },
        { label: 'Delete', icon: 'trash-2', danger: true, run: () => this.#delete(chat) },
      ]}></gh-menu></li>`;
  }

  async #rename(chat) {
    const title = await renameChat(chat);
    if (title) this.items = this.items.map((item) => (item.chatId === chat.chatId ? { ...item, title } : item));
  }

  async #delete(chat) {
    if (await deleteChat(chat)) this.items = this.items.filter((item) => item.chatId !== chat.chatId);
  }
}
define(tag, ChatsPage);
