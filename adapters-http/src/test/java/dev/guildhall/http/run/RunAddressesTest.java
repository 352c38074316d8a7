package dev.guildhall.http.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.Core;
import dev.guildhall.http.Client;
import dev.guildhall.http.api.HttpApi;
import dev.guildhall.http.server.Server;
import dev.guildhall.ports.account.Email;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RunAddressesTest {
    private final TestSuites suites = new TestSuites();

    private static List<String> addresses(Client client, String run) {
        JsonNode links = client.post("/api/v1/runs/" + run + "/links", "").json();
        return Stream.of(
                        links.findValuesAsText("report"),
                        links.findValuesAsText("url"),
                        client.get("/api/v1/runs/" + run + "/artifacts").json().findValuesAsText("url"),
                        client.get("/api/v1/runs/" + run + "/screenshots")
                                .json()
                                .findValuesAsText("url"))
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void files_of_runs_have_the_address_that_an_admin_has_set() {
        try (Core core = Core.start(parts -> suites.install(parts).adminEmails(Set.of(new Email("root@example.org"))));
                Server server = HttpApi.over(core).start("127.0.0.1", 0)) {
            Client admin =
                    new Client(server.port()).register("root@example.org").client();
            String run = RunRequests.ended(admin, TestSuites.SHOP);
            String local = "localhost:" + server.port();

            List<String> before = addresses(admin, run);
            admin.send("PATCH", "/api/v1/admin/settings", "{\"publicUrl\":\"https://guildhall.example\"}");
            List<String> after = addresses(admin, run);

            assertThat(before)
                    .hasSizeGreaterThan(10)
                    .allMatch(url -> url.startsWith("http://" + local + "/api/v1/")
                            || url.startsWith("http://reports." + local));
            assertThat(after)
                    .hasSameSizeAs(before)
                    .allMatch(url -> url.startsWith("https://guildhall.example/api/v1/runs/"));
        }
    }
}
