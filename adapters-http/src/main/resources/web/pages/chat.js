import { assistants, provider, session } from '../state.js';
import { pickAssistant } from '../ui/assistants.js';
import { bar } from '../ui/bar.js';
import { deleteChat, renameChat } from '../ui/chat-actions.js';
import '../ui/composer.js';
import { Conversation } from '../ui/conversation.js';
import { copy } from '../ui/copy.js';
import { Element, createRef, define, html, nothing, ref } from '../ui/element.js';
import { icon, mark } from '../ui/icon.js';
import { MessageList, questionOf } from '../ui/message-list.js';
import { byProvider, marks, nameOf, pickModel } from '../ui/model-picker.js';
import { navigate } from '../ui/router.js';
import { problem } from '../ui/states.js';
import { browserStorage } from '../ui/storage.js';
import { showTrace } from '../ui/waterfall.js';

export const tag = 'gh-chat-page';

const POLL_MS = 3_000;
const TICK_MS = 1_000;
const MOST_IN_MENU = 12;
const NOT_FOUND = 404;

const PROMPTS = [
  {
    icon: 'zap', title: 'Use tools', mode: 'v0.1',
    text: () => 'What is 12.5 % of 3,480, and what time is it in Europe/Lisbon?',
  },
  {
    icon: 'list-checks', title: 'Hand over a task', mode: 'v1',
    text: () => 'Create a task: work out 15 % of 240 and 8 % of 1,250, and say which is more.',
  },
  {
    icon: 'brain', title: 'Remember', mode: 'v0.1',
    text: (/** @type {string} */ name) => `My name is ${name}. I prefer short answers.`,
  },
];

const greeting = (hour = new Date().getHours()) =>
  hour < 5 ? 'Good night' : hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';

/**
 * `params` is set by the application; `editing` is the message that is edited, and its place.
 *
 * @typedef {{
 *   params: { id?: string }, query?: URLSearchParams, isDropping?: boolean, editing?: { at: number, text: string, files: Ui.SentFile[] },
 * }} Properties
 */

class ChatPage extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = { params: {}, query: {}, editing: { state: true }, isDropping: { state: true } };

  #conversation = new Conversation(this);
  #list = new MessageList(this, this.#conversation, { edit: () => this.#editLast(), answerAgain: () => this.#answerAgain() });
  #composer = /** @type {import('lit/directives/ref.js').Ref<import('../ui/composer.js').Composer>} */ (createRef());
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #poll;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;

  constructor() {
    super();
    provider.use(this);
    assistants.use(this);
    this.#conversation.memory = browserStorage.get('guildhall-memory') !== 'off';
    this.#conversation.mode = browserStorage.get('guildhall-mode') ?? 'v0.1';
  }

  connectedCallback() {
    super.connectedCallback();
    assistants.load();
    document.addEventListener('visibilitychange', this.#lookAgain);
    addEventListener('focus', this.#lookAgain);
    addEventListener('beforeprint', this.#showAll);
    for (const [name, listener] of this.#drops) addEventListener(name, listener);
    this.#poll = setInterval(this.#lookAgain, POLL_MS);
    this.#clock = setInterval(this.#tick, TICK_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#lookAgain);
    removeEventListener('focus', this.#lookAgain);
    removeEventListener('beforeprint', this.#showAll);
    for (const [name, listener] of this.#drops) removeEventListener(name, listener);
    clearInterval(this.#poll);
    clearInterval(this.#clock);
    this.#conversation.leave();
  }

  #lookAgain = () => {
    if (document.visibilityState === 'visible') this.#conversation.look();
  };

  /** Times that go on are shown while an answer runs. */
  #tick = () => {
    const { answer } = this.#conversation;
    if (answer && (answer.cutAt || answer.tools.some((call) => call.state === 'running'))) this.requestUpdate();
  };

  #showAll = () => {
    this.#list.showAll();
    this.requestUpdate();
    this.performUpdate();
  };

  /** Files may be dropped anywhere: a browser would open them and leave the page. @type {[string, (event: any) => void][]} */
  #drops = [
    ['dragover', (event) => this.#drag(event)],
    ['dragleave', (event) => event.relatedTarget || (this.isDropping = false)],
    ['drop', (event) => this.#drop(event)],
  ];

  /** @param {DragEvent} event */
  #drag(event) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.isDropping = true;
  }

  /** @param {DragEvent} event */
  #drop(event) {
    this.isDropping = false;
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    this.#composer.value?.attach(event.dataTransfer.files);
  }

  /** @param {Ui.Changed} changed */
  willUpdate(changed) {
    if (!changed.has('params')) return;
    const { id } = this.params;
    if (this.hasUpdated && id === this.#conversation.id) return;
    this.editing = undefined;
    this.#list.restart();
    this.#conversation.open(id);
    const wanted = id ? undefined : (new URLSearchParams(location.search).get('assistant') ?? undefined);
    if (wanted) this.#conversation.change({ assistantId: wanted });
    this.updateComplete.then(() => this.#composer.value?.focusText());
  }

  /**
   * Puts a message that was not sent back into the field.
   *
   * @param {{ text: string, files: Ui.SentFile[] }} message
   */
  restore(message) {
    this.#composer.value?.restore(message);
  }

  /**
   * @param {string} text
   * @param {Ui.SentFile[]} files
   * @param {number} [keep] how many messages stay before the question
   */
  #ask(text, files, keep) {
    this.editing = undefined;
    this.#list.stayAtEnd();
    const { assistantId, isModelChosen } = this.#conversation;
    this.#conversation.ask({ text, files, keep, model: assistantId && !isModelChosen ? undefined : this.#current()?.id });
    this.updateComplete.then(() => this.#composer.value?.focusText());
  }

  #editLast() {
    const { messages = [], answer, lastQuestion: at } = this.#conversation;
    if (at < 0 || answer) return;
    this.editing = { at, ...questionOf(messages[at]) };
  }

  #answerAgain() {
    const { messages = [], answer, lastQuestion: at } = this.#conversation;
    if (at < 0 || answer) return;
    const { text, files } = questionOf(messages[at]);
    this.#ask(text, files, at);
  }

  render() {
    const { id, chat, messages, answer, error } = this.#conversation;
    const isEmpty = !id && messages?.length === 0 && !answer;
    return html`
      ${this.isDropping ? html`<p class="drop-words">${icon('paperclip')}Let go to attach</p>` : nothing}
      ${bar({ title: chat?.title ?? (id ? 'Chat' : 'New chat'), meta: this.#meta(), actions: this.#actions() })}
      ${error ? this.#failed(error) : isEmpty ? this.#hello() : html`${this.#list.render()}<div class="compose-box">
        ${this.#list.isAway ? html`<button class="btn only todown" aria-label="Go to the end" title="Go to the end"
          @click=${() => this.#list.toEnd()}>${icon('arrow-down')}</button>` : nothing}
        ${this.#compose()}<p class="compose-note">${answer ? 'The answer goes on when you leave this page.' : nothing}</p></div>`}`;
  }

  #meta() {
    return this.#conversation.answer ? html`<span class="chip run hide-s">answering</span>` : nothing;
  }

  /** The model that was chosen and is still there. */
  #current() {
    return provider.models.find((model) => model.id === this.#conversation.model);
  }

  #actions() {
    const { id, error } = this.#conversation;
    return html`
      ${this.#assistants()}
      ${this.#models()}
      ${id && !error ? html`
        <button class="btn quiet" aria-label="Trace"
          @click=${() => showTrace(id)}>${icon('chart-gantt')}<span class="hide-s">Trace</span></button>
        <gh-menu label="More about this chat" .items=${() => this.#more(id)}></gh-menu>` : nothing}`;
  }

  #assistants() {
    const { assistantId } = this.#conversation;
    if (!assistants.items.length && !assistantId) return nothing;
    const pick = async () => {
      const picked = await pickAssistant(assistantId);
      if (picked !== undefined) this.#conversation.change({ assistantId: picked || undefined });
    };
    const name = assistantId ? assistants.nameOf(assistantId) : undefined;
    return html`<span class="model"><button class="btn quiet" aria-haspopup="dialog" @click=${pick}>${icon('bot')}<span
      class="unseen">Assistant: </span><span class="clip ${name ? '' : 'hide-s'}">${name ?? 'No assistant'}</span></button></span>`;
  }

  #models() {
    const models = withDefault(provider);
    if (models.length <= 1) return nothing;
    const { assistantId, isModelChosen } = this.#conversation;
    const ofAssistant = assistantId && !isModelChosen ? assistants.find(assistantId)?.model : undefined;
    const current = ofAssistant ?? this.#current()?.id ?? provider.defaultModel;
    /** @param {string} id */
    const pick = (id) => this.#conversation.choose(id);
    const shown = html`<span class="unseen">Model: </span><span class="clip">${current ?? 'default'}</span>${icon('chevron-down', 's')}`;
    if (models.length > MOST_IN_MENU) {
      const ask = async () => {
        const id = await pickModel(models, current);
        if (id) pick(id);
      };
      return html`<span class="model"><button class="btn quiet" aria-haspopup="dialog" @click=${ask}>${shown}</button></span>`;
    }
    const groups = byProvider(models);
    const items = groups.flatMap(([name, some]) => [
      { title: groups.length > 1 && name ? name : 'Model' },
      ...some.map((model) => ({ label: nameOf(model), after: marks(model), checked: model.id === current, run: () => pick(model.id) })),
    ]);
    return html`<gh-menu class="model" look="btn quiet" label="Model" .items=${items} .button=${shown}></gh-menu>`;
  }

  /** @param {string} id */
  #more(id) {
    return [
      { label: 'Rename', icon: 'pencil', run: () => this.#rename(id) },
      { label: 'Copy as Markdown', icon: 'copy', run: () => this.#copyAll() },
      {
        label: 'Edit the last message', icon: 'square-pen', disabled: Boolean(this.#conversation.answer), run: () => this.#editLast(),
      },
      { separator: true },
      { label: 'Delete', icon: 'trash-2', danger: true, run: () => this.#delete(id) },
    ];
  }

  /** @param {string} chatId */
  async #rename(chatId) {
    const { chat } = this.#conversation;
    if (!chat) return;
    const title = await renameChat({ chatId, title: chat.title });
    if (title && this.#conversation.chat) this.#conversation.change({ chat: { ...this.#conversation.chat, title } });
  }

  /** @param {string} chatId */
  async #delete(chatId) {
    const { chat, messages } = this.#conversation;
    this.#conversation.isDeleting = true;
    if (await deleteChat({ chatId, title: chat?.title ?? 'This chat', messages })) navigate('/', { replace: true });
    else this.#conversation.isDeleting = false;
  }

  #copyAll() {
    const { messages = [] } = this.#conversation;
    const turns = messages.map(({ role, content }) => `**${role === 'user' ? 'You' : 'Guildhall'}**\n\n${content}`);
    copy(turns.join('\n\n---\n\n'), 'Chat copied');
  }

  /** @param {Api.Failure} error */
  #failed(error) {
    return html`<div class="scroll"><div class="page read">${problem(error, () => this.#conversation.again())}
      ${error.status === NOT_FOUND ? html`<p><a class="btn" href="/">${icon('square-pen')}New chat</a></p>` : nothing}</div></div>`;
  }

  #hello() {
    const first = (session.user?.displayName ?? '').split(' ')[0];
    const assistant = assistants.find(this.#conversation.assistantId);
    if (assistant) return this.#helloOf(assistant);
    const prompts = PROMPTS.map(({ text, ...prompt }) => this.#prompt({ ...prompt, text: text(first || 'Ada') }));
    return html`<div class="hello">
      <div class="hi">${mark()}<h2>${greeting()}${first ? `, ${first}` : ''}</h2>
        <p>Ask a question, attach files, or hand over a task.</p></div>
      <div class="compose-box">${this.#compose()}</div>
      <div class="prompts" role="group" aria-label="Examples">${prompts}</div>
    </div>`;
  }

  /** @param {Api.Assistant} assistant */
  #helloOf({ name, description, starters }) {
    return html`<div class="hello">
      <div class="hi">${icon('bot')}<h2>${name}</h2>${description ? html`<p>${description}</p>` : nothing}</div>
      <div class="compose-box">${this.#compose()}</div>
      ${starters.length ? html`<div class="prompts" role="group" aria-label="Starters">${starters.map((text) => html`<button type="button"
        class="card" @click=${() => this.#composer.value?.write(text)}>${text}</button>`)}</div>` : nothing}
    </div>`;
  }

  /** @param {{ icon: string, title: string, text: string, mode: string }} prompt */
  #prompt({ icon: name, title, text, mode }) {
    const use = () => {
      this.#conversation.change({ mode });
      this.#composer.value?.write(text);
    };
    return html`<button type="button" class="card" @click=${use}><b>${icon(name, 's')}${title}</b>${text}</button>`;
  }

  #compose() {
    const { id, answer, sending, mode, memory } = this.#conversation;
    return html`<gh-composer ${ref(this.#composer)} .isRunning=${Boolean(answer)} .mode=${mode} .memory=${memory} .chatId=${id}
      .sending=${sending} .editing=${this.editing}
      @gh-send=${(/** @type {CustomEvent} */ { detail: { text, files } }) => this.#ask(text, files, this.editing?.at)}
      @gh-stop=${() => this.#conversation.stop()}
      @gh-edit-last=${() => this.#editLast()}
      @gh-edit-end=${() => (this.editing = undefined)}
      @gh-mode=${(/** @type {CustomEvent} */ { detail }) => this.#setMode(detail.mode)}
      @gh-memory=${(/** @type {CustomEvent} */ { detail }) => this.#setMemory(detail.memory)}></gh-composer>`;
  }

  /** @param {string} mode */
  #setMode(mode) {
    this.#conversation.change({ mode });
    browserStorage.set('guildhall-mode', mode);
  }

  /** @param {boolean} memory */
  #setMemory(memory) {
    this.#conversation.change({ memory });
    browserStorage.set('guildhall-memory', memory ? 'on' : 'off');
  }
}

/**
 * The models to choose from, the default first.
 *
 * @param {{ models: Api.Model[], defaultModel?: string }} known
 */
function withDefault({ models, defaultModel }) {
  /** @param {Api.Model} model */
  const isDefault = ({ id }) => id === defaultModel;
  const first = models.find(isDefault) ?? (defaultModel ? { id: defaultModel } : undefined);
  return first ? [first, ...models.filter((model) => !isDefault(model))] : models;
}

define(tag, ChatPage);
