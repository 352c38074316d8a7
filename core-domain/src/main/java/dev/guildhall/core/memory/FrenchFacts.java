package dev.guildhall.core.memory;

import static dev.guildhall.core.memory.FactLanguage.pattern;
import static dev.guildhall.core.memory.FactLanguage.rule;

import java.util.List;

final class FrenchFacts {
    private static final String HOW = "(?:(?:pas|plus|bien|beaucoup|aussi|vraiment|toujours|moins|du"
            + " tout|guère|jamais|maintenant|désormais|encore) )*";
    private static final String PERSON =
            "femme|mari|compagnon|compagne|copine|copain|fils|fille|enfant|mère|père|parents|frère|s(?:œ|oe)ur|chien(?:ne)?"
                + "|chat(?:te)?|animal|voiture";

    private static final String COUNT =
            "(?:une?|des|deux|trois|quatre|cinq|six|\\d+|plusieurs|beaucoup de|aussi|maintenant|toujours|encore"
                    + "|petite?s?|grande?s?|jeunes?|vieux|vieille)";

    /** Nouns for what a person is; adjectives with these endings are left out. */
    private static final String KIND =
            "(?:(?!(?:leur|bien|rien|ancien(?:ne)?|triste|optimiste|pessimiste|réaliste|(?:meill|maj|min|supéri|inféri)eure?"
                + "|(?:prem|dern|ent|f|particul|régul|famil)i(?:er|ère))\\b)\\p{L}+(?:eure?|rice|ien(?:ne)?|iste|logue"
                + "|i(?:er|ère))|vendeuse|danseuse|coiffeuse|serveuse|chanteuse|chercheuse|développeuse|programmeuse|médecin|avocate?|architecte|boulang(?:er|ère)|étudiante?"
                + "|enseignante?|comptable|artiste|secrétaire|pharmacien(?:ne)?|juge|notaire|lycéen(?:ne)?|élève"
                + "|français(?:e)?|anglais(?:e)?|allemande?|espagnole?|belge|suisse|marocaine?|américaine?"
                + "|portugais(?:e)?|polonais(?:e)?|japonais(?:e)?|chinois(?:e)?)";

    static final FactLanguage LANGUAGE = new FactLanguage(
            pattern("^(?:(?:bonjour|salut|coucou|bonsoir|au fait|d'ailleurs|alors|donc|et|mais|aussi|oui|ok|eh bien"
                    + "|pour info|en fait|moi)[ ,:!]*\\s+)*+"),
            pattern(",?\\s+et\\s+|\\s*;\\s*"),
            pattern(
                    "^(?:si|s'il|quand|lorsque|imagine|suppose|supposons|est-ce|qu'est-ce|que|quoi|qui|où|pourquoi|comment|combien|quel(?:le)?s?|dois-je|puis-je|suis-je|peux-tu)\\b|\\b(?:peut-être|je"
                        + " me demande|j'aimerais|je voudrais|comme si|pas sûre?)\\b"
                        + "|^(?!.*\\b(?:souviens|rappelle|oublie|retiens|note)\\b).*\\b(?:cet?|cette|ces|ton|ta|tes|votre|vos|avec"
                        + " toi|avec vous)\\b"),
            pattern("^(?:(?:les|le|la|un|une|des|du|de la|de|mon|ma|mes)\\s+|de l'|d'|l')+|(?:\\s+(?:pas|plus|du"
                    + " tout|beaucoup|non plus|maintenant|aussi|vraiment|à nouveau|de nouveau))+$"),
            List.of(
                    rule(
                            "(?:s'il te pla[iî]t,? )?(?:souviens-toi|rappelle-toi|n'oublie pas|retiens|note)(?: bien)?"
                                    + "(?: que| qu'|:)? ?(?!(?:ça|cela|moi|tout)\\W*$).{3,}",
                            0.8),
                    rule("(?:mon nom n'est pas|je ne m'appelle (?:pas|plus)) (?<ended>.+)", 0.7, "name"),
                    rule(
                            "(?:mon (?:pré)?nom est|je m'appelle|appelle-moi|appelez-moi|je me nomme) \\p{L}.*",
                            0.9,
                            "name"),
                    rule("j'ai \\d{1,3} ans\\b.*", 0.7, "age"),
                    rule("(?:mon anniversaire est|je suis née? (?:le|en)) .*", 0.8, "birth"),
                    rule(
                            "je (?:ne )?suis (?:\\p{L}+ ){0,2}allergique (?:aux |au |à la |à l'|à )(?<thing>.+)",
                            0.9,
                            "allergy"),
                    rule(
                            "je (?:ne )?suis (?:\\p{L}+"
                                    + " ){0,3}?(?<thing>végétari|végétali|végan|diabétique|asthmatique|cœliaque"
                                    + "|intolérant|enceinte|retraité)(?:en|enne|e)?\\b.*",
                            0.9,
                            "being"),
                    rule(
                            "je (?:ne )?(?:peux (?:pas|plus) )?(?:mange|manger|bois|boire|supporte|tolère)"
                                    + " (?:(?:pas|plus|jamais) )*(?<thing>(?:de |du |la |les |d'|de la |des |de l'|le"
                                    + " ).+)|je remange .*",
                            0.8,
                            "eats"),
                    rule(
                            "je n(?:e |')(?:habite|vis) (?:pas|plus) (?:à|au|aux|en|dans|près de|chez) (?<ended>.+)",
                            0.7,
                            "home"),
                    rule(
                            "j'habite\\b.*|je vis(?: \\w+)? (?:à|au|aux|en|dans|près)\\b.*|j'ai (?:\\w+"
                                    + " )?(?:déménagé|emménagé) (?:à|au|aux|en|dans)\\b.*|je viens de"
                                    + " (?:déménager|m'installer)\\b.*|mon adresse est .*",
                            0.7,
                            "home"),
                    rule(
                            "je ne (?:viens pas|suis pas (?:originaire )?) ?(?:de |du |des"
                                    + " |d')(?<ended>(?-i:\\p{Lu}).*)",
                            0.6,
                            "origin"),
                    rule(
                            "je (?:viens|suis originaire) (?:de |du |des |d'|de la |de l')(?-i:\\p{Lu}).*|je suis née?"
                                    + " à .*",
                            0.6,
                            "origin"),
                    rule(
                            "je ne travaille (?:pas|plus) (?:chez|à|au|aux|comme|pour|dans|en tant que|en)"
                                    + " (?<ended>.+)",
                            0.7,
                            "work"),
                    rule(
                            "je travaille(?: \\w+)? (?:chez|à|au|aux|comme|pour|dans|en)\\b.*|mon"
                                    + " (?:métier|travail|emploi) est .*|j'ai commencé (?:à travailler )?(?:chez|comme)"
                                    + " .*|j'ai rejoint (?-i:\\p{Lu}).*",
                            0.7,
                            "work"),
                    rule("je préfère (?<thing>.+?) (?:à|au|aux|plutôt que) (?<other>.+)", 0.6, "preference"),
                    rule(
                            "(?:mon|ma|mes) (?<thing>\\p{L}[\\p{L} '-]{0,40}?) (?:préférée?s?|favori(?:te)?s?)"
                                    + " (?:est|sont|c'est) .*",
                            0.6,
                            "favourite"),
                    rule(
                            "j'(?:aime|adore|déteste|apprécie) " + HOW
                                    + "(?!(?:ça|cela|toi|vous|tout)\\W*$)(?<thing>.+)",
                            0.6,
                            "taste"),
                    rule(
                            "je n'(?:aime|adore|déteste|apprécie) " + HOW
                                    + "(?!(?:ça|cela|toi|vous|tout)\\W*$)(?<thing>.+)",
                            0.6,
                            "taste"),
                    rule(
                            "je (?:ne )?(?:déteste|hais|préfère|kiffe|raffole) " + HOW
                                    + "(?!(?:ça|cela|toi|vous|tout)\\W*$)(?<thing>.+)",
                            0.6,
                            "taste"),
                    rule(
                            "(?:mon|ma|mes) (?:" + PERSON
                                    + "|enfants|chats|chiens|chef(?:fe)?|patron(?:ne)?|équipe|entreprise|numéro de"
                                    + " téléphone|e-?mail|adresse e-?mail|fuseau horaire|langue)\\b.*"
                                    + " (?:est|sont|a|ont|s'appelle(?:nt)?|était|travaille|habite|vit)\\b.*",
                            0.6),
                    rule("j'ai (?:" + COUNT + " ){0,3}(?<thing>" + PERSON + ")x?s?\\b.*", 0.6, "having"),
                    rule(
                            "je n'ai (?:pas|plus)(?: de | d')?(?:\\p{L}+ )?(?<thing>" + PERSON + ")x?s?\\b.*",
                            0.6,
                            "having"),
                    rule(
                            "je (?:ne )?suis (?:\\p{L}+"
                                    + " ){0,2}?(?:mariée?|divorcée?|célibataire|fiancée?|veu(?:ve|f))\\b.*",
                            0.6,
                            "marital status"),
                    rule(
                            "je (?:ne )?suis (?:(?:pas|plus|maintenant|aussi) )*(?<thing>une? (?!peu\\b).+|" + KIND
                                    + "(?: .{1,60})?)\\W*",
                            0.6,
                            "being"),
                    rule(
                            "je (?:ne )?parle " + HOW
                                    + "(?!(?:de|trop|avec|à|au|du|sérieusement|fort)\\b)(?<thing>\\p{L}.*)",
                            0.5,
                            "speaking"),
                    rule("je (?:ne )?joue " + HOW + "(?<thing>(?:de |du |au |à ).*)", 0.5, "playing"),
                    rule("j'(?:apprends|étudie|utilise)\\b .*|je (?:possède|conduis)\\b .*", 0.5)));

    private FrenchFacts() {}
}
