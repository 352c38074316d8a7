package dev.guildhall.core.search;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Irregular forms of English words, and short forms of numbers and months. */
final class IrregularForms {
    /** The base form, then the others. */
    private static final String FORMS = """
        become became|begin began begun|bite bit bitten|blow blew blown|break broke broken|bring brought
        build built|burn burnt|buy bought|catch caught|choose chose chosen|deal dealt|draw drew drawn
        dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt
        fight fought|find found|fly flew flown|forget forgot forgotten|freeze froze frozen|grow grew grown|hang hung
        hear heard|hide hid hidden|hold held|keep kept|know knew known|lay laid|lead led|learn learnt|leave left
        lend lent|lose lost|mean meant|meet met|pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran
        see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone|shoot shot|show shown
        sing sang sung|sink sank sunk|sit sat|sleep slept|speak spoke spoken|spend spent|stand stood|steal stole stolen
        stick stuck|swear swore sworn|sweep swept|swim swam swum|teach taught|tear tore torn|tell told|throw threw thrown
        understand understood|wake woke woken|wear wore worn|weave wove woven|win won|write wrote written
        child children kid kids|man men|woman women|person people|foot feet|tooth teeth|mouse mice|goose geese|life lives
        wife wives|knife knives|leaf leaves|shelf shelves|half halves|loaf loaves|wolf wolves
        mother mom moms mum mums mommy mummy mama|father dad dads daddy papa|grandmother grandma granny nana
        grandfather grandpa|photo photos photograph photographs|bicycle bike bikes bicycles|film movie movies films
        television tv|good better best|bad worse worst
        1 one|2 two twice|3 three|4 four|5 five|6 six|7 seven|8 eight|9 nine|10 ten|11 eleven|12 twelve
        january jan|february feb|april apr|august aug|september sept|october oct|november nov|december dec
        tuesday tues|thursday thu thurs|friday fri
        """;

    static final Map<String, String> ENGLISH = Arrays.stream(FORMS.strip().split("[|\n]"))
            .map(line -> line.strip().split(" "))
            .flatMap(forms -> Arrays.stream(forms).skip(1).map(form -> Map.entry(form, forms[0])))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue, (first, second) -> first));

    private IrregularForms() {}
}
