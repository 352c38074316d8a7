package dev.guildhall.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.Address;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ProxyAddress;
import dev.guildhall.wire.http.RawServer;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.http.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ProxyTest {
    private static final String REFUSED = "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno";
    private static final String LOGIN =
            "HTTP/1.1 407 Login\r\nProxy-Authenticate: Basic realm=\"p\"\r\nContent-Length: 0\r\n\r\n";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";

    @Test
    void the_proxy_gets_the_address_of_a_provider_without_tls() throws IOException {
        List<String> requests = new CopyOnWriteArrayList<>();
        try (RawServer proxy = new RawServer((socket, number) -> {
            requests.add(RawServer.request(socket));
            RawServer.send(socket, OK);
        })) {
            assertThat(answer(proxy, "http://provider.invalid:81/v1")).isEqualTo("{}");
        }

        assertThat(requests)
                .singleElement()
                .asString()
                .startsWith("GET http://provider.invalid:81/v1 HTTP/1.1\r\n")
                .contains("Host: provider.invalid:81\r\n");
    }

    @Test
    void a_proxy_that_refuses_the_tunnel_makes_the_provider_unreachable() throws IOException {
        try (RawServer proxy = new RawServer((socket, number) -> {
            RawServer.request(socket);
            RawServer.send(socket, REFUSED);
        })) {
            Refusal refusal = catchThrowableOfType(Refusal.class, () -> answer(proxy, "https://provider.invalid/v1"));

            assertThat(refusal.problem())
                    .isEqualTo(new CompletionProblem.ProviderFailed("the provider could not be reached", true));
        }
    }

    @Test
    void a_proxy_that_asks_for_a_login_gets_that_of_its_address() throws IOException {
        List<String> requests = new CopyOnWriteArrayList<>();
        try (RawServer proxy = new RawServer((socket, number) -> {
            for (String answer : List.of(LOGIN, OK)) {
                requests.add(RawServer.request(socket));
                RawServer.send(socket, answer);
            }
        })) {
            String address =
                    "http://ada:s%3Acret@127.0.0.1:" + proxy.socketAddress().getPort();

            assertThat(answer(ProxyAddress.parse(address), "http://provider.invalid/v1"))
                    .isEqualTo("{}");
        }

        String login = Base64.getEncoder().encodeToString("ada:s:cret".getBytes(StandardCharsets.UTF_8));
        assertThat(requests.getLast()).contains("Proxy-Authorization: Basic " + login);
    }

    private String answer(RawServer proxy, String url) {
        return answer(new ProxyAddress("127.0.0.1", proxy.socketAddress().getPort(), Optional.empty()), url);
    }

    private String answer(ProxyAddress proxy, String url) {
        Address address = Address.parse(url).orElseThrow();
        Transport transport = new Transport(address.origin(), new Network(Network.DEFAULT.tls(), Optional.of(proxy)));
        return new Provider(transport, new ProviderErrors(InstantSource.system(), List.of()))
                .exchange(
                        ProviderTimeouts.DEFAULT.whole(),
                        Request.get(address, Map.of()),
                        call -> call.json(100, ProviderJson::tree).toString());
    }
}
