package dev.guildhall.core.agent;

import dev.guildhall.core.agent.context.AgentLimits;
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
 * Which chats are being answered on this node. A chat has one answer at a time: a question that comes meanwhile waits for
 * it, so that each one sees whole answers before it and nothing of others. Thread-safe.
 */
final class ChatLocks {
    /** A chat as its user names it: somebody else who names it learns nothing from here, and holds nobody up. */
    private record Place(UserId userId, ChatId chatId) {}

    /**
     * Who answers in a chat, and who waits for that.
     *
     * @param turn is taken by who answers
     * @param questions how many there are, the answered one included
     */
    private record Line(Semaphore turn, int questions) {
        Line joined() {
            return new Line(turn, questions + 1);
        }

        Line left() {
            return new Line(turn, questions - 1);
        }
    }

    private final Map<Place, Line> lines = new ConcurrentHashMap<>();
    private final AgentLimits.Waiting limits;

    ChatLocks(AgentLimits.Waiting limits) {
        this.limits = limits;
    }

    /**
     * Begins an answer, behind those that were asked for before it.
     *
     * @param chatId absent for a chat that is yet to be begun
     * @throws Refusal with {@code CommonProblem.Conflict} when too many wait already or the wait is too long, or with
     *     {@code CommonProblem.Cancelled}
     */
    Running begin(UserId userId, Optional<ChatId> chatId) {
        return chatId.map(id -> waitFor(new Place(userId, id))).orElseGet(() -> new Running(Optional.empty()));
    }

    private Running waitFor(Place place) {
        Line line = join(place);
        boolean mine = false;
        try {
            mine = line.questions() <= 1 + limits.questions()
                    && line.turn().tryAcquire(limits.longest().toNanos(), TimeUnit.NANOSECONDS);
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
                    "the chat is being answered; wait for that answer, or break it off, and ask again"));
        }
        return new Running(Optional.of(place));
    }

    private Line join(Place place) {
        return lines.merge(place, new Line(new Semaphore(1, true), 1), (line, first) -> line.joined());
    }

    private void leave(Place place) {
        lines.computeIfPresent(place, (any, line) -> line.questions() == 1 ? null : line.left());
    }

    /** How many chats are being answered or waited for. */
    int chats() {
        return lines.size();
    }

    /** An answer that is under way until this is closed. Confined to the answering thread. */
    final class Running implements AutoCloseable {
        private Optional<Place> place;

        private Running(Optional<Place> place) {
            this.place = place;
        }

        /** The chat has been begun; nobody else knows it yet. */
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
                    line.turn().release();
                }
                leave(mine);
            });
        }
    }
}
