/**
 * What every provider's protocol needs: opening calls, bounding waits, reading answers, telling failures. Providers are
 * reached directly: a proxy on the way out, be it configured for the system or the Java runtime, is not used.
 */
package dev.guildhall.llm.wire;
