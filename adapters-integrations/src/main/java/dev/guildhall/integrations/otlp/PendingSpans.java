package dev.guildhall.integrations.otlp;

import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.List;
import java.util.function.Supplier;

/**
 * Spans that wait to be sent.
 *
 * @param count the number of spans
 * @param spans creates them
 */
record PendingSpans(int count, Supplier<List<SpanData>> spans) {}
