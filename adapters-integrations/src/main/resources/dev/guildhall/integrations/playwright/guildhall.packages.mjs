// The packages of the suite, found as its own files would find them.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

export const requireInSuite = run => createRequire(path.join(run.suite, 'package.json'));

/** The browsers that the Playwright of the suite knows, with their revisions and versions. */
export function browsersIn(run) {
  const test = requireInSuite(run).resolve('@playwright/test');
  const playwright = createRequire(test).resolve('playwright');
  const core = path.dirname(createRequire(playwright).resolve('playwright-core/package.json'));
  return JSON.parse(fs.readFileSync(path.join(core, 'browsers.json'), 'utf8')).browsers;
}
