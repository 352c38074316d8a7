// Passes requests on with a bearer: the suite has no option for it.
// node bearer-proxy.mjs <port> <target origin> <file with the token>; prints the port that it listens on.
import { createServer, request } from 'node:http';
import { readFileSync } from 'node:fs';

const [port, target, file] = process.argv.slice(2);

createServer((from, to) => {
    const headers = { ...from.headers, authorization: `Bearer ${readFileSync(file, 'utf8').trim()}` };
    const passed = request(new URL(from.url, target), { method: from.method, headers }, answer => {
        to.writeHead(answer.statusCode, answer.headers);
        answer.pipe(to);
        answer.on('error', () => to.destroy());
    });
    passed.on('error', () => to.destroy());
    to.on('close', () => passed.destroy());
    from.pipe(passed);
}).listen(Number(port), '127.0.0.1', function listening() {
    console.log(this.address().port);
});
