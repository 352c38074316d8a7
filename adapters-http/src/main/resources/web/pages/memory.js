import { define, html, repeat } from '../ui/element.js';
import { del, get, patch, post, withQuery } from '../api.js';
import { session } from '../state.js';
import { confirmDialog, openDialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { exact, plural, time } from '../ui/format.js';
import { focusRow } from '../ui/focus.js';
import { icon } from '../ui/icon.js';
import { Page } from '../ui/page.js';
import { firstPage, more, remember, remembered } from '../ui/paged.js';
import { chip, empty, problem, skeleton } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';

export const tag = 'gh-memory';

const TYPES = [['long_term', 'Facts'], ['conversation', 'Conversations']];
const PAUSE_MS = 250;
const MOST_HITS = 30;
const MOST_FORMER = 200;

/**
 * @typedef {{
 *   id: string, type: string, content: string, tags: string[], importance: number, source?: string | null, chatId?: string,
 *   supersededBy?: string | null, createdAt: string, score?: number, parts?: Record<string, number> | null,
 * }} Remembered
 */

/** @typedef {{ type: string, words: string, list: Ui.List<Remembered>, timer?: ReturnType<typeof setTimeout> }} Properties */

class Memory extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  /** @type {Remembered[]} */
  former = [];

  addressed() {
    this.type = TYPES.some(([type]) => type === remembered('type')) ? remembered('type') : 'long_term';
    this.words = remembered('q');
  }

  get path() {
    return `/web/agent/api/memory/${session.user?.userId}`;
  }

  heading() {
    return { title: 'Memory', actions: html`<button class="btn main" @click=${() => this.add()}>${icon('plus')}Add a memory</button>` };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const { type, words } = this;
    const [list, all] = await Promise.all([
      words.trim() ? this.search(words, type, signal) : firstPage(this.path, 'memories', { type }, signal, this),
      get(withQuery(this.path, { type, includeSuperseded: true, limit: MOST_FORMER }), { signal }),
    ]);
    if (this.list && (type !== this.type || words !== this.words)) return;
    const former = all.memories.filter((/** @type {Remembered} */ { supersededBy }) => supersededBy);
    Object.assign(this, { list, former });
  }

  /**
   * @param {string} query
   * @param {string} type
   * @param {AbortSignal} signal
   * @returns {Promise<Ui.List<Remembered>>}
   */
  async search(query, type, signal) {
    const { memories } = await post(`${this.path}/search`, { query, type, limit: MOST_HITS }, { signal });
    return { path: '', name: 'memories', parameters: {}, items: memories, next: null };
  }

  /** @param {string} type */
  show(type) {
    this.type = type;
    this.remember();
    this.again();
  }

  /** @param {string} words */
  typed(words) {
    this.words = words;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.remember(), this.reload()), PAUSE_MS);
  }

  remember() {
    remember({ type: this.type, q: this.words.trim() });
  }

  async add() {
    formError = undefined;
    const added = await openDialog({ title: 'Add a memory', body: ({ close, update }) => addForm(close, update), foot: ({ close }) => html`
      <button class="btn" @click=${() => close()}>Cancel</button><button class="btn main" form="add-memory">Add memory</button>` });
    if (!added) return;
    this.type = 'long_term';
    toast('Memory added');
    await this.reload();
  }

  /** @param {Remembered} memory */
  async edit(memory) {
    formError = undefined;
    const edited = await openDialog({ title: 'Edit this memory', body: ({ close, update }) => editForm(memory, close, update),
      foot: ({ close }) => html`
      <button class="btn" @click=${() => close()}>Cancel</button><button class="btn main" form="edit-memory">Save</button>` });
    if (!edited) return;
    toast('Memory saved');
    await this.reload();
  }

  /** @param {Remembered} memory */
  async forget(memory) {
    const at = this.list.items.findIndex(({ id }) => id === memory.id);
    Object.assign(this, { list: { ...this.list, items: this.list.items.filter(({ id }) => id !== memory.id) } });
    this.requestUpdate();
    const focus = () => this.updateComplete.then(() => focusRow(this, '.memories > li', at));
    focus();
    toast('Memory deleted', {
      undo: () => this.reload().then(focus),
      done: () =>
        del(`/web/agent/api/memory/item/${memory.id}`, undefined, { keepalive: true }).catch(
          (error) => (toastError(error), this.isConnected ? this.reload() : undefined),
        ),
    });
  }

  /** @param {Remembered} memory */
  async forgetChat({ chatId }) {
    if (
      !(await confirmDialog({ title: 'Delete all memories of this chat?', text: 'The chat itself stays.', action: 'Delete the memories' }))
    )
      return;
    try {
      const { deleted } = await del(`${this.path}/conversation/${chatId}`);
      toast(`${plural(deleted, 'memory', 'memories')} deleted`);
      await this.reload();
    } catch (error) {
      toastError(error);
    }
  }

  waiting() {
    return html`${this.top()}<div class="card flush">${skeleton(6)}</div>`;
  }

  top() {
    return html`<div class="head"><label class="search">${icon('search')}<span class="unseen">Search memories by meaning</span>
        <input class="input" type="search" maxlength="2000" placeholder="Search memories by meaning" .value=${this.words}
          @input=${(/** @type {Ui.On} */ event) => this.typed(event.target.value)}></label>
      <div class="seg" role="group"
        aria-label="Which memories">${TYPES.map(([type, words]) =>
        html`<button type="button" aria-pressed=${this.type === type} @click=${() => this.show(type)}>${words}</button>`)}</div></div>`;
  }

  content() {
    const { items } = this.list;
    return html`${this.top()}
      <p class="small">${this.type === 'long_term' ? 'What the agent knows about you. It reads what fits before it answers.'
        : 'What was said in your chats, turn by turn. The agent finds it again by meaning.'}</p>
      <div class="card flush">${items.length
        ? html`<ul class="items memories">${repeat(items, ({ id }) => id, (memory) => this.item(memory))}</ul>` : this.nothing()}</div>
      ${more(this.list, (list) => ((this.list = list), this.requestUpdate()))}`;
  }

  nothing() {
    if (this.words.trim()) return empty({ icon: 'search', title: 'No memories found', text: 'Try other words.' });
    return this.type === 'long_term'
      ? empty({ icon: 'brain', title: 'The agent knows nothing about you yet',
        text: 'Tell it in a chat, for example "I live in Lisbon", or add it here.',
        action: html`<button class="btn main" @click=${() => this.add()}>${icon('plus')}Add a memory</button>` })
      : empty({ icon: 'message-square', title: 'No conversations remembered',
        text: 'What you and the agent say in chats is remembered here.', action: html`<a class="btn main" href="/">Start a chat</a>` });
  }

  /** @param {Remembered} memory */
  item(memory) {
    const isFact = memory.type === 'long_term';
    return html`<li><div class="grow"><p class="memory-text">${memory.content}</p>
        <div class="row wraps tight small">${memory.tags.map((name) => chip(name, 'plain'))}<span>${time(memory.createdAt)}</span>
          ${memory.score === undefined ? '' : html`<span class="num">· relevance ${Math.round(100 * memory.score)} %</span>`}
          ${isFact ? html`<button class="link" @click=${() => this.why(memory)}>Source</button>` : ''}
          ${!isFact && memory.chatId ? html`<a href="/chats/${memory.chatId}">Open the chat</a><button class="link"
            @click=${() => this.forgetChat(memory)}>Delete all of this chat</button>` : ''}</div></div>
      ${isFact ? html`<button class="btn small quiet only" aria-label="Edit this memory" title="Edit"
        @click=${() => this.edit(memory)}>${icon('pencil', 's')}</button>` : ''}
      <button class="btn small quiet only" aria-label="Delete this memory" title="Delete"
        @click=${() => this.forget(memory)}>${icon('trash-2', 's')}</button></li>`;
  }

  /** @param {Remembered} memory */
  why(memory) {
    const before = this.former.filter(({ supersededBy }) => supersededBy === memory.id);
    openDialog({
      title: 'Source',
      body: ({ close }) => html`<p class="wrap"><b>${memory.content}</b></p>
        ${memory.source ? html`<p>You said this ${memory.chatId
          ? html`in <a href="/chats/${memory.chatId}" @click=${() => close()}>a chat</a>` : ''} on ${exact(memory.createdAt)}:</p>
          <blockquote class="source wrap">${memory.source}</blockquote>`
          : html`<p>Added on ${exact(memory.createdAt)}${memory.chatId
            ? html`, in <a href="/chats/${memory.chatId}" @click=${() => close()}>this chat</a>` : ''}.</p>`}
        ${before.length ? html`<div class="stack tight"><h3>Replaces</h3>
          <ul class="plain former">${before.map((each) =>
          html`<li class="wrap"><span class="soft">${each.content}</span> <span class="small">${time(each.createdAt)}</span></li>`)}</ul>
          </div>` : ''}
        <dl class="pairs"><dt>Importance</dt><dd class="num">${Math.round(100 * memory.importance)} %</dd>
          ${memory.parts ? html`<dt>Relevance</dt>
            <dd>${Object.entries(memory.parts).filter(([, value]) => value > 0)
            .map(([name, value]) => `${name} ${Math.round(100 * value)} %`).join(' · ')}</dd>` : ''}</dl>`,
      foot: ({ close }) => html`<button class="btn danger" @click=${() => (close(), this.forget(memory))}>Delete</button><button class="btn"
        autofocus @click=${() => close()}>Close</button>`,
    });
  }
}

/** @type {Api.Failure | undefined} */
let formError;

/**
 * Sends a form from its dialog: closes the dialog with the response, or shows the error in it.
 *
 * @param {(form: FormData) => Promise<unknown>} send
 * @param {Ui.Dialog['close']} close
 * @param {() => void} update
 * @returns {(event: Ui.On<HTMLFormElement>) => Promise<void>}
 */
const sender = (send, close, update) => async (event) => {
  event.preventDefault();
  formError = undefined;
  try {
    close(await send(new FormData(event.target)));
  } catch (error) {
    formError = /** @type {Api.Failure} */ (error);
    update();
  }
};

/**
 * @param {Ui.Dialog['close']} close
 * @param {() => void} update
 */
const addForm = (close, update) => {
  /** @param {FormData} form */
  const send = (form) => post('/web/agent/api/memory', {
    userId: session.user?.userId,
    type: 'long_term',
    content: form.get('content'),
    importance: Number(form.get('importance')),
    tags: String(form.get('tags')).split(',').map((name) => name.trim()).filter(Boolean),
  });
  return html`<form id="add-memory" class="stack wide" @submit=${sender(send, close, update)}>${formError ? problem(formError) : ''}
    <label class="field"><span class="label">What to remember</span><textarea class="input" name="content" rows="3" autofocus required
      maxlength="8000" placeholder="I prefer trains to planes."></textarea></label>
    <label class="field"><span class="label">Importance</span><select class="input" name="importance"><option value="0.3">Low</option>
      <option value="0.5" selected>Normal</option><option value="0.9">High</option></select></label>
    ${field('tags', 'Tags', html`<input class="input" id="tags" name="tags" autocomplete="off" placeholder="travel, work"
      aria-describedby="tags-hint">`, 'Separated by commas')}</form>`;
};

/**
 * @param {Remembered} memory
 * @param {Ui.Dialog['close']} close
 * @param {() => void} update
 */
const editForm = (memory, close, update) => {
  /** @param {FormData} form */
  const send = (form) => patch(`/web/agent/api/memory/item/${memory.id}`, { content: form.get('content') });
  return html`<form id="edit-memory" class="stack wide" @submit=${sender(send, close, update)}>${formError ? problem(formError) : ''}
    ${field('content', 'What to remember', html`<textarea class="input" id="content" name="content" rows="3" autofocus required
      maxlength="8000" aria-describedby="content-hint" .defaultValue=${memory.content}></textarea>`,
      'The former text stays visible under Source.')}</form>`;
};

define(tag, Memory);
