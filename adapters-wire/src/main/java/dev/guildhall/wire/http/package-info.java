/** Calls providers over HTTP: requests, connections, timeouts, and streams of events. */
package dev.guildhall.wire.http;
