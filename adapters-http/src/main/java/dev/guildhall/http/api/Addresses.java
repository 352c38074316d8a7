package dev.guildhall.http.api;

import dev.guildhall.http.Service;
import dev.guildhall.http.authorization.AuthorizationAddresses;
import dev.guildhall.http.server.PortTaken;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The listeners of a node, and the address of each of its services. Immutable.
 *
 * @param host the address that the listeners listen on
 * @param main the port of the main listener; 0 means any free one
 * @param services the services of the node
 * @param own the ports of services that have a listener of their own
 * @param configuredUrl the address that users open, without a slash at its end; absent means the main listener's
 * @param configuredReportsUrl the same for reports of test runs, with another host; absent means one below
 *     {@code localhost} where users open {@code localhost}
 */
public record Addresses(
        String host,
        int main,
        Set<Service> services,
        Map<Service, Integer> own,
        Optional<String> configuredUrl,
        Optional<String> configuredReportsUrl) {
    /** The host of test reports on this machine. */
    private static final String REPORTS_HOST = "reports.localhost";

    public Addresses {
        services = Set.copyOf(services);
        Set<Service> running = services;
        own = own.entrySet().stream()
                .filter(entry -> running.contains(entry.getKey()))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** One listener with all services. */
    public static Addresses of(String host, int port) {
        return new Addresses(host, port, EnumSet.allOf(Service.class), Map.of(), Optional.empty(), Optional.empty());
    }

    /** The same with another address that users open, such as that of a proxy: {@code https://guildhall.example}. */
    public Addresses withPublicUrl(String url) {
        return new Addresses(host, main, services, own, Optional.of(url), configuredReportsUrl);
    }

    /**
     * Checks that the ports are free; a 0 becomes a free port.
     *
     * @throws PortTaken when one is in use
     */
    public Addresses claimed() {
        int claimedMain = claim(host, main);
        Map<Service, Integer> claimed = new EnumMap<>(Service.class);
        own.forEach((service, port) -> {
            if (port != 0 && (port == claimedMain || claimed.containsValue(port))) {
                throw new PortTaken(host, port, "two listeners have this port");
            }
            claimed.put(service, claim(host, port));
        });
        return new Addresses(host, claimedMain, services, claimed, configuredUrl, configuredReportsUrl);
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
            throw new PortTaken(host, port, String.valueOf(taken.getMessage()));
        }
    }

    /** The address that users open. */
    public String publicUrl() {
        return configuredUrl.orElseGet(() -> listener(main));
    }

    /** The services of the main listener. */
    Set<Service> together() {
        Set<Service> together = EnumSet.copyOf(services);
        together.removeAll(own.keySet());
        return together;
    }

    /** The addresses of the services that other listeners have. */
    Map<Service, String> others(Set<Service> here) {
        Map<Service, String> others = new EnumMap<>(Service.class);
        services.stream()
                .filter(service -> !here.contains(service))
                .forEach(service -> others.put(service, of(service)));
        return others;
    }

    /**
     * The public base address of a service that browsers open: the configured address applies to all of them; without
     * it, the address of the service's own listener.
     */
    public String publicUrlOf(Service service) {
        Integer port = own.get(service);
        return configuredUrl.isPresent() || port == null ? publicUrl() : listener(port);
    }

    /**
     * The addresses for the sign-in of MCP clients: those that a request names, where no address is configured and one
     * listener has all that the clients need.
     */
    AuthorizationAddresses authorization() {
        boolean isOne = Stream.of(Service.ACCOUNT, Service.TOOLS, Service.CHAT).noneMatch(own::containsKey);
        return new AuthorizationAddresses(
                configuredUrl.isEmpty() && isOne ? Optional.empty() : Optional.of(publicUrl()));
    }

    /**
     * The base address of the reports of test runs, whose scripts need an origin of their own, different from that of
     * the API. Browsers resolve every name below {@code localhost} to their own machine. Empty when there is none:
     * reports are downloads then.
     *
     * @param service the address of the service of test runs, without a slash at its end
     */
    Optional<String> reportsUrl(String service) {
        String local = service.replaceFirst("^(https?://)localhost(?=[:/]|$)", "$1" + REPORTS_HOST);
        return configuredReportsUrl.or(() -> Optional.of(local).filter(url -> !url.equals(service)));
    }

    /** The host that serves only links to files of runs. */
    String linksHost() {
        return configuredReportsUrl
                .map(url -> String.valueOf(URI.create(url).getHost()))
                .orElse(REPORTS_HOST);
    }

    /** The base address of a service's paths. */
    public String of(Service service) {
        Integer port = own.get(service);
        return port == null
                ? publicUrl() + Services.base(service, false)
                : listener(port) + Services.base(service, true);
    }

    private String listener(int port) {
        return "http://" + shown(host) + ":" + port;
    }

    private static String shown(String host) {
        return switch (host) {
            case "127.0.0.1", "0.0.0.0", "::1", "::" -> "localhost";
            default -> host.contains(":") ? "[" + host + "]" : host;
        };
    }
}
