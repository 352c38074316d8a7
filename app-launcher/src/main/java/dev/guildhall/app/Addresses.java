package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.http.Listener;
import dev.guildhall.http.Service;
import dev.guildhall.http.authorization.AuthorizationAddresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The ports of a node, which are checked before anything else is opened, and the address of each service.
 *
 * @param main the port of the main listener
 * @param own the ports of services that have a listener of their own
 * @param publicUrl the address that users open
 */
record Addresses(int main, Map<Service, Integer> own, String publicUrl) {
    /** The host of test reports on this machine. */
    static final String REPORTS_HOST = "reports.localhost";

    /**
     * Checks that the ports are free; a 0 becomes a free port.
     *
     * @throws StartFailure when one is in use
     */
    static Addresses claim(Config config) {
        int main = claim(config.host(), config.port());
        Map<Service, Integer> own = new EnumMap<>(Service.class);
        config.ownPorts().forEach((service, port) -> {
            if (config.services().contains(service)) {
                if (port != 0 && (port == main || own.containsValue(port))) {
                    throw new StartFailure("port " + port + " is configured for two listeners");
                }
                own.put(service, claim(config.host(), port));
            }
        });
        return new Addresses(main, own, config.publicUrl().orElse("http://" + shown(config.host()) + ":" + main));
    }

    /**
     * Binds without listening: if the port listened for a moment, clients would connect and then lose the connection.
     */
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
     * The public base address of a service that browsers open: the configured address applies to all of them; without
     * it, the address of the service's own listener.
     */
    String publicUrlOf(Service service, Config config) {
        Integer port = own.get(service);
        return config.publicUrl().isPresent() || port == null
                ? publicUrl
                : "http://" + shown(config.host()) + ":" + port;
    }

    /**
     * The addresses for the sign-in of MCP clients: those that a request names, where no address is configured and one
     * listener has all that the clients need.
     */
    AuthorizationAddresses authorization(Config config) {
        boolean isOne = Stream.of(Service.ACCOUNT, Service.TOOLS, Service.CHAT).noneMatch(own::containsKey);
        return new AuthorizationAddresses(
                config.publicUrl().isEmpty() && isOne ? Optional.empty() : Optional.of(publicUrl));
    }

    /**
     * The base address of the reports of test runs, whose scripts need an origin of their own, different from that of
     * the API. Browsers resolve every name below {@code localhost} to their own machine. Empty when there is none:
     * reports are downloads then.
     */
    Optional<String> reportsUrl(Config config) {
        String service = publicUrlOf(Service.RUNS, config);
        String local = service.replaceFirst("^(https?://)localhost(?=[:/]|$)", "$1" + REPORTS_HOST);
        return config.runs().reportsUrl().or(() -> Optional.of(local).filter(url -> !url.equals(service)));
    }

    /** The host that serves only links to files of runs. */
    String linksHost(Config config) {
        return config.runs()
                .reportsUrl()
                .map(url -> String.valueOf(URI.create(url).getHost()))
                .orElse(REPORTS_HOST);
    }

    /** The base address of a service's paths. */
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
