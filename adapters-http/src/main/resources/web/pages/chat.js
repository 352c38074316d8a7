import { get, post, stream, withQuery } from '../api.js';
import { chats, provider, session } from '../state.js';
import { announce, spoken } from '../ui/announce.js';
import { answerFacts } from '../ui/answer-facts.js';
import { bar } from '../ui/bar.js';
import { ATTACHED, deleteChat, renameChat } from '../ui/chat-actions.js';
import { keepModel, modelOf } from '../ui/chat-model.js';
import { settleDraft } from '../ui/drafts.js';
import '../ui/composer.js';
import { copy } from '../ui/copy.js';
import { directionOf } from '../ui/direction.js';
import { Element, createRef, define, html, nothing, ref, repeat } from '../ui/element.js';
import { duration, number, time } from '../ui/format.js';
import { icon, mark } from '../ui/icon.js';
import { loadModule } from '../ui/load.js';
import { navigate } from '../ui/router.js';
import { problem, skeleton } from '../ui/states.js';
import { browserStorage } from '../ui/storage.js';
import { addressOf, thumbnail } from '../ui/thumbnail.js';
import { toastError } from '../ui/toast-error.js';
import { toolCard } from '../ui/tool-card.js';
import { showTrace } from '../ui/waterfall.js';

export const tag = 'gh-chat-page';

const SHOWN_AT_FIRST = 50;
const POLL_MS = 3_000;
const CLOSE_TO_END_PX = 80;
const TITLE_AFTER_MS = 1_500;
const LOST_AFTER_MS = 2_000;

const PROMPTS = [
  { icon: 'zap', title: 'Use tools', text: () => 'What is 12.5 % of 3,480, and what time is it in Europe/Lisbon?', mode: 'v0.1' },
  { icon: 'list-checks', title: 'Hand over a task', text: () => 'Create a task: work out 15 % of 240 and 8 % of 1,250, and say which is more.', mode: 'v1' },
  { icon: 'brain', title: 'Remember', text: (name) => `My name is ${name}. I prefer short answers.`, mode: 'v0.1' },
];

/** The text for each reason why an answer is incomplete. */
const ENDED = {
  stopped: 'You stopped this answer.',
  failed: 'This answer failed before its end.',
  interrupted: 'This answer was interrupted before its end.',
};

/** A user's message without the lines that name its files, and those files. */
function withoutFiles(content) {
  const files = [...content.matchAll(ATTACHED)].map(([, name, type, size, id]) => ({ id, name, type, size: Number(size) }));
  return { text: files.length ? content.replace(ATTACHED, '').trimEnd() : content, files };
}

/** The pictures that a message contains; one at another server's address is not loaded. */
function picturesOf({ parts = [] }) {
  return parts.map((part) => part.image_url?.url ?? '').filter((url) => url.startsWith('data:image/') || url.startsWith('/api/'));
}

/** What was cut or left out of the request of a message, and why. */
function notes(notices = []) {
  return notices?.length ? html`<div class="note warn" role="note">${icon('info')}<ul class="plain">${notices.map((notice) => html`<li>${notice}</li>`)}</ul></div>` : nothing;
}

function factsOf({ model, usage, ms }) {
  const tokens = usage && `${number(usage.promptTokens + usage.completionTokens)} tokens`;
  return [model, tokens, ms ? duration(ms) : undefined].filter(Boolean);
}

const greeting = (hour = new Date().getHours()) => (hour < 5 ? 'Good night' : hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening');

let markdown;
/** The element that shows answers is loaded with the first of them. `loadModule` reports a failure. */
const loadMarkdown = () => (markdown ??= loadModule(() => import('../ui/markdown.js')).catch(() => {}));

class ChatPage extends Element {
  static properties = {
    params: {}, query: {}, chat: { state: true }, messages: { state: true }, answer: { state: true }, error: { state: true },
    mode: { state: true }, memory: { state: true }, model: { state: true }, editing: { state: true }, shown: { state: true }, isAway: { state: true }, facts: { state: true }, sending: { state: true }, isDropping: { state: true },
  };

  #chatId;
  #following;
  #scroller = createRef();
  #composer = createRef();
  #isAtEnd = true;
  #poll;
  #clock;
  #unfolded = new Set();
  #told = 0;
  /** Whether the server has accepted the question, so that the answer can be stopped and resumed. */
  #isAccepted = false;
  #isStopWanted = false;
  #isDeleting = false;

  constructor() {
    super();
    provider.use(this);
    this.memory = browserStorage.get('guildhall-memory') !== 'off';
    this.mode = browserStorage.get('guildhall-mode') ?? 'v0.1';
    this.#clear(undefined);
    this.lookAgain = () => document.visibilityState === 'visible' && this.#look();
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.lookAgain);
    addEventListener('focus', this.lookAgain);
    addEventListener('beforeprint', this.#showAll);
    for (const [name, listener] of this.#drops) addEventListener(name, listener);
    this.#poll = setInterval(this.lookAgain, POLL_MS);
    this.#clock = setInterval(() => this.answer && (this.answer.cutAt || this.answer.tools.some((call) => call.state === 'running')) && this.requestUpdate(), 1000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.lookAgain);
    removeEventListener('focus', this.lookAgain);
    removeEventListener('beforeprint', this.#showAll);
    for (const [name, listener] of this.#drops) removeEventListener(name, listener);
    clearInterval(this.#poll);
    clearInterval(this.#clock);
    this.#leave();
  }

  /** A browser prints what is shown at that moment. */
  #showAll = () => {
    this.shown = Infinity;
    this.performUpdate();
  };

  /** Files may be dropped anywhere: a browser would open them and leave the page. */
  #drops = [
    ['dragover', (event) => this.#drag(event)],
    ['dragleave', (event) => event.relatedTarget || (this.isDropping = false)],
    ['drop', (event) => this.#drop(event)],
  ];

  #drag(event) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.isDropping = true;
  }

  #drop(event) {
    this.isDropping = false;
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    this.#composer.value?.attach(event.dataTransfer.files);
  }

  willUpdate(changed) {
    if (!changed.has('params')) return;
    const id = this.params.id;
    if (this.hasUpdated && id === this.#chatId) return;
    this.#leave();
    this.#clear(id);
    if (id) this.#load();
    this.updateComplete.then(() => this.#composer.value?.focusText());
  }

  #clear(id) {
    this.#chatId = id;
    this.chat = undefined;
    this.messages = id ? undefined : [];
    this.answer = undefined;
    this.error = undefined;
    this.editing = undefined;
    this.model = modelOf(id);
    this.sending = undefined;
    this.facts = new Map();
    this.shown = SHOWN_AT_FIRST;
    this.#isAtEnd = true;
    this.#isDeleting = false;
    this.isAway = false;
    this.#unfolded.clear();
  }

  /** The answer continues on the server. */
  #leave() {
    this.#following?.abort();
    this.#following = undefined;
    if (this.#chatId) chats.setRunning(this.#chatId, false);
  }

  async #load() {
    const id = this.#chatId;
    try {
      const open = await get(withQuery('/api/chat/messages', { chatId: id }));
      if (id !== this.#chatId) return;
      this.#take(open);
    } catch (error) {
      if (id === this.#chatId) this.error = error;
    }
  }

  #take(open) {
    this.error = undefined;
    this.chat = open;
    this.messages = open.messages;
    this.mode = open.agentMode;
    if (open.runningAfter !== null && open.runningAfter !== undefined) this.#follow(open.runningAfter);
    else this.#loadFacts();
  }

  /** The server stores them a moment after the answer. */
  async #loadFacts(isAgain = false) {
    const id = this.#chatId;
    const { messages } = this;
    if (!messages.some(({ role }) => role === 'assistant')) return;
    try {
      const { answers } = await get(withQuery('/api/chat/trace', { chatId: id }));
      if (id !== this.#chatId) return;
      this.facts = new Map([...this.facts, ...answerFacts(messages, answers)]);
      this.model ??= [...this.facts.values()].at(-1)?.model;
      const isMissing = messages.at(-1).role === 'assistant' && !this.facts.has(messages.at(-1).timestamp);
      if (isMissing && !isAgain) setTimeout(() => id === this.#chatId && messages === this.messages && this.#loadFacts(true), TITLE_AFTER_MS);
    } catch {
      // The answers are complete without what is known about them.
    }
  }

  /**
   * Another tab may have asked: nothing is loaded while an answer runs here, the last message is edited or the chat is
   * being deleted.
   */
  async #look() {
    const id = this.#chatId;
    if (!id || this.#isDeleting || this.#following || !this.messages || this.error || this.editing || document.visibilityState !== 'visible') return;
    try {
      const open = await get(withQuery('/api/chat/messages', { chatId: id }));
      if (id !== this.#chatId || this.#following) return;
      const isSame = open.runningAfter === null && open.messageCount === this.chat?.messageCount && open.updatedAt === this.chat?.updatedAt && open.title === this.chat?.title;
      if (!isSame) this.#take(open);
    } catch (error) {
      if (error.status === 404 && !this.#isDeleting) this.error = error;
    }
  }

  async #ask(text, files, keep) {
    const asked = { role: 'user', content: text, files, timestamp: new Date().toISOString() };
    const before = keep === undefined ? this.messages : this.messages.slice(0, keep);
    this.messages = [...before, asked];
    this.editing = undefined;
    this.#isAtEnd = true;
    this.sending = text;
    this.updateComplete.then(() => this.#composer.value?.focusText());
    const body = { messages: [{ role: 'user', content: text }], userId: session.user.userId, agentMode: this.mode, enableMemory: this.memory };
    if (this.#chatId) body.chatId = this.#chatId;
    if (keep !== undefined) body.keepMessages = keep;
    if (files.length) body.files = files.map((file) => file.id);
    if (this.#current()) body.model = this.#current().id;
    const isNew = !this.#chatId;
    const opened = (response) => {
      this.#isAccepted = true;
      this.sending = undefined;
      const id = response.headers.get('X-Chat-Id');
      if (keep === undefined) settleDraft({ from: isNew ? undefined : this.#chatId, to: id ?? this.#chatId, sent: text });
      if (id && body.model) keepModel(id, body.model);
      if (isNew && id && !this.#chatId) {
        this.#chatId = id;
        this.chat = { chatId: id, title: text.slice(0, 60), agentMode: this.mode };
        navigate(`/chats/${encodeURIComponent(id)}`, { quiet: true });
        chats.setRunning(id, true);
        chats.load();
      }
      if (this.#isStopWanted) this.#stop();
    };
    await this.#read((signal) => stream('/api/chat', { method: 'POST', body, signal, onOpen: opened }), { restore: { text, files, before } });
    // The model writes the title after the first answer.
    if (isNew && this.#chatId) setTimeout(() => (chats.load(), this.#look()), TITLE_AFTER_MS);
  }

  #follow(after) {
    return this.#read((signal) => this.#takeUp(after, signal), {});
  }

  #takeUp(after, signal) {
    const isConnected = (is) => {
      if (this.answer) this.answer = { ...this.answer, cutAt: is ? this.answer.cutAt : (this.answer.cutAt ?? Date.now()), isConnected: is };
    };
    return stream(withQuery('/api/chat/stream', { chatId: this.#chatId }), { lastEventId: after, signal, onOpen: () => isConnected(true), onCut: () => isConnected(false) });
  }

  async #read(events, { restore }) {
    const following = (this.#following = new AbortController());
    const { signal } = following;
    this.answer = { text: '', tools: [], startedAt: restore && Date.now() };
    this.#told = 0;
    if (this.#chatId) chats.setRunning(this.#chatId, true);
    this.#isAccepted = !restore;
    this.#isStopWanted = false;
    let last;
    let isWhole = false;
    try {
      try {
        for await (const event of events(signal)) {
          last = event.id ?? last;
          isWhole = this.#happened(event) || isWhole;
        }
      } catch (error) {
        // A question is never sent twice: the stream of its answer is resumed.
        if (signal.aborted || !restore || !this.#isAccepted || error.status !== 0) throw error;
        this.answer = { ...this.answer, cutAt: Date.now() };
      }
      if (!isWhole && this.#chatId && this.#isAccepted) {
        for await (const event of this.#takeUp(last, signal)) isWhole = this.#happened(event) || isWhole;
      }
      if (!signal.aborted) await this.#end();
    } catch (error) {
      if (signal.aborted) return;
      if (restore && !this.#isAccepted) {
        this.messages = restore.before;
        this.answer = undefined;
        this.sending = undefined;
        toastError(error);
        await this.updateComplete;
        this.#composer.value?.restore(restore);
        // Another window has asked: its question and the running answer are shown.
        if (error.status === 409 && this.#chatId) this.#load();
      } else {
        this.answer = { ...this.answer, error };
        this.#keepAnswer();
      }
    } finally {
      if (this.#following === following) {
        this.#following = undefined;
        if (this.#chatId) chats.setRunning(this.#chatId, false);
      }
    }
  }

  /** True when the answer has ended. */
  #happened({ event, data }) {
    const { answer } = this;
    if (!answer) return true;
    answer.cutAt = undefined;
    switch (event) {
      case 'token':
        answer.text += data.token;
        this.#tell();
        break;
      case 'tool_start':
        answer.tools = [...answer.tools, { ...data, state: 'running', at: Date.now(), textAt: answer.text.length }];
        announce(`The tool ${data.tool} has started.`);
        break;
      case 'tool_result':
        answer.tools = answer.tools.map((call) => (call.callId === data.callId ? { ...call, ...data, state: 'done', ms: Date.now() - call.at } : call));
        announce(`The tool ${data.tool} ${data.success ? 'is done' : 'has failed'}.`);
        break;
      case 'usage':
        answer.usage = data;
        break;
      case 'done':
        answer.text = data.content || answer.text;
        answer.stopped = data.stopped;
        answer.notices = data.notices;
        answer.model = data.model;
        this.#tell(true);
        this.requestUpdate();
        return true;
      case 'error':
        answer.error = { status: 500, message: data.error };
        this.requestUpdate();
        return true;
      default:
    }
    this.requestUpdate();
    return false;
  }

  /** Announces whole sentences. */
  #tell(isEnd = false) {
    const rest = this.answer.text.slice(this.#told);
    const end = isEnd ? rest.length : Math.max(...['. ', '! ', '? ', '.\n', '\n\n'].map((mark) => rest.lastIndexOf(mark) + (rest.includes(mark) ? mark.length : 0)), 0);
    if (end <= 0) return;
    this.#told += end;
    announce(spoken(rest.slice(0, end)));
  }

  #keepAnswer() {
    const { text, tools, usage, startedAt, error, stopped, notices, model } = this.answer;
    const message = {
      role: 'assistant', content: text, timestamp: new Date().toISOString(), error, notices, usage, model, ms: startedAt && Date.now() - startedAt, ended: stopped ? 'stopped' : undefined,
      toolCalls: tools.map((call) => (call.state === 'running' ? { ...call, state: 'cut' } : call)),
    };
    if (text || tools.length || error || stopped) this.messages = [...this.messages, message];
    this.answer = undefined;
  }

  async #end() {
    const id = this.#chatId;
    this.#keepAnswer();
    chats.load();
    if (!id) return;
    try {
      const open = await get(withQuery('/api/chat/messages', { chatId: id }));
      if (id !== this.#chatId || open.runningAfter !== null) return;
      const kept = this.messages.at(-1);
      this.chat = open;
      // The server stores neither the cause of a failure nor an answer that was stopped before its first word.
      const isHereOnly = kept.error || (kept.ended && !kept.content && !kept.toolCalls.length);
      if (open.messages.length && !isHereOnly) this.messages = open.messages.map((message, at) => (at === open.messages.length - 1 ? { ...withKept(message, kept), toolCalls: withTimes(message.toolCalls, kept.toolCalls) } : message));
      this.#loadFacts();
    } catch {
      // The streamed text stays; the next load gets the rest.
    }
  }

  async #stop() {
    this.#isStopWanted = !this.#isAccepted;
    if (this.#isStopWanted) return;
    try {
      await post('/api/chat/stop', { chatId: this.#chatId });
    } catch (error) {
      toastError(error);
    }
  }

  #lastQuestion() {
    return this.messages?.findLastIndex((message) => message.role === 'user') ?? -1;
  }

  #editLast() {
    const at = this.#lastQuestion();
    if (at < 0 || this.answer) return;
    this.editing = { at, ...this.#question(this.messages[at]) };
  }

  #question(message) {
    return message.files ? { text: message.content, files: message.files } : withoutFiles(message.content);
  }

  #answerAgain() {
    const at = this.#lastQuestion();
    if (at < 0 || this.answer) return;
    const { text, files } = this.#question(this.messages[at]);
    this.#ask(text, files, at);
  }

  render() {
    const isEmpty = !this.#chatId && this.messages?.length === 0 && !this.answer;
    return html`
      ${this.isDropping ? html`<p class="drop-words">${icon('paperclip')}Let go to attach</p>` : nothing}
      ${bar({ title: this.chat?.title ?? (this.#chatId ? 'Chat' : 'New chat'), meta: this.#meta(), actions: this.#actions() })}
      ${this.error ? this.#failed() : isEmpty ? this.#hello() : html`${this.#turns()}<div class="compose-box">
        ${this.isAway ? html`<button class="btn only todown" aria-label="Go to the end" title="Go to the end" @click=${() => this.#toEnd(true)}>${icon('arrow-down')}</button>` : nothing}
        ${this.#compose()}<p class="compose-note">${this.answer ? 'The answer goes on when you leave this page.' : nothing}</p></div>`}`;
  }

  #meta() {
    return this.answer ? html`<span class="chip run hide-s">answering</span>` : nothing;
  }

  /** The model that was chosen and is still there. */
  #current() {
    return provider.models.find((model) => model.id === this.model);
  }

  #actions() {
    const models = withDefault(provider);
    const current = this.#current()?.id ?? provider.defaultModel;
    const pick = (id) => {
      this.model = id;
      keepModel(this.#chatId, id);
    };
    return html`
      ${models.length > 1 ? html`<gh-menu class="model" look="btn quiet" label="Model" .button=${html`<span class="unseen">Model: </span><span class="clip">${current ?? 'default'}</span>${icon('chevron-down', 's')}`}
        .items=${[{ title: 'Model' }, ...models.slice(0, 40).map(({ id, name }) => ({ label: name ?? id, checked: id === current, run: () => pick(id) }))]}></gh-menu>` : nothing}
      ${this.#chatId && !this.error ? html`
        <button class="btn quiet" aria-label="Trace" @click=${() => showTrace(this.#chatId)}>${icon('chart-gantt')}<span class="hide-s">Trace</span></button>
        <gh-menu label="More about this chat" .items=${() => this.#more()}></gh-menu>` : nothing}`;
  }

  #more() {
    return [
      { label: 'Rename', icon: 'pencil', run: () => this.#rename() },
      { label: 'Copy as Markdown', icon: 'copy', run: () => this.#copyAll() },
      { label: 'Edit the last message', icon: 'square-pen', disabled: Boolean(this.answer), run: () => this.#editLast() },
      { separator: true },
      { label: 'Delete', icon: 'trash-2', danger: true, run: () => this.#delete() },
    ];
  }

  async #rename() {
    const title = await renameChat({ chatId: this.#chatId, title: this.chat.title });
    if (title) this.chat = { ...this.chat, title };
  }

  async #delete() {
    this.#isDeleting = true;
    if (await deleteChat({ chatId: this.#chatId, title: this.chat?.title ?? 'This chat', messages: this.messages })) navigate('/', { replace: true });
    else this.#isDeleting = false;
  }

  #copyAll() {
    const text = this.messages.map(({ role, content }) => `**${role === 'user' ? 'You' : 'Guildhall'}**\n\n${content}`).join('\n\n---\n\n');
    copy(text, 'Chat copied');
  }

  #failed() {
    return html`<div class="scroll"><div class="page read">${problem(this.error, () => ((this.error = undefined), (this.messages = undefined), this.#load()))}
      ${this.error.status === 404 ? html`<p><a class="btn" href="/">${icon('square-pen')}New chat</a></p>` : nothing}</div></div>`;
  }

  #hello() {
    const first = (session.user?.displayName ?? '').split(' ')[0];
    return html`<div class="hello">
      <div class="hi">${mark()}<h2>${greeting()}${first ? `, ${first}` : ''}</h2><p>Ask a question, attach files, or hand over a task.</p></div>
      <div class="compose-box">${this.#compose()}</div>
      <div class="prompts" role="group" aria-label="Examples">${PROMPTS.map(({ text, ...prompt }) => this.#prompt({ ...prompt, text: text(first || 'Ada') }))}</div>
    </div>`;
  }

  #prompt(prompt) {
    return html`<button type="button" class="card" @click=${() => this.#try(prompt)}><b>${icon(prompt.icon, 's')}${prompt.title}</b>${prompt.text}</button>`;
  }

  #try({ text, mode }) {
    this.mode = mode;
    this.#composer.value.write(text);
  }

  #compose() {
    return html`<gh-composer ${ref(this.#composer)} .isRunning=${Boolean(this.answer)} .mode=${this.mode} .memory=${this.memory} .chatId=${this.#chatId} .sending=${this.sending} .editing=${this.editing}
      @gh-send=${(event) => this.#ask(event.detail.text, event.detail.files, this.editing?.at)} @gh-stop=${this.#stop} @gh-edit-last=${this.#editLast}
      @gh-edit-end=${() => (this.editing = undefined)} @gh-mode=${(event) => this.#setMode(event.detail.mode)} @gh-memory=${(event) => this.#setMemory(event.detail.memory)}></gh-composer>`;
  }

  #setMode(mode) {
    this.mode = mode;
    browserStorage.set('guildhall-mode', mode);
  }

  #setMemory(memory) {
    this.memory = memory;
    browserStorage.set('guildhall-memory', memory ? 'on' : 'off');
  }

  #turns() {
    loadMarkdown();
    if (!this.messages) return html`<div class="messages"><div class="turns">${skeleton(6, 'line')}</div></div>`;
    const from = Math.max(0, this.messages.length - this.shown);
    const lastQuestion = this.#lastQuestion();
    return html`<div class="messages" tabindex="0" role="log" aria-live="off" aria-label="Messages" ${ref(this.#scroller)} @scroll=${this.#scrolled}><div class="turns">
      ${from ? html`<div class="more"><button class="btn" @click=${this.#earlier}>Show ${Math.min(from, SHOWN_AT_FIRST)} earlier messages</button></div>` : nothing}
      ${repeat(this.messages.slice(from), (message, at) => from + at, (message, at) => (message.role === 'user' ? this.#mine(message, from + at === lastQuestion) : this.#theirs(message, from + at)))}
      ${this.answer ? this.#answering() : this.messages.at(-1)?.role === 'user' ? this.#unanswered() : nothing}
    </div></div>`;
  }

  #mine(message, isLast) {
    const { text, files } = this.#question(message);
    const pictures = picturesOf(message);
    const hasPictures = pictures.length > 0;
    return html`<div class="me"><h2 class="unseen">You</h2>
      ${files.length ? html`<ul class="plain filechips">${files.map((file) => html`<li><a class="filechip" href=${addressOf(file)} download>${(hasPictures ? undefined : thumbnail(file)) ?? icon('file-text', 's')}<span class="clip">${file.name}</span></a></li>`)}</ul>` : nothing}
      ${pictures.map((url) => html`<img class="sent" src=${url} loading="lazy" alt="Picture in your message">`)}
      <div class="bubble" dir=${directionOf(text)}>${text}</div>
      ${notes(message.notices)}
      <div class="turn-acts"><span class="num">${time(message.timestamp)}</span>
        <button class="btn quiet small only" aria-label="Copy the message" title="Copy" @click=${() => copy(text)}>${icon('copy', 's')}</button>
        ${isLast && !this.answer ? html`<button class="btn quiet small only" aria-label="Edit the message" title="Edit (↑)" @click=${this.#editLast}>${icon('pencil', 's')}</button>` : nothing}</div></div>`;
  }

  #theirs(message, at) {
    const isLast = at === this.messages.length - 1 && !this.answer;
    const fromEnd = this.messages.slice(at + 1).filter((other) => other.role === 'assistant').length;
    const facts = { ...message, ...this.facts.get(message.timestamp) };
    return html`<div class="it"><h2 class="unseen">Guildhall</h2>
      ${this.#tools((message.toolCalls ?? []).map((call) => ({ state: 'done', ...call })))}
      ${message.content ? html`<gh-markdown .isLive=${false} .text=${message.content}></gh-markdown>` : nothing}
      ${notes(message.notices)}
      ${message.error ? problem(message.error, isLast ? () => this.#answerAgain() : undefined) : message.ended ? html`<p class="small">${ENDED[message.ended]}</p>` : nothing}
      <div class="turn-acts ${isLast ? 'shown' : ''}">
        <button class="btn quiet small only" aria-label="Copy the answer" title="Copy" @click=${() => copy(message.content)}>${icon('copy', 's')}</button>
        ${isLast ? html`<button class="btn quiet small only" aria-label="Answer again" title="Answer again" @click=${() => this.#answerAgain()}>${icon('refresh-cw', 's')}</button>` : nothing}
        <button class="btn quiet small only" aria-label="Show the trace of this answer" title="Trace" @click=${() => showTrace(this.#chatId, fromEnd)}>${icon('chart-gantt', 's')}</button>
        <span class="num answer-facts">${time(message.timestamp)}${factsOf(facts).map((fact) => html`<span> · ${fact}</span>`)}</span>
      </div></div>`;
  }

  /** The question when the answer failed, was stopped or was lost with its server before the first word. */
  #unanswered() {
    return html`<div class="it"><h2 class="unseen">Guildhall</h2><p class="small">This message has no answer.</p>
      <div class="turn-acts shown"><button class="btn quiet small only" aria-label="Answer again" title="Answer again" @click=${() => this.#answerAgain()}>${icon('refresh-cw', 's')}</button></div></div>`;
  }

  #answering() {
    const { text, tools, error } = this.answer;
    const isWaiting = !text && !tools.some((call) => call.state === 'running');
    return html`<div class="it"><h2 class="unseen">Guildhall</h2>
      ${this.#tools(tools.map((call) => (call.state === 'running' ? { ...call, ms: Math.floor((Date.now() - call.at) / 1000) * 1000 || undefined } : call)))}
      ${isWaiting ? html`<span class="thinking"><span class="dot"></span>${tools.length ? 'Reading the results' : 'Thinking'}</span>` : nothing}
      ${text ? html`<gh-markdown .isLive=${true} .text=${text}></gh-markdown>` : nothing}
      ${this.#connection()}
      ${error ? problem(error) : nothing}</div>`;
  }

  /** Shown until the next event: after a reconnection the server may not have the rest of the answer yet. */
  #connection() {
    const { cutAt, isConnected } = this.answer;
    if (!cutAt || Date.now() - cutAt < LOST_AFTER_MS) return nothing;
    return html`<div class="note warn" role="status">${icon('triangle-alert')}<span>${isConnected ? 'The connection was lost and is back. The page waits for the rest of the answer.' : 'The connection is lost. The page tries again.'}</span></div>`;
  }

  #tools(calls) {
    if (!calls.length) return nothing;
    return html`<div class="tools">${repeat(calls, (call) => call.callId, (call) => toolCard(call, { isOpen: this.#unfolded.has(call.callId), unfolded: (isOpen) => this.#fold(call.callId, isOpen) }))}</div>`;
  }

  #fold(id, isOpen) {
    if (this.#unfolded.has(id) === isOpen) return;
    if (isOpen) this.#unfolded.add(id);
    else this.#unfolded.delete(id);
    this.requestUpdate();
  }

  async #earlier() {
    const scroller = this.#scroller.value;
    const fromEnd = scroller.scrollHeight - scroller.scrollTop;
    this.shown += SHOWN_AT_FIRST;
    await this.updateComplete;
    scroller.scrollTop = scroller.scrollHeight - fromEnd;
    scroller.focus();
  }

  #scrolled() {
    const scroller = this.#scroller.value;
    this.#isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < CLOSE_TO_END_PX;
    this.isAway = !this.#isAtEnd;
  }

  #toEnd(isWanted) {
    const scroller = this.#scroller.value;
    if (!scroller || !(isWanted || this.#isAtEnd)) return;
    scroller.scrollTop = scroller.scrollHeight;
  }

  /** Blocks are drawn in separate frames: scrolls to the end whenever the messages grow. */
  #growing = new ResizeObserver(() => this.#toEnd(false));
  #watched;

  updated() {
    const turns = this.#scroller.value?.firstElementChild;
    if (turns === this.#watched) return;
    this.#growing.disconnect();
    this.#watched = turns;
    if (turns) this.#growing.observe(turns);
  }
}

/** The models to choose from, the default first. */
function withDefault({ models, defaultModel }) {
  const isDefault = ({ id }) => id === defaultModel;
  const first = models.find(isDefault) ?? (defaultModel && { id: defaultModel });
  return first ? [first, ...models.filter((model) => !isDefault(model))] : models;
}

/** What only the stream has told stays while the page is open. */
function withKept(message, { ended, notices, usage, model, ms }) {
  return { ...message, ended: ended ?? message.ended, notices: message.notices ?? notices, usage: message.usage ?? usage, model: message.model ?? model, ms };
}

/** The server stores no times of calls: the times that were measured here are kept while the page is open. */
function withTimes(calls = [], seen = []) {
  const times = new Map(seen.map(({ callId, ms }) => [callId, ms]));
  return calls.map((call) => ({ ...call, ms: times.get(call.callId) }));
}

define(tag, ChatPage);
