package dev.guildhall.integrations.playwright;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a program that the server starts gets of the server's environment: what it needs to find its files and the
 * network. All else stays here, for example the keys of model providers.
 */
final class ChildEnvironment {
    private static final Set<String> NAMES = Set.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "SHELL",
            "LANG",
            "TZ",
            "TMPDIR",
            "DBUS_SESSION_BUS_ADDRESS",
            "HTTP_PROXY",
            "HTTPS_PROXY",
            "NO_PROXY",
            "http_proxy",
            "https_proxy",
            "no_proxy",
            "SSL_CERT_FILE",
            "SSL_CERT_DIR",
            "NODE_EXTRA_CA_CERTS");

    /** The settings of npm, of the container engines, of locales, of the places of files, and of services of systemd. */
    private static final Set<String> PREFIXES =
            Set.of("npm_config_", "NPM_CONFIG_", "DOCKER_", "CONTAINER", "CONTAINERS_", "PODMAN_", "LC_", "XDG_");

    private ChildEnvironment() {}

    static Map<String, String> of(Map<String, String> environment) {
        Map<String, String> left = new TreeMap<>(environment);
        left.keySet()
                .removeIf(name -> !NAMES.contains(name) && PREFIXES.stream().noneMatch(name::startsWith));
        return left;
    }

    /** Leaves a builder only what its program gets. */
    static ProcessBuilder narrow(ProcessBuilder builder) {
        Map<String, String> left = of(builder.environment());
        builder.environment().keySet().retainAll(left.keySet());
        return builder;
    }
}
