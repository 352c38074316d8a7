package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.http.Listener;
import dev.guildhall.http.Service;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The ports of a node, found free before anything else is opened, and where each service stands on them.
 *
 * @param main the port of the main listener
 * @param own the ports of services that do not stand on it
 * @param publicUrl the address as users see it
 */
record Addresses(int main, Map<Service, Integer> own, String publicUrl) {
    /** The host of reports on the machine itself. */
    static final String REPORTS_HOST = "reports.localhost";

    /**
     * Finds out whether the ports are free; a 0 becomes a free one.
     *
     * @throws StartFailure when one is in use
     */
    static Addresses claim(Config config) {
        int main = claim(config.host(), config.port());
        Map<Service, Integer> own = new EnumMap<>(Service.class);
        config.ownPorts().forEach((service, port) -> {
            if (config.services().contains(service)) {
                if (port != 0 && (port == main || own.containsValue(port))) {
                    throw new StartFailure("port " + port + " is given to two listeners");
                }
                own.put(service, claim(config.host(), port));
            }
        });
        return new Addresses(main, own, config.publicUrl().orElse("http://" + shown(config.host()) + ":" + main));
    }

    /** Binds without listening: a client would take a port that listens for a moment for a server that breaks off. */
    private static int claim(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            return socket.getLocalPort();
        } catch (IOException taken) {
            throw new StartFailure("cannot listen on " + host + ":" + port + ": " + taken.getMessage());
        }
    }

    List<Listener> listeners(Config config, Services services) {
        Set<Service> together = EnumSet.copyOf(config.services());
        together.removeAll(own.keySet());
        List<Listener> listeners = new ArrayList<>();
        listeners.add(new Listener(config.host(), main, services.mounts(together, false, others(together, config))));
        own.forEach((service, port) -> listeners.add(new Listener(
                config.host(), port, services.mounts(Set.of(service), true, others(Set.of(service), config)))));
        return listeners;
    }

    private Map<Service, String> others(Set<Service> here, Config config) {
        Map<Service, String> others = new EnumMap<>(Service.class);
        config.services().stream()
                .filter(service -> !here.contains(service))
                .forEach(service -> others.put(service, of(service, config)));
        return others;
    }

    /**
     * The address before the paths of a service that browsers are sent to: what is configured stands in front of all of
     * them; otherwise the service's own listener.
     */
    String publicUrlOf(Service service, Config config) {
        Integer port = own.get(service);
        return config.publicUrl().isPresent() || port == null
                ? publicUrl
                : "http://" + shown(config.host()) + ":" + port;
    }

    /**
     * The address before the paths of reports of test runs. Their trace viewer needs an origin, which must not be that of
     * the API: on the machine itself, browsers lead every name below {@code localhost} to it. Where users come from outside
     * it is the service's address; reports are sandboxed then.
     */
    String reportsUrl(Config config) {
        return publicUrlOf(Service.RUNS, config).replaceFirst("^(https?://)localhost(?=[:/]|$)", "$1" + REPORTS_HOST);
    }

    /** Where a service's paths are appended. */
    String of(Service service, Config config) {
        Integer port = own.get(service);
        return port == null
                ? publicUrl + Services.base(service, false)
                : "http://" + shown(config.host()) + ":" + port + Services.base(service, true);
    }

    private static String shown(String host) {
        return switch (host) {
            case "127.0.0.1", "0.0.0.0", "::1", "::" -> "localhost";
            default -> host.contains(":") ? "[" + host + "]" : host;
        };
    }
}
