package dev.guildhall.core.memory;

import static dev.guildhall.core.memory.FactLanguage.pattern;
import static dev.guildhall.core.memory.FactLanguage.rule;

import java.util.List;

final class EnglishFacts {
    private static final String AM = "i(?:'m| am)(?: (?:not|no longer|now|also))*";
    private static final String STILL =
            "(?:(?:really|absolutely|also|still|now|no longer|do|don'?t|do not|never|used to|actually) )*";

    static final FactLanguage LANGUAGE = new FactLanguage(
            pattern("^(?:(?:hi|hello|hey|by the way|btw|oh|well|so|also|and|but|ok|okay|actually|just so you know|fyi"
                    + "|note that|please note that)[,:!]?\\s+)*+"),
            pattern(",?\\s+and\\s+|\\s*;\\s*"),
            pattern("^(?:if|when|whenever|suppose|imagine|pretend|say|let's"
                + " say|unless|would|could|can|should|do|does|did|is|are|am|was|were|will|what|who|where|why|how|which)\\b|\\b(?:as"
                + " if|i wonder|i wish|maybe|not sure)\\b|^(?!.*\\b(?:remember|forget|keep in"
                + " mind)\\b).*\\b(?:this|these|your|that\\W*$|the"
                + " (?:first|second|third|last|latter|former|other|new|old)"
                + " (?:one|version|option))|,\\s*(?:he|she|they|\\p{L}+ \\p{L}+|\\p{L}+) (?:said|says|told"
                + " me|wrote|asked)\\W*$"),
            pattern("^(?:the|an?|my|any|to|some)\\s+|(?:\\s+(?:any ?more|at all|very much|so much|a lot|now|again"
                    + "|either|too|though))+$"),
            List.of(
                    rule(
                            "(?:please )?(?:remember|don'?t forget|keep in mind)(?: that|:)?"
                                    + " (?!(?:it|this|that|these|those|them|me|all|everything)\\W*$).{3,}",
                            0.8),
                    rule(
                            "(?:my name is (?:not|no longer)|i(?:'m| am) (?:not|no longer) called) (?<ended>\\p{L}.*)",
                            0.7,
                            "name"),
                    rule(
                            "(?:my name is|i am called|i'?m called|(?:please |you can )?call me"
                                    + "(?! (?:later|back|again|now|when|if|at|on|in|to|tomorrow|tonight)\\b)) \\p{L}.*",
                            0.9,
                            "name"),
                    rule("i(?:'m| am) \\d{1,3}(?: years old)?\\W*|i(?:'m| am) \\d{1,3} years old.*", 0.7, "age"),
                    rule("(?:my birthday is|i was born) .*", 0.8, "birth"),
                    rule(AM + "(?: \\w+){0,2} (?:allergic|intolerant) to (?<thing>.+)", 0.9, "allergy"),
                    rule("i (?:no longer |do not |don'?t )?have an? (?<thing>[\\p{L} ]+?) allergy.*", 0.9, "allergy"),
                    rule(
                            AM + "(?: an?)?(?: \\w+)? (?<thing>allergic|intolerant|diabetic|coeliac|celiac|asthmatic"
                                    + "|vegetarian|vegan)\\b.*",
                            0.9,
                            "being"),
                    rule(
                            "i (?:have|suffer from|was diagnosed with)(?: \\w+){0,3}"
                                    + " (?:allerg|intoleran|diabet|asthma|disease|condition)\\w*.*",
                            0.9),
                    rule(
                            "i (?:(?:now|again) )?(?:can'?t|cannot|can|must not|may not|don'?t|do not|never|no"
                                    + " longer|now)(?: ever| again)? (?:eat|drink|tolerate)\\b ?(?<thing>.*)",
                            0.8,
                            "eats"),
                    rule("i (?:eat|drink) (?<thing>.+) again\\W*", 0.8, "eats"),
                    rule("\\p{L}[\\p{L} '-]{1,60} makes? me (?:ill|sick|unwell|feel (?:ill|sick)).*", 0.8),
                    rule(
                            "i (?:do not|don'?t|no longer|used to) (?:live|stay) (?:in|at|near) (?<ended>.+)",
                            0.7,
                            "home"),
                    rule(
                            "i(?:'ve| have)?(?: now| just| recently| currently)?"
                                    + " (?:live|moved|relocated|settled)\\b(?: \\w+)? (?:in|to|at|near)\\b.*|i(?:'m|"
                                    + " am)(?: now| currently)? living (?:in|at|near)\\b.*|my (?:home )?address is .*",
                            0.7,
                            "home"),
                    rule("i(?:'ve| have) (?:lived|been living) in .+ (?:since|for) .*", 0.7, "home"),
                    rule("i(?:'m| am) not (?:originally )?from (?<ended>\\p{L}.*)", 0.6, "origin"),
                    rule(
                            "i(?:'m| am| come) (?:originally )?from (?!(?:the|an?|my|our) (?-i:\\p{Ll}))\\p{L}.*",
                            0.6,
                            "origin"),
                    rule("i (?:mostly |usually |always )?work (?:from home|remotely)\\W*", 0.6, "place of work"),
                    rule("i (?:do not|don'?t|no longer|used to) work (?:at|for|as|in) (?<ended>.+)", 0.7, "work"),
                    rule(
                            "i(?: now)? work (?:at|for|as|in)\\b.*|i(?:'m| am) employed\\b.*|my job is .*|i(?:'ve|"
                                    + " have)? (?:started|joined)(?: \\w+){0,4} (?:at|as)\\b.*",
                            0.7,
                            "work"),
                    rule(AM + " an? (?!bit\\b|little\\b|lot\\b|few\\b|while\\b)(?<thing>\\p{L}.*)", 0.6, "being"),
                    rule("my favou?rite (?<thing>\\p{L}[\\p{L} '-]{0,40}?) (?:is|are) .*", 0.6, "favourite"),
                    rule("my favou?rite .* (?:is|are) .*", 0.6),
                    rule(
                            "i " + STILL + "prefer (?<thing>.+?) (?:to|over|rather than|instead of) (?<other>.+)",
                            0.6,
                            "preference"),
                    rule(
                            "i " + STILL
                                    + "(?:like|love|prefer|enjoy|adore|hate|dislike|detest|loathe|can'?t stand|cannot"
                                    + " stand) (?!(?:it|this|that|these|those|them|you|your \\w+)\\W*$)(?<thing>.+)",
                            0.6,
                            "taste"),
                    rule("i (?:always|never|usually)\\b.*|i (?:do not|don'?t) want to be\\b.*", 0.6),
                    rule(
                            "my (?:wife|husband|partner|girlfriend|boyfriend|son|daughter|child|children|kids?|mother|father|mom|mum|dad|parents?|brother|sister|dog|cat|pet|boss|manager|team|company|car|phone"
                                + " number|email|e-mail|time ?zone|language|pronouns)\\b.*"
                                + " (?:is|are|has|have|was|were|works?|lives?)\\b.*",
                            0.6),
                    rule(
                            "i (?:do not |don'?t |no longer )?have (?:(?:an?|any|one|two|three|four|five|\\d+|no|a lot"
                                    + " of|many|several) (?:\\w+ ){0,2}?)?(?<thing>wife|husband|partner|son|daughter"
                                    + "|child|kid|brother|sister|dog|cat|pet|car)(?:s|ren)?\\b(?! (?:problem|question"
                                    + "|issue|accident|appointment|insurance|loan)).*",
                            0.6,
                            "having"),
                    rule(AM + " (?:married|divorced|single|engaged|widowed)\\b.*", 0.6, "marital status"),
                    rule(AM + " (?<thing>pregnant|retired|learning|studying|training)\\b.*", 0.6, "being"),
                    rule("i " + STILL + "speak (?<thing>\\p{L}.*)", 0.5, "speaking"),
                    rule("i " + STILL + "play (?<thing>\\p{L}.*)", 0.5, "playing"),
                    rule(
                            "i (?:no longer |don'?t |do not )?(?:use|own|drive) (?!(?:it|them|those)\\W*$)(?<thing>.+)",
                            0.5,
                            "using"),
                    rule("i (?:study|studied|run)\\b .*", 0.5)));

    private EnglishFacts() {}
}
