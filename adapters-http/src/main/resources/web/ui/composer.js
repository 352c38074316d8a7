import { announce } from './announce.js';
import { directionOf } from './direction.js';
import { attach, detach, draftOf, isUploading, keepDraft, tryAgain } from './drafts.js';
import { Element, define, html, nothing, repeat } from './element.js';
import { bytes } from './format.js';
import { icon } from './icon.js';
import { isComposing } from './ime.js';
import { thumbnail } from './thumbnail.js';
import { toast } from './toast.js';
import { MOST_BYTES } from './upload.js';

const MOST_FILES = 10;
/** The server accepts bodies of 1 MiB; the rest is for the other fields. */
const LONGEST_BYTES = 1_000_000;
/** The largest size of a character: an escape of six bytes. */
const MOST_BYTES_A_CHARACTER = 6;
/** A keyboard on the screen has no key for a new line beside Enter. */
const isTouch = () => matchMedia('(hover: none) and (pointer: coarse)').matches;

/**
 * Spreadsheets and word processors offer their text as a picture too; a file manager offers the names of files as text.
 *
 * @param {DataTransfer | null} clipboard
 */
function filesOf(clipboard) {
  if (!clipboard) return [];
  const files = [...clipboard.files];
  const names = clipboard.getData('text/plain').split(/\r?\n/).filter(Boolean).map((line) => line.split(/[\\/]/).at(-1));
  const isTextOfFiles = names.every((name) => files.some((file) => file.name === name));
  return isTextOfFiles ? files : [];
}

/**
 * A file that was sent, as drafts have it.
 *
 * @param {Ui.SentFile} file
 * @returns {Ui.DraftFile}
 */
const stored = (file) => ({ key: file.id, ...file });

const TOO_LONG = 'This message is longer than the server takes (1 MB). Shorten it, or attach it as a file.';
/** @param {string} text */
const isTooLong = (text) =>
  text.length * MOST_BYTES_A_CHARACTER > LONGEST_BYTES && new TextEncoder().encode(JSON.stringify(text)).length > LONGEST_BYTES;
const WAITS = 'An answer is running. Stop it or wait for its end to send this message.';
const UPLOADS = 'A file is being uploaded. Wait for its end or remove it to send this message.';
const FAILED = 'A file is not attached. Try again or remove it to send this message.';
const ATTACH = `Attach files: at most ${MOST_FILES}, ${bytes(MOST_BYTES)} each`;

/**
 * @typedef {{
 *   isRunning: boolean, mode: string, memory: boolean, chatId?: string, sending?: string,
 *   editing?: { text: string, files: Ui.SentFile[] }, files: Ui.DraftFile[], text: string, isEarly: boolean,
 * }} Properties
 */

/**
 * Where a message is written. Properties: `isRunning`, `mode` ('v0.1' or 'v1'), `memory`, `chatId`, `sending` (the text
 * of a message that the
 * server has not stored yet), `editing` (the message that is edited, {text, files}; undefined for a new one). Events:
 * `gh-send` {text, files}, `gh-stop`, `gh-edit-last`, `gh-edit-end`, `gh-mode` {mode}, `gh-memory` {memory}.
 */
export class Composer extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    isRunning: { attribute: false }, mode: { attribute: false }, memory: { attribute: false }, chatId: { attribute: false },
      sending: { attribute: false }, editing: { attribute: false },
    files: { state: true }, text: { state: true }, isEarly: { state: true },
  };

  #isStopFocused = false;

  constructor() {
    super();
    this.text = '';
    this.files = /** @type {Ui.DraftFile[]} */ ([]);
  }

  /** @param {Ui.Changed} changed */
  willUpdate(changed) {
    // A new chat has no id, so that Lit sees no change of it; it gets one while its first question is answered.
    const hasBegun = changed.has('chatId') && changed.get('chatId') === undefined && this.isRunning;
    if (!this.hasUpdated || (changed.has('chatId') && !hasBegun)) this.#take(draftOf(this.chatId));
    if (!this.#waits) this.isEarly = false;
    if (changed.has('isRunning'))
      this.#isStopFocused = !this.isRunning && this.contains(document.activeElement) && document.activeElement?.matches('.stop') === true;
    if (changed.has('editing') && this.editing !== undefined) {
      this.#setFiles(this.editing.files.map(stored));
      this.text = this.editing.text;
    }
    this.isTooLong = isTooLong(this.text);
  }

  /** A message that is under way is not written again. @param {{ text: string, files: Ui.DraftFile[] }} message */
  #take({ text, files }) {
    const isSent = this.sending !== undefined && text.trim() === this.sending;
    this.text = isSent ? '' : text;
    this.#setFiles(isSent ? files.filter(isUploading) : files);
  }

  /** @param {Ui.DraftFile[]} files */
  #setFiles(files) {
    const kept = new Set(files.map((file) => file.key));
    this.files.filter(({ key }) => !kept.has(key)).forEach((file) => this.#leave(file));
    this.files = files;
  }

  /** An upload goes on for the draft that it belongs to. @param {Ui.DraftFile} file */
  #leave(file) {
    if (isUploading(file) && file.draft) return;
    if (isUploading(file)) detach(file);
    if (file.preview) URL.revokeObjectURL(file.preview);
  }

  /** @param {Event} event */
  #uploaded = (event) => {
    const { entry, now } = /** @type {CustomEvent} */ (event).detail;
    if (!this.files.includes(entry)) return;
    event.preventDefault();
    this.files = this.files.map((file) => (file === entry ? now : file));
    this.#keepDraft();
  };

  connectedCallback() {
    super.connectedCallback();
    addEventListener('gh-uploaded', this.#uploaded);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('gh-uploaded', this.#uploaded);
    this.files.forEach((file) => this.#leave(file));
  }

  /** @param {Ui.Changed} changed */
  updated(changed) {
    const area = this.#area;
    // The keyboard of a phone stays closed.
    /** @type {HTMLElement | null} */
    const send = this.querySelector('.send');
    if (this.#isStopFocused) (isTouch() ? send : area)?.focus();
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
    return /** @type {HTMLTextAreaElement} */ (this.querySelector('textarea'));
  }

  focusText() {
    this.#area?.focus();
  }

  /** Puts a text into the field, which the user can change and send. @param {string} text */
  write(text) {
    this.text = text;
    this.#keepDraft();
    this.updateComplete.then(() => this.focusText());
  }

  /**
   * Puts a message that could not be sent back into the field, before what was written meanwhile.
   *
   * @param {{ text: string, files: Ui.SentFile[] }} message
   */
  restore({ text, files }) {
    const ids = new Set(files.map((file) => file.id));
    const isSame = this.text.trim() === text;
    this.#setFiles([...files.map(stored), ...this.files.filter((file) => !file.id || !ids.has(file.id))]);
    this.write(this.text.trim() && !isSame ? `${text}\n\n${this.text}` : text);
  }

  /** Uploads files and attaches them to the message. @param {FileList} files */
  attach(files) {
    this.#add(files);
  }

  #choose() {
    /** @type {HTMLInputElement | null} */
    const input = this.querySelector('[type=file]');
    input?.click();
  }

  #fit() {
    const area = this.#area;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }

  /**
   * @param {string} name
   * @param {unknown} [detail]
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  render() {
    return html`<form class="compose" @submit=${(/** @type {Event} */ event) => (event.preventDefault(), this.#send())}>
      ${this.editing === undefined ? nothing
        : html`<div class="editing">${icon('pencil', 's')}You edit your last message; what follows it is replaced.
        <button type="button" class="btn quiet small" @click=${this.#cancel}>Cancel</button></div>`}
      ${this.files.length ? html`<ul class="plain filechips"
        aria-label="Attached files">${repeat(this.files, (file) => file.key ?? file.id, (file) => this.#chip(file))}</ul>` : nothing}
      <textarea rows="1" dir=${directionOf(this.text)} data-focus enterkeyhint=${isTouch() ? 'enter' : 'send'} aria-label="Message"
        placeholder=${this.mode === 'v1' ? 'Describe a task' : 'Ask anything'} aria-invalid=${this.isTooLong ? 'true' : nothing}
        aria-describedby=${this.#note ? 'compose-note' : nothing}
        @input=${this.#input} @keydown=${this.#keys} @paste=${this.#paste}></textarea>
      ${this.#note ? html`<p class="early" id="compose-note"
        role=${this.isTooLong ? 'alert' : nothing}>${icon('info', 's')}${this.#note}</p>` : nothing}
      <div class="compose-row">
        <button type="button" class="btn quiet only" aria-label="Attach files" title=${ATTACH}
          @click=${() => this.#choose()}>${icon('paperclip')}</button>
        <input type="file" multiple hidden aria-label="Files to attach"
          @change=${(/** @type {Ui.On} */ event) => (this.#add(event.target.files ?? []), (event.target.value = ''))}>
        <span class="seg" role="group" aria-label="Who answers">
          ${[['v0.1', 'Chat', 'Answers, with tools'],
            ['v1', 'Agent', 'Plans tasks with several steps and carries them out']].map(([mode, label, title]) =>
            html`<button type="button" aria-pressed=${this.mode === mode} title=${title}
            @click=${() => this.#tell('gh-mode', { mode })}>${label}${mode === 'v1' ? html`<span class="hide-s">with tasks</span>`
            : nothing}</button>`)}
        </span>
        <button type="button" class="btn quiet" aria-pressed=${this.memory ? 'true' : 'false'}
          aria-label="Memory ${this.memory ? 'on' : 'off'}"
          title=${this.memory ? 'The agent uses and keeps memories' : 'The agent neither uses nor keeps memories'}
          @click=${() => this.#tell('gh-memory', { memory: !this.memory })}>${icon('brain')}<span class="hide-s">Memory ${this.memory ? 'on'
          : 'off'}</span></button>
        ${this.isRunning
          ? html`<button type="button" class="btn send stop" @click=${() => this.#tell('gh-stop')}>${icon('square', 's')}Stop</button>`
          : html`<button class="btn main only send" aria-label="Send" title=${isTouch() ? 'Send' : 'Send (Enter)'}
            aria-disabled=${this.#maySend ? nothing : 'true'}>${icon('arrow-up')}</button>`}
      </div></form>`;
  }

  /** @param {Ui.DraftFile} file */
  #chip(file) {
    const { name, error } = file;
    const again = () => {
      tryAgain(file);
      this.requestUpdate();
      this.focusText();
    };
    return html`<li class="filechip ${error ? 'bad' : ''}" title="${name}, ${bytes(file.size)}">
      ${thumbnail(file) ?? icon(error ? 'circle-alert' : file.id ? 'file-text' : 'loader-circle', file.id || error ? 's' : 's spin')}<span
        class="clip">${name}</span>
      ${error ? html`<small class="wrap">${error.message.replace(`${name}: `, '')}</small>` : nothing}
      ${error && file.size <= MOST_BYTES ? html`<button type="button" class="btn quiet small" aria-label="Try to upload ${name} again"
        @click=${again}>Try again</button>` : nothing}
      <button type="button" class="btn quiet small only" aria-label="Remove ${file.name}"
        @click=${() => this.#remove(file)}>${icon('x', 's')}</button></li>`;
  }

  get #note() {
    return this.isTooLong ? TOO_LONG : this.isEarly ? this.#waits : undefined;
  }

  /** Why a message cannot be sent now. */
  get #waits() {
    if (this.isRunning) return WAITS;
    return this.files.every((file) => file.id) ? undefined : this.files.some((file) => file.error) ? FAILED : UPLOADS;
  }

  get #maySend() {
    return !this.isTooLong && this.text.trim() !== '' && this.files.every((file) => file.id);
  }

  /** @param {Ui.On} event */
  #input(event) {
    this.text = event.target.value;
    this.#keepDraft();
  }

  #keepDraft() {
    if (this.editing !== undefined) return;
    keepDraft(this.chatId, { text: this.text, files: this.files });
  }

  /** @param {KeyboardEvent} event */
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
    if (this.#waits && this.text.trim()) {
      this.isEarly = true;
      announce(this.#waits);
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

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const files = filesOf(event.clipboardData);
    if (!files.length) return;
    event.preventDefault();
    this.#add(files);
  }

  /** @param {Iterable<File> & { length: number }} list */
  #add(list) {
    const room = MOST_FILES - this.files.length;
    if (list.length > room) toast(`A message has at most ${MOST_FILES} files`, { kind: 'bad' });
    const isEdit = this.editing !== undefined;
    this.files = [...this.files, ...[...list].slice(0, Math.max(0, room)).map((file) => attach(file, { chatId: this.chatId, isEdit }))];
  }

  /** @param {Ui.DraftFile} file */
  #remove(file) {
    detach(file);
    this.#setFiles(this.files.filter((known) => known !== file));
    this.#keepDraft();
    this.focusText();
  }
}
define('gh-composer', Composer);
