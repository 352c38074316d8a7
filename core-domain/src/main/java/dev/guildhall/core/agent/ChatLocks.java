package dev.guildhall.core.agent;

import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Locks the chats that are being answered on this node. A chat has one answer at a time: a further question waits, so
 * that its model sees the whole answer before it.
 */
final class ChatLocks {
    /** A chat as its user names it: another user who names it learns nothing, and delays no answer. */
    private record Place(UserId userId, ChatId chatId) {}

    /** The questions of a chat, with the one that is being answered: its thread holds the permit. */
    private record Line(Semaphore permit, int questions) {
        Line joined() {
            return new Line(permit, questions + 1);
        }

        Line left() {
            return new Line(permit, questions - 1);
        }
    }

    private final Map<Place, Line> lines = new ConcurrentHashMap<>();
    private final AgentLimits.Waiting limits;

    ChatLocks(AgentLimits.Waiting limits) {
        this.limits = limits;
    }

    /**
     * Begins an answer, after those of earlier questions, and at once in a new chat.
     *
     * @throws Refusal with {@code CommonProblem.Conflict} when too many questions wait or the wait exceeds its bound,
     *     or with {@code CommonProblem.Cancelled}
     */
    Running begin(UserId userId, Optional<ChatId> chatId) {
        return chatId.map(id -> waitFor(new Place(userId, id))).orElseGet(() -> new Running(Optional.empty()));
    }

    private Running waitFor(Place place) {
        Line line = join(place);
        boolean mine = false;
        try {
            mine = line.questions() <= 1 + limits.questions()
                    && line.permit().tryAcquire(limits.longest().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        } finally {
            if (!mine) {
                leave(place);
            }
        }
        if (!mine) {
            throw new Refusal(new CommonProblem.Conflict(
                    "the chat is being answered; wait for that answer, or stop it, and ask again"));
        }
        return new Running(Optional.of(place));
    }

    private Line join(Place place) {
        return lines.merge(place, new Line(new Semaphore(1, true), 1), (line, first) -> line.joined());
    }

    private void leave(Place place) {
        lines.computeIfPresent(place, (any, line) -> line.questions() == 1 ? null : line.left());
    }

    int chats() {
        return lines.size();
    }

    /** The lock of an answer, until it is closed. Confined to the answering thread. */
    final class Running implements AutoCloseable {
        private Optional<Place> place;

        private Running(Optional<Place> place) {
            this.place = place;
        }

        /** The new chat has an identifier, which no other request knows yet. */
        void isIn(UserId userId, ChatId chatId) {
            if (place.isEmpty()) {
                place = waitFor(new Place(userId, chatId)).place;
            }
        }

        @Override
        public void close() {
            place.ifPresent(mine -> {
                Line line = lines.get(mine);
                if (line != null) {
                    line.permit().release();
                }
                leave(mine);
            });
        }
    }
}
