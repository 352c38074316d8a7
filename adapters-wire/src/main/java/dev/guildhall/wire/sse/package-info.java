/** Server-sent events (WHATWG HTML, 9.2), in both directions, and the lines that they consist of. */
@NullMarked
package dev.guildhall.wire.sse;

import org.jspecify.annotations.NullMarked;
