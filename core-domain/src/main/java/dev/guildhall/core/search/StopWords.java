package dev.guildhall.core.search;

import java.util.Set;

/** Stop words: the grammar of English, and of requests. */
final class StopWords {
    private static final String WORDS = """
        a about all also am an and any are as at be been being but by can could did do does for from get give had has
        have he help her here his how i id if im in into is it its ive just let like may me might must my need no not of
        on or our over please shall she should so some than that the their them then there these they this those to us
        want was we were what when where which who whom why will with would yes you your
        """;

    /** Stop words of questions about a conversation, and of its turns. */
    private static final String DIALOGUE_WORDS = """
        a about again all also am an and any anything are arent as at back be because been before being both but by can
        cant come could couldnt did didnt do does doesnt doing done dont each either else ever every for from get gets
        getting give go goes going gone got gotta had hadnt has hasnt have havent having he hed her here hers hey hi him
        his hows how i id if ill im in into is isnt it its itll ive just kind let lets like lot lots made make many may
        maybe me might mine more most much must my need no not now of off oh ok okay on once one only or other our out
        over own please quite rather really recently said say says shall she shed should since so some something sort
        still such sure take than that thats the their them then there these they theyd theyre theyve thing things think
        this those to too up us very want wanna was wasnt way we well were werent weve what whats when where which while
        who whom whos whose why will with within wont would wouldnt wow yeah yep yes yet you youd youll your youre yours
        youve
        """;

    static final Set<String> ENGLISH = Set.of(WORDS.strip().split("\\s+"));

    static final Set<String> DIALOGUE = Set.of(DIALOGUE_WORDS.strip().split("\\s+"));

    private StopWords() {}
}
