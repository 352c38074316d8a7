package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.run.TestSuites;
import dev.guildhall.ports.Cursor;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The cursors of all lists, each sent to every list. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CursorHttpTest {
    private static final String CHAT = "2026-01-01T00:00:00Z/chat_1";
    private static final String NUMBER = "17";
    private static final List<String> MALFORMED =
            List.of("x", "%20", "%00", "null", "..", "YQ%3D%3D", "w6k", "A".repeat(500));

    /** The prefix in the cursors of each documented list. */
    private static final Map<String, String> LISTS = new TreeMap<>(Map.ofEntries(
            Map.entry("/api/v1/auth/sessions", "ses_1"),
            Map.entry("/api/v1/auth/audit", "aud_1"),
            Map.entry("/api/v1/auth/identities", "idn_1"),
            Map.entry("/api/v1/keys", "key_1"),
            Map.entry("/api/v1/admin/users", "usr_1"),
            Map.entry("/api/v1/admin/invitations", "inv_1"),
            Map.entry("/api/v1/admin/audit", "aud_1"),
            Map.entry("/api/v1/admin/keys", "key_1"),
            Map.entry("/api/v1/profiles", "prf_1"),
            Map.entry("/api/v1/groups", "grp_1"),
            Map.entry("/api/v1/groups/{groupId}/members", "mbr_1"),
            Map.entry("/api/v1/groups/{groupId}/keys", "key_1"),
            Map.entry("/api/v1/groups/{groupId}/invitations", "inv_1"),
            Map.entry("/api/v1/tools", "tool_1"),
            Map.entry("/api/v1/tools/{toolId}/executions", "exec_1"),
            Map.entry("/completion/api/usage/requests", "use_1"),
            Map.entry("/agent/api/memory/{userId}", "mem_1"),
            Map.entry("/agent/api/collections", "col_1"),
            Map.entry("/agent/api/collections/{collectionId}/documents", "doc_1"),
            Map.entry("/agent/api/assistants", "ast_1"),
            Map.entry("/agent/api/assistants/{id}/cases", "case_1"),
            Map.entry("/agent/api/assistants/{id}/evaluations", "eval_1"),
            Map.entry("/agent/api/tasks", "task_1"),
            Map.entry("/api/v1/tasks", "task_1"),
            Map.entry("/api/v1/agents", "task_1"),
            Map.entry("/api/v1/workflows", "wf_1"),
            Map.entry("/api/v1/schedules", "sch_1"),
            Map.entry("/api/v1/triggers", "trg_1"),
            Map.entry("/api/v1/workflow-definitions", "wfd_1"),
            Map.entry("/api/v1/webhooks", "whk_1"),
            Map.entry("/api/v1/webhooks/{webhookId}/deliveries", "dlv_1"),
            Map.entry("/api/v1/runs", "run_1"),
            Map.entry("/api/v1/suites/{name}/baselines", NUMBER),
            Map.entry("/api/files", "file_1"),
            Map.entry("/api/tasks", "task_1"),
            Map.entry("/api/chat", CHAT)));

    private final TestSuites suites = new TestSuites();

    @AutoClose
    private final TestServer server =
            TestServer.start(parts -> suites.install(parts).oauthProviders(() -> List.of(new TrustingProvider())));

    private final OwnedResources ada = OwnedResources.on(server.client());
    private final String collection = ada.collection();
    private final String assistant = ada.assistant();
    private final String webhook = ada.webhook();
    private final Client admin = server.client().register(TestServer.ADMIN).client();
    private final Browser browser = Browser.stranger(server.client());

    @Test
    void every_list_that_takes_a_cursor_is_known_here() {
        List<String> documented = Stream.of(Service.values())
                .flatMap(service -> OpenApi.operations(service).stream()
                        .filter(operation -> operation.startsWith("GET "))
                        .map(operation -> operation.substring("GET ".length()))
                        .filter(path -> takesCursor(
                                OpenApi.document(service).at("/paths").get(path).get("get")))
                        .map(path -> TestServer.BASES.get(service) + path))
                .toList();

        assertThat(documented).containsExactlyInAnyOrderElementsOf(LISTS.keySet());
    }

    private static boolean takesCursor(JsonNode operation) {
        return StreamSupport.stream(operation.path("parameters").spliterator(), false)
                .map(parameter ->
                        parameter.path("name").asText() + parameter.path("$ref").asText())
                .anyMatch(name -> name.toLowerCase(Locale.ROOT).endsWith("cursor"));
    }

    @Test
    void a_list_takes_its_own_cursors_and_refuses_those_of_lists_of_other_things() {
        LISTS.forEach((list, own) -> LISTS.values().stream().distinct().forEach(position -> {
            Client.Answer answer = ask(list, new Cursor(position).encode());

            if (position.equals(own)) {
                assertThat(answer.status()).as("%s: %s", list, answer.body()).isEqualTo(200);
            } else {
                assertRefused(list, answer);
            }
        }));
    }

    @Test
    void a_malformed_cursor_is_refused_in_the_same_way() {
        LISTS.keySet().forEach(list -> MALFORMED.forEach(malformed -> assertRefused(list, ask(list, malformed))));
    }

    private static void assertRefused(String list, Client.Answer answer) {
        boolean isCoded = ErrorForms.isCoded("GET " + list);
        assertThat(answer.status()).as(list).isEqualTo(isCoded ? 422 : 400);
        assertThat(answer.text(isCoded ? "error.message" : "message"))
                .isEqualTo("cursor: is not a cursor of this list");
        ErrorForms.check("GET " + list, answer);
    }

    private Client.Answer ask(String list, String cursor) {
        String path = list.replace("{groupId}", ada.group())
                .replace("{collectionId}", collection)
                .replace("{webhookId}", webhook)
                .replace("/assistants/{id}", "/assistants/" + assistant)
                .replace("{toolId}", ada.tool())
                .replace("{userId}", ada.user())
                .replace("{name}", TestSuites.SHOP);
        if (list.startsWith("/api/v1/") || list.startsWith("/completion/") || list.startsWith("/agent/")) {
            String query = list.equals("/agent/api/tasks") ? "?userId=" + ada.user() + "&cursor=" : "?cursor=";
            Client caller =
                    list.startsWith("/api/v1/admin/") ? admin : ada.owner().client();
            return caller.get(path + query + cursor);
        }
        return browser.get(path + "?cursor=" + cursor);
    }
}
