package dev.guildhall.core.memory;

import static dev.guildhall.core.memory.FactLanguage.pattern;
import static dev.guildhall.core.memory.FactLanguage.rule;

import java.util.List;

final class GermanFacts {
    private static final String NOT = "(?:(?:gar |überhaupt |jetzt |inzwischen |leider )*nicht(?: mehr)?)";
    private static final String HOW =
            "(?:(?:auch|sehr|wirklich|besonders|nicht|mehr|immer|noch|gar|überhaupt|jetzt|inzwischen|nun|früher|kein|keine|keinen|total|am"
                + " liebsten|nie|wieder) )*";
    private static final String PERSON =
            "frau|mann|partner(?:in)?|freund(?:in)?|sohn|söhne|tochter|töchter|kind|mutter|vater|eltern|bruder|brüder"
                    + "|schwester|hund|katze|kater|haustier|auto";

    static final FactLanguage LANGUAGE = new FactLanguage(
            pattern("^(?:(?:hallo|hi|hey|moin|guten (?:tag|morgen|abend)|übrigens|ach|also|und|aber|auch|ja|na|okay|ok"
                    + "|zur info|nur zur info|eigentlich|nebenbei)[,:!]?\\s+)*+"),
            pattern(",?\\s+und\\s+|\\s*;\\s*"),
            pattern("^(?:wenn|falls|angenommen|stell dir vor|nehmen wir"
                + " an|würde|könnte|kann|soll|darf|was|wer|wo|warum|wie|wann|welche[rsmn]?|ob|bin|habe|mag|wohne|lebe)\\b|\\b(?:vielleicht|ich"
                + " frage mich|ich wünschte|als ob|nicht sicher|bin mir unsicher|arbeite gerade"
                + " an)\\b|^(?!.*\\b(?:merke?|vergiss|denke?|behalte)\\b).*\\b(?:dein|dies)(?:e[nrms]?)?\\b"),
            pattern(
                    "^(?:(?:die|der|das|den|dem|des|ein|eine|einen|einem|einer|kein|keine|keinen|mein|meine|meinen)\\s+)+"
                        + "|(?:\\s+(?:nicht|mehr|sehr|gern|gerne|gar|überhaupt|wirklich|total|auch|jetzt|wieder|inzwischen))+$"),
            List.of(
                    rule(
                            "(?:bitte )?(?:merke? dir|vergiss nicht|denke? daran|behalte(?: bitte)? im kopf)(?:"
                                    + " bitte)?(?:,? dass|:|,)? (?!(?:es|das|dies|mich|alles)\\W*$).{3,}",
                            0.8),
                    rule("(?:mein name ist|ich hei(?:ß|ss)e) nicht(?: mehr)? (?<ended>.+)", 0.7, "name"),
                    rule("(?:mein name ist|ich hei(?:ß|ss)e|(?:bitte )?nenne? mich) \\p{L}.*", 0.9, "name"),
                    rule("ich bin \\d{1,3}(?: jahre)?(?: alt)?\\W*", 0.7, "age"),
                    rule(
                            "mein geburtstag ist .*|ich habe am .* geburtstag\\W*|ich (?:bin|wurde) .*geboren\\W*",
                            0.8,
                            "birth"),
                    rule("ich bin (?:\\p{L}+ ){0,3}allergisch (?:gegen|auf) (?<thing>.+)", 0.9, "allergy"),
                    rule(
                            "ich habe (?:\\p{L}+ ){0,3}?(?<thing>\\p{L}+?)-?"
                                    + "(?:allergie|intoleranz|unverträglichkeit)\\b.*",
                            0.9,
                            "allergy"),
                    rule(
                            "ich bin (?:\\p{L}+"
                                + " ){0,3}?(?<thing>vegetarisch|vegetarier|vegan(?:er)?|diabetiker|asthmatiker|laktoseintolerant|schwanger|im"
                                + " ruhestand|pensioniert)(?:in)?\\b.*",
                            0.9,
                            "being"),
                    rule(
                            "ich (?:esse|trinke|vertrage)"
                                + " (?:(?:jetzt|inzwischen|nun|mehr|gar|überhaupt|nicht|nie|niemals|keine?n?|wieder|auch)"
                                + " )+(?!gern)(?<thing>.+)",
                            0.8,
                            "eats"),
                    rule(
                            "ich (?:kann|darf) (?:(?:jetzt|inzwischen|mehr|gar|nicht|nie|keine?n?|wieder)"
                                    + " )+(?<thing>.+?) (?:mehr )?(?:essen|trinken|vertragen)\\W*",
                            0.8,
                            "eats"),
                    rule("ich (?:wohne|lebe) " + NOT + " (?:in|bei|auf|am|an|im) (?<ended>.+)", 0.7, "home"),
                    rule(
                            "ich (?:wohne|lebe)(?: \\w+){0,4}? (?:in|bei|nahe|am|an|auf|im)\\b.*|(?:seit"
                                    + " .{1,30}|jetzt|inzwischen|mittlerweile|derzeit) (?:wohne|lebe) ich"
                                    + " (?:in|bei|nahe|am|an|auf|im)\\b.*|ich bin (?:\\w+ ){0,2}?(?:nach|in) .*"
                                    + " (?:um)?gezogen\\W*|meine (?:adresse|anschrift) ist .*",
                            0.7,
                            "home"),
                    rule("ich (?:komme|stamme) nicht aus (?<ended>.+)", 0.6, "origin"),
                    rule("ich (?:komme|stamme)(?: ursprünglich| eigentlich)? aus .*", 0.6, "origin"),
                    rule("ich arbeite " + NOT + " (?:bei|als|für|in|an|im|am) (?<ended>.+)", 0.7, "work"),
                    rule(
                            "ich arbeite(?: \\w+){0,4}? (?:bei|als|für|in|an|im|am)\\b.*|mein (?:beruf|job) ist .*|ich"
                                    + " bin .* von beruf\\W*|ich bin (?:\\w+ )?angestellt\\b.*",
                            0.7,
                            "work"),
                    rule("meine? lieblings-?(?<thing>\\p{L}+) (?:ist|sind|hei(?:ß|ss)t) .*", 0.6, "favourite"),
                    rule(
                            "ich (?:mag|trinke|esse|habe|nehme) lieber (?<thing>.+?) als (?<other>.+)"
                                    + "|ich bevorzuge (?:\\p{L}+) gegenüber .*",
                            0.6,
                            "preference"),
                    rule(
                            "ich (?:mag|liebe|hasse|verabscheue|bevorzuge) " + HOW
                                    + "(?!(?:es|das|dich|sie|ihn|euch|dies)(?:"
                                    + " (?:nicht|mehr|sehr|auch))*\\W*$)(?<thing>.+)",
                            0.6,
                            "taste"),
                    rule("ich (?:esse|trinke) " + HOW + "gerne? (?<thing>.+)", 0.6, "taste"),
                    rule("mir (?:schmeckt|schmecken|gefällt|gefallen) " + HOW + "(?<thing>.+)", 0.6, "taste"),
                    rule(
                            "meine? (?:" + PERSON
                                    + "|kinder|chef(?:in)?|team|firma|telefonnummer|handynummer|e-?mail(?:-adresse)?|zeitzone|muttersprache|sprache)\\b.*"
                                    + " (?:ist|sind|hat|haben|hei(?:ß|ss)t|hei(?:ß|ss)en|war|arbeitet|wohnt|lebt)\\b.*|meine?"
                                    + " (?:" + PERSON
                                    + ") (?:ist|sind|hat|hei(?:ß|ss)t|war|arbeitet|wohnt|lebt)\\b.*",
                            0.6),
                    rule(
                            "ich habe"
                                + " (?:(?:auch|jetzt|inzwischen|noch|schon|leider|k?eine?[nrm]?|zwei|drei|vier|fünf|\\d+|mehrere|viele|keinerlei|(?:klein|groß|jung|alt)e[nrs]?)"
                                + " ){0,3}(?<thing>"
                                    + PERSON
                                    + ")(?:e|en|er|n|s)?\\b(?!.*\\b\\p{L}*(?:ge|ver)\\p{L}+(?:t|en)\\W*$).*",
                            0.6,
                            "having"),
                    rule(
                            "ich bin (?:\\p{L}+ ){0,3}?(?:verheiratet|geschieden|ledig|single|verlobt|verwitwet)\\b.*",
                            0.6,
                            "marital status"),
                    rule(
                            "ich bin (?:(?:nicht|kein|keine|mehr|jetzt|nun|ein|eine|auch|von beruf) )*"
                                    + "(?<thing>(?-i:\\p{Lu}\\p{Ll}+)(?: mehr)?)\\W*",
                            0.6,
                            "being"),
                    rule("ich spreche " + HOW + "(?<thing>\\p{L}.*)", 0.5, "speaking"),
                    rule("ich spiele " + HOW + "(?<thing>\\p{L}.*)", 0.5, "playing"),
                    rule("ich (?:benutze|nutze|verwende|besitze|fahre) " + HOW + "(?<thing>.+)", 0.5, "using"),
                    rule("ich (?:lerne|studiere)\\b .*", 0.5)));

    private GermanFacts() {}
}
