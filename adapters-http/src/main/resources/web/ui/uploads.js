// Files that are uploaded: chosen or dropped, a few at once, each with its progress. One that fails stays with its reason.
import { html, nothing } from './element.js';
import { icon } from './icon.js';
import { toast } from './toast.js';

/** A browser has six connections to a server. */
const MOST_AT_ONCE = 3;
const MOST_FILES = 1_000;

/** @typedef {{ file: File, share: number, isRunning?: boolean, error?: Api.Failure }} Sent */

/**
 * The page that uploads. `send` uploads one file and shows what the server has made of it.
 *
 * @typedef {{
 *   requestUpdate(): void, leaving: AbortController,
 *   send(file: File, options: { onProgress: (share: number) => void, signal: AbortSignal }): Promise<unknown>,
 * }} Host
 */

export class Uploads {
  /** @type {Sent[]} */
  items = [];
  #depth = 0;
  #host;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  pick() {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.addEventListener('change', () => this.add(input.files ?? []));
    input.click();
  }

  /** @param {Iterable<File>} files */
  add(files) {
    const all = [...files];
    const room = MOST_FILES - this.items.length;
    if (all.length > room) toast(`At most ${MOST_FILES} files at once: the first ${room} are uploaded.`, { kind: 'bad' });
    this.#change([...this.items, ...all.slice(0, room).map((file) => ({ file, share: 0 }))]);
    this.#next();
  }

  /** @param {Sent[]} items */
  #change(items) {
    this.items = items;
    this.#host.requestUpdate();
  }

  #next() {
    for (const sent of this.items) {
      if (this.items.filter(({ isRunning }) => isRunning).length >= MOST_AT_ONCE) return;
      if (!sent.isRunning && !sent.error) this.#send(sent);
    }
  }

  /** @param {Sent} sent */
  async #send(sent) {
    const { signal } = this.#host.leaving;
    sent.isRunning = true;
    /** @param {number} share */
    const onProgress = (share) => {
      sent.share = share;
      this.#host.requestUpdate();
    };
    try {
      await this.#host.send(sent.file, { onProgress, signal });
      this.#change(this.items.filter((each) => each !== sent));
    } catch (error) {
      sent.error = /** @type {Api.Failure} */ (error);
    }
    sent.isRunning = false;
    if (signal.aborted) this.items = [];
    this.#host.requestUpdate();
    this.#next();
  }

  /** @param {Sent} sent */
  again(sent) {
    Object.assign(sent, { error: undefined, share: 0 });
    this.#next();
    this.#host.requestUpdate();
  }

  /**
   * @param {DragEvent} event
   * @param {number} step
   */
  #drag(event, step) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.#depth = Math.max(0, this.#depth + step);
    this.#host.requestUpdate();
  }

  /** @param {DragEvent} event */
  #drop(event) {
    event.preventDefault();
    this.#depth = 0;
    this.add(event.dataTransfer?.files ?? []);
  }

  /** Where files may be dropped. @param {unknown} content */
  zone(content) {
    return html`<div class="dropzone ${this.#depth ? 'over' : ''}"
      @dragenter=${(/** @type {DragEvent} */ event) => this.#drag(event, 1)}
      @dragleave=${(/** @type {DragEvent} */ event) => this.#drag(event, -1)}
      @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()}
      @drop=${(/** @type {DragEvent} */ event) => this.#drop(event)}>
      ${this.#depth ? html`<p class="drop-words">${icon('upload')}Drop to upload</p>` : nothing}${content}</div>`;
  }

  /** The members of a list `items`. */
  rows() {
    return this.items.map((sent) => (sent.error ? this.#failed(sent, sent.error) : uploading(sent)));
  }

  /**
   * @param {Sent} sent
   * @param {Api.Failure} error
   */
  #failed(sent, error) {
    const { name } = sent.file;
    const forget = () => this.#change(this.items.filter((each) => each !== sent));
    return html`<li>${icon('circle-alert')}<span class="grow" role="alert"><span class="clip name">${name}</span><small
      class="wrap bad">${error.message.replace(`${name}: `, '')}</small></span>
      <button class="btn small quiet only" aria-label="Upload ${name} again" title="Again" @click=${() => this.again(sent)}>${icon(
        'rotate-ccw', 's')}</button>
      <button class="btn small quiet only" aria-label="Dismiss ${name}" title="Dismiss" @click=${forget}>${icon('x', 's')}</button></li>`;
  }
}

/** @param {Sent} sent */
const uploading = ({ file: { name }, share, isRunning }) => html`<li>${icon('upload')}<span class="grow clip">${name}</span>
  <span class="meter up" role="progressbar" aria-label="Upload of ${name}" aria-valuemin="0" aria-valuemax="100"
    aria-valuenow=${Math.round(100 * share)}><i .style=${`--share:${100 * share}%`}></i></span>
  <span class="small num">${isRunning ? `${Math.round(100 * share)} %` : 'waits'}</span></li>`;
