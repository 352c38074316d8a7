package dev.guildhall.ports.webchat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.problem.Refusal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;

/**
 * The position of a chat in a list. As a cursor it stays valid when the chat is updated or deleted.
 *
 * @param updatedAt {@link WebChat#updatedAt()}
 * @param id {@link WebChat#id()}
 */
public record ChatPosition(Instant updatedAt, ChatId id) {
    /** The chat that was updated last comes first. */
    public static final Comparator<ChatPosition> NEWEST_FIRST = Comparator.comparing(ChatPosition::updatedAt)
            .thenComparing(position -> position.id().value())
            .reversed();

    private static final String SEPARATOR = "/";
    /** Stores cannot represent every {@code Instant}. */
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    /** The position of that chat. */
    public static ChatPosition of(WebChat chat) {
        return new ChatPosition(chat.updatedAt(), chat.id());
    }

    /**
     * The position in a cursor.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming {@code cursor} when {@link #cursor()} did not make it
     */
    public static ChatPosition of(Cursor cursor) {
        int end = cursor.lastId().indexOf(SEPARATOR);
        try {
            Instant updatedAt = Instant.parse(cursor.lastId().substring(0, Math.max(0, end)));
            if (updatedAt.isAfter(LATEST) || updatedAt.isBefore(Instant.EPOCH)) {
                throw noCursor();
            }
            return new ChatPosition(updatedAt, new ChatId(cursor.lastId().substring(end + 1)));
        } catch (DateTimeException | Refusal malformed) {
            throw noCursor();
        }
    }

    private static Refusal noCursor() {
        return Refusal.invalid("cursor", "is not a cursor of this list");
    }

    /** A cursor that begins after this position. */
    public Cursor cursor() {
        return new Cursor(updatedAt + SEPARATOR + id.value());
    }
}
