// What happened when, as bars below each other.
import { html, nothing } from 'lit';
import { duration } from './format.js';
import { icon } from './icon.js';
import { styleMap } from './style-map.js';

/**
 * `from` and `to` are milliseconds of one clock; `look`: '', 'waiting', 'failed' or 'done'.
 *
 * @typedef {{
 *   label: string, icon: string, from: number, to: number, look?: string, note?: string, wrong?: string, choose?: () => unknown,
 *   isChosen?: boolean,
 * }} Bar
 */

/**
 * The bars in the span from the first to the last of all, or in that span.
 *
 * @param {Bar[]} bars
 * @param {{ from: number, to: number }} [span]
 */
export function timeline(bars, span) {
  const from = span?.from ?? bars.reduce((least, bar) => Math.min(least, bar.from), Infinity);
  const to = span?.to ?? bars.reduce((most, bar) => Math.max(most, bar.to), 0);
  /** @param {number} ms */
  const share = (ms) => `${Math.min(100, Math.max(0, (100 * ms) / Math.max(1, to - from))).toFixed(2)}%`;
  return html`<ol class="fall plain">${bars.map((bar) => {
    const what = html`${icon(bar.icon, 's')}<span class="clip">${bar.label}</span>${bar.note
      ? html`<small class="nowrap hide-s">${bar.note}</small>` : nothing}`;
    return html`<li class=${bar.look ?? ''}>${bar.choose ? html`<button type="button" class="what" title=${bar.label}
        aria-pressed=${Boolean(bar.isChosen)} @click=${bar.choose}>${what}</button>` : html`<span class="what">${what}</span>`}
      <span class="track">${bar.to >= bar.from ? html`<i
        style=${styleMap({ '--from': share(bar.from - from), '--len': share(bar.to - bar.from) })}></i>` : nothing}</span>
      <span class="time">${bar.to >= bar.from ? duration(bar.to - bar.from) : '–'}</span>
      ${bar.wrong ? html`<span class="wrong wrap">${bar.wrong}</span>` : nothing}</li>`;
  })}</ol>`;
}

/**
 * The bars of a task: each time in the queue, each attempt, and each time that it waited without a worker.
 *
 * @param {{ status: string, at: string, error?: Api.Failure | null }[]} events
 * @param {boolean} rests whether it waits without a worker while it runs
 * @returns {Bar[]}
 */
export function barsOf(events, rests) {
  let attempts = 0;
  return events.flatMap((event, at) => {
    const next = events[at + 1];
    if (!['queued', 'running'].includes(event.status)) return [];
    const from = Date.parse(event.at);
    const to = next ? Date.parse(next.at) : Math.max(from, Date.now());
    if (event.status === 'queued') {
      const label = at === 0 ? 'In the queue' : event.error ? 'Pause' : 'Waits';
      return [{ label, icon: 'clock', from, to, look: 'waiting' }];
    }
    attempts += 1;
    const look = next?.error ? 'failed' : rests ? 'waiting' : next?.status === 'completed' ? 'done' : '';
    const [label, name] = rests ? ['Waits', 'pause'] : [`Attempt ${attempts}`, 'play'];
    return [{ label, icon: name, from, to, look, wrong: next?.error?.message }];
  });
}

/**
 * The bars of the tool calls that the output of an agent's task names: those after the latest wait, in the attempt that ended.
 *
 * @param {Api.Task} task
 * @param {{ status: string, at: string }[]} events
 * @returns {Bar[]}
 */
export function callBars({ output }, events) {
  const begin = Date.parse(events.findLast(({ status }) => status === 'running')?.at ?? '');
  /** @type {{ tool: string, error?: string, startedAfterMs?: number, durationMs?: number, requestedParameters?: unknown }[]} */
  const calls = Array.isArray(output?.toolCalls) ? output.toolCalls : [];
  return calls.flatMap(({ tool, error, startedAfterMs, durationMs, requestedParameters }) => {
    if (Number.isNaN(begin) || startedAfterMs === undefined || durationMs === undefined) return [];
    const from = begin + startedAfterMs;
    const note = requestedParameters ? 'with changed values' : undefined;
    return [{ label: tool, icon: 'wrench', from, to: from + durationMs, look: error ? 'failed' : 'done', wrong: error, note }];
  });
}
