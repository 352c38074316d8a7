package dev.guildhall.http.api;

import dev.guildhall.http.AllowedHosts;
import dev.guildhall.http.BrowserSessions;
import dev.guildhall.http.CallerResolver;
import dev.guildhall.http.CrossOriginProtection;
import dev.guildhall.http.Guard;
import dev.guildhall.http.Listener;
import dev.guildhall.http.PublicAddress;
import dev.guildhall.http.RateLimits;
import dev.guildhall.http.limit.ClientAddress;
import dev.guildhall.http.server.PortTaken;
import dev.guildhall.http.server.Server;
import dev.guildhall.http.system.Metrics;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.driving.DrivingPorts;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.settings.PublicUrl;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** All services over HTTP, for one core. */
public final class HttpApi {
    private final DrivingPorts core;
    private final HttpOptions options;

    private HttpApi(DrivingPorts core, HttpOptions options) {
        this.core = core;
        this.options = options;
    }

    /** The services of a core, with the defaults of all options. */
    public static HttpApi over(DrivingPorts core) {
        return over(core, options -> options);
    }

    /** The services of a core, such as {@code dev.guildhall.core.Core}. */
    public static HttpApi over(DrivingPorts core, UnaryOperator<HttpOptions> change) {
        return new HttpApi(core, change.apply(new HttpOptions()));
    }

    /**
     * Serves all services on one port, until the server is closed; the core stays open.
     *
     * @param host the address to listen on; {@code 127.0.0.1} is reachable from this machine alone
     * @param port 0 means any free one, which the server knows
     * @throws PortTaken when the port is in use
     */
    public Server start(String host, int port) {
        return start(Addresses.of(host, port));
    }

    /** The same with listeners and services by choice, and with the address that users open. */
    public Server start(Addresses addresses) {
        Addresses claimed = addresses.claimed();
        Metrics metrics = options.metricsOrDefault();
        core.metrics().forEach(metrics::add);
        PublicAddress address = new PublicAddress(claimed.publicUrl(), this::setAddress);
        BrowserSessions browsers = new BrowserSessions(core.webSessions(), address);
        return Server.start(
                listeners(claimed, new Services(core, options, claimed, browsers, metrics)),
                guard(claimed, browsers),
                metrics.requestLog(),
                options.limits,
                new Server.BackgroundReplies(core::runningAnswers, core::refuseApprovedAnswers, core::giveUpAnswers));
    }

    private static List<Listener> listeners(Addresses addresses, Services services) {
        List<Listener> listeners = new ArrayList<>();
        listeners.add(new Listener(addresses.host(), addresses.main(), services.mounts(addresses.together(), false)));
        addresses
                .own()
                .forEach((service, port) ->
                        listeners.add(new Listener(addresses.host(), port, services.mounts(Set.of(service), true))));
        return listeners;
    }

    /** The address that an admin has set; none while the settings cannot be read. */
    private Optional<PublicUrl> setAddress() {
        try {
            return core.settings().publicUrl(Caller.anonymous());
        } catch (Refusal unavailable) {
            return Optional.empty();
        }
    }

    private Guard guard(Addresses addresses, BrowserSessions browsers) {
        return new Guard(
                new CallerResolver(
                        core.accounts(), core.factors(), new ClientAddress(options.trustedProxies), browsers),
                new RateLimits(options.rateLimiterOrDefault(), options.requests, options.signIns),
                new AllowedHosts(
                        Optional.ofNullable(URI.create(addresses.publicUrl()).getHost()).stream()
                                .toList(),
                        Optional.of(addresses.linksHost()),
                        browsers.address()::host),
                new CrossOriginProtection(browsers.address(), options.allowedOrigins));
    }
}
