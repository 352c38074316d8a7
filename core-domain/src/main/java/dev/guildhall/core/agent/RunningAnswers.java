package dev.guildhall.core.agent;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.ChatId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which chats are being answered on this node. A chat has one answer at a time: a question that comes meanwhile is
 * refused, since whoever asked it saw neither the answer nor that it is not there yet. Thread-safe.
 */
final class RunningAnswers {
    /** A chat as its user names it: somebody else who names it learns nothing from here. */
    private record Place(UserId userId, ChatId chatId) {}

    private final Set<Place> taken = ConcurrentHashMap.newKeySet();

    /**
     * Begins an answer.
     *
     * @param chatId absent for a chat that is yet to be begun
     * @throws Refusal with {@code CommonProblem.Conflict} while the chat is being answered
     */
    Running begin(UserId userId, Optional<ChatId> chatId) {
        Optional<Place> place = chatId.map(id -> new Place(userId, id));
        if (place.isPresent() && !taken.add(place.get())) {
            throw new Refusal(new CommonProblem.Conflict(
                    "the chat is being answered; wait for that answer, or break it off, and ask again"));
        }
        return new Running(place);
    }

    /** An answer that is under way until this is closed. Confined to the answering thread. */
    final class Running implements AutoCloseable {
        private Optional<Place> place;

        private Running(Optional<Place> place) {
            this.place = place;
        }

        /** The chat has been begun. */
        void isIn(UserId userId, ChatId chatId) {
            if (place.isEmpty()) {
                Place begun = new Place(userId, chatId);
                taken.add(begun);
                place = Optional.of(begun);
            }
        }

        @Override
        public void close() {
            place.ifPresent(taken::remove);
        }
    }
}
