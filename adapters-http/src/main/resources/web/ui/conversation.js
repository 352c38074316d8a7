// A chat over the wire: its messages are read, a question is sent, and the answer is streamed, taken up again and stopped.
import { get, post, stream, withQuery } from '../api.js';
import { chats, session } from '../state.js';
import { announce, spoken } from './announce.js';
import { answerFacts } from './answer-facts.js';
import { keepModel, modelOfNewChats } from './chat-model.js';
import { settleDraft } from './drafts.js';
import { navigate } from './router.js';
import { toastError } from './toast-error.js';

const NOT_FOUND = 404;
const CONFLICT = 409;
const WAITING = '/web/agent/api/approvals';
/** The `errorKind` of a call that waits for the user, or was not made for other reasons. */
export const NOT_APPROVED = 'not_approved';
const TITLE_AFTER_MS = 1_500;
const LONGEST_FIRST_TITLE = 60;
const SENTENCE_ENDS = ['. ', '! ', '? ', '.\n', '\n\n'];

/**
 * The answer that is being streamed. `startedAt` is undefined when its beginning was not seen here; `cutAt` is when the
 * connection was lost, undefined after the next event.
 *
 * @typedef {{
 *   text: string, tools: Api.ToolCall[], questions: Api.Question[], approvals: Api.Approval[],
 *   startedAt?: number, cutAt?: number, isConnected?: boolean,
 *   usage?: Api.Usage, reasoning: string, reasonedAt?: number, reasoningMs?: number, cost?: number | null, currency?: string,
 *   stopped?: boolean, notices?: string[], model?: string, error?: Api.Failure, assistant?: Api.Message['assistant'],
 *   citations?: Api.Citation[],
 * }} Answer
 */

/**
 * The page that shows a conversation. `editing` is the message that is edited, if any; `restore` puts a message that was not
 * sent back where it was written.
 *
 * @typedef {{
 *   requestUpdate(): void, readonly updateComplete: Promise<unknown>, editing?: unknown,
 *   restore(message: { text: string, files: Ui.SentFile[] }): void,
 * }} Host
 */

/** What one page shows of one chat. */
export class Conversation {
  /** @type {string | undefined} */
  id;
  /** @type {Api.Chat | undefined} */
  chat;
  /** Undefined until they are read. @type {Api.Message[] | undefined} */
  messages;
  /** @type {Answer | undefined} */
  answer;
  /** @type {Api.Failure | undefined} */
  error;
  /** The calls that wait for the user and of which no stream tells: those of the agent's API. @type {Api.Approval[]} */
  waiting = [];
  /** The text of a question that the server has not stored yet. @type {string | undefined} */
  sending;
  /** What is known about answers, by the timestamps of their messages. @type {Map<string, Partial<Api.Message>>} */
  facts = new Map();
  /** The mode, the memory and the model of the next question. */
  mode = 'v0.1';
  memory = true;
  /** @type {string | undefined} */
  model;
  /** The assistant of the next question; undefined without one. @type {string | undefined} */
  assistantId;
  /** Whether the model was chosen here for the next question: it goes before that of the assistant and of other browsers. */
  isModelChosen = false;
  isDeleting = false;

  #host;
  /** @type {AbortController | undefined} */
  #following;
  #told = 0;
  /** Whether the server has accepted the question, so that the answer can be stopped and resumed. */
  #isAccepted = false;
  #isStopWanted = false;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    this.open(undefined);
  }

  /** Sets fields and shows them. @param {Partial<Conversation>} fields */
  change(fields) {
    Object.assign(this, fields);
    this.#host.requestUpdate();
  }

  /** Begins with another chat, or with a new one. @param {string | undefined} id */
  open(id) {
    this.leave();
    this.change({
      id, chat: undefined, messages: id ? undefined : [], answer: undefined, error: undefined, sending: undefined,
      facts: new Map(), waiting: [],
      model: id ? undefined : modelOfNewChats(), isDeleting: false, assistantId: undefined, isModelChosen: false,
    });
    if (id) this.load();
  }

  /** Chooses the model of the next question; that of a new chat is also that of later ones. @param {string} model */
  choose(model) {
    if (!this.id) keepModel(model);
    this.change({ model, isModelChosen: true });
  }

  /** Stops listening. The answer continues on the server. */
  leave() {
    this.#following?.abort();
    this.#following = undefined;
    if (this.id) chats.setRunning(this.id, false);
  }

  async load() {
    const { id } = this;
    try {
      const open = await get(withQuery('/api/chat/messages', { chatId: id }));
      if (id !== this.id) return;
      this.#take(open);
    } catch (error) {
      if (id === this.id) this.change({ error: /** @type {Api.Failure} */ (error) });
    }
  }

  /** Reads the chat again after a failure. */
  again() {
    this.change({ error: undefined, messages: undefined });
    this.load();
  }

  /** @param {Api.OpenChat} open */
  #take(open) {
    const model = this.isModelChosen ? this.model : (open.model ?? undefined);
    this.change({
      error: undefined, chat: open, messages: open.messages, mode: open.agentMode, model, assistantId: open.assistantId ?? undefined,
    });
    if (open.runningAfter !== null && open.runningAfter !== undefined) this.#follow(open.runningAfter);
    else {
      this.#loadFacts();
      this.#loadWaiting();
    }
  }

  async #loadWaiting() {
    const { id, messages = [] } = this;
    const last = messages.at(-1);
    const mayWait = last?.ended === 'interrupted' && last.toolCalls?.some(({ errorKind }) => errorKind === NOT_APPROVED);
    if (!mayWait) {
      this.change({ waiting: [] });
      return;
    }
    try {
      const { approvals } = await get(WAITING);
      if (messages !== this.messages) return;
      this.change({ waiting: approvals.filter((/** @type {Api.Approval} */ { chatId }) => chatId === id) });
    } catch {
      // The page of all calls that wait says what is wrong.
    }
  }

  /** The server stores them a moment after the answer. */
  async #loadFacts(isAgain = false) {
    const { id, messages = [] } = this;
    if (!messages.some(({ role }) => role === 'assistant')) return;
    try {
      const { answers } = await get(withQuery('/api/chat/trace', { chatId: id }));
      if (id !== this.id) return;
      const facts = new Map([...this.facts, ...answerFacts(messages, answers)]);
      const latest = this.assistantId ? undefined : [...facts.values()].at(-1)?.model;
      this.change({ facts, model: this.model ?? latest ?? undefined });
      const last = messages[messages.length - 1];
      const isMissing = last.role === 'assistant' && !facts.has(last.timestamp);
      if (!isMissing || isAgain) return;
      setTimeout(() => id === this.id && messages === this.messages && this.#loadFacts(true), TITLE_AFTER_MS);
    } catch {
      // The answers are complete without what is known about them.
    }
  }

  /**
   * Another tab may have asked: nothing is loaded while an answer runs here, the last message is edited or the chat is
   * being deleted.
   */
  async look() {
    const { id } = this;
    const isBusy = this.isDeleting || this.#following || !this.messages || this.error || this.#host.editing;
    if (!id || isBusy || document.visibilityState !== 'visible') return;
    try {
      const open = await get(withQuery('/api/chat/messages', { chatId: id }));
      if (id !== this.id || this.#following) return;
      if (!this.#isSame(open)) this.#take(open);
    } catch (error) {
      const failure = /** @type {Api.Failure} */ (error);
      if (failure.status === NOT_FOUND && !this.isDeleting) this.change({ error: failure });
    }
  }

  /** @param {Api.OpenChat} open */
  #isSame({ runningAfter, messageCount, updatedAt, title, messages }) {
    const { chat } = this;
    // An answer that goes on without a stream replaces its message.
    const [now, before] = [messages?.at(-1), this.messages?.at(-1)];
    if (before?.ended === 'interrupted' && (now?.ended !== before.ended || now?.content !== before.content)) return false;
    return runningAfter === null && messageCount === chat?.messageCount && updatedAt === chat?.updatedAt && title === chat?.title;
  }

  /**
   * Sends a question and streams its answer. `keep`, when given, is how many messages stay before it; `model` is the model
   * that was chosen, if any.
   *
   * @param {{ text: string, files: Ui.SentFile[], keep?: number, model?: string }} question
   */
  async ask({ text, files, keep, model }) {
    const before = keep === undefined ? (this.messages ?? []) : (this.messages ?? []).slice(0, keep);
    const asked = { role: 'user', content: text, files, timestamp: new Date().toISOString() };
    this.change({ messages: [...before, asked], sending: text, waiting: [] });
    const isNew = !this.id;
    const body = {
      messages: [{ role: 'user', content: text }],
      userId: session.user?.userId,
      agentMode: this.mode,
      // With memory the assistant decides whether it has one.
      enableMemory: this.memory ? undefined : false,
      // Null takes the assistant from a chat that has one.
      assistantId: this.assistantId ?? (this.chat?.assistantId ? null : undefined),
      chatId: this.id,
      keepMessages: keep,
      files: files.length ? files.map((file) => file.id) : undefined,
      model,
    };
    /** @param {Response} response */
    const onOpen = (response) => {
      this.#isAccepted = true;
      this.change({ sending: undefined });
      const id = response.headers.get('X-Chat-Id');
      if (keep === undefined) settleDraft({ from: isNew ? undefined : this.id, to: id ?? this.id, sent: text });
      // What another browser chooses later replaces it, but for an assistant's model.
      this.isModelChosen &&= Boolean(this.assistantId);
      if (isNew && id && !this.id) this.#begin(id, text);
      if (this.#isStopWanted) this.stop();
    };
    await this.#read((signal) => stream('/api/chat', { method: 'POST', body, signal, onOpen }), { text, files, before });
    // The model writes the title after the first answer.
    if (isNew && this.id) setTimeout(() => (chats.load(), this.look()), TITLE_AFTER_MS);
  }

  /**
   * A new chat has its id.
   *
   * @param {string} id
   * @param {string} text
   */
  #begin(id, text) {
    const title = text.slice(0, LONGEST_FIRST_TITLE);
    this.change({ id, chat: { chatId: id, title, agentMode: this.mode } });
    navigate(`/chats/${encodeURIComponent(id)}`, { quiet: true });
    chats.setRunning(id, true);
    chats.load();
  }

  /** @param {number} after */
  #follow(after) {
    return this.#read((signal) => this.#takeUp(after, signal));
  }

  /**
   * The events of the running answer.
   *
   * @param {string | number | undefined} after the id of the last event that came
   * @param {AbortSignal} signal
   */
  #takeUp(after, signal) {
    /** @param {boolean} is */
    const isConnected = (is) => {
      const { answer } = this;
      if (answer) this.change({ answer: { ...answer, cutAt: is ? answer.cutAt : (answer.cutAt ?? Date.now()), isConnected: is } });
    };
    return stream(withQuery('/api/chat/stream', { chatId: this.id }), {
      lastEventId: after, signal, onOpen: () => isConnected(true), onCut: () => isConnected(false),
    });
  }

  /**
   * Reads the events of an answer to its end.
   *
   * @param {(signal: AbortSignal) => AsyncIterable<Ui.StreamEvent>} events
   * @param {{ text: string, files: Ui.SentFile[], before: Api.Message[] }} [sent] the question that the events answer, when it is
   *   sent with them, and the messages before it
   */
  async #read(events, sent) {
    const following = (this.#following = new AbortController());
    const { signal } = following;
    this.change({ answer: { text: '', reasoning: '', tools: [], questions: [], approvals: [], startedAt: sent && Date.now() } });
    this.#told = 0;
    if (this.id) chats.setRunning(this.id, true);
    this.#isAccepted = !sent;
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
        if (signal.aborted || !sent || !this.#isAccepted || /** @type {Api.Failure} */ (error).status !== 0) throw error;
        this.#changeAnswer({ cutAt: Date.now() });
      }
      if (!isWhole && this.id && this.#isAccepted) {
        for await (const event of this.#takeUp(last, signal)) isWhole = this.#happened(event) || isWhole;
      }
      if (!signal.aborted) await this.#end();
    } catch (cause) {
      if (signal.aborted) return;
      const error = /** @type {Api.Failure} */ (cause);
      if (sent && !this.#isAccepted) {
        await this.#refused(error, sent);
      } else {
        this.#changeAnswer({ error });
        this.#keepAnswer();
      }
    } finally {
      if (this.#following === following) {
        this.#following = undefined;
        if (this.id) chats.setRunning(this.id, false);
      }
    }
  }

  /**
   * The server has not taken the question.
   *
   * @param {Api.Failure} error
   * @param {{ text: string, files: Ui.SentFile[], before: Api.Message[] }} sent
   */
  async #refused(error, sent) {
    this.change({ messages: sent.before, answer: undefined, sending: undefined });
    toastError(error);
    await this.#host.updateComplete;
    this.#host.restore(sent);
    // Another window has asked: its question and the running answer are shown.
    if (error.status === CONFLICT && this.id) this.load();
  }

  /** @param {Partial<Answer>} fields */
  #changeAnswer(fields) {
    if (this.answer) this.change({ answer: { ...this.answer, ...fields } });
  }

  /** True when the answer has ended. @param {Ui.StreamEvent} event */
  #happened({ event, data }) {
    const { answer } = this;
    if (!answer) return true;
    answer.cutAt = undefined;
    this.#host.requestUpdate();
    switch (event) {
      case 'reasoning':
        answer.reasoning += data.reasoning;
        answer.reasonedAt ??= Date.now();
        return false;
      case 'token':
        answer.reasoningMs ??= answer.reasonedAt && Date.now() - answer.reasonedAt;
        answer.text += data.token;
        this.#tell(answer);
        return false;
      case 'tool_start':
        this.decided(data.callId);
        answer.tools = [...answer.tools, { ...data, state: 'running', at: Date.now(), textAt: answer.text.length }];
        announce(`The tool ${data.tool} has started.`);
        return false;
      case 'tool_result':
        answer.tools = answer.tools.map((call) => (call.callId === data.callId ? ended(call, data) : call));
        answer.questions = answer.questions.filter(({ callId }) => callId !== data.callId);
        announce(`The tool ${data.tool} ${data.success ? 'is done' : 'has failed'}.`);
        return false;
      case 'question':
        answer.questions = [...answer.questions.filter(({ questionId }) => questionId !== data.questionId), data];
        announce(`${data.server || 'A tool'} asks you: ${data.message}`);
        return false;
      case 'question_end':
        this.answered(data.questionId);
        return false;
      case 'approval':
        answer.approvals = [...answer.approvals.filter(({ callId }) => callId !== data.callId), data];
        announce(`The tool ${data.tool} waits for your approval.`);
        return false;
      case 'usage':
        answer.usage = data;
        return false;
      case 'done':
        answer.text = data.content || answer.text;
        answer.reasoning = data.reasoning ?? answer.reasoning;
        Object.assign(answer, {
          stopped: data.stopped, notices: data.notices, model: data.model, cost: data.cost, currency: data.currency,
          reasoningMs: data.reasoningMs ?? answer.reasoningMs, assistant: data.assistant, citations: data.citations,
        });
        this.#tell(answer, true);
        return true;
      case 'error':
        answer.error = { status: 500, message: data.error };
        return true;
      default:
        return false;
    }
  }

  /** A question waits no more. @param {string} id */
  answered(id) {
    this.#changeAnswer({ questions: this.answer?.questions.filter(({ questionId }) => questionId !== id) });
  }

  /** A call waits no more. @param {string} id */
  decided(id) {
    this.#changeAnswer({ approvals: this.answer?.approvals.filter(({ callId }) => callId !== id) });
  }

  /** A call of which no stream tells waits no more; the next look shows how the answer goes on. @param {Api.Approval} decided */
  decidedUnseen(decided) {
    this.change({ waiting: this.waiting.filter((approval) => approval !== decided) });
  }

  /** Announces whole sentences. @param {Answer} answer */
  #tell(answer, isEnd = false) {
    const rest = answer.text.slice(this.#told);
    const ends = SENTENCE_ENDS.map((mark) => rest.lastIndexOf(mark) + (rest.includes(mark) ? mark.length : 0));
    const end = isEnd ? rest.length : Math.max(...ends, 0);
    if (end <= 0) return;
    this.#told += end;
    announce(spoken(rest.slice(0, end)));
  }

  /** Makes a message of the answer. */
  #keepAnswer() {
    if (!this.answer) return;
    const { text, tools, startedAt, error, stopped, reasoning, notices, usage, model, cost, currency, reasoningMs } = this.answer;
    /** @type {Api.Message} */
    const message = {
      role: 'assistant', content: text, timestamp: new Date().toISOString(), error, notices, usage, model, cost, currency,
      reasoning, reasoningMs, assistant: this.answer.assistant, citations: this.answer.citations,
      ms: startedAt && Date.now() - startedAt, ended: stopped ? 'stopped' : undefined,
      toolCalls: tools.map((call) => (call.state === 'running' ? { ...call, state: 'cut' } : call)),
    };
    if (text || tools.length || error || stopped) this.change({ messages: [...(this.messages ?? []), message] });
    this.change({ answer: undefined });
  }

  async #end() {
    const { id } = this;
    this.#keepAnswer();
    chats.load();
    if (!id) return;
    try {
      const open = await get(withQuery('/api/chat/messages', { chatId: id }));
      if (id !== this.id || open.runningAfter !== null) return;
      this.change({ chat: open, messages: this.#stored(open.messages) });
      this.#loadFacts();
    } catch {
      // The streamed text stays; the next load gets the rest.
    }
  }

  /**
   * The messages as the server has stored them, the last one with what only its stream has told.
   *
   * @param {Api.Message[]} messages
   */
  #stored(messages) {
    const kept = this.messages?.at(-1);
    if (!messages.length || !kept) return this.messages;
    // The server stores neither the cause of a failure nor an answer that was stopped before its first word.
    const isHereOnly = kept.error || (kept.ended && !kept.content && !kept.toolCalls?.length);
    return isHereOnly ? this.messages : [...messages.slice(0, -1), withKept(messages[messages.length - 1], kept)];
  }

  async stop() {
    this.#isStopWanted = !this.#isAccepted;
    if (this.#isStopWanted) return;
    try {
      await post('/api/chat/stop', { chatId: this.id });
    } catch (error) {
      toastError(error);
    }
  }

  /** The place of the last question; -1 when there is none. */
  get lastQuestion() {
    return this.messages?.findLastIndex((message) => message.role === 'user') ?? -1;
  }
}

/**
 * @param {Api.ToolCall} call
 * @param {Partial<Api.ToolCall>} result
 * @returns {Api.ToolCall}
 */
const ended = (call, result) => ({ ...call, ...result, state: 'done', ms: Date.now() - (call.at ?? 0) });

/**
 * What only the stream has told stays while the page is open.
 *
 * @param {Api.Message} message
 * @param {Api.Message} kept
 */
function withKept(message, kept) {
  return {
    ...message,
    ended: kept.ended ?? message.ended,
    notices: message.notices?.length ? message.notices : kept.notices,
    usage: kept.usage ?? message.usage,
    model: message.model ?? kept.model,
    ms: kept.ms,
    toolCalls: withTimes(message.toolCalls, kept.toolCalls),
  };
}

/**
 * The server stores no times of calls: the times that were measured here are kept while the page is open.
 *
 * @param {Api.ToolCall[]} [calls]
 * @param {Api.ToolCall[]} [seen]
 */
function withTimes(calls = [], seen = []) {
  const times = new Map(seen.map(({ callId, ms }) => [callId, ms]));
  return calls.map((call) => ({ ...call, ms: times.get(call.callId) }));
}
