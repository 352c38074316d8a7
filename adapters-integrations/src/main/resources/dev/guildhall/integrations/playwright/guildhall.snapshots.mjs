// Where the tests of a run find their snapshots. Pictures are compared with approved baselines; texts and aria snapshots
// with copies of the suite's files, since Playwright writes missing ones. A picture is known by the path of its snapshot.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { requireInSuite } from './guildhall.packages.mjs';

const MOST_FILES = 20_000;
const MOST_DEPTH = 20;
const MOST_NOTED = 10_000;
const MOST_COMPARED = 64 * 1024 * 1024;

export const slashes = file => file.split(path.sep).join('/');
const platformed = name => `${name ? `-${sanitized(name)}` : ''}-${process.platform}`;

/** The layouts of the projects, by their names; the reporter is in the process that loads the configuration first. */
const layouts = new Map();

/** Matches the extensions of pictures, in any case. */
export const PICTURE = String.raw`\.(?:png|jpe?g|webp)`;
const PICTURE_AT_END = new RegExp(`${PICTURE}$`, 'i');

export const isPicture = file => PICTURE_AT_END.test(file);

// As Playwright puts titles and names of projects into paths.
const sanitized = text => text.replace(/[\x00-\x2C\x2E-\x2F\x3A-\x40\x5B-\x60\x7B-\x7F]+/g, '-');

// The server puts the baselines of a project there, each below the path of its test file.
export function snapshotFolder(run, project) {
  return path.join(run.snapshots, crypto.createHash('sha256').update(project).digest('hex'));
}

// A template of the suite, relative to the suite. Projects without a name have one in the run, but not in paths.
function relativeTemplate(run, template, { testDir, snapshotDir, shown }) {
  if (!template) return undefined;
  const filled = template
    .replace(/\{(.)?testDir\}/g, (all, before = '') => before + testDir)
    .replace(/\{(.)?snapshotDir\}/g, (all, before = '') => before + snapshotDir)
    .replace(/\{(.)?projectName\}/g, (all, before = '') => (shown ? before + sanitized(shown) : ''));
  const inside = slashes(path.relative(run.suite, path.resolve(run.suite, filled)));
  if (inside.startsWith('../')) throw new Error('snapshotPathTemplate and pathTemplate must be inside of the suite');
  return inside;
}

// The folders before the first placeholder, with a slash at the end.
const beginning = template => /^(?:[^{]*\/)?/.exec(template)[0];

function commonBeginning(templates) {
  const [first = '', ...others] = templates.map(beginning);
  const folders = first.split('/').slice(0, -1);
  while (folders.length && !others.every(other => other.startsWith(folders.join('/') + '/'))) folders.pop();
  return folders.map(folder => folder + '/').join('');
}

/**
 * The settings of a project for its snapshots.
 *
 * @param dirs testDir, snapshotDir and shown, the name of the project in paths
 */
export function snapshotSettings(run, name, expect, template, dirs) {
  const all = relativeTemplate(run, template, dirs);
  const pictures = relativeTemplate(run, expect?.toHaveScreenshot?.pathTemplate, dirs);
  const aria = relativeTemplate(run, expect?.toMatchAriaSnapshot?.pathTemplate, dirs);
  const base = snapshotFolder(run, name);
  const ariaBase = path.join(run.snapshots, 'aria', path.basename(base));
  const left = commonBeginning([all, pictures].filter(Boolean));
  const test = slashes(path.relative(run.suite, dirs.testDir));
  layouts.set(name, { base, ariaBase, left, test, suite: run.suite, templates: { all, pictures, aria }, dirs });
  const place = one => one && path.join(base, one.slice(left.length));
  const { toHaveScreenshot, toMatchAriaSnapshot } = expect ?? {};
  return {
    snapshotDir: undefined,
    snapshotPathTemplate: place(all) ?? path.join(base, test, '{testFilePath}', '{arg}{ext}'),
    expect: expect && {
      ...expect,
      toHaveScreenshot: toHaveScreenshot && { ...toHaveScreenshot, pathTemplate: place(pictures) },
      toMatchAriaSnapshot: toMatchAriaSnapshot && { ...toMatchAriaSnapshot, pathTemplate: aria && path.join(ariaBase, aria) },
    },
  };
}

// The files in a folder of the suite that are no pictures.
function textsIn(folder) {
  const found = [];
  const visit = (place, depth) => {
    for (const entry of fs.existsSync(place) ? fs.readdirSync(place, { withFileTypes: true }) : []) {
      if (found.length >= MOST_FILES) return;
      const file = path.join(place, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules' && depth < MOST_DEPTH) visit(file, depth + 1);
      else if (entry.isFile() && !isPicture(file)) found.push(file);
    }
  };
  visit(folder, 0);
  return found;
}

function copy(file, target) {
  if (fs.existsSync(target)) return;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.copyFileSync(file, target);
}

// The argument and the extension of a snapshot's path, as Playwright divides it.
const divided = file => /^(.*?)((?:\.aria)?\.[^./]*)?$/s.exec(file).slice(1);

// What stands for a placeholder may contain any character.
function pattern(template) {
  const parts = template.split(/(?:\{[^}]*\})+/).map(part => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

function copyByTemplate(run, template, target) {
  const expected = pattern(template);
  for (const file of textsIn(path.join(run.suite, beginning(template)))) {
    const inside = slashes(path.relative(run.suite, file));
    if (expected.test(inside)) copy(file, target(inside));
  }
}

// Playwright's own layout has the project and the platform in the names of texts, and neither in those of aria snapshots.
function copyByDefault({ base, test, dirs }) {
  const texts = textsIn(dirs.snapshotDir).map(file => {
    const whole = slashes(path.relative(dirs.snapshotDir, file));
    const inside = whole.replace(/-snapshots(?=\/)/, '');
    const [arg, extension = ''] = divided(inside);
    return { file, isSnapshot: inside !== whole, arg, extension };
  });
  const full = platformed(dirs.shown);
  for (const suffix of [full, full.slice(0, -process.platform.length - 1), '']) {
    for (const { file, isSnapshot, arg, extension } of texts) {
      const isMeant = suffix ? arg.endsWith(suffix) : /\.ya?ml$/.test(extension);
      if (isSnapshot && isMeant) copy(file, path.join(base, test, arg.slice(0, arg.length - suffix.length) + extension));
    }
  }
}

/** Copies the texts of the suite to where the tests of a project read them. */
export function copyTexts(run, name) {
  const layout = layouts.get(name);
  const { all, aria } = layout.templates;
  if (all) copyByTemplate(run, all, inside => path.join(layout.base, inside.slice(layout.left.length)));
  else copyByDefault(layout);
  if (aria) copyByTemplate(run, aria, inside => path.join(layout.ariaBase, inside));
}

/** The path below the suite of the text that a test in a file of the suite expects at a path of the run. */
export function pathInSuite(name, testFile, snapshot) {
  const { base, ariaBase, left, suite, templates, dirs } = layouts.get(name);
  const below = folder => slashes(path.relative(folder, snapshot));
  if (!below(ariaBase).startsWith('..')) return below(ariaBase);
  if (templates.all) return left + below(base);
  const [arg, extension = ''] = divided(below(path.join(base, testFile)));
  const suffix = extension === '.aria.yml' ? '' : platformed(dirs.shown);
  const test = path.relative(dirs.testDir, path.join(suite, testFile));
  return slashes(path.relative(suite, path.join(dirs.snapshotDir, `${test}-snapshots`, arg + suffix + extension)));
}

/**
 * Notes the pictures that the tests of this process compare. Playwright reports files for those that differ alone; it
 * looks whether a snapshot exists before each comparison.
 */
export function noteComparisons(run) {
  const { test } = requireInSuite(run)('@playwright/test');
  const noted = new Set();
  const exists = fs.existsSync;
  fs.existsSync = file => {
    if (typeof file === 'string' && file.startsWith(run.snapshots + path.sep) && isPicture(file)) note(file);
    return exists(file);
  };
  const note = file => {
    const info = current(test);
    if (!info) return;
    const { testId, retry } = info;
    const line = JSON.stringify({ test: testId, retry, file }) + '\n';
    if (noted.has(line) || noted.size === MOST_NOTED) return;
    noted.add(line);
    fs.appendFileSync(run.compared, line);
  };
}

function current(test) {
  try {
    return test.info();
  } catch {
    return undefined; // Code of the suite, outside of its tests.
  }
}

// The paths of the pictures that the tests compare, from the file in which the workers note them.
export class ComparedPictures {
  constructor(run) {
    this.file = run.compared;
    this.read = 0;
    this.paths = new Map();
    this.rest = '';
  }

  // The paths of an attempt, in their order.
  of(test, result) {
    this.readOn();
    const key = [test.id, result.retry].join(' ');
    const found = this.paths.get(key) ?? [];
    this.paths.delete(key);
    return found;
  }

  readOn() {
    if (!fs.existsSync(this.file)) return;
    const file = fs.openSync(this.file, 'r');
    const block = Buffer.alloc(Math.max(0, Math.min(fs.fstatSync(file).size, MOST_COMPARED) - this.read));
    const size = fs.readSync(file, block, 0, block.length, this.read);
    fs.closeSync(file);
    this.read += size;
    const lines = (this.rest + block.toString('utf8', 0, size)).split('\n');
    this.rest = lines.pop();
    lines.forEach(line => this.note(line));
  }

  // The tests can write to the file too.
  note(line) {
    const noted = parsed(line);
    if (typeof noted?.file !== 'string') return;
    const key = [noted.test, noted.retry].join(' ');
    const paths = this.paths.get(key) ?? [];
    if (!paths.includes(noted.file)) this.paths.set(key, [...paths, noted.file]);
  }
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

// The files of each comparison, which Playwright names by what they show: expected, actual, diff or previous.
export function comparisonsIn(run, attachments) {
  const found = new Map();
  for (const one of attachments) {
    const parts = /^(.*)-(expected|actual|diff|previous)(\.[^.]+)$/s.exec(one.name);
    if (!parts || !one.path || !one.contentType?.startsWith('image/')) continue;
    const isSnapshot = one.path.startsWith(run.snapshots + path.sep);
    if (!isSnapshot && !slashes(one.path).endsWith(`/${slashes(one.name)}`)) continue;
    const name = parts[1] + parts[3];
    const known = found.get(name) ?? { name: path.basename(name), attachments: [] };
    known.attachments.push(one);
    known[parts[2]] = one.path;
    if (parts[2] === 'expected') known.snapshot = one.path;
    found.set(name, known);
  }
  return [...found.values()];
}
