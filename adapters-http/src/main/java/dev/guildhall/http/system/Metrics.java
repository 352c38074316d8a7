package dev.guildhall.http.system;

import dev.guildhall.http.RequestLog;
import dev.guildhall.ports.Counter;
import dev.guildhall.ports.Gauge;
import dev.guildhall.ports.Metric;
import dev.guildhall.ports.telemetry.CallMeter;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** All figures of a node in Prometheus' text form. Thread-safe. */
public final class Metrics {
    static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    private static final double MILLIS = 1000.0;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
    private final RequestLog requestLog = new RequestLog(registry);
    private final CallMeter calls;

    /**
     * The figures of requests, of calls and of the machine.
     *
     * @param models those that the configuration names
     */
    public Metrics(Set<String> models) {
        calls = new CallMetrics(registry, models);
        machine().forEach(this::add);
    }

    /** Counts calls of models and tools. */
    public CallMeter calls() {
        return calls;
    }

    /** Counts the requests that these figures tell of. */
    public RequestLog requestLog() {
        return requestLog;
    }

    String text() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            writer.write(out, registry.scrape(), EscapingScheme.DEFAULT);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Shows a figure of an adapter too. */
    public void add(Metric metric) {
        String name = "guildhall_" + metric.name();
        switch (metric) {
            case Gauge gauge ->
                GaugeWithCallback.builder()
                        .name(name)
                        .help(gauge.help())
                        .callback(callback -> callback.call(gauge.value().getAsDouble()))
                        .register(registry);
            case Counter counter ->
                CounterWithCallback.builder()
                        .name(name)
                        .help(counter.help())
                        .callback(callback -> callback.call(counter.value().getAsDouble()))
                        .register(registry);
        }
    }

    private static List<Metric> machine() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        return List.of(
                new Gauge(
                        "jvm_heap_used_bytes",
                        "Heap in use.",
                        () -> memory.getHeapMemoryUsage().getUsed()),
                new Gauge(
                        "jvm_heap_max_bytes",
                        "Heap at most.",
                        () -> memory.getHeapMemoryUsage().getMax()),
                new Gauge(
                        "jvm_platform_threads",
                        "Platform threads.",
                        () -> ManagementFactory.getThreadMXBean().getThreadCount()),
                new Counter("jvm_gc_seconds", "Time spent in garbage collection.", Metrics::collecting),
                new Gauge(
                        "jvm_uptime_seconds",
                        "Time since the start.",
                        () -> ManagementFactory.getRuntimeMXBean().getUptime() / MILLIS));
    }

    private static double collecting() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                        .sum()
                / MILLIS;
    }
}
