package dev.guildhall.integrations.otlp;

import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.List;
import java.util.function.Supplier;

/**
 * What waits to be sent.
 *
 * @param count how many spans it is
 * @param spans makes them
 */
record PendingSpans(int count, Supplier<List<SpanData>> spans) {}
