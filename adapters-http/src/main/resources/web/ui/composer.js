import { del, withQuery } from '../api.js';
import { session } from '../state.js';
import { announce } from './announce.js';
import { directionOf } from './direction.js';
import { Element, define, html, nothing, repeat } from './element.js';
import { bytes } from './format.js';
import { icon } from './icon.js';
import { isComposing } from './ime.js';
import { keepLatest, windowStorage } from './storage.js';
import { isPicture, thumbnail } from './thumbnail.js';
import { toastError, toast } from './toast.js';
import { upload } from './upload.js';

const MOST_FILES = 10;
/** The server accepts bodies of 1 MiB; the rest is for the other fields. */
const LONGEST_BYTES = 1_000_000;
/** The largest size of a character: an escape of six bytes. */
const MOST_BYTES_A_CHARACTER = 6;
const DRAFT = 'guildhall-draft:';
const MOST_DRAFTS = 50;

let owner;

/** Only the user who wrote a draft may see it: when a session ends by itself, another user may sign in. */
function keyOf(chatId) {
  owner = session.user?.userId ?? owner;
  return `${DRAFT}${owner}:${chatId ?? ''}`;
}

function draftOf(chatId) {
  const { text = '', files = [] } = windowStorage.json(keyOf(chatId)) ?? {};
  return { text, files };
}

function keepDraft(chatId, { text, files }) {
  keepLatest(DRAFT, keyOf(chatId), text || files.length ? JSON.stringify({ text, files }) : '', MOST_DRAFTS);
}

/**
 * A message stays a draft until the server has stored it, since the session may have ended meanwhile. What was written
 * after it is the draft of the chat that it began.
 */
export function settleDraft({ from, to, sent }) {
  const draft = draftOf(from);
  keepDraft(from, { text: '', files: [] });
  if (draft.text.trim() !== sent) keepDraft(to, draft);
}

/** A keyboard on the screen has no key for a new line beside Enter. */
const isTouch = () => matchMedia('(hover: none) and (pointer: coarse)').matches;

/** Spreadsheets and word processors offer their text as a picture too; a file manager offers the names of files as text. */
function filesOf(clipboard) {
  const files = [...clipboard.files];
  const names = clipboard.getData('text/plain').split(/\r?\n/).filter(Boolean).map((line) => line.split(/[\\/]/).at(-1));
  const isTextOfFiles = names.every((name) => files.some((file) => file.name === name));
  return isTextOfFiles ? files : [];
}

const TOO_LONG = 'This message is longer than the server takes (1 MB). Shorten it, or attach it as a file.';
const isTooLong = (text) => text.length * MOST_BYTES_A_CHARACTER > LONGEST_BYTES && new TextEncoder().encode(JSON.stringify(text)).length > LONGEST_BYTES;
const WAITS = 'An answer is running. Stop it or wait for its end to send this message.';

/**
 * Where a message is written. Properties: `isRunning`, `mode` ('v0.1' or 'v1'), `memory`, `chatId`, `sending` (the text of a message that the
 * server has not stored yet), `editing` (the message that is edited, {text, files}; undefined for a new one). Events: `gh-send` {text, files}, `gh-stop`, `gh-edit-last`, `gh-edit-end`, `gh-mode` {mode}, `gh-memory` {memory}.
 */
class Composer extends Element {
  static properties = {
    isRunning: { attribute: false }, mode: { attribute: false }, memory: { attribute: false }, chatId: { attribute: false }, sending: { attribute: false }, editing: { attribute: false },
    files: { state: true }, text: { state: true }, isEarly: { state: true },
  };

  #isStopFocused = false;
  #added = 0;

  constructor() {
    super();
    this.text = '';
    this.files = [];
  }

  willUpdate(changed) {
    // A new chat has no id, so that Lit sees no change of it; it gets one while its first question is answered.
    const hasBegun = changed.has('chatId') && changed.get('chatId') === undefined && this.isRunning;
    if (!this.hasUpdated || (changed.has('chatId') && !hasBegun)) this.#take(draftOf(this.chatId));
    if (!this.isRunning) this.isEarly = false;
    if (changed.has('isRunning')) this.#isStopFocused = !this.isRunning && this.contains(document.activeElement) && document.activeElement.matches('.stop');
    if (changed.has('editing') && this.editing !== undefined) {
      this.#setFiles(this.editing.files ?? []);
      this.text = this.editing.text;
    }
    this.isTooLong = isTooLong(this.text);
  }

  /** A message that is under way is not written again. */
  #take({ text, files }) {
    const isSent = this.sending !== undefined && text.trim() === this.sending;
    this.text = isSent ? '' : text;
    this.#setFiles(isSent ? [] : files.map((file) => ({ key: file.id, ...file })));
  }

  #setFiles(files) {
    const kept = new Set(files.map((file) => file.key));
    for (const { key, preview } of this.files) if (preview && !kept.has(key)) URL.revokeObjectURL(preview);
    this.files = files;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const { preview } of this.files) if (preview) URL.revokeObjectURL(preview);
  }

  updated(changed) {
    const area = this.#area;
    // The keyboard of a phone stays closed.
    if (this.#isStopFocused) (isTouch() ? this.querySelector('.send') : area).focus();
    this.#isStopFocused = false;
    if (changed.has('text')) {
      if (area.value !== this.text) area.value = this.text;
      this.#fit();
    }
    if (changed.has('editing') && this.editing !== undefined) {
      area.focus();
      area.setSelectionRange(area.value.length, area.value.length);
    }
  }

  get #area() {
    return this.querySelector('textarea');
  }

  focusText() {
    this.#area?.focus();
  }

  /** Puts a text into the field, which the user can change and send. */
  write(text) {
    this.text = text;
    this.#keepDraft();
    this.updateComplete.then(() => this.focusText());
  }

  /** Puts a message that could not be sent back into the field, before what was written meanwhile. */
  restore({ text, files }) {
    const ids = new Set(files.map((file) => file.id));
    const isSame = this.text.trim() === text;
    this.#setFiles([...files.map((file) => ({ key: file.id, ...file })), ...this.files.filter((file) => !ids.has(file.id))]);
    this.write(this.text.trim() && !isSame ? `${text}\n\n${this.text}` : text);
  }

  /** Uploads files and attaches them to the message. */
  attach(files) {
    this.#add(files);
  }

  #fit() {
    const area = this.#area;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  render() {
    return html`<form class="compose" @submit=${(event) => (event.preventDefault(), this.#send())}>
      ${this.editing === undefined ? nothing : html`<div class="editing">${icon('pencil', 's')}You edit your last message; what follows it is replaced.
        <button type="button" class="btn quiet small" @click=${this.#cancel}>Cancel</button></div>`}
      ${this.files.length ? html`<ul class="plain filechips" aria-label="Attached files">${repeat(this.files, (file) => file.key, (file) => this.#chip(file))}</ul>` : nothing}
      <textarea rows="1" dir=${directionOf(this.text)} data-focus enterkeyhint=${isTouch() ? 'enter' : 'send'} aria-label="Message" placeholder=${this.mode === 'v1' ? 'Describe a task' : 'Ask anything'} aria-invalid=${this.isTooLong ? 'true' : nothing} aria-describedby=${this.#note ? 'compose-note' : nothing}
        @input=${this.#input} @keydown=${this.#keys} @paste=${this.#paste}></textarea>
      ${this.#note ? html`<p class="early" id="compose-note" role=${this.isTooLong ? 'alert' : nothing}>${icon('info', 's')}${this.#note}</p>` : nothing}
      <div class="compose-row">
        <button type="button" class="btn quiet only" aria-label="Attach files" title="Attach files" @click=${() => this.querySelector('[type=file]').click()}>${icon('paperclip')}</button>
        <input type="file" multiple hidden aria-label="Files to attach" @change=${(event) => (this.#add(event.target.files), (event.target.value = ''))}>
        <span class="seg" role="group" aria-label="Who answers">
          ${[['v0.1', 'Chat', 'Answers, with tools'], ['v1', 'Agent', 'Plans tasks with several steps and carries them out']].map(([mode, label, title]) => html`<button type="button" aria-pressed=${this.mode === mode} title=${title} @click=${() => this.#tell('gh-mode', { mode })}>${label}${mode === 'v1' ? html`<span class="hide-s">with tasks</span>` : nothing}</button>`)}
        </span>
        <button type="button" class="btn quiet" aria-pressed=${this.memory ? 'true' : 'false'} aria-label="Memory ${this.memory ? 'on' : 'off'}" title=${this.memory ? 'The agent uses and keeps memories' : 'The agent neither uses nor keeps memories'} @click=${() => this.#tell('gh-memory', { memory: !this.memory })}>${icon('brain')}<span class="hide-s">Memory ${this.memory ? 'on' : 'off'}</span></button>
        ${this.isRunning
          ? html`<button type="button" class="btn send stop" @click=${() => this.#tell('gh-stop')}>${icon('square', 's')}Stop</button>`
          : html`<button class="btn main only send" aria-label="Send" title=${isTouch() ? 'Send' : 'Send (Enter)'} aria-disabled=${this.#maySend ? nothing : 'true'}>${icon('arrow-up')}</button>`}
      </div></form>`;
  }

  #chip(file) {
    return html`<li class="filechip ${file.error ? 'bad' : ''}" title=${file.error ?? `${file.name}, ${bytes(file.size)}`}>
      ${thumbnail(file) ?? icon(file.error ? 'circle-alert' : file.id ? 'file-text' : 'loader-circle', file.id || file.error ? 's' : 's spin')}<span class="clip">${file.name}</span>
      ${file.error ? html`<span class="unseen">${file.error}</span>` : nothing}
      <button type="button" class="btn quiet small only" aria-label="Remove ${file.name}" @click=${() => this.#remove(file)}>${icon('x', 's')}</button></li>`;
  }

  get #note() {
    return this.isTooLong ? TOO_LONG : this.isEarly ? WAITS : undefined;
  }

  get #maySend() {
    return !this.isTooLong && this.text.trim() !== '' && this.files.every((file) => file.id);
  }

  #input(event) {
    this.text = event.target.value;
    this.#keepDraft();
  }

  #keepDraft() {
    if (this.editing !== undefined) return;
    keepDraft(this.chatId, { text: this.text, files: this.files.filter(({ id }) => id).map(({ id, name, size, type }) => ({ id, name, size, type })) });
  }

  #keys(event) {
    if (isComposing(event)) return;
    const isSending = event.ctrlKey || event.metaKey || !(event.shiftKey || isTouch());
    if (event.key === 'Enter' && isSending) {
      event.preventDefault();
      this.#send();
    } else if (event.key === 'Escape') {
      if (this.isRunning) this.#tell('gh-stop');
      else if (this.editing !== undefined) this.#cancel();
    } else if (event.key === 'ArrowUp' && this.text === '' && !this.isRunning) {
      event.preventDefault();
      this.#tell('gh-edit-last');
    }
  }

  #send() {
    if (this.isRunning && this.text.trim()) {
      this.isEarly = true;
      announce(WAITS);
    }
    if (this.isRunning || !this.#maySend) return;
    const detail = { text: this.text.trim(), files: this.files.map(({ id, name, size, type }) => ({ id, name, size, type })) };
    if (this.editing === undefined) this.#take({ text: '', files: [] });
    else this.#take(draftOf(this.chatId));
    this.#tell('gh-send', detail);
  }

  #cancel() {
    this.#take(draftOf(this.chatId));
    this.#tell('gh-edit-end');
    this.focusText();
  }

  #paste(event) {
    const files = filesOf(event.clipboardData);
    if (!files.length) return;
    event.preventDefault();
    this.#add(files);
  }

  #add(list) {
    const room = MOST_FILES - this.files.length;
    if (list.length > room) toast(`A message has at most ${MOST_FILES} files`, { kind: 'bad' });
    for (const file of [...list].slice(0, room)) this.#upload(file);
  }

  async #upload(file) {
    const entry = { key: `new-${++this.#added}`, name: file.name, size: file.size, type: file.type, preview: isPicture(file) ? URL.createObjectURL(file) : undefined };
    this.files = [...this.files, entry];
    let change;
    try {
      const [kept] = await upload(file);
      change = { id: kept.id, type: kept.contentType };
    } catch (error) {
      change = { error: error.message };
      toastError(error);
    }
    this.files = this.files.map((known) => (known.key === entry.key ? { ...known, ...change } : known));
    this.#keepDraft();
  }

  /** Deletes a file that was attached and not sent. */
  #remove(file) {
    this.#setFiles(this.files.filter((known) => known !== file));
    this.#keepDraft();
    if (file.id && file.key) del(withQuery('/api/files', { fileId: file.id })).catch(() => {});
    this.focusText();
  }
}
define('gh-composer', Composer);
