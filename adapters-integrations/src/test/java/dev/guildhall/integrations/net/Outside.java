package dev.guildhall.integrations.net;

import dev.guildhall.ports.Ticker;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import okhttp3.HttpUrl;

/** What tests of outbound requests have in common. */
public final class Outside {
    static final Instant NOW = Instant.parse("2026-07-01T10:00:00Z");

    private Outside() {}

    /** Waits for nothing, and remembers how long it was asked to. */
    static final class Waits implements Ticker {
        final List<Duration> asked = new CopyOnWriteArrayList<>();

        @Override
        public void pause(Duration time) {
            asked.add(time);
        }
    }

    /** May reach loopback, as an installation that lists it. */
    public static OutboundHttp open() {
        return http("127.0.0.1,localhost", new Waits());
    }

    static OutboundHttp http(String allow, Ticker ticker) {
        return new OutboundHttp(EgressRules.parse(allow), ticker, InstantSource.fixed(NOW));
    }

    /** Knows these names alone. */
    static OutboundHttp knowing(String allow, Map<String, List<String>> names) {
        NameLookup lookup = host -> {
            if (!names.containsKey(host)) {
                throw new UnknownHostException(host);
            }
            return names.get(host).stream().map(InetAddress::ofLiteral).toList();
        };
        return new OutboundHttp(EgressRules.parse(allow), lookup, new Waits(), InstantSource.fixed(NOW));
    }

    static OutboundRequest get(String url) {
        return OutboundRequest.of("GET", HttpUrl.get(url)).withLimits(Duration.ofSeconds(10), 100_000);
    }
}
