package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeavingTest {
    /** Says one word, then is silent until somebody ends the call. */
    static final class FallingSilent implements ChatModel {
        final CompletableFuture<String> ended = new CompletableFuture<>();
        private final CountDownLatch never = new CountDownLatch(1);

        @Override
        public String provider() {
            return "silent";
        }

        @Override
        public String defaultModel() {
            return "silent";
        }

        @Override
        public List<ModelInfo> models() {
            return List.of();
        }

        @Override
        public Completion complete(CompletionRequest request) {
            throw new IllegalStateException("only streams are asked for here");
        }

        @Override
        public Completion stream(CompletionRequest request, ChunkSink sink) {
            sink.accept(new Chunk.Text("Hello"));
            try {
                never.await();
                throw new IllegalStateException("nobody counts this latch down");
            } catch (InterruptedException cancelled) {
                ended.complete("interrupted");
                Thread.currentThread().interrupt();
                throw new Refusal(new CommonProblem.Cancelled());
            }
        }
    }

    @Test
    void a_client_that_leaves_a_silent_stream_ends_the_call_and_what_was_said_is_kept() throws Exception {
        FallingSilent model = new FallingSilent();
        try (TestServer server = TestServer.start(model)) {
            Client.Person person = server.client().stranger();
            String body = "{\"userId\":\"" + person.userId()
                    + "\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

            try (RawHttp http = new RawHttp(server.port())) {
                String headers = "Authorization: Bearer " + person.accessToken() + "\r\n";
                http.request("POST", "/agent/api/chat", headers, body).readUntil("\"Hello\"");
            }

            assertThat(model.ended.get(20, TimeUnit.SECONDS)).isEqualTo("interrupted");
        }
    }

    @Test
    void a_silent_stream_carries_comments() {
        try (TestServer server = TestServer.start(new FallingSilent())) {
            Client.Person person = server.client().stranger();
            String body = "{\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

            try (RawHttp http = new RawHttp(server.port())) {
                String headers = "Authorization: Bearer " + person.accessToken() + "\r\n";
                String seen = http.request("POST", "/completion/api/chat", headers, body)
                        .readUntil(":\n\n");

                assertThat(seen).contains("data: {\"content\":\"Hello\"}\n\n");
            }
        }
    }
}
