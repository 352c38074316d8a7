package dev.guildhall.integrations.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.httptool.HttpApi;
import dev.guildhall.integrations.httptool.HttpToolEndpoint;
import dev.guildhall.integrations.httptool.Seen;
import dev.guildhall.integrations.httptool.Upstream;
import dev.guildhall.integrations.schema.JsonSchemaValidator;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The integrations that come with the server, each with a server in place of the real one. */
class BundledManifestsTest {
    @AutoClose
    private final Upstream upstream = new Upstream();

    private static List<Manifest> bundled() {
        return Manifests.all(Path.of("no-such-directory"), Map.of());
    }

    private static HttpApi api(Manifest manifest) {
        return ((Manifest.Http) manifest.target()).api();
    }

    /** The same API with its base on loopback. */
    private ToolEndpoint moved(String name) {
        Manifest manifest = bundled().stream()
                .filter(one -> one.integration().name().value().equals(name))
                .findFirst()
                .orElseThrow();
        HttpApi api = api(manifest);
        HttpUrl base = HttpUrl.get(upstream.address() + api.base().encodedPath());
        HttpApi here =
                new HttpApi(base, api.headers(), api.secretHeaders(), api.credential(), api.actions(), List.of());
        EndpointParts parts = Declared.parts();
        return new HttpToolEndpoint(
                manifest.integration(),
                here,
                new HttpToolEndpoint.HttpClientParts(parts.http(), parts.clock()),
                Optional.empty());
    }

    private static ToolOutcome invoke(ToolEndpoint endpoint, String tool, Map<String, Object> arguments) {
        ToolInvocation call = Declared.call(tool, arguments)
                .withCredential(new Credential.OAuthTokens("the-token", Optional.empty(), Optional.empty()));
        ToolDefinition definition = endpoint.tools(Optional.empty()).stream()
                .filter(one -> one.name().value().equals(tool))
                .findFirst()
                .orElseThrow();
        assertThat(new JsonSchemaValidator().violations(definition.parameters().inputSchema(), arguments))
                .isEmpty();
        return endpoint.invoke(call);
    }

    private Seen sent(String integration, String tool, Map<String, Object> arguments) {
        upstream.answers(Upstream.json("{\"ok\": true}"));
        assertThat(invoke(moved(integration), integration + "." + tool, arguments))
                .isInstanceOf(ToolOutcome.Success.class);
        assertThat(upstream.last().header("Authorization")).containsExactly("Bearer the-token");
        return upstream.last();
    }

    @Test
    void they_stand_at_their_real_addresses() {
        assertThat(bundled())
                .extracting(manifest ->
                        manifest.integration().name() + " " + api(manifest).base())
                .containsExactly(
                        "github https://api.github.com/",
                        "google https://www.googleapis.com/",
                        "slack https://slack.com/api");
    }

    @Test
    void their_tools_are_described_for_models_down_to_the_last_parameter() {
        List<ToolDefinition> tools = bundled().stream()
                .flatMap(manifest -> api(manifest).actions().stream())
                .map(action -> action.definition())
                .toList();

        assertThat(tools).hasSize(18).allSatisfy(tool -> {
            assertThat(tool.description().value()).hasSizeGreaterThan(20).endsWith(".");
            assertThat(tool.parameters().byName())
                    .isNotEmpty()
                    .allSatisfy((name, spec) -> assertThat(spec.description())
                            .as(tool.name() + " " + name)
                            .hasValueSatisfying(text -> assertThat(text).endsWith(".")));
        });
    }

    @Test
    void github_is_asked_in_the_version_that_is_known() {
        Seen seen = sent(
                "github",
                "list_issues",
                Map.of("owner", "octo cat", "repo", "hello", "labels", List.of("bug", "help wanted")));

        assertThat(seen.method()).isEqualTo("GET");
        assertThat(seen.target())
                .isEqualTo("/repos/octo%20cat/hello/issues?state=open&labels=bug%2Chelp%20wanted&per_page=20");
        assertThat(seen.header("X-GitHub-Api-Version")).containsExactly("2022-11-28");
        assertThat(seen.header("Accept")).containsExactly("application/vnd.github+json");
        assertThat(seen.header("User-Agent")).hasSize(1);
    }

    @Test
    void github_writes_an_issue() {
        Seen seen = sent(
                "github",
                "create_issue",
                Map.of("owner", "o", "repo", "r", "title", "T", "body", "B\n\"quoted\"", "labels", List.of("bug")));

        assertThat(seen.line()).isEqualTo("POST /repos/o/r/issues HTTP/1.1");
        assertThat(seen.body()).isEqualTo("{\"title\":\"T\",\"body\":\"B\\n\\\"quoted\\\"\",\"labels\":[\"bug\"]}");
    }

    @Test
    void github_hands_a_file_out_as_text_although_it_calls_it_json() {
        upstream.answers(Upstream.response(
                "200 OK", "Content-Type: application/vnd.github.raw+json; charset=utf-8\r\n", "# Hello\n"));

        ToolOutcome outcome = invoke(
                moved("github"),
                "github.get_file",
                Map.of("owner", "o", "repo", "r", "path", "docs/a b.md", "ref", "v1"));

        assertThat(outcome).isEqualTo(new ToolOutcome.Success(Map.of("text", "# Hello\n")));
        assertThat(upstream.last().target()).isEqualTo("/repos/o/r/contents/docs%2Fa%20b.md?ref=v1");
        assertThat(upstream.last().header("Accept")).containsExactly("application/vnd.github.raw+json");
    }

    @Test
    void slack_posts_a_message() {
        Seen seen = sent("slack", "post_message", Map.of("channel", "C1", "text", "hi <@U1>", "thread_ts", "1.2"));

        assertThat(seen.line()).isEqualTo("POST /api/chat.postMessage HTTP/1.1");
        assertThat(seen.body()).isEqualTo("{\"channel\":\"C1\",\"text\":\"hi <@U1>\",\"thread_ts\":\"1.2\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "channel_not_found,FAILED",
        "missing_scope,FAILED",
        "invalid_auth,UNAUTHORIZED",
        "token_revoked,UNAUTHORIZED",
        "ratelimited,RATE_LIMITED",
        "internal_error,UPSTREAM_FAILED"
    })
    void slack_says_ok_false_with_a_status_of_200_and_that_is_a_failure(String code, FailureKind kind) {
        upstream.answers(Upstream.json("{\"ok\": false, \"error\": \"" + code + "\"}"));

        ToolOutcome outcome = invoke(moved("slack"), "slack.list_channels", Map.of());

        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(kind);
            assertThat(failure.message()).startsWith("Slack ").endsWith(code);
        });
    }

    @Test
    void google_lists_events_one_by_one_in_order() {
        Seen seen = sent("google", "calendar_list_events", Map.of("time_min", "2026-03-01T00:00:00+01:00"));

        assertThat(seen.segments()).containsExactly("calendar", "v3", "calendars", "primary", "events");
        assertThat(seen.query())
                .containsExactly(
                        Map.entry("singleEvents", "true"),
                        Map.entry("orderBy", "startTime"),
                        Map.entry("timeMin", "2026-03-01T00:00:00+01:00"),
                        Map.entry("maxResults", "25"));
    }

    @Test
    void google_creates_an_event_and_leaves_out_what_is_not_given() {
        Seen seen = sent(
                "google",
                "calendar_create_event",
                Map.of(
                        "calendar_id", "team@group.calendar.google.com",
                        "summary", "Lunch",
                        "start", "2026-03-01T12:00:00",
                        "end", "2026-03-01T13:00:00",
                        "time_zone", "Europe/Berlin",
                        "attendees", List.of(Map.of("email", "a@b.example"))));

        assertThat(seen.target())
                .isEqualTo("/calendar/v3/calendars/team%40group.calendar.google.com/events?sendUpdates=none");
        assertThat(seen.body())
                .isEqualTo("{\"summary\":\"Lunch\","
                        + "\"start\":{\"dateTime\":\"2026-03-01T12:00:00\",\"timeZone\":\"Europe/Berlin\"},"
                        + "\"end\":{\"dateTime\":\"2026-03-01T13:00:00\",\"timeZone\":\"Europe/Berlin\"},"
                        + "\"attendees\":[{\"email\":\"a@b.example\"}]}");
    }

    @Test
    void google_explains_its_failures() {
        upstream.answers(Upstream.response(
                "404 Not Found",
                "Content-Type: application/json\r\n",
                "{\"error\": {\"code\": 404, \"message\": \"File not found: x.\", \"errors\": [{\"reason\":"
                        + " \"notFound\"}]}}"));

        ToolOutcome outcome = invoke(moved("google"), "google.drive_get_file", Map.of("file_id", "x"));

        assertThat(outcome)
                .isEqualTo(new ToolOutcome.Failure(
                        FailureKind.FAILED,
                        "Google found nothing there, or the user may not see it (404): File not found: x."));
    }

    @Test
    void google_hands_a_document_out_as_text() {
        upstream.answers(Upstream.response("200 OK", "Content-Type: text/plain\r\n", "{not json"));

        ToolOutcome outcome = invoke(moved("google"), "google.drive_export_text", Map.of("file_id", "x"));

        assertThat(outcome).isEqualTo(new ToolOutcome.Success(Map.of("text", "{not json")));
        assertThat(upstream.last().target()).isEqualTo("/drive/v3/files/x/export?mimeType=text%2Fplain");
    }
}
