package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Every route for admins, called by users who are none (keys-14). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdminRoutesTest {
    private static final String MALFORMED = "[\"not\": an object";

    @AutoClose
    private final TestServer server = TestServer.start();

    private final Client ada = server.client().stranger().client();

    @TestFactory
    Stream<DynamicTest> a_user_is_403_whatever_the_request_contains_and_401_comes_first() {
        return routes().map(route -> DynamicTest.dynamicTest(route, () -> {
            String[] parts = route.replaceAll("\\{[\\w.]+}", "x").split(" ");
            boolean hasBody = !parts[0].equals("GET");
            String path = hasBody ? parts[1] : parts[1] + "?limit=x&cursor=x&days=x&by=x&action=x&userId=";

            Client.Answer malformed = ada.send(parts[0], path, hasBody ? MALFORMED : "");
            Client.Answer without = server.client().send(parts[0], path, hasBody ? MALFORMED : "");

            assertThat(malformed.error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
            ErrorForms.check(route, malformed);
            assertThat(without.error()).isEqualTo("401 UNAUTHENTICATED");
        }));
    }

    @Test
    void a_browser_session_of_a_user_is_403_too() {
        Client.Answer answer = Browser.stranger(server.client()).send("PATCH", "/web/api/v1/admin/settings", MALFORMED);

        assertThat(answer.error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
    }

    private Stream<String> routes() {
        return server.mounts().stream()
                .flatMap(mount -> mount.routes().stream()
                        .filter(route -> route.path().startsWith("/admin/"))
                        .map(route -> route.method() + " " + mount.base() + route.path()));
    }
}
