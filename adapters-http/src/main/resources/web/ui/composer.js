import { del, withQuery } from '../api.js';
import { announce } from './announce.js';
import { Element, define, html, nothing, repeat } from './element.js';
import { bytes } from './format.js';
import { icon } from './icon.js';
import { toastError, toast } from './toast.js';
import { upload } from './upload.js';

const MOST_FILES = 10;
/** The server accepts bodies of 1 MiB; the rest is for the other fields. */
const LONGEST_BYTES = 1_000_000;
/** The largest size of a character: an escape of six bytes. */
const MOST_BYTES_A_CHARACTER = 6;
const DRAFT = 'guildhall-draft:';

/** A message stays a draft until the server has stored it, since the session may have ended meanwhile. */
export const forgetDraft = (chatId) => sessionStorage.removeItem(DRAFT + (chatId ?? ''));
const TOO_LONG = 'This message is longer than the server takes (1 MB). Shorten it, or attach it as a file.';
const isTooLong = (text) => text.length * MOST_BYTES_A_CHARACTER > LONGEST_BYTES && new TextEncoder().encode(JSON.stringify(text)).length > LONGEST_BYTES;
const WAITS = 'An answer is running. Stop it or wait for its end to send this message.';

/**
 * Where a message is written. Properties: `isRunning`, `mode` ('v0.1' or 'v1'), `memory`, `chatId`, `editing` (the text of the message that
 * is edited; undefined for a new one). Events: `gh-send` {text, files}, `gh-stop`, `gh-edit-last`, `gh-edit-end`, `gh-mode` {mode}, `gh-memory` {memory}.
 */
class Composer extends Element {
  static properties = {
    isRunning: { attribute: false }, mode: { attribute: false }, memory: { attribute: false }, chatId: { attribute: false }, editing: { attribute: false },
    files: { state: true }, text: { state: true }, isDropping: { state: true }, isEarly: { state: true },
  };

  constructor() {
    super();
    this.text = '';
    this.files = [];
  }

  willUpdate(changed) {
    if (changed.has('chatId')) {
      if (this.chatId !== undefined || changed.get('chatId') !== undefined || !this.hasUpdated) this.text = sessionStorage.getItem(DRAFT + (this.chatId ?? '')) ?? '';
      this.files = [];
    }
    if (!this.isRunning) this.isEarly = false;
    if (changed.has('editing') && this.editing !== undefined) {
      this.text = this.editing.text;
      this.files = this.editing.files ?? [];
    }
    this.isTooLong = isTooLong(this.text);
  }

  updated(changed) {
    const area = this.#area;
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
    this.updateComplete.then(() => this.focusText());
  }

  /** Puts a message that could not be sent back into the field. */
  restore({ text, files }) {
    this.files = files.map((file) => ({ key: file.id, ...file }));
    this.write(text);
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
    return html`<form class="compose ${this.isDropping ? 'drop' : ''}" @submit=${(event) => (event.preventDefault(), this.#send())}
        @dragover=${this.#over} @dragleave=${(event) => event.currentTarget.contains(event.relatedTarget) || (this.isDropping = false)} @drop=${this.#drop}>
      ${this.editing === undefined ? nothing : html`<div class="editing">${icon('pencil', 's')}You edit your last message; what follows it is replaced.
        <button type="button" class="btn quiet small" @click=${this.#cancel}>Cancel</button></div>`}
      ${this.files.length ? html`<ul class="plain filechips" aria-label="Attached files">${repeat(this.files, (file) => file.key, (file) => this.#chip(file))}</ul>` : nothing}
      <textarea rows="1" data-focus aria-label="Message" placeholder=${this.mode === 'v1' ? 'Describe a task' : 'Ask anything'} aria-invalid=${this.isTooLong ? 'true' : nothing} aria-describedby=${this.#note ? 'compose-note' : nothing}
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
          ? html`<button type="button" class="btn send" @click=${() => this.#tell('gh-stop')}>${icon('square', 's')}Stop</button>`
          : html`<button class="btn main only send" aria-label="Send" title="Send (Enter)" ?disabled=${!this.#maySend}>${icon('arrow-up')}</button>`}
      </div></form>`;
  }

  #chip(file) {
    return html`<li class="filechip ${file.error ? 'bad' : ''}" title=${file.error ?? `${file.name}, ${bytes(file.size)}`}>
      ${icon(file.error ? 'circle-alert' : file.id ? 'file-text' : 'loader-circle', file.id || file.error ? 's' : 's spin')}<span class="clip">${file.name}</span>
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
    if (this.editing === undefined) this.#keepDraft();
  }

  #keepDraft() {
    const key = DRAFT + (this.chatId ?? '');
    sessionStorage.removeItem(key);
    try {
      if (this.text) sessionStorage.setItem(key, this.text);
    } catch {
      // The storage is full: the text is only in the field.
    }
  }

  #keys(event) {
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
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
    const detail = { text: this.text.trim(), files: this.files.map(({ id, name, size }) => ({ id, name, size })) };
    this.text = '';
    this.files = [];
    this.#tell('gh-send', detail);
  }

  #cancel() {
    this.text = sessionStorage.getItem(DRAFT + (this.chatId ?? '')) ?? '';
    this.files = [];
    this.#tell('gh-edit-end');
    this.focusText();
  }

  #over(event) {
    if (![...event.dataTransfer.types].includes('Files')) return;
    event.preventDefault();
    this.isDropping = true;
  }

  #drop(event) {
    this.isDropping = false;
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    this.#add(event.dataTransfer.files);
  }

  #paste(event) {
    if (!event.clipboardData.files.length) return;
    event.preventDefault();
    this.#add(event.clipboardData.files);
  }

  #add(list) {
    const room = MOST_FILES - this.files.length;
    if (list.length > room) toast(`A message has at most ${MOST_FILES} files`, { kind: 'bad' });
    for (const file of [...list].slice(0, room)) this.#upload(file);
  }

  async #upload(file) {
    const entry = { key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, name: file.name, size: file.size };
    this.files = [...this.files, entry];
    let change;
    try {
      const [kept] = await upload(file);
      change = { id: kept.id };
    } catch (error) {
      change = { error: error.message };
      toastError(error);
    }
    this.files = this.files.map((known) => (known.key === entry.key ? { ...known, ...change } : known));
  }

  /** Deletes a file that was attached and not sent. */
  #remove(file) {
    this.files = this.files.filter((known) => known !== file);
    if (file.id && file.key) del(withQuery('/api/files', { fileId: file.id })).catch(() => {});
    this.focusText();
  }
}
define('gh-composer', Composer);
