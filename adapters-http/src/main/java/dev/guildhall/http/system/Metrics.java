package dev.guildhall.http.system;

import com.sun.management.OperatingSystemMXBean;
import dev.guildhall.http.RequestLog;
import dev.guildhall.ports.Counter;
import dev.guildhall.ports.Gauge;
import dev.guildhall.ports.LabelledCounter;
import dev.guildhall.ports.Metric;
import dev.guildhall.ports.telemetry.CallMeter;
import dev.guildhall.ports.telemetry.McpMeter;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** All metrics of a node in Prometheus' text format. */
public final class Metrics {
    static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    private static final double MILLIS = 1000.0;
    private static final double NANOS = 1e9;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
    private final RequestLog requestLog = new RequestLog(registry);
    private final CallMeter calls;
    private final McpMeter mcp;

    /**
     * @param models those that the configuration names
     * @param version of this build
     */
    public Metrics(Set<String> models, String version) {
        calls = new CallMetrics(registry, models);
        mcp = new McpMetrics(registry, requestLog);
        machine().forEach(this::add);
        process().forEach(metric -> register(metric.name(), metric));
        Info.builder()
                .name("guildhall_build_info")
                .help("The version of this build of Guildhall.")
                .labelNames("version")
                .register(registry)
                .setLabelValues(version);
    }

    public CallMeter calls() {
        return calls;
    }

    public McpMeter mcp() {
        return mcp;
    }

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

    public void add(Metric metric) {
        register("guildhall_" + metric.name(), metric);
    }

    private void register(String name, Metric metric) {
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
            case LabelledCounter counter ->
                CounterWithCallback.builder()
                        .name(name)
                        .help(counter.help())
                        .labelNames(counter.label())
                        .callback(callback ->
                                counter.values().forEach((value, part) -> callback.call(part.getAsDouble(), value)))
                        .register(registry);
        }
    }

    private static List<Metric> machine() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        return List.of(
                new Gauge(
                        "jvm_heap_used_bytes",
                        "Bytes of the Java heap that are in use.",
                        () -> memory.getHeapMemoryUsage().getUsed()),
                new Gauge(
                        "jvm_heap_max_bytes",
                        "Greatest size of the Java heap in bytes.",
                        () -> memory.getHeapMemoryUsage().getMax()),
                new Gauge(
                        "jvm_platform_threads",
                        "Live platform threads of the Java process.",
                        () -> ManagementFactory.getThreadMXBean().getThreadCount()),
                new Counter(
                        "jvm_gc_seconds",
                        "Seconds that the Java process has spent in garbage collection.",
                        Metrics::collecting),
                new Gauge(
                        "jvm_uptime_seconds",
                        "Seconds since the Java process started.",
                        () -> ManagementFactory.getRuntimeMXBean().getUptime() / MILLIS));
    }

    /** The process metrics that Prometheus' client libraries have in common, under their usual names. */
    private static List<Metric> process() {
        List<Metric> process = new ArrayList<>();
        process.add(new Gauge(
                "process_start_time_seconds",
                "Start time of the process in seconds since 1970-01-01T00:00:00Z.",
                () -> ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS));
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            process.add(new Counter(
                    "process_cpu_seconds",
                    "Seconds of processor time that the process has used, in user and system mode.",
                    () -> system.getProcessCpuTime() / NANOS));
        }
        return process;
    }

    private static double collecting() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                        .sum()
                / MILLIS;
    }
}
