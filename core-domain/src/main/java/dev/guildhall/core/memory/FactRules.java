package dev.guildhall.core.memory;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds durable facts in a user's message without a model: sentences in the first person about lasting things, in English,
 * German, French, Spanish, Chinese and Japanese. Questions, assumptions and momentary wishes are no facts, and facts with a
 * secret are left out. The user's sentence is kept, with single spaces.
 */
final class FactRules {
    /** The most facts of one message. */
    static final int MOST = 5;

    /** How many characters of a message are read. */
    static final int MOST_CHARACTERS = 8_000;

    private static final int LONGEST = 300;

    /** The point of an abbreviation, or of a day before its month, ends no sentence. */
    private static final Pattern ENDS = Pattern.compile(
            "(?<=[.!?])(?<!\\b(?:St|Dr|Mr|Mrs|Ms|Prof|Sr|Sra|Mme|\\p{Lu})\\.)\\s+"
                    + "(?!(?<=\\d\\.\\s)(?i:j[aä]n|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez)\\p{L}*\\b)"
                    + "|(?<=[。！？])|\\R+",
            Pattern.UNICODE_CHARACTER_CLASS);

    /** Quotations and code: words of others. */
    private static final Pattern QUOTED =
            Pattern.compile("\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」|『[^』]*』|```.*?(?:```|\\z)", Pattern.DOTALL);

    /** A request that a text follows, which may be by others. */
    private static final Pattern TEXT_FOLLOWS = Pattern.compile(
            "(?:\\b(?:translate|proofread|correct|rewrite|rephrase|summari[sz]e|übersetz\\p{L}*|korrigier\\p{L}*|fass\\p{L}*"
                + "|tradui\\p{L}*|corrige\\p{L}*|résume\\p{L}*|traduc\\p{L}*|traduzca|reescrib\\p{L}*|resum\\p{L}*)\\b"
                + "|翻译|翻譯|改写|改寫|翻訳|訳し|添削|要約).*[:：]$",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS);

    private static final Pattern SPACES = Pattern.compile("[\\h\\u3000]+");
    private static final Pattern QUESTION = Pattern.compile("^¿|[?？][\\p{P}\\p{Z}]*$");
    private static final List<FactLanguage> LANGUAGES = List.of(
            EnglishFacts.LANGUAGE,
            GermanFacts.LANGUAGE,
            FrenchFacts.LANGUAGE,
            SpanishFacts.LANGUAGE,
            ChineseFacts.LANGUAGE,
            JapaneseFacts.LANGUAGE);

    private FactRules() {}

    /** The facts of a message in order, at most {@value #MOST}, without repeats. */
    static List<StatedFact> in(String message) {
        String text = message.length() > MOST_CHARACTERS ? message.substring(0, MOST_CHARACTERS) : message;
        List<StatedFact> facts = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (String sentence : own(text.strip())) {
            for (StatedFact fact : stated(plain(sentence))) {
                if (facts.size() < MOST && known.add(Fingerprint.of(fact.content()))) {
                    facts.add(fact);
                }
            }
        }
        return List.copyOf(facts);
    }

    /** The sentences of a text that do not begin within a quotation, up to a request that a text follows. */
    private static List<String> own(String text) {
        BitSet quoted = new BitSet();
        Matcher quotes = QUOTED.matcher(text);
        while (quotes.find()) {
            quoted.set(quotes.start() + 1, quotes.end());
        }
        List<String> sentences = new ArrayList<>();
        Matcher ends = ENDS.matcher(text);
        int from = 0;
        boolean more = true;
        while (more) {
            more = ends.find();
            String sentence = text.substring(from, more ? ends.start() : text.length());
            if (TEXT_FOLLOWS.matcher(sentence.strip()).find()) {
                return sentences;
            }
            if (!quoted.get(from)) {
                sentences.add(sentence);
            }
            from = more ? ends.end() : text.length();
        }
        return sentences;
    }

    /** What a statement in any of the languages is about, as a fact; empty when it matches no rule. */
    static Optional<StatedFact> of(String statement) {
        String sentence = plain(statement);
        return LANGUAGES.stream()
                .flatMap(language -> of(language, sentence).stream())
                .findFirst();
    }

    private static String plain(String sentence) {
        return SPACES.matcher(sentence.strip()).replaceAll(" ").replace('\u2019', '\'');
    }

    /** The language of the first rule that matches decides. */
    private static List<StatedFact> stated(String sentence) {
        return LANGUAGES.stream()
                .map(language -> stated(language, sentence))
                .filter(facts -> !facts.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** The facts of a sentence; facts on both sides of an {@code and} are separate. */
    private static List<StatedFact> stated(FactLanguage language, String sentence) {
        List<StatedFact> facts = new ArrayList<>();
        if (of(language, sentence).isEmpty()) {
            return facts;
        }
        String rest = sentence;
        Matcher joint = language.joints().matcher(sentence);
        int from = 0;
        while (joint.find()) {
            Optional<StatedFact> left = of(language, sentence.substring(from, joint.start()));
            if (left.isPresent()
                    && of(language, sentence.substring(joint.end())).isPresent()) {
                facts.add(left.get());
                from = joint.end();
                rest = sentence.substring(from);
            }
        }
        of(language, rest).ifPresent(facts::add);
        return facts;
    }

    private static Optional<StatedFact> of(FactLanguage language, String sentence) {
        if (sentence.length() > LONGEST) {
            return Optional.empty();
        }
        String said = language.opened(sentence);
        return language.fact(said)
                .filter(fact -> !QUESTION.matcher(said).find())
                .filter(fact -> !language.isSupposed(said))
                .filter(fact -> !SecretText.isIn(said));
    }
}
