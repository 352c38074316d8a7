import { define, html, repeat } from '../ui/element.js';
import { del } from '../api.js';
import { bytes, plural, time } from '../ui/format.js';
import { focusRow } from '../ui/focus.js';
import { icon } from '../ui/icon.js';
import { Page } from '../ui/page.js';
import { firstPage, more } from '../ui/paged.js';
import { empty, skeleton } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import { MOST_BYTES, upload } from '../ui/upload.js';

export const tag = 'gh-files';

/** A browser has six connections to a server. */
const MOST_AT_ONCE = 3;

/** @type {[RegExp, string][]} */
const KINDS = [
  [/^image\//, 'image'],
  [/pdf|^text\//, 'file-text'],
  [/json|xml|javascript/, 'file-code'],
  [/zip|gzip|tar/, 'file-archive'],
  [/^video\//, 'video'],
];
/** @param {string} type */
const iconOf = (type) => KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'file';

/**
 * @typedef {{
 *   list: Ui.List<Api.StoredFile>, uploads: { file: File, share: number }[], gone: Set<string>, depth: number,
 * }} Properties
 */

class Files extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  constructor() {
    super();
    this.uploads = /** @type {{ file: File, share: number }[]} */ ([]);
    this.gone = new Set();
    this.depth = 0;
  }

  heading() {
    return { title: 'Files', actions: html`<button class="btn main" @click=${() => this.pick()}>${icon('upload')}Upload</button>` };
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    this.list = await firstPage('/api/files', 'files', {}, signal, this);
  }

  pick() {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.addEventListener('change', () => this.send(input.files ?? []));
    input.click();
  }

  /** @param {Iterable<File>} files */
  async send(files) {
    const waiting = [...files];
    const next = async () => {
      for (let file = waiting.shift(); file && !this.leaving.signal.aborted; file = waiting.shift()) await this.sendOne(file);
    };
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, next));
  }

  /** @param {File} file */
  async sendOne(file) {
    const sent = { file, share: 0 };
    this.uploads = [...this.uploads, sent];
    this.requestUpdate();
    /** @param {number} share */
    const show = (share) => ((sent.share = share), this.requestUpdate());
    try {
      const kept = await upload(file, { onProgress: show, signal: this.leaving.signal });
      this.list = { ...this.list, items: [...kept, ...this.list.items] };
      toast(`${file.name} uploaded`);
    } catch (error) {
      if (!this.leaving.signal.aborted) toastError(error);
    }
    this.uploads = this.uploads.filter((each) => each !== sent);
    this.requestUpdate();
  }

  /** @param {Api.StoredFile} file */
  discard(file) {
    const at = this.list.items.filter(({ id }) => !this.gone.has(id)).indexOf(file);
    this.gone.add(file.id);
    this.requestUpdate();
    const focus = () => this.updateComplete.then(() => focusRow(this, '.items > li', this.uploads.length + at));
    focus();
    const back = () => (this.gone.delete(file.id), this.requestUpdate());
    toast(`${file.name} deleted`, {
      undo: () => (back(), focus()),
      done: () => del(`/api/files?fileId=${file.id}`, undefined, { keepalive: true }).catch((error) => (back(), toastError(error))),
    });
  }

  /**
   * @param {DragEvent} event
   * @param {number} step
   */
  drag(event, step) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.depth = Math.max(0, this.depth + step);
    this.requestUpdate();
  }

  /** @param {DragEvent} event */
  drop(event) {
    event.preventDefault();
    this.depth = 0;
    this.send(event.dataTransfer?.files ?? []);
    this.requestUpdate();
  }

  waiting() {
    return html`<div class="card flush">${skeleton(6)}</div>`;
  }

  content() {
    const files = this.list.items.filter(({ id }) => !this.gone.has(id));
    return html`<div class="dropzone ${this.depth ? 'over' : ''}" @dragenter=${(/** @type {DragEvent} */ event) => this.drag(event, 1)}
      @dragleave=${(/** @type {DragEvent} */ event) => this.drag(event, -1)}
      @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()} @drop=${(/** @type {DragEvent} */ event) => this.drop(event)}>
      ${this.depth ? html`<p class="drop-words">${icon('upload')}Drop to upload</p>` : ''}
      ${files.length || this.uploads.length ? html`<div class="card flush"><ul class="items">
          ${this.uploads.map(({ file, share }) => html`<li>${icon('upload')}<span class="grow clip">${file.name}</span>
            <span class="meter up" role="progressbar" aria-label="Upload of ${file.name}" aria-valuemin="0" aria-valuemax="100"
              aria-valuenow=${Math.round(100 * share)}><i .style=${`--share:${100 * share}%`}></i></span>
            <span class="small num">${Math.round(100 * share)} %</span></li>`)}
          ${repeat(files, ({ id }) => id, (file) => this.item(file))}</ul></div>
        <p class="small center">${plural(files.length, 'file')}<span class="hide-s"> · drop files here to upload them</span> ·
          ${bytes(MOST_BYTES)} each at most</p>` : html`<div class="card">${empty({
          icon: 'file-up', title: 'No files yet',
            text: 'Upload a file by its button or drop it here. The agent can read texts and PDFs that you attach to a chat.',
          action: html`<button class="btn main" @click=${() => this.pick()}>${icon('upload')}Upload a file</button>`,
        })}</div>`}
      ${more(this.list, (list) => ((this.list = list), this.requestUpdate()))}</div>`;
  }

  /** @param {Api.StoredFile} file */
  item(file) {
    const link = `/api/files?fileId=${file.id}&download=true`;
    return html`<li>${icon(iconOf(file.contentType))}<span class="grow"><span class="clip name">${file.name}</span><small
      class="where">${file.contentType} · ${bytes(file.size)}</small></span>
      <span class="small hide-s">${time(file.createdAt)}</span>
      <a class="btn small quiet only" href=${link} download=${file.name} aria-label="Download ${file.name}"
        title="Download">${icon('download', 's')}</a>
      <button class="btn small quiet only" aria-label="Delete ${file.name}" title="Delete"
        @click=${() => this.discard(file)}>${icon('trash-2', 's')}</button></li>`;
  }
}

define(tag, Files);
