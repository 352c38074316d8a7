/** Server-sent events (WHATWG HTML, 9.2), in both directions, and the lines that they consist of. */
package dev.guildhall.wire.sse;
