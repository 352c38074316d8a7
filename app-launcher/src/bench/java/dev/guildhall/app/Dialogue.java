package dev.guildhall.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An invented conversation of two people over several sessions, and questions about it. The same seed makes the same
 * one.
 *
 * @param turns the turns in their order
 * @param asked the questions
 */
record Dialogue(List<Turn> turns, List<Asked> asked) {
    private static final List<List<String>> NAMES = List.of(
            List.of("Maria", "Jonas"), List.of("Priya", "Daniel"), List.of("Sofia", "Tim"), List.of("Hannah", "Omar"));
    private static final int CARDS_IN_SESSION = 3;

    /**
     * A turn of the conversation.
     *
     * @param session the number of its session, from 1
     * @param text with the speaker's name before it
     */
    record Turn(int session, String text) {}

    /**
     * A question.
     *
     * @param text in words other than the answer's where that is natural
     * @param right the positions of the turns that contain the answer
     */
    record Asked(String text, Set<Integer> right) {}

    static Dialogue of(long seed) {
        return new Making(seed).dialogue();
    }

    /** For one use. */
    private static final class Making {
        private final Random random;
        private final List<String> names;
        private final List<String> smallTalk;
        private final List<Turn> turns = new ArrayList<>();
        private final List<Asked> asked = new ArrayList<>();
        private int session = 1;

        Making(long seed) {
            random = new Random(seed);
            names = new ArrayList<>(NAMES.get(random.nextInt(NAMES.size())));
            Collections.shuffle(names, random);
            smallTalk = DialogueCards.SMALL_TALK.lines().toList();
        }

        Dialogue dialogue() {
            List<String> cards = Stream.of(DialogueCards.FIRST, DialogueCards.SECOND)
                    .flatMap(some -> Arrays.stream(some.strip().split("\n\n")))
                    .toList();
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < cards.size(); i++) {
                order.add(i);
            }
            Collections.shuffle(order, random);
            for (int i = 0; i < order.size(); i++) {
                if (i % CARDS_IN_SESSION == 0) {
                    session = 1 + i / CARDS_IN_SESSION;
                    small(2);
                }
                // The two cards of a topic go to different speakers.
                play(cards.get(order.get(i)).lines().toList(), order.get(i) % 2);
                small(random.nextInt(5));
            }
            return new Dialogue(turns, asked);
        }

        private void play(List<String> lines, int teller) {
            int first = turns.size();
            for (String line : lines) {
                String text = named(line.substring(2), teller);
                if (line.startsWith("?")) {
                    String[] parts = text.split(" \\| ");
                    Set<Integer> right = new HashSet<>();
                    for (String number : parts[1].strip().split(" ")) {
                        right.add(first + Integer.parseInt(number));
                    }
                    asked.add(new Asked(parts[0], right));
                } else {
                    say(line.startsWith("a") ? teller : 1 - teller, text);
                }
            }
        }

        private void small(int count) {
            for (int i = 0; i < count; i++) {
                int speaker = random.nextInt(2);
                say(speaker, named(smallTalk.get(random.nextInt(smallTalk.size())), speaker));
            }
        }

        private void say(int speaker, String text) {
            turns.add(new Turn(session, names.get(speaker) + ": " + text));
        }

        private String named(String text, int teller) {
            return text.replace("{a}", names.get(teller)).replace("{b}", names.get(1 - teller));
        }
    }
}
