package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of random statements about things, places and jobs, those that were stated last are known. */
class RandomFactsTest {
    private static final int STATEMENTS = 60;

    private record Subject(List<String> ways, List<String> things, boolean isOneOfAll) {}

    private static final List<Subject> SUBJECTS = List.of(
            new Subject(
                    List.of("I love %s", "I hate %s", "I don't like %s", "I no longer like %s any more"),
                    List.of("Chinese food", "tea", "rain", "C", "C++", "C#"),
                    false),
            new Subject(
                    List.of("Ich mag %s", "Ich hasse %s", "Ich mag %s nicht mehr", "Ich liebe %s"),
                    List.of("Käse", "scharfes Essen", "Regen"),
                    false),
            new Subject(
                    List.of("J'aime %s", "Je déteste %s", "Je n'aime plus %s", "J'adore %s"),
                    List.of("le fromage", "la cuisine chinoise", "l'été"),
                    false),
            new Subject(
                    List.of("Me gusta %s", "Odio %s", "Ya no me gusta %s", "Adoro %s"),
                    List.of("el queso", "la comida china", "el ruido"),
                    false),
            new Subject(List.of("我喜欢%s", "我讨厌%s", "我不再喜欢%s", "我非常爱%s"), List.of("茶", "中国菜", "下雨"), false),
            new Subject(
                    List.of("%sが好きです", "%sが嫌いです", "%sは好きではありません", "もう%sは好きじゃない"), List.of("納豆", "中華料理", "雨"), false),
            new Subject(
                    List.of(
                            "I live in %s",
                            "I moved to %s",
                            "Ich wohne jetzt in %s",
                            "J'habite à %s",
                            "Vivo en %s",
                            "我住在%s",
                            "%sに住んでいます"),
                    List.of("Berlin", "Lyon", "Oslo", "Málaga"),
                    true),
            new Subject(
                    List.of(
                            "I work at %s",
                            "Ich arbeite bei %s", "Je travaille chez %s", "Trabajo en %s", "我在%s工作", "%sで働いています"),
                    List.of("Acme", "Bosch", "Iberia"),
                    true),
            new Subject(
                    List.of("My name is %s", "Ich heiße %s", "Je m'appelle %s", "Me llamo %s", "我叫%s", "私の名前は%sです"),
                    List.of("Ada", "Grace", "Zoé"),
                    true));

    private final Stores stores = InMemoryStores.empty();
    private final UserId user = Given.someUser(stores);
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final FactStorage facts = new FactStorage(
            stores.memories(),
            new MemoryWriter(
                    time, Sample::id, stores.memories(), new MemoryEmbeddings(Optional.empty()), MemoryLimits.DEFAULT));

    /** The words of a memory in its first form, and when they were stated last. */
    private record Known(String words, Instant at) {}

    private void keep(ChatId chat, String said) {
        FactStorage.Prepared prepared = facts.prepare(new FactStorage.Message(user, Optional.empty(), chat, said));
        assertThat(prepared.facts()).as(said).hasSize(1);
        stores.transactions().run(() -> facts.write(prepared));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void what_was_stated_last_is_known_once_with_its_date(long seed) {
        Random random = new Random(seed);
        Map<String, Known> expected = new HashMap<>();
        List<ChatId> chats = List.of(new ChatId(Sample.id("chat")), new ChatId(Sample.id("chat")));

        for (int i = 0; i < STATEMENTS; i++) {
            time.advance(Duration.ofMinutes(1 + random.nextInt(10_000)));
            Subject subject = SUBJECTS.get(random.nextInt(SUBJECTS.size()));
            String thing = any(subject.things(), random);
            String words = any(subject.ways(), random).formatted(thing);
            keep(any(chats, random), varied(words, random));
            String topic = SUBJECTS.indexOf(subject) + (subject.isOneOfAll() ? "" : thing);
            expected.put(topic, new Known(simple(words), time.instant()));
        }

        List<Memory> known = stores.memories()
                .list(user, MemoryFilter.ALL, PageRequest.first())
                .page()
                .items();
        assertThat(known.stream()
                        .map(memory -> new Known(simple(memory.content()), memory.createdAt()))
                        .collect(Collectors.toList()))
                .containsExactlyInAnyOrderElementsOf(expected.values());
    }

    /** The same sentence with another case of its first letter, other spaces and another end. */
    private static String varied(String words, Random random) {
        String first =
                random.nextBoolean() ? words : words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1);
        String spaced = random.nextBoolean() ? first : first.replace(" ", "  ");
        return spaced + any(List.of("", ".", "!", " ."), random);
    }

    private static String simple(String words) {
        return words.toLowerCase(Locale.ROOT).replaceAll("[ .!]", "");
    }

    private static <T> T any(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }
}
