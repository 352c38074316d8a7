package dev.guildhall.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes long conversations that are hard to search: both speakers have episodes of each topic and make empty remarks
 * about it, turns begin and end with phrases and names, many questions have no word in common with the answer, and some
 * answers are in turns of several sessions. For one use.
 */
final class LongDialogue {
    private static final List<String> NAMES =
            List.of("Maria", "Jonas", "Priya", "Daniel", "Sofia", "Tim", "Hannah", "Omar");
    private static final int EPISODES_IN_SESSION = 2;
    private static final int MOST_ECHOES = 6;
    private static final int LONG_WORD = 5;
    private static final double DECORATED = 0.45;

    private final Random random;
    private final List<String> names = new ArrayList<>(NAMES);
    private final List<List<String>> echoes;
    private final List<Dialogue.Turn> turns = new ArrayList<>();
    private final List<Dialogue.Asked> asked = new ArrayList<>();
    private final Map<String, Set<Integer>> ofTopic = new HashMap<>();
    private int session = 1;

    private LongDialogue(long seed) {
        random = new Random(seed);
        Collections.shuffle(names, random);
        echoes = LongDialogueCards.ECHOES
                .lines()
                .map(line -> List.of(line.split(" \\| ")))
                .toList();
    }

    /** An episode, and its speaker. */
    private record Episode(int topic, String question, List<String> lines, int teller) {}

    /** The same seed makes the same conversation. */
    static Dialogue of(long seed) {
        return new LongDialogue(seed).dialogue();
    }

    private Dialogue dialogue() {
        List<Episode> episodes = episodes();
        Collections.shuffle(episodes, random);
        for (int i = 0; i < episodes.size(); i++) {
            session = 1 + i / EPISODES_IN_SESSION;
            echo(random.nextInt(echoes.size()), random.nextInt(MOST_ECHOES));
            play(episodes.get(i));
            takeUp(episodes.get(i), LongDialogueCards.REACTIONS);
            if (i > 0) {
                takeUp(episodes.get(random.nextInt(i)), LongDialogueCards.REMINDERS);
            }
            echo(episodes.get(i).topic(), random.nextInt(MOST_ECHOES));
        }
        ofTopic.forEach((question, right) -> asked.add(new Dialogue.Asked(question, right)));
        return new Dialogue(turns, asked);
    }

    /** Of the four episodes of a topic each speaker gets two. */
    private List<Episode> episodes() {
        List<Episode> episodes = new ArrayList<>();
        List<String> topics = Stream.of(LongDialogueCards.FIRST, LongDialogueCards.SECOND)
                .flatMap(some -> Arrays.stream(some.strip().split("(?m)^= ")))
                .filter(topic -> !topic.isBlank())
                .toList();
        for (int topic = 0; topic < topics.size(); topic++) {
            String[] parts = topics.get(topic).split("\n", 2);
            List<Integer> tellers = new ArrayList<>(List.of(0, 0, 1, 1));
            Collections.shuffle(tellers, random);
            for (String card : parts[1].strip().split("\n\n")) {
                episodes.add(new Episode(topic, parts[0], card.lines().toList(), tellers.removeFirst()));
            }
        }
        return episodes;
    }

    private void play(Episode episode) {
        int first = turns.size();
        int teller = episode.teller();
        for (String line : episode.lines()) {
            int space = line.indexOf(' ');
            String text = named(line.substring(space + 1), teller);
            if (line.startsWith("?") || line.startsWith("~")) {
                String[] parts = text.split(" \\| ");
                asked.add(new Dialogue.Asked(parts[0], Set.of(first + Integer.parseInt(parts[1].strip()))));
            } else {
                if (line.charAt(1) == '!') {
                    ofTopic.computeIfAbsent(named(episode.question(), teller), any -> new HashSet<>())
                            .add(turns.size());
                }
                say(line.startsWith("a") ? teller : 1 - teller, text);
            }
        }
    }

    /** The other speaker repeats words of the episode, without new facts. */
    private void takeUp(Episode episode, String phrases) {
        String line = any(
                episode.lines().stream().filter(told -> told.startsWith("a")).toList());
        List<String> words = new ArrayList<>(Arrays.stream(line.substring(2).split("[^\\p{L}]+"))
                .filter(word -> word.length() > LONG_WORD)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList());
        Collections.shuffle(words, random);
        if (words.size() > 1) {
            String phrase = any(phrases.lines().toList())
                    .replace("{x}", words.getFirst())
                    .replace("{y}", words.getLast());
            say(1 - episode.teller(), named(phrase, 1 - episode.teller()));
        }
    }

    private void echo(int topic, int count) {
        for (int i = 0; i < count; i++) {
            int speaker = random.nextInt(2);
            say(speaker, named(any(echoes.get(topic)), speaker));
        }
    }

    private void say(int speaker, String text) {
        String begun = random.nextDouble() < DECORATED
                ? named(any(LongDialogueCards.OPENERS.lines().toList()), speaker) + " "
                : "";
        String ended = random.nextDouble() < DECORATED
                ? " " + any(LongDialogueCards.CLOSERS.lines().toList())
                : "";
        turns.add(new Dialogue.Turn(session, names.get(speaker) + ": " + begun + text + ended));
    }

    private String any(List<String> some) {
        return some.get(random.nextInt(some.size()));
    }

    private String named(String text, int teller) {
        return text.replace("{a}", names.get(teller)).replace("{b}", names.get(1 - teller));
    }
}
