// Words for times and amounts. Times are relative under a day; the exact one is the title of the element.
import { html } from 'lit';

const DAY_MS = 86_400_000;
const exactForm = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const dayForm = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const yearForm = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const whole = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

/** @param {string} iso */
export const exact = (iso) => exactForm.format(new Date(iso));
/** @param {number} value */
export const number = (value) => whole.format(value);
/**
 * An amount of money, to at most 6 decimals where it is small.
 *
 * @param {number} amount
 * @param {string} currency
 */
export function money(amount, currency) {
  const decimals = Math.abs(amount) >= 1 || amount === 0 ? 2 : 6;
  return new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: decimals,
  }).format(amount);
}
/** 4,213 as it is, 42,130 as 42.1K. @param {number} value */
export const compact = (value) => (Math.abs(value) < 10_000 ? whole.format(value) : short.format(value));
/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

/**
 * @param {string} iso
 * @param {number} [now]
 */
export function relative(iso, now = Date.now()) {
  const at = new Date(iso);
  const ago = now - at.getTime();
  const past = ago >= 0;
  const seconds = Math.round(Math.abs(ago) / 1000);
  /** @param {string} amount */
  const say = (amount) => (past ? `${amount} ago` : `in ${amount}`);
  if (seconds < 45) return past ? 'just now' : 'in a moment';
  if (seconds < 3600) return say(`${Math.max(1, Math.round(seconds / 60))} min`);
  if (seconds < 86_400) return say(`${Math.round(seconds / 3600)} h`);
  return at.getFullYear() === new Date(now).getFullYear() ? dayForm.format(at) : yearForm.format(at);
}

/** `<time>` with the relative time, the exact one on hover; nothing for an absent time. @param {string | null} [iso] */
export const time = (iso) =>
  iso ? html`<time class="nowrap" datetime=${iso} title=${exact(iso)}>${relative(iso)}</time>` : '–';

/** 184 ms, 3.1 s, 1:42, 2 h 5 min. @param {number | null} [ms] */
export function duration(ms) {
  if (ms === null || ms === undefined) return '–';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes}:${String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0')}`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** @param {number} count */
export function bytes(count) {
  if (count < 1000) return `${count} B`;
  if (count < 1_000_000) return `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)} kB`;
  return `${(count / 1_000_000).toFixed(1)} MB`;
}

/**
 * Today, Yesterday, This week, Earlier.
 *
 * @param {string} iso
 * @param {number} [now]
 */
export function period(iso, now = Date.now()) {
  const start = new Date(now).setHours(0, 0, 0, 0);
  const at = new Date(iso).getTime();
  if (at >= start) return 'Today';
  if (at >= start - DAY_MS) return 'Yesterday';
  if (at >= start - 7 * DAY_MS) return 'Last 7 days';
  return 'Earlier';
}

/** @param {string} [name] */
export const initials = (name) =>
  (name ?? '?')
    .split(/[\s._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => [...part][0].toUpperCase())
    .join('') || '?';
