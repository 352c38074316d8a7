// The messages of a conversation, with the answer that is running, and how they scroll.
import { withQuery } from '../api.js';
import { assistants } from '../state.js';
import { ATTACHED } from './chat-actions.js';
import { sourcesOf } from './citations.js';
import { mayConnect } from './connect-card.js';
import { copy } from './copy.js';
import { directionOf } from './direction.js';
import { createRef, html, nothing, ref, repeat } from './element.js';
import { duration, money, number, time } from './format.js';
import { icon } from './icon.js';
import { loadModule } from './load.js';
import { keyOf } from './approval.js';
import './question.js';
import { NOT_APPROVED } from './conversation.js';
import { problem, skeleton } from './states.js';
import { addressOf, thumbnail } from './thumbnail.js';
import { toolCard } from './tool-card.js';
import { showTrace } from './waterfall.js';

const SHOWN_AT_FIRST = 50;
const CLOSE_TO_END_PX = 80;
const LOST_AFTER_MS = 2_000;
const LOST = 'The connection is lost. The page tries again.';
const BACK = 'The connection was lost and is back. The page waits for the rest of the answer.';

/** The text for each reason why an answer is incomplete. */
const ENDED = {
  stopped: 'You stopped this answer.',
  failed: 'This answer failed before its end.',
  interrupted: 'This answer was interrupted before its end.',
};

/**
 * A question as it was written: without the lines that name its files, and those files.
 *
 * @param {Api.Message} message
 * @returns {{ text: string, files: Ui.SentFile[] }}
 */
export function questionOf({ content, files }) {
  if (files) return { text: content, files };
  const named = [...content.matchAll(ATTACHED)].map(([, name, type, size, id]) => ({ id, name, type, size: Number(size) }));
  return { text: named.length ? content.replace(ATTACHED, '').trimEnd() : content, files: named };
}

/**
 * The pictures that a message contains; one at another server's address is not loaded.
 *
 * @param {Api.Message} message
 */
function picturesOf({ parts = [] }) {
  const urls = parts.map((part) => part.image_url?.url ?? '');
  return urls.filter((url) => url.startsWith('data:image/') || url.startsWith('/api/'));
}

/**
 * What was cut or left out of the request of a message, and why.
 *
 * @param {string[] | null} [notices]
 */
function notes(notices) {
  if (!notices?.length) return nothing;
  return html`<div class="note warn" role="note">${icon('info')}<ul
    class="plain">${notices.map((notice) => html`<li>${notice}</li>`)}</ul></div>`;
}

/**
 * A picture or a sound that a tool returned. A picture of whatever type runs no scripts there.
 *
 * @param {Api.ToolCall} call
 * @param {{ id: string, kind: string }} media
 * @param {string} [chatId]
 */
function mediaOf({ tool }, { id, kind }, chatId) {
  const url = withQuery(`/api/chat/media/${encodeURIComponent(id)}`, { chatId });
  return kind === 'sound'
    ? html`<audio controls preload="none" src=${url} aria-label="Sound from ${tool}"></audio>`
    : html`<img class="sent" src=${url} loading="lazy" alt="Picture from ${tool}">`;
}

/** Who speaks: an assistant by its name. @param {string} [id] */
const speaker = (id) => (id ? html`<h2 class="speaker">${icon('bot', 's')}${assistants.nameOf(id)}</h2>`
  : html`<h2 class="unseen">Guildhall</h2>`);

/** @param {Partial<Api.Message>} message */
function factsOf({ model, usage, cost, currency, ms }) {
  const all = usage ? usage.promptTokens + usage.completionTokens : 0;
  const tokens = all > 0 && `${number(all)} tokens`;
  return [model, tokens, currency ? money(cost ?? 0, currency) : undefined, ms ? duration(ms) : undefined].filter(Boolean);
}

/**
 * What the model wrote before its answer, folded.
 *
 * @param {string | null | undefined} text
 * @param {number | undefined} ms how long it wrote; undefined while it writes
 */
function reasoned(text, ms) {
  if (!text) return nothing;
  const title = ms === undefined ? 'Thinking' : `Thought for ${duration(ms)}`;
  return html`<details class="reasoning"><summary>${icon('brain', 's')}${title}</summary>
    <div class="text" dir=${directionOf(text)}>${text}</div></details>`;
}

/**
 * Whether a call of the last answer waits for the user.
 *
 * @param {Api.ToolCall} call
 * @param {Api.Approval[]} waiting
 */
const waits = (call, waiting) =>
  call.errorKind === NOT_APPROVED && waiting.some(({ taskId, callId }) => !taskId && callId === call.callId);

/** @type {Promise<unknown> | undefined} */
let markdown;
/** The element that shows answers is loaded with the first of them. `loadModule` reports a failure. */
const loadMarkdown = () => (markdown ??= loadModule(() => import('./markdown.js')).catch(() => {}));

/**
 * A small button of one icon.
 *
 * @param {string} label
 * @param {string} title
 * @param {string} name
 * @param {() => unknown} act
 */
const action = (label, title, name, act) => html`
  <button class="btn quiet small only" aria-label=${label} title=${title} @click=${act}>${icon(name, 's')}</button>`;

/**
 * Renders the messages of a conversation. It shows the latest ones, stays at their end while they grow, and knows which calls
 * of tools are unfolded.
 */
export class MessageList {
  /** Whether the user has scrolled away from the end. */
  isAway = false;
  /** How many messages are shown. */
  #shown = SHOWN_AT_FIRST;
  #isAtEnd = true;
  /** @type {Set<string>} */
  #unfolded = new Set();
  #scroller = /** @type {import('lit/directives/ref.js').Ref<HTMLElement>} */ (createRef());
  /** Blocks are drawn in separate frames: scrolls to the end whenever the messages grow. */
  #growing = new ResizeObserver(() => this.#isAtEnd && this.toEnd());
  /** @type {Element | null | undefined} */
  #watched;
  #host;
  #conversation;
  #acts;

  /**
   * @param {import('lit').LitElement} host
   * @param {import('./conversation.js').Conversation} conversation
   * @param {{ edit(): void, answerAgain(): void }} acts what the user can do about the last question
   */
  constructor(host, conversation, acts) {
    this.#host = host;
    this.#conversation = conversation;
    this.#acts = acts;
    host.addController(this);
  }

  /** Begins with the messages of another chat. */
  restart() {
    this.#shown = SHOWN_AT_FIRST;
    this.#isAtEnd = true;
    this.#setAway(false);
    this.#unfolded.clear();
  }

  /** Shows all messages at once: a browser prints what is shown at that moment. */
  showAll() {
    this.#shown = Infinity;
  }

  /** Stays at the end from now on. */
  stayAtEnd() {
    this.#isAtEnd = true;
  }

  toEnd() {
    const scroller = this.#scroller.value;
    if (scroller) scroller.scrollTop = scroller.scrollHeight;
  }

  hostUpdated() {
    const turns = this.#scroller.value?.firstElementChild;
    if (turns === this.#watched) return;
    this.#growing.disconnect();
    this.#watched = turns;
    if (turns) this.#growing.observe(turns);
  }

  render() {
    loadMarkdown();
    const { messages, answer, lastQuestion } = this.#conversation;
    if (!messages) return html`<div class="messages"><div class="turns">${skeleton(6, 'line')}</div></div>`;
    const from = Math.max(0, messages.length - this.#shown);
    /** @type {(message: Api.Message, at: number) => unknown} */
    const turn = (message, at) => (message.role === 'user' ? this.#mine(message, at === lastQuestion) : this.#theirs(message, at));
    return html`<div class="messages" tabindex="0" role="log" aria-live="off" aria-label="Messages" ${ref(this.#scroller)}
        @scroll=${() => this.#scrolled()}><div class="turns">
      ${from ? html`<div class="more">
        <button class="btn" @click=${() => this.#earlier()}>Show ${Math.min(from, SHOWN_AT_FIRST)} earlier messages</button></div>`
          : nothing}
      ${repeat(messages.slice(from), (_, at) => from + at, (message, at) => turn(message, from + at))}
      ${answer ? this.#answering(answer) : messages.at(-1)?.role === 'user' ? this.#unanswered() : nothing}
    </div></div>`;
  }

  /**
   * @param {Api.Message} message
   * @param {boolean} isLast
   */
  #mine(message, isLast) {
    const { text, files } = questionOf(message);
    const pictures = picturesOf(message);
    /** @param {Ui.SentFile} file */
    const chip = (file) => html`<li><a class="filechip" href=${addressOf(file)} download>${
      (pictures.length ? undefined : thumbnail(file)) ?? icon('file-text', 's')}<span class="clip">${file.name}</span></a></li>`;
    return html`<div class="me"><h2 class="unseen">You</h2>
      ${files.length ? html`<ul class="plain filechips">${files.map(chip)}</ul>` : nothing}
      ${pictures.map((url) => html`<img class="sent" src=${url} loading="lazy" alt="Picture in your message">`)}
      <div class="bubble" dir=${directionOf(text)}>${text}</div>
      ${notes(message.notices)}
      <div class="turn-acts"><span class="num">${time(message.timestamp)}</span>
        ${action('Copy the message', 'Copy', 'copy', () => copy(text))}
        ${isLast && !this.#conversation.answer ? action('Edit the message', 'Edit (↑)', 'pencil', this.#acts.edit) : nothing}</div></div>`;
  }

  /**
   * @param {Api.Message} message
   * @param {number} at
   */
  #theirs(message, at) {
    const { messages = [], answer, id, facts, waiting } = this.#conversation;
    const isLast = at === messages.length - 1 && !answer;
    const fromEnd = messages.slice(at + 1).filter((other) => other.role === 'assistant').length;
    const known = factsOf({ ...facts.get(message.timestamp), ...message });
    const again = this.#acts.answerAgain;
    const isWaiting = isLast && waiting.length > 0;
    return html`<div class="it">${speaker(message.assistant?.id)}
      ${reasoned(message.reasoning, message.reasoningMs ?? 0)}
      ${this.#tools((message.toolCalls ?? []).map((call) => (isWaiting && waits(call, waiting)
        ? { ...call, state: 'waiting', success: undefined, error: undefined }
        : { state: 'done', ...call })))}
      ${isLast ? this.#connections(message.toolCalls ?? []) : nothing}
      ${message.content ? html`<gh-markdown .isLive=${false} .text=${message.content} .citations=${message.citations ?? []}></gh-markdown>`
        : nothing}
      ${sourcesOf(message.citations)}
      ${notes(message.notices)}
      ${message.error ? problem(message.error, isLast ? again : undefined)
        : message.ended && !isWaiting ? html`<p class="small">${ENDED[message.ended]}</p>` : nothing}
      ${isWaiting ? repeat(waiting, keyOf, (approval) => html`<gh-approval .approval=${approval}
        @gh-decided=${(/** @type {CustomEvent} */ { detail }) => this.#conversation.decidedUnseen(detail)}></gh-approval>`) : nothing}
      <div class="turn-acts ${isLast ? 'shown' : ''}">
        ${action('Copy the answer', 'Copy', 'copy', () => copy(message.content))}
        ${isLast ? action('Answer again', 'Answer again', 'refresh-cw', again) : nothing}
        ${action('Show the trace of this answer', 'Trace', 'chart-gantt', () => showTrace(id, fromEnd))}
        <span class="num answer-facts">${time(message.timestamp)}${known.map((fact) => html`<span> · ${fact}</span>`)}</span>
      </div></div>`;
  }

  /** The question when the answer failed, was stopped or was lost with its server before the first word. */
  #unanswered() {
    return html`<div class="it"><h2 class="unseen">Guildhall</h2><p class="small">This message has no answer.</p>
      <div class="turn-acts shown">${action('Answer again', 'Answer again', 'refresh-cw', this.#acts.answerAgain)}</div></div>`;
  }

  /** @param {import('./conversation.js').Answer} answer */
  #answering({ text, reasoning, reasoningMs, tools, questions, approvals, error, cutAt, isConnected }) {
    const isWaiting = !text && !approvals.length && !tools.some((call) => call.state === 'running');
    return html`<div class="it">${speaker(this.#conversation.assistantId)}
      ${reasoned(reasoning, reasoningMs)}
      ${this.#tools(tools.map((call) => (call.state === 'running' ? { ...call, ms: runningFor(call) } : call)))}
      ${repeat(questions.slice(0, 1), ({ questionId }) => questionId, (question) => html`<gh-question .question=${question}
        .chatId=${this.#conversation.id} @gh-answered=${(/** @type {CustomEvent} */ { detail }) => this.#conversation.answered(detail)}
      ></gh-question>`)}
      ${repeat(approvals, ({ callId }) => callId, (approval) => html`<gh-approval .approval=${approval}
        @gh-decided=${(/** @type {CustomEvent} */ { detail }) => this.#conversation.decided(detail.callId)}></gh-approval>`)}
      ${isWaiting ? html`<span class="thinking"><span class="dot"></span>${tools.length ? 'Reading the results' : 'Thinking'}</span>`
        : nothing}
      ${text ? html`<gh-markdown .isLive=${true} .text=${text}></gh-markdown>` : nothing}
      ${cutAt && Date.now() - cutAt >= LOST_AFTER_MS ? connection(isConnected) : nothing}
      ${error ? problem(error) : nothing}</div>`;
  }

  /** @param {Api.ToolCall[]} calls */
  #tools(calls) {
    if (!calls.length) return nothing;
    /** @param {Api.ToolCall} call */
    const card = (call) =>
      toolCard(call, { isOpen: this.#unfolded.has(call.callId), unfolded: (isOpen) => this.#fold(call.callId, isOpen) });
    return html`<div class="tools">${repeat(calls, (call) => call.callId, card)}</div>
      ${calls.some(({ media }) => media?.length) ? html`<div class="tool-media">${calls.map((call) =>
        (call.media ?? []).map((each) => mediaOf(call, each, this.#conversation.id)))}</div>` : nothing}`;
  }

  /** One card for each integration that has to be connected. @param {Api.ToolCall[]} calls */
  #connections(calls) {
    const byIntegration = new Map(calls.filter(mayConnect).map((call) => [call.tool.split('.')[0], call]));
    return repeat(byIntegration, ([name]) => name, ([, call]) => html`<gh-connect-card .call=${call}
      @gh-again=${this.#acts.answerAgain}></gh-connect-card>`);
  }

  /**
   * @param {string} id
   * @param {boolean} isOpen
   */
  #fold(id, isOpen) {
    if (this.#unfolded.has(id) === isOpen) return;
    if (isOpen) this.#unfolded.add(id);
    else this.#unfolded.delete(id);
    this.#host.requestUpdate();
  }

  async #earlier() {
    const scroller = this.#scroller.value;
    if (!scroller) return;
    const fromEnd = scroller.scrollHeight - scroller.scrollTop;
    this.#shown += SHOWN_AT_FIRST;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    scroller.scrollTop = scroller.scrollHeight - fromEnd;
    scroller.focus();
  }

  #scrolled() {
    const scroller = this.#scroller.value;
    if (!scroller) return;
    this.#isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < CLOSE_TO_END_PX;
    this.#setAway(!this.#isAtEnd);
  }

  /** @param {boolean} isAway */
  #setAway(isAway) {
    if (isAway === this.isAway) return;
    this.isAway = isAway;
    this.#host.requestUpdate();
  }
}

/**
 * Whole seconds; undefined for the first one.
 *
 * @param {Api.ToolCall} call
 */
const runningFor = ({ at = 0 }) => Math.floor((Date.now() - at) / 1000) * 1000 || undefined;

/**
 * Shown until the next event: after a reconnection the server may not have the rest of the answer yet.
 *
 * @param {boolean} [isConnected]
 */
const connection = (isConnected) => html`
  <div class="note warn" role="status">${icon('triangle-alert')}<span>${isConnected ? BACK : LOST}</span></div>`;
