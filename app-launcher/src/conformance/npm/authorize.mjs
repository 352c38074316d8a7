// Runs a program that signs in, and opens the address at which it waits for a person in a browser that allows everything.
// node authorize.mjs <address of the browser> <program> <its arguments …>; prints what the program prints.
import { spawn } from 'node:child_process';

const [browser, ...command] = process.argv.slice(2);
const program = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
let printed = '';
let isOpened = false;

async function open(address) {
    const allowed = await fetch(browser, { method: 'POST', body: address });
    if (!allowed.ok) throw new Error(`not allowed: ${allowed.status} ${await allowed.text()}`);
    await fetch(await allowed.text());
}

function take(piece) {
    process.stdout.write(piece);
    printed += piece;
    const found = /https?:\/\/[^\s"']*\/oauth\/authorize\?[^\s"']*(?=\s)/.exec(printed);
    if (found && !isOpened) {
        isOpened = true;
        open(found[0]).catch(failure => {
            console.log(`failure: ${failure}`);
            program.kill();
        });
    }
}

program.stdout.on('data', take);
program.stderr.on('data', take);
program.on('close', code => process.exit(code ?? 1));
