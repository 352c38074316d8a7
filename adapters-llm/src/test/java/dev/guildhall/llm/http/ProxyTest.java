package dev.guildhall.llm.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.llm.provider.Provider;
import dev.guildhall.llm.provider.ProviderErrors;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.io.IOException;
import java.net.ProxySelector;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hc.core5.ssl.SSLContexts;
import org.junit.jupiter.api.Test;

class ProxyTest {
    private static final String REFUSED = "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno";
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

    private String answer(RawServer proxy, String url) {
        Address address = Address.parse(url).orElseThrow();
        Transport transport = new Transport(
                address.origin(), SSLContexts.createSystemDefault(), ProxySelector.of(proxy.socketAddress()));
        return new Provider(transport, new ProviderErrors(InstantSource.system(), Optional.empty()))
                .exchange(
                        ProviderTimeouts.DEFAULT.whole(),
                        Request.get(address, Map.of()),
                        call -> call.json(100, ProviderJson::tree).toString());
    }
}
