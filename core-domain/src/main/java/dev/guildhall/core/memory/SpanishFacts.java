package dev.guildhall.core.memory;

import static dev.guildhall.core.memory.FactLanguage.pattern;
import static dev.guildhall.core.memory.FactLanguage.rule;

import java.util.List;

final class SpanishFacts {
    private static final String NOT = "(?:(?:ya|no|ahora|sí|también|tampoco|todavía|actualmente|nunca) )*";
    private static final String HOW = "(?:(?:mucho|muchísimo|nada|más|también|bastante|poco|demasiado|tanto|ya) )*";
    private static final String PERSON =
            "espos[oa]|mujer|marido|pareja|novi[oa]|hij[oa]|madre|padre|mamá|papá|herman[oa]|perr[oa]|gat[oa]|mascota"
                    + "|coche|carro";

    private static final String COUNT =
            "(?:un|una|unos|unas|dos|tres|cuatro|cinco|seis|\\d+|muchos|muchas|varios|varias|ningún|ninguna|también"
                    + "|pequeñ[oa]|gran|viej[oa])";

    static final FactLanguage LANGUAGE = new FactLanguage(
            pattern("^(?:(?:hola|buenas|buenos días|buenas tardes|por cierto|pues|bueno|y|pero|también|ok|vale|oye"
                    + "|en realidad|sí|yo|a mí)[,:!]?\\s+|¡)*+"),
            pattern(",?\\s+[ye]\\s+|\\s*;\\s*"),
            pattern("^(?:si|cuando|imagina|supón|supongamos|qué|quién|dónde|por"
                + " qué|cómo|cuál|cuándo|cuánto|puedo|debo|puedes|podría)\\b|\\b(?:quizás?|tal vez|me"
                + " pregunto|ojalá|como si|no estoy segur[oa]|me"
                + " gustaría|quisiera)\\b|^(?!.*\\b(?:recuerda|olvides|acuérdate|ten en cuenta)\\b).*\\b(?:(?<!\\bel"
                + " )est[aeo]s?|es[aeo]s?|aquello|ello|tus?|contigo)\\b(?<!\\bes)"),
            pattern("^(?:(?:el|la|los|las|un|una|unos|unas|mi|mis|al)\\s+)+"
                    + "|(?:\\s+(?:más|nada|mucho|ahora|también|tampoco|de nuevo|otra vez|nunca))+$"),
            List.of(
                    rule(
                            "(?:por favor,? )?(?:recuerda|no olvides|acuérdate(?: de)?|ten en cuenta)(?: que|:)?"
                                    + " (?!(?:eso|esto|lo|todo)\\W*$).{3,}",
                            0.8),
                    rule("(?:mi nombre no es|(?:ya )?no me llamo) (?<ended>.+)", 0.7, "name"),
                    rule("(?:mi nombre es|me llamo|llámame|puedes llamarme) \\p{L}.*", 0.9, "name"),
                    rule("tengo \\d{1,3} años\\b.*", 0.7, "age"),
                    rule("mi cumpleaños es .*|nací (?:el|en) \\d.*", 0.8, "birth"),
                    rule(
                            NOT + "soy (?:\\p{L}+ ){0,2}?alérgic[oa] (?:al |a la |a los |a las |a )(?<thing>.+)",
                            0.9,
                            "allergy"),
                    rule(NOT + "tengo (?:una )?alergia (?:al |a la |a los |a las |a )(?<thing>.+)", 0.9, "allergy"),
                    rule(
                            NOT
                                    + "(?:puedo )?(?:como|comer|bebo|beber|tomo|tomar|tolero)"
                                    + " (?!(?:te|se|me|lo|le|no|que|si|yo|tú|usted|ya|siempre|un|una|nota|parte|medidas|en|el"
                                    + " (?:autobús|bus|metro|tren|avión))\\b)(?<thing>[^,]+)|vuelvo a"
                                    + " (?:comer|beber|tomar) .*",
                            0.8,
                            "eats"),
                    rule("(?:ya )?no vivo(?: más)? (?:en|cerca de|con) (?<ended>.+)", 0.7, "home"),
                    rule(
                            "(?:ahora |actualmente )?vivo(?: \\w+)? (?:en|cerca de)\\b.*|estoy viviendo en\\b.*|me"
                                    + " (?:he )?(?:mud(?:é|ado)|traslad(?:é|ado))(?: \\w+)? a\\b.*|mi dirección es .*",
                            0.7,
                            "home"),
                    rule("no (?:soy|vengo) de (?<ended>(?-i:\\p{Lu}).*)", 0.6, "origin"),
                    rule("(?:soy|vengo)(?: originalmente)? de (?-i:\\p{Lu}).*|nací en (?-i:\\p{Lu}).*", 0.6, "origin"),
                    rule("(?:ahora |siempre )?trabajo desde (?:mi )?casa\\W*", 0.6, "place of work"),
                    rule("(?:ya )?no trabajo(?: más)? (?:en|para|como|de|con) (?<ended>.+)", 0.7, "work"),
                    rule(
                            "(?:ahora |actualmente )?trabajo(?: \\w+)? (?:en|para|como|de|con)\\b.*|mi"
                                + " (?:trabajo|profesión|empleo) es .*|he empezado (?:a trabajar )?(?:en|como)\\b.*",
                            0.7,
                            "work"),
                    rule(
                            "mis? (?<thing>\\p{L}[\\p{L} '-]{0,40}?) (?:favorit|preferid)[oa]s? (?:es|son) .*",
                            0.6,
                            "favourite"),
                    rule(
                            NOT + "prefiero (?<thing>.+?) (?:a|al|antes que|en lugar de|en vez de) (?<other>.+)",
                            0.6,
                            "preference"),
                    rule(
                            NOT + "me (?:gustan?|encantan?|agradan?|disgustan?) " + HOW
                                    + "(?!(?:eso|esto|esta|todo)\\W*$)(?<thing>.+)",
                            0.6,
                            "taste"),
                    rule(
                            NOT + "(?:odio|detesto|adoro|amo|prefiero|aborrezco) " + HOW
                                    + "(?!(?:eso|esto|esta|todo)\\W*$)(?<thing>.+)",
                            0.6,
                            "taste"),
                    rule(
                            "mis? (?:" + PERSON
                                    + "|hij[oa]s|padres|jef[ea]|equipo|empresa|número de teléfono|teléfono|correo(?:"
                                    + " electrónico)?|e-?mail|zona horaria|idioma|lengua)\\b.*"
                                    + " (?:es|son|está|tiene|tienen|se llaman?|era|trabaja|vive)\\b.*|mis?"
                                    + " (?:" + PERSON
                                    + ") (?:es|está|tiene|se llama|era|trabaja|vive)\\b.*",
                            0.6),
                    rule(NOT + "tengo (?:" + COUNT + " ){0,3}(?<thing>" + PERSON + ")s?\\b.*", 0.6, "having"),
                    rule(
                            NOT + "(?:estoy|soy) (?:casad|divorciad|solter|prometid|viud|comprometid)[oa]\\b.*",
                            0.6,
                            "marital status"),
                    rule(NOT + "estoy (?<thing>embarazada|jubilad[oa])\\b.*", 0.6, "being"),
                    rule(
                            NOT
                                    + "soy (?!(?:de|yo|nuev[oa]|consciente|tod[oa]|capaz|incapaz|así|libre)\\b)(?<thing>\\p{L}.{2,})",
                            0.6,
                            "being"),
                    rule(
                            NOT + "hablo (?!(?:de|en|con|por|sobre|mucho|demasiado)\\b)(?<thing>\\p{L}.*)",
                            0.5,
                            "speaking"),
                    rule(NOT + "(?:juego|toco) (?<thing>\\p{L}.*)", 0.5, "playing"),
                    rule(NOT + "(?:uso|conduzco|manejo) (?<thing>\\p{L}.*)", 0.5, "using"),
                    rule("(?:aprendo|estudio)\\b .*|estoy (?:aprendiendo|estudiando)\\b.*", 0.5)));

    private SpanishFacts() {}
}
