package sample;

import com.sun.net.httpserver.HttpServer;
import dev.guildhall.core.Core;
import dev.guildhall.core.Parts;
import dev.guildhall.llm.demo.DemoChatModel;
import dev.guildhall.llm.embedding.MiniLmEmbedder;
import dev.guildhall.llm.provider.AnthropicChatModel;
import dev.guildhall.llm.provider.ModelClient;
import dev.guildhall.llm.provider.OllamaChatModel;
import dev.guildhall.llm.provider.OpenAiChatModel;
import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.embedded.PostgresOptions;
import dev.guildhall.persistence.embedded.PostgresProcess;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.task.Task;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Prints what a core answers in memory and in PostgreSQL, what clients of three protocols do, and how many embeddings it computes. */
final class Main {
    private static final Map<String, String> ANSWERS =
            Map.of("/v1/chat/completions", """
                {"model": "m", "choices": [{"message": {"role": "assistant", "content": "OpenAI"}, "finish_reason": "stop"}]}
                """, "/v1/messages", """
                {"type": "message", "role": "assistant", "model": "m", "content": [{"type": "text", "text": "Anthropic"}],
                 "stop_reason": "end_turn", "usage": {"input_tokens": 1, "output_tokens": 1}}
                """, "/api/show", """
                {"model_info": {"m.context_length": 4096}}
                """, "/api/chat", """
                {"model": "m", "message": {"role": "assistant", "content": "Ollama"}, "done": true, "done_reason": "stop"}
                """);

    public static void main(String[] folders) throws IOException {
        System.out.println(Core.class.getModule().getName());
        talk("memory", core(parts -> parts));
        SecretBox box = new SecretBox(new byte[32]);
        PostgresOptions options = new PostgresOptions(false, Optional.empty(), Optional.of(Path.of(folders[1])));
        try (PostgresProcess server = PostgresProcess.start(Path.of(folders[0]), options)) {
            try (Database database = Database.open(server.url(), box)) {
                talk("PostgreSQL", core(parts -> parts.stores(database.stores())));
            }
            try (Database schema = Database.open(server.url().dataSource(), "guildhall", box)) {
                talk("schema", core(parts -> parts.stores(schema.stores())));
            }
        }
        askProviders();
        System.out.println(
                "embeddings: " + new MiniLmEmbedder().embed(List.of("Hello")).size());
    }

    private static Core core(UnaryOperator<Parts> change) {
        return Core.start(parts -> change.apply(parts.chatModel(new DemoChatModel(parts.ticker()))));
    }

    private static void talk(String stores, Core started) {
        try (Core core = started) {
            Caller.User user = core.user("sample", "4711");
            String answer =
                    core.agents().ask(user, "Hello", piece -> {}).message().content();
            Task echo = core.tasks().submit(user, "echo", Map.of("number", 1));
            System.out.println(stores + ": " + answer.substring(0, answer.indexOf('.')) + ", "
                    + core.tasks().await(user, echo.id()).state());
        }
    }

    private static void askProviders() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] answer = ANSWERS.get(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        try (ModelClient openAi = OpenAiChatModel.of(address.resolve("/v1"), "key", "m");
                ModelClient anthropic = AnthropicChatModel.of(address, "key", "m");
                ModelClient ollama = OllamaChatModel.of(address, "m")) {
            for (ModelClient model : List.of(openAi, anthropic, ollama)) {
                System.out.println(
                        model.complete(CompletionRequest.of("Who are you?")).content());
            }
        } finally {
            server.stop(0);
        }
    }
}
