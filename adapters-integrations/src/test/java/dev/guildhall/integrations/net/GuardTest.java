package dev.guildhall.integrations.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guildhall.ports.tool.FailureKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Listeners on loopback must see no connection, by any form of their address. */
class GuardTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret";
    private static final Set<FailureKind> REFUSALS =
            Set.of(FailureKind.BLOCKED, FailureKind.INVALID_ARGUMENTS, FailureKind.UNREACHABLE);

    private static final Map<String, List<String>> NAMES = Map.ofEntries(
            Map.entry("localhost", List.of("127.0.0.1", "::1")),
            Map.entry("localhost.", List.of("127.0.0.1", "::1")),
            Map.entry("inside.example", List.of("127.0.0.1")),
            Map.entry("inside6.example", List.of("::1")),
            Map.entry("mapped.example", List.of("::ffff:127.0.0.1")),
            Map.entry("any.example", List.of("0.0.0.0")),
            Map.entry("any6.example", List.of("::")),
            Map.entry("compatible.example", List.of("::127.0.0.1")),
            // A resolver that knows the figures of other bases, as that of the C library does.
            Map.entry("0x7f.1", List.of("127.0.0.1")),
            Map.entry("0x7f000001", List.of("127.0.0.1")),
            Map.entry("0177.0.0.1", List.of("127.0.0.1")),
            Map.entry("127.0.0.1.", List.of("127.0.0.1")));

    static Stream<String> insideForms() {
        return Stream.concat(
                Stream.of(" \thttp://127.0.0.1:PORT/\n"), Stream.of("""
                    http://127.0.0.1:PORT/ http://127.1:PORT/ http://127.0.1:PORT/ http://2130706433:PORT/
                    http://0x7f000001:PORT/ http://0x7f.1:PORT/ http://0X7F.0.0.1:PORT/ http://0177.0.0.1:PORT/
                    http://017700000001:PORT/ http://127.0.0.01:PORT/ http://127.0.0.1.:PORT/ http://127.0.0.1..:PORT/
                    http://127.255.255.254:PORT/ http://0:PORT/ http://0.0.0.0:PORT/ http://localhost:PORT/
                    http://LOCALHOST:PORT/ http://localhost.:PORT/ http://inside.example:PORT/
                    http://inside6.example:PORT/ http://mapped.example:PORT/ http://any.example:PORT/
                    http://any6.example:PORT/ http://compatible.example:PORT/ http://[::1]:PORT/
                    http://[0:0:0:0:0:0:0:1]:PORT/ http://[::]:PORT/ http://[::127.0.0.1]:PORT/
                    http://[::ffff:127.0.0.1]:PORT/ http://[::ffff:7f00:1]:PORT/ http://[64:ff9b::127.0.0.1]:PORT/
                    http://[2002:7f00:1::]:PORT/ http://[::1%25lo]:PORT/ http://[::1%lo]:PORT/
                    http://[fe80::1%25lo]:PORT/ http://１２７.０.０.１:PORT/ http://127。0。0。1:PORT/ http://①②⑦.⓪.⓪.①:PORT/
                    http://ｌｏｃａｌｈｏｓｔ:PORT/ http://%31%32%37.0.0.1:PORT/ http://127.0.0.1%00.example:PORT/
                    http://user@127.0.0.1:PORT/ http://user:pa55@127.0.0.1:PORT/
                    http://elsewhere.example@127.0.0.1:PORT/ http://127.0.0.1:PORT@elsewhere.example/
                    http://127.0.0.1:PORT\\@elsewhere.example/ http://127.0.0.1:PORT#@elsewhere.example/
                    http://elsewhere.example\\@127.0.0.1:PORT/ http:\\\\127.0.0.1:PORT/ http:127.0.0.1:PORT/
                    http:///127.0.0.1:PORT/ HTTP://127.0.0.1:PORT/ https://127.0.0.1:PORT/ ws://127.0.0.1:PORT/
                    ftp://127.0.0.1:PORT/ file:///etc/passwd gopher://127.0.0.1:PORT/_GET jar:http://127.0.0.1:PORT/!/
                    //127.0.0.1:PORT/ 127.0.0.1:PORT
                    """.strip().split("\\s+")));
    }

    @ParameterizedTest
    @MethodSource("insideForms")
    void no_form_of_an_inside_address_is_connected_to(String form) throws IOException {
        OutboundHttp http = Outside.knowing("", NAMES);
        try (Listeners inside = new Listeners()) {
            String url = form.replace("PORT", String.valueOf(inside.port()));

            assertRefused(() -> http.send(Outside.get(OutboundUrl.parse(url).toString())));

            assertThat(inside.connections()).isZero();
        }
    }

    static Stream<String> redirectsInside() {
        return Stream.of("""
            http://127.0.0.1:PORT/ http://2130706433:PORT/ http://0x7f.1:PORT/ http://127.1:PORT/
            http://localhost:PORT/ http://inside.example:PORT/ http://[::1]:PORT/
            http://[::ffff:127.0.0.1]:PORT/ http://user:pa55@127.0.0.1:PORT/ //127.0.0.1:PORT/
            //１２７.０.０.１:PORT/ \\\\127.0.0.1:PORT/ file:///etc/passwd gopher://127.0.0.1:PORT/_GET
            """.strip().split("\\s+"));
    }

    @ParameterizedTest
    @MethodSource("redirectsInside")
    void no_redirect_leads_inside(String form) throws IOException {
        try (Listeners inside = new Listeners();
                RawServer allowed = RawServer.saying(
                        "HTTP/1.1 302 Found",
                        "Location: " + utf8(form.replace("PORT", String.valueOf(inside.port()))),
                        "Content-Length: 0",
                        "",
                        "")) {
            OutboundHttp http = Outside.knowing("127.0.0.1:" + allowed.port(), NAMES);

            OutboundRequest request = Outside.get(allowed.address()).followingRedirects();
            assertThatThrownBy(() -> http.send(request)).isInstanceOf(OutboundFailure.class);

            assertThat(allowed.requests()).hasSize(1);
            assertThat(inside.connections()).isZero();
        }
    }

    @Test
    void of_several_addresses_only_those_that_are_allowed_are_connected_to() throws IOException {
        assumeTrue(isHere("127.0.0.2"), "this system has one loopback address");
        try (Listeners both = new Listeners("127.0.0.2", "127.0.0.1")) {
            RawServer allowed = both.first();
            RawServer inside = both.second();
            OutboundHttp http =
                    Outside.knowing("127.0.0.2", Map.of("mixed.example", List.of("127.0.0.1", "127.0.0.2", "::1")));

            OutboundReply reply = http.send(Outside.get("http://mixed.example:" + allowed.port()));

            assertThat(reply.status()).isEqualTo(200);
            assertThat(inside.connections()).isZero();
        }
    }

    @Test
    void name_that_changes_its_address_gets_only_to_what_was_checked() throws IOException {
        assumeTrue(isHere("127.0.0.2"), "this system has one loopback address");
        try (Listeners both = new Listeners("127.0.0.2", "127.0.0.1")) {
            RawServer allowed = both.first();
            RawServer inside = both.second();
            Deque<String> answers = new ArrayDeque<>(List.of("127.0.0.2", "127.0.0.1"));
            NameLookup rebinding = _ -> List.of(InetAddress.ofLiteral(answers.pop()));
            OutboundHttp http = new OutboundHttp(
                    EgressRules.parse("127.0.0.2"), rebinding, new Outside.Waits(), InstantSource.fixed(Outside.NOW));
            OutboundRequest request = Outside.get("http://rebinding.example:" + allowed.port());

            OutboundReply reply = http.send(request);
            int lookedUpOnce = answers.size();
            assertThatThrownBy(() -> http.send(request)).hasMessageStartingWith("the address is not public: ");

            assertThat(reply.status()).isEqualTo(200);
            assertThat(lookedUpOnce).isOne();
            assertThat(inside.connections()).isZero();
        }
    }

    @Test
    void listed_name_is_connected_to_on_its_port_alone() throws IOException {
        try (RawServer listed = RawServer.saying(OK);
                RawServer other = RawServer.saying(OK)) {
            OutboundHttp http = Outside.knowing("inside.example:" + listed.port(), NAMES);

            assertThat(http.send(Outside.get("http://inside.example:" + listed.port()))
                            .status())
                    .isEqualTo(200);
            assertRefused(() -> http.send(Outside.get("http://inside.example:" + other.port())));
            assertRefused(() -> http.send(Outside.get(listed.address())));
            assertThat(other.connections()).isZero();
            assertThat(listed.connections()).isOne();
        }
    }

    @Test
    void redirect_to_another_listed_origin_is_followed_where_the_rules_allow_it() throws IOException {
        try (RawServer listed = RawServer.saying(OK);
                RawServer redirecting = redirectingTo(listed)) {
            EgressRules rules = EgressRules.parse("127.0.0.1");
            OutboundRequest request = Outside.get(redirecting.address()).followingRedirects();

            OutboundReply reply = outbound(rules).send(request);
            OutboundHttp strict = outbound(rules.withoutRedirectsInside());
            strict.send(Outside.get(listed.address()));
            int before = listed.connections();

            assertThat(reply.status()).isEqualTo(200);
            assertThatThrownBy(() -> strict.send(request)).hasMessageStartingWith("the address is not public: ");
            assertThat(listed.connections()).isEqualTo(before);
        }
    }

    @Test
    void kept_connection_inside_is_not_used_for_a_redirect_that_may_not_go_there() throws IOException {
        try (RawServer listed = RawServer.saying("HTTP/1.1 200 OK", "Content-Length: 0", "", "");
                RawServer redirecting = redirectingTo(listed)) {
            OutboundHttp strict = outbound(EgressRules.parse("127.0.0.1").withoutRedirectsInside());
            strict.send(Outside.get(listed.address()));

            assertRefused(() -> strict.send(Outside.get(redirecting.address()).followingRedirects()));

            assertThat(listed.requests()).hasSize(1);
        }
    }

    @Test
    void redirect_within_a_listed_origin_is_followed() throws IOException {
        try (RawServer listed = new RawServer((socket, request, _) -> RawServer.write(
                socket,
                request.startsWith("GET /there")
                        ? OK
                        : "HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n"))) {
            OutboundHttp strict = outbound(EgressRules.parse("127.0.0.1").withoutRedirectsInside());

            OutboundReply reply = strict.send(Outside.get(listed.address()).followingRedirects());

            assertThat(reply.finalUrl().encodedPath()).isEqualTo("/there");
        }
    }

    private static RawServer redirectingTo(RawServer target) {
        return RawServer.saying("HTTP/1.1 302 Found", "Location: " + target.address(), "Content-Length: 0", "", "");
    }

    private static OutboundHttp outbound(EgressRules rules) {
        return new OutboundHttp(rules, new Outside.Waits(), InstantSource.fixed(Outside.NOW));
    }

    @Test
    void name_that_cannot_be_found_is_unreachable() {
        OutboundHttp http = Outside.knowing("", Map.of());

        assertThatThrownBy(() -> http.send(Outside.get("http://nowhere.example")))
                .hasMessage("the host's name cannot be found")
                .extracting("kind")
                .isEqualTo(FailureKind.UNREACHABLE);
    }

    private interface Attempt {
        void run();
    }

    private static void assertRefused(Attempt attempt) {
        assertThatThrownBy(attempt::run).isInstanceOfSatisfying(OutboundFailure.class, failure -> {
            assertThat(failure.kind()).isIn(REFUSALS);
            assertThat(failure.getMessage()).doesNotContain("127", "::", "0x7f", "pa55");
        });
    }

    private static String utf8(String header) {
        return new String(header.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private static RawServer at(String address, int port) {
        return new RawServer(InetAddress.ofLiteral(address), port, (socket, _, _) -> RawServer.write(socket, OK));
    }

    private static boolean isHere(String address) {
        try (ServerSocket here = new ServerSocket(0, 1, InetAddress.ofLiteral(address))) {
            return here.isBound();
        } catch (IOException missing) {
            return false;
        }
    }

    /** One port of two addresses of this machine. */
    private static final class Listeners implements AutoCloseable {
        private static final int TRIES = 20;

        private final List<RawServer> servers;

        /** One of IPv4 and, where there is such a thing, one of IPv6. */
        Listeners() throws IOException {
            servers = isHere("::1") ? pair("127.0.0.1", "::1") : List.of(at("127.0.0.1", 0));
        }

        Listeners(String first, String second) throws IOException {
            servers = pair(first, second);
        }

        /** A port that is free at the first address may be taken at the second one: then another port is tried. */
        private static List<RawServer> pair(String first, String second) throws IOException {
            for (int tries = 1; ; tries++) {
                RawServer one = at(first, 0);
                try {
                    return List.of(one, at(second, one.port()));
                } catch (UncheckedIOException taken) {
                    one.close();
                    if (tries == TRIES) {
                        throw taken;
                    }
                }
            }
        }

        RawServer first() {
            return servers.getFirst();
        }

        RawServer second() {
            return servers.getLast();
        }

        int port() {
            return first().port();
        }

        int connections() {
            return servers.stream().mapToInt(RawServer::connections).sum();
        }

        @Override
        public void close() throws IOException {
            for (RawServer server : servers) {
                server.close();
            }
        }
    }
}
