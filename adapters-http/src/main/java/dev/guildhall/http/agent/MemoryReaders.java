package dev.guildhall.http.agent;

import dev.guildhall.http.Exchange;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.memory.NewMemory;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

final class MemoryReaders {
    private static final RequestReader<MemoryType> TYPE = RequestReader.text(MemoryReaders::type);
    private static final RequestReader<List<String>> TAGS =
            RequestReader.list(RequestReader.text(MemoryReaders::tag), NewMemory.MOST_TAGS);

    private MemoryReaders() {}

    static NewMemory newMemory(JsonBody body) {
        Supplier<UserId> userId = body.required("userId", RequestReader.text(UserId::new));
        Supplier<MemoryType> type = body.required("type", TYPE);
        Supplier<String> content = body.required("content", RequestReader.text());
        Supplier<Double> importance = body.optional("importance", RequestReader.number(), Memory.DEFAULT_IMPORTANCE);
        Supplier<List<String>> tags = body.optional("tags", TAGS, List.of());
        Supplier<Optional<ChatId>> chatId = body.optional("chatId", RequestReader.text(ChatId::new));
        body.check();
        return new NewMemory(userId.get(), type.get(), content.get(), importance.get(), tags.get(), chatId.get());
    }

    static MemoryQuery query(JsonBody body) {
        Supplier<String> text = body.required("query", RequestReader.text());
        Supplier<Optional<MemoryType>> type = body.optional("type", TYPE);
        Supplier<Optional<ChatId>> chatId = body.optional("chatId", RequestReader.text(ChatId::new));
        Supplier<List<String>> tags = body.optional("tags", TAGS, List.of());
        Supplier<Limit> limit = body.optional("limit", limit(), MemoryQuery.DEFAULT_LIMIT);
        body.check();
        return new MemoryQuery(text.get(), new MemoryFilter(type.get(), chatId.get(), tags.get()), limit.get());
    }

    private static RequestReader<Limit> limit() {
        return (node, path) -> new Limit(RequestReader.integer().read(node, path));
    }

    /** The filter in the query of a list request; without a type it matches conversations (agents-17). */
    static MemoryFilter listed(Exchange exchange) {
        MemoryFilter holding = new MemoryFilter(
                Optional.of(type(exchange).orElse(MemoryType.CONVERSATION)), chatId(exchange), tags(exchange));
        return exchange.flag("includeSuperseded") ? holding.withSuperseded() : holding;
    }

    /** The filter in the query of a summary request; without a type it matches every type. */
    static MemoryFilter summedUp(Exchange exchange) {
        return new MemoryFilter(type(exchange), chatId(exchange), List.of());
    }

    private static Optional<MemoryType> type(Exchange exchange) {
        return exchange.query("type").map(MemoryReaders::type);
    }

    private static Optional<ChatId> chatId(Exchange exchange) {
        return exchange.query("chatId").map(ChatId::new);
    }

    /** The parameter may be repeated, and each value may hold several tags with commas between them. */
    private static List<String> tags(Exchange exchange) {
        List<String> tags = exchange.queries("tags").stream()
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .filter(tag -> !tag.isBlank())
                .map(MemoryReaders::tag)
                .distinct()
                .toList();
        if (tags.size() > NewMemory.MOST_TAGS) {
            throw Refusal.invalid("tags", "must be at most " + NewMemory.MOST_TAGS);
        }
        return tags;
    }

    private static MemoryType type(String name) {
        try {
            return MemoryType.fromWire(name);
        } catch (IllegalArgumentException unknown) {
            throw Refusal.invalid("type", "must be one of conversation, long_term");
        }
    }

    private static String tag(String text) {
        return Text.requireName("tags", text, 1, NewMemory.LONGEST_TAG);
    }
}
