/** The HTTP client that asks providers of models: connections, timeouts, and streams of events. */
package dev.guildhall.llm.http;
