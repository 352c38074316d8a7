/** Calls other systems over HTTP: requests, connections, timeouts, and which addresses are connected to. */
package dev.guildhall.wire.http;
