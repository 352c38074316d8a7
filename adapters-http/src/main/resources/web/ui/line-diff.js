// The difference of two texts, line by line.

/** Above this product of lines the middle is shown as replaced: the table of the comparison grows with it. */
const MOST_CELLS = 4_000_000;

/**
 * The lines of both texts in order: `kept`, or in one of them alone.
 *
 * @param {string} before
 * @param {string} after
 * @returns {{ kind: 'kept' | 'removed' | 'added', line: string }[]}
 */
export function lineDiff(before, after) {
  const olds = before.split('\n');
  const news = after.split('\n');
  let start = 0;
  while (start < olds.length && start < news.length && olds[start] === news[start]) start += 1;
  let end = 0;
  while (end < olds.length - start && end < news.length - start && olds.at(-1 - end) === news.at(-1 - end)) end += 1;
  /** @param {'kept' | 'removed' | 'added'} kind @param {string[]} lines */
  const all = (kind, lines) => lines.map((line) => ({ kind, line }));
  const middle = between(olds.slice(start, olds.length - end), news.slice(start, news.length - end));
  return [...all('kept', olds.slice(0, start)), ...middle, ...all('kept', olds.slice(olds.length - end))];
}

/**
 * By the longest common subsequence.
 *
 * @param {string[]} olds
 * @param {string[]} news
 */
function between(olds, news) {
  const width = news.length + 1;
  /** @type {{ kind: 'kept' | 'removed' | 'added', line: string }[]} */
  const found = [];
  const isCompared = olds.length * news.length <= MOST_CELLS;
  const lengths = new Uint32Array(isCompared ? (olds.length + 1) * width : 0);
  for (let i = olds.length - 1; isCompared && i >= 0; i -= 1) {
    for (let j = news.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = olds[i] === news[j]
        ? lengths[(i + 1) * width + j + 1] + 1
        : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  let i = 0;
  let j = 0;
  while (i < olds.length || j < news.length) {
    const isSame = isCompared && i < olds.length && j < news.length && olds[i] === news[j];
    const isRemoved = j === news.length
      || (i < olds.length && (!isCompared || lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]));
    if (isSame) found.push({ kind: 'kept', line: olds[i] });
    else found.push(isRemoved ? { kind: 'removed', line: olds[i] } : { kind: 'added', line: news[j] });
    if (isSame || isRemoved) i += 1;
    if (isSame || !isRemoved) j += 1;
  }
  return found;
}
