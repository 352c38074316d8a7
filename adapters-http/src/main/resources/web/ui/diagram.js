import { html, nothing } from 'lit';
import { codeBlock } from './code.js';
import { copy } from './copy.js';
import { Element, createRef, define, ref, styleMap } from './element.js';
import { icon } from './icon.js';

const FRAME = new URL('../diagram.html', import.meta.url).pathname;
const LONGEST = 20_000;
const MOST_PX = 4_000;
const TIMEOUT_MS = 20_000;
/** The most diagrams that are drawn unasked: each frame loads the library by itself. */
const MOST_FRAMES = 20;

/** @type {Set<Diagram>} */
const framed = new Set();
/** Ends when the diagrams before have been drawn: their frames may be in the process of this page. @type {Promise<unknown>} */
let drawing = Promise.resolve();

/** @param {HTMLElement} element */
const isDark = (element) =>
  getComputedStyle(element).colorScheme === 'dark' ||
  (getComputedStyle(element).colorScheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);

/** @typedef {{ text: string, isLive?: boolean, height?: number, error?: string, isSource?: boolean }} Properties */

/**
 * A diagram as a model writes it (Mermaid): `text`, and `isLive` while the text may still grow. It is drawn in a frame of
 * an opaque origin, since the library writes style elements and HTML. What cannot be drawn is shown as code.
 */
class Diagram extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    text: { attribute: false },
    isLive: { attribute: false },
    height: { state: true },
    error: { state: true },
    isSource: { state: true },
  };

  #frame = /** @type {import('lit/directives/ref.js').Ref<HTMLIFrameElement>} */ (createRef());
  /** The frame that can be drawn in. @type {HTMLIFrameElement | undefined} */
  #loaded;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Ends the wait for the frame's answer; undefined when none is expected. @type {(() => void) | undefined} */
  #settle;

  connectedCallback() {
    super.connectedCallback();
    this.requestUpdate();
    addEventListener('message', this.#answered);
    addEventListener('gh-theme', this.#draw);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('message', this.#answered);
    removeEventListener('gh-theme', this.#draw);
    framed.delete(this);
    this.#settle?.();
  }

  /** @param {Ui.Changed} changed */
  willUpdate(changed) {
    if (changed.has('text')) {
      this.error = (this.text?.length ?? 0) > LONGEST ? 'It is too long.' : undefined;
      this.height = undefined;
    }
    if (this.error) framed.delete(this);
    else if (!this.isLive && framed.size < MOST_FRAMES) framed.add(this);
  }

  /** @param {Ui.Changed} changed */
  updated(changed) {
    if (changed.get('text') !== undefined) this.#draw();
  }

  #draw = () => {
    if (this.#loaded && this.#loaded === this.#frame.value) drawing = drawing.then(() => this.#drawNow());
  };

  #drawNow() {
    const frame = this.#frame.value;
    if (!this.isConnected || !frame || frame !== this.#loaded) return undefined;
    /** @type {Promise<void>} */
    const drawn = new Promise((resolve) => {
      const settle = () => {
        clearTimeout(this.#timer);
        this.#settle = undefined;
        resolve();
      };
      this.#settle = settle;
      this.#timer = setTimeout(() => {
        settle();
        this.error = 'It takes too long.';
      }, TIMEOUT_MS);
      frame.contentWindow?.postMessage({ text: this.text, isDark: isDark(this) }, '*');
    });
    return drawn;
  }

  /** @param {MessageEvent} event */
  #answered = ({ source, data }) => {
    if (!this.#settle || source !== this.#frame.value?.contentWindow) return;
    this.#settle();
    if (Number.isFinite(data?.height)) this.height = Math.min(MOST_PX, Math.max(0, data.height));
    else this.error = typeof data?.error === 'string' ? data.error : 'The frame gave no picture.';
  };

  render() {
    if (this.isLive) return codeBlock(this.text, 'mermaid');
    if (this.error) return html`${codeBlock(this.text, 'mermaid')}<p class="small" title=${this.error}>This diagram cannot be drawn.</p>`;
    if (!framed.has(this)) {
      const draw = async () => {
        framed.add(this);
        this.requestUpdate();
        await this.updateComplete;
        this.querySelector('button')?.focus();
      };
      return html`${codeBlock(this.text, 'mermaid')}<button type="button" class="btn small" @click=${draw}>Draw this diagram</button>`;
    }
    const isDrawn = this.height !== undefined && !this.isSource;
    return html`<div class="code diagram">
      <div class="code-head"><span>mermaid</span>
        <button type="button" class="btn quiet small" aria-pressed=${this.isSource ? 'true' : 'false'}
          @click=${() => (this.isSource = !this.isSource)}>Source</button>
        <button type="button" class="btn quiet small only" aria-label="Copy the code" title="Copy"
          @click=${() => copy(this.text)}>${icon('copy', 's')}</button></div>
      <iframe class=${isDrawn ? '' : 'unseen'} title="Diagram" sandbox="allow-scripts" src=${FRAME}
        style=${styleMap({ height: `${this.height ?? 0}px` })} ${ref(this.#frame)}
        @load=${(/** @type {Ui.On<HTMLIFrameElement>} */ { target }) => ((this.#loaded = target), this.#draw())}
        aria-hidden=${isDrawn ? nothing : 'true'} tabindex=${isDrawn ? nothing : '-1'}></iframe>
      ${isDrawn ? nothing : html`<pre tabindex="0"><code>${this.text}</code></pre>`}</div>`;
  }
}
define('gh-diagram', Diagram);
