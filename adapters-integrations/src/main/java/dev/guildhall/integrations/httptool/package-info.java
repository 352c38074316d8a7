/** Tools that are requests to an HTTP API: a call of a tool becomes one request, and its answer the tool's. */
package dev.guildhall.integrations.httptool;
