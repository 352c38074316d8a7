/** Calls other systems over HTTP: requests, connections, timeouts, and which addresses are connected to. */
@NullMarked
package dev.guildhall.wire.http;

import org.jspecify.annotations.NullMarked;
