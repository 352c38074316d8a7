package dev.guildhall.http;

import io.javalin.http.Context;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.IntSupplier;

/**
 * One line and one observation a request: identifier, route template, status, time, user. Never a token, a body, or the
 * path as it was sent. Thread-safe.
 */
public final class RequestLog {
    private static final Logger LOG = System.getLogger("dev.guildhall.access");
    private static final double MILLIS = 1000.0;

    private final PrometheusRegistry registry;
    private final Histogram durations;

    public RequestLog(PrometheusRegistry registry) {
        this.registry = registry;
        this.durations = Histogram.builder()
                .name("guildhall_http_request_duration_seconds")
                .help("Time from a request's first byte to its answer's last, by route template and status.")
                .labelNames("route", "status")
                .classicOnly()
                .withoutExemplars()
                .classicUpperBounds(.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60)
                .register(registry);
    }

    void inFlight(IntSupplier count) {
        GaugeWithCallback.builder()
                .name("guildhall_http_requests_in_flight")
                .help("Requests that are being answered.")
                .callback(callback -> callback.call(count.getAsInt()))
                .register(registry);
    }

    void finished(Context ctx, float millis) {
        String route = Dispatcher.routeOf(ctx);
        String status = Integer.toString(ctx.statusCode());
        durations.labelValues(route, status).observe(millis / MILLIS);
        if (LOG.isLoggable(Level.INFO)) {
            LOG.log(
                    Level.INFO,
                    "id=" + Dispatcher.requestId(ctx) + " route=\"" + route + "\" status=" + status + " ms="
                            + Math.round(millis) + " user=" + Dispatcher.userOf(ctx));
        }
    }
}
