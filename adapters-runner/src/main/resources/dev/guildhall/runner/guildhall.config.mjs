// The configuration that a run is started with. It loads the suite's own configuration, which stays as it is, and sets what
// the run decides: the target, the browsers, where files go, and who is told.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startProxy } from './guildhall.proxy.mjs';

const folder = path.dirname(fileURLToPath(import.meta.url));
const run = JSON.parse(fs.readFileSync(path.join(folder, 'run.json'), 'utf8'));

const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
Object.assign(process.env, run.env);

// The server holds the other end of the standard input: when it dies, so does the run.
if (!isWorker) {
  process.stdin.resume();
  process.stdin.on('end', () => {
    process.kill(process.pid, 'SIGINT');
    setTimeout(() => process.exit(1), 3000).unref();
  });
  process.stdin.unref?.();
}

if (run.proxy) {
  const address = `http://127.0.0.1:${run.proxy.port}`;
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']) process.env[name] = address;
  process.env.NODE_USE_ENV_PROXY = '1';
  if (!isWorker) await startProxy(run.proxy);
}

class RunnerError extends Error {}

function fail(code, message) {
  fs.appendFileSync(run.events, JSON.stringify({ type: 'error', code, message }) + '\n');
  throw new RunnerError(message);
}

async function ownConfig() {
  if (!run.config) return {};
  const loaded = await import(pathToFileURL(run.config).href);
  const config = loaded.default?.default ?? loaded.default ?? loaded;
  return config && typeof config === 'object' ? config : {};
}

const inSuite = file => (file === undefined ? undefined : path.resolve(run.suite, file));

// A path of the configuration, or the name of a package.
const module = name => (typeof name === 'string' && fs.existsSync(inSuite(name)) ? inSuite(name) : localScript(name));
function localScript(name) {
  return typeof name === 'string' && name.startsWith('.') ? inSuite(name) : name;
}
const modules = names => (Array.isArray(names) ? names.map(module) : names === undefined ? undefined : module(names));

function browserOf(user, project) {
  return (
    project.use?.browserName ??
    user.use?.browserName ??
    project.use?.defaultBrowserType ??
    user.use?.defaultBrowserType ??
    'chromium'
  );
}

// The browser that the server was told to take, then Playwright's own where it is installed, then one on the path.
function executable(browser) {
  if (browser === 'chromium' && run.chromium) return run.chromium;
  const require = createRequire(path.join(run.suite, 'package.json'));
  let own;
  try {
    own = require('@playwright/test')[browser].executablePath();
  } catch {
    own = undefined;
  }
  if (run.list || (own && fs.existsSync(own))) return undefined;
  const found = browser === 'chromium' ? onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') : undefined;
  return found ?? fail('CONTAINER_ERROR', `the browser ${browser} is not installed where the tests run`);
}

function onPath(...names) {
  const places = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap(name => places.map(place => path.join(place, name))).find(file => fs.existsSync(file));
}

function projectDir(user, project) {
  return inSuite(project.testDir ?? user.testDir ?? '.');
}

function snapshots(user, project, name) {
  const dir = path.relative(run.suite, projectDir(user, project));
  if (dir.startsWith('..')) fail('SUITE_INVALID', 'testDir must be inside of the suite');
  const place = Buffer.from(name).toString('base64url');
  return path.join(run.snapshots, place, dir, '{testFilePath}', '{arg}{ext}');
}

function without(expect) {
  if (!expect) return expect;
  const { pathTemplate: unused, ...screenshot } = expect.toHaveScreenshot ?? {};
  return { ...expect, toHaveScreenshot: screenshot };
}

function project(user, own, name, browser, limits) {
  const path_ = executable(browser);
  const use = {
    ...user.use,
    ...own.use,
    browserName: browser,
    baseURL: run.target,
    screenshot: 'only-on-failure',
    trace: own.use?.trace ?? user.use?.trace ?? 'retain-on-failure',
  };
  if (run.proxy) {
    use.proxy = { server: `http://127.0.0.1:${run.proxy.port}`, bypass: browser === 'chromium' ? '<-loopback>' : undefined };
  }
  if (path_) {
    delete use.channel;
    use.launchOptions = { ...user.use?.launchOptions, ...own.use?.launchOptions, executablePath: path_ };
  }
  return {
    ...own,
    ...limits,
    name,
    testDir: projectDir(user, own),
    outputDir: run.output,
    snapshotDir: undefined,
    snapshotPathTemplate: snapshots(user, own, name),
    expect: without(own.expect),
    repeatEach: 1,
    use,
  };
}

// The suite's own projects of the wanted browsers with all that they depend on; a plain one for a browser that has none.
function projects(user, limits) {
  const own = (user.projects ?? []).map((one, i) => ({ ...one, name: one.name || browserOf(user, one) + (i ? i : '') }));
  const wanted = new Set();
  const add = one => {
    if (wanted.has(one.name)) return;
    wanted.add(one.name);
    const others = [...(one.dependencies ?? []), ...(one.teardown ? [one.teardown] : [])];
    own.filter(other => others.includes(other.name)).forEach(add);
  };
  const needed = new Set(own.flatMap(one => [...(one.dependencies ?? []), ...(one.teardown ? [one.teardown] : [])]));
  const all = [];
  for (const browser of run.browsers) {
    const matching = own.filter(one => !needed.has(one.name) && browserOf(user, one) === browser);
    matching.forEach(add);
    if (matching.length === 0) all.push(project(user, {}, browser, browser, limits));
  }
  own.filter(one => wanted.has(one.name)).forEach(one => all.push(project(user, one, one.name, browserOf(user, one), limits)));
  return all;
}

const escaped = text => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

// Playwright matches against the project, the file below the root directory and the titles, joined by blanks.
function only(user) {
  if (!run.only?.length) return run.grep ? new RegExp(run.grep) : user.grep;
  return run.only.map(test => new RegExp(`${escaped(test.project)} .*${escaped(path.basename(test.file))} ${escaped(test.title.split(' › ').join(' '))}( @.*)?$`));
}

const user = await ownConfig();
const limits = {};
if (run.retries !== undefined) limits.retries = run.retries;
if (run.timeout !== undefined) limits.timeout = run.timeout;

const reporters = [[path.join(folder, 'guildhall.reporter.mjs')]];
if (!run.list) {
  reporters.unshift(['list']);
  reporters.push(['html', { outputFolder: run.report, open: 'never' }], ['junit', { outputFile: run.junit }]);
}

const { webServer: unusedServer, globalTimeout: unusedTimeout, snapshotDir: unusedDir, ...kept } = user;

export default {
  ...kept,
  ...limits,
  testDir: inSuite(user.testDir ?? '.'),
  outputDir: run.output,
  globalSetup: modules(user.globalSetup),
  globalTeardown: modules(user.globalTeardown),
  tsconfig: inSuite(user.tsconfig),
  reporter: reporters,
  workers: run.workers,
  repeatEach: 1,
  updateSnapshots: 'missing',
  ignoreSnapshots: false,
  preserveOutput: 'always',
  grep: only(user),
  expect: without(user.expect),
  projects: projects(user, limits),
};
