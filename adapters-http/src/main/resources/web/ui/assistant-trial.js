// A conversation with an assistant that is not stored.
import { stream } from '../api.js';
import { announce, spoken } from './announce.js';
import { sourcesOf } from './citations.js';
import { Element, define, html, nothing, repeat } from './element.js';
import { icon } from './icon.js';
import { isComposing } from './ime.js';
import './markdown.js';
import { problem } from './states.js';

const MOST_MESSAGES = 100;

/** @typedef {{ role: string, content: string, citations?: Api.Citation[] }} Said */
/**
 * @typedef {{
 *   assistant?: Api.Assistant, isChanged: boolean, said: Said[], answer?: string, error?: Api.Failure, leaving?: AbortController,
 * }} Properties
 */

/** Asks the saved version of an assistant. Fires `gh-answered` after an answer. */
class AssistantTrial extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    assistant: { attribute: false }, isChanged: { attribute: false }, said: { state: true }, answer: { state: true },
    error: { state: true },
  };

  constructor() {
    super();
    /** @type {Said[]} */
    this.said = [];
    this.isChanged = false;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving?.abort();
  }

  /** @param {string} text */
  async ask(text) {
    const { assistant } = this;
    if (!text.trim() || !assistant || this.answer !== undefined) return;
    const leaving = (this.leaving = new AbortController());
    this.said = [...this.said, { role: 'user', content: text.trim() }].slice(-MOST_MESSAGES);
    this.answer = '';
    this.error = undefined;
    /** @type {Api.Citation[]} */
    let citations = [];
    try {
      const messages = this.said.map(({ role, content }) => ({ role, content }));
      const body = { model: assistant.id, messages, stream: true };
      for await (const { data } of stream('/web/agent/v1/chat/completions', { method: 'POST', body, signal: leaving.signal })) {
        if (data?.error) throw new Error(data.error.message);
        this.answer += data?.choices?.[0]?.delta?.content ?? '';
        citations = data?.citations ?? citations;
      }
    } catch (error) {
      if (!leaving.signal.aborted) this.error = /** @type {Api.Failure} */ (error);
    }
    if (this.answer) {
      this.said = [...this.said, { role: 'assistant', content: this.answer, citations }];
      announce(spoken(this.answer));
      this.dispatchEvent(new CustomEvent('gh-answered'));
    }
    this.answer = undefined;
  }

  clear() {
    this.leaving?.abort();
    Object.assign(this, { said: [], answer: undefined, error: undefined });
  }

  /** @param {Event & { currentTarget: HTMLFormElement }} event */
  sent(event) {
    event.preventDefault();
    const input = /** @type {HTMLTextAreaElement} */ (event.currentTarget.elements.namedItem('question'));
    this.ask(input.value);
    input.value = '';
  }

  render() {
    const { assistant, said, answer, error, isChanged } = this;
    /** @param {Ui.On<HTMLTextAreaElement> & KeyboardEvent} event */
    const pressed = (event) => {
      if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
      event.preventDefault();
      event.target.form?.requestSubmit();
    };
    return html`<div class="head"><h2 class="grow">Try it out</h2>${said.length ? html`<button class="btn small quiet"
        @click=${() => this.clear()}>${icon('rotate-ccw', 's')}Begin again</button>` : nothing}</div>
      ${!assistant ? html`<p class="small">Save the assistant to talk to it. Nothing that is said here is stored.</p>` : nothing}
      ${assistant && isChanged ? html`<div class="note warn" role="note">${icon('info')}<span class="grow">Version ${assistant.version}
        answers here. Save to try your changes.</span></div>` : nothing}
      <div class="trial" role="log" aria-live="off" aria-label="Trial" tabindex="0">
        ${assistant && !said.length ? html`<div class="stack tight">${assistant.starters.map((starter) => html`<button type="button"
          class="btn wraps" @click=${() => this.ask(starter)}>${starter}</button>`)}</div>` : nothing}
        ${repeat(said, (_, at) => at, ({ role, content, citations = [] }) => role === 'user'
          ? html`<div class="me"><h3 class="unseen">You</h3><div class="bubble">${content}</div></div>`
          : html`<div class="it"><h3 class="unseen">${assistant?.name}</h3><gh-markdown .isLive=${false} .text=${content}
            .citations=${citations}></gh-markdown>${sourcesOf(citations)}</div>`)}
        ${answer === undefined ? nothing : answer ? html`<gh-markdown .isLive=${true} .text=${answer}></gh-markdown>`
          : html`<span class="thinking"><span class="dot"></span>Thinking</span>`}
        ${error ? problem(error) : nothing}</div>
      <form class="row" @submit=${(/** @type {Event & { currentTarget: HTMLFormElement }} */ event) => this.sent(event)}>
        <textarea class="input grow" name="question" rows="2" aria-label="Question to the assistant" placeholder="Ask it something"
          ?disabled=${!assistant} @keydown=${pressed}></textarea>
        <button class="btn main only" aria-label="Ask" ?disabled=${!assistant || answer !== undefined}>${icon('arrow-up')}</button></form>`;
  }
}

define('gh-assistant-trial', AssistantTrial);
