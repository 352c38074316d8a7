package dev.guildhall.ports.agent;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;

/**
 * A message that a client adds to a conversation.
 *
 * @param speaker who wrote it; only a user's message has other parts than text
 * @param parts its parts in their order; texts are without NUL and without halves of surrogate pairs
 */
public record NewMessage(Speaker speaker, List<ContentPart> parts) {
    public NewMessage {
        parts = List.copyOf(parts);
        for (ContentPart part : parts) {
            if (part instanceof ContentPart.Text text && !Text.isWellFormed(text.text())) {
                throw Refusal.invalid("content", "must be well-formed Unicode without NUL");
            }
            if (part instanceof ContentPart.Media && speaker != Speaker.USER) {
                throw Refusal.invalid("content", "must be text, except in a message of the user");
            }
        }
    }

    /** A message of text alone. */
    public NewMessage(Speaker speaker, String content) {
        this(speaker, List.of(new ContentPart.Text(content)));
    }

    /** A message that a client added to a conversation. */
    public static NewMessage of(ChatEntry entry) {
        return entry.parts().isEmpty()
                ? new NewMessage(entry.speaker(), entry.content())
                : new NewMessage(entry.speaker(), entry.parts());
    }

    /** Its texts, joined without a separator. */
    public String content() {
        return new ChatMessage.User(parts).content();
    }

    /** Whether it has a part that is not text. */
    public boolean hasMedia() {
        return parts.stream().anyMatch(ContentPart.Media.class::isInstance);
    }
}
